export interface AccountOwner {
  uid: string
  /** Null: the project's own accounts. */
  tenant: string | null
}

/** The same uid in another tenant is a different account. */
export function isSameOwner(a: AccountOwner, b: AccountOwner): boolean {
  return a.uid === b.uid && a.tenant === b.tenant
}
