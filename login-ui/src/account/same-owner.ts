/** Whose session, or whose sign-in. */
export interface AccountOwner {
  uid: string
  /** Null: the project's own accounts. */
  tenant: string | null
}

/** Are both the same account? The same uid in another tenant is somebody else. */
export function isSameOwner(a: AccountOwner, b: AccountOwner): boolean {
  return a.uid === b.uid && a.tenant === b.tenant
}
