/** What the account page must know of whoever is signed in; the body of `GET /_auth/account` says it, among more. */
export interface Owner {
  uid: string
  email: string | null
  tenant: string | null
  phone: string | null
  /** Ways to sign in, by the provider's ids. */
  providers: readonly { id: string }[]
  passkeys: readonly unknown[]
}
