/** The pages of the account: the overview, and one for each kind of change. */
export type AccountPageName =
  | 'overview'
  | 'password'
  | 'email'
  | 'second-step'
  | 'passkeys'
  | 'providers'
  | 'delete'

/** An account as its owner sees it: the body of `GET /_auth/account`. Times in epoch seconds; null: not known, or never. */
export interface OwnAccount {
  uid: string
  email: string | null
  emailVerified: boolean
  name: string | null
  /** An https address. The page shows none: its policy allows no pictures from elsewhere. */
  picture: string | null
  /** All but its end is hidden. */
  phone: string | null
  tenant: string | null
  createdAt: number | null
  lastSignInAt: number | null
  passwordChangedAt: number | null
  /** Ways to sign in. `email`: at that provider, where it is another one than the account's. */
  providers: readonly { id: string; email?: string }[]
  factors: readonly OwnFactor[]
  passkeys: readonly { id: string; name: string | null }[]
  session: { startedAt: number; provider: string | null; secondFactor: string | null }
  may: AccountPermissions
}

/** What a proof and the changes after it must know of whoever is signed in. */
export type Owner = Pick<OwnAccount, 'uid' | 'email' | 'tenant' | 'providers' | 'passkeys'>

/** A second factor. `hint`: the end of its phone number. */
export interface OwnFactor {
  id: string
  kind: 'totp' | 'sms'
  name: string | null
  hint: string | null
  enrolledAt: number | null
}

/** What the page offers to change. */
export interface AccountPermissions {
  name: boolean
  password: boolean
  email: boolean
  /** Ids of those that can be connected and disconnected. */
  providers: readonly string[]
  totp: boolean
  sms: boolean
  passkeys: boolean
  export: boolean
  delete: boolean
}

/** What the gateway tells the account page beside what it tells the login page. */
export interface AccountPageConfig {
  page: AccountPageName
  /** All that the configuration offers. */
  pages: readonly AccountPageName[]
  account: OwnAccount
  /** Path of the gateway's endpoint for the own account. */
  endpoint: string
  /** Can the gateway end all sign-ins of the account? */
  everywhere: boolean
  /** How soon other devices learn that their session has ended, at the latest, in seconds. */
  othersEndWithinSeconds: number
}
