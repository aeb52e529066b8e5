/** Fields of a new account; what is left out is absent in the record too. */
export interface NewAccount {
  /** 1 to 128 characters; default: 28 letters and digits. */
  uid?: string
  email?: string
  /** Kept in memory, never returned. */
  password?: string
  displayName?: string
  /** Default false. */
  emailVerified?: boolean
  photoUrl?: string
  phoneNumber?: string
  customClaims?: Record<string, unknown>
  /** Default false. */
  disabled?: boolean
  /** The pool the account lives in; left out: the project's own. */
  tenantId?: string
}

/** Fields to change; null clears. A new e-mail or password ends every session of the account. */
export interface AccountChanges {
  email?: string
  password?: string
  displayName?: string | null
  emailVerified?: boolean
  photoUrl?: string | null
  phoneNumber?: string | null
  disabled?: boolean
  customClaims?: Record<string, unknown>
  /** Epoch seconds; sessions whose `auth_time` is older are revoked. */
  validSinceSeconds?: number
}

/** A copy of an account as the store has it, without the password. */
export interface StandInAccount {
  uid: string
  email?: string
  displayName?: string
  emailVerified: boolean
  photoUrl?: string
  phoneNumber?: string
  disabled: boolean
  customClaims?: Record<string, unknown>
  tenantId?: string
  hasPassword: boolean
  /** Epoch seconds. */
  createdAtSeconds: number
  /** Epoch seconds; absent: never signed in. */
  lastSignInSeconds?: number
  /** Epoch seconds; absent: nothing was ever revoked. */
  validSinceSeconds?: number
}

/** An account as the stand-in keeps it. */
export interface Account {
  readonly uid: string
  readonly tenantId: string | undefined
  readonly createdAtSeconds: number
  email: string | undefined
  password: string | undefined
  displayName: string | undefined
  emailVerified: boolean
  photoUrl: string | undefined
  phoneNumber: string | undefined
  disabled: boolean
  customClaims: Record<string, unknown> | undefined
  validSinceSeconds: number | undefined
  lastSignInSeconds: number | undefined
  lastRefreshSeconds: number | undefined
  passwordUpdatedSeconds: number | undefined
  /** Provider id -> the user's id there. */
  readonly federatedIds: Map<string, string>
  /** Counts changes of e-mail or password; a session of an earlier count is over. */
  credentialVersion: number
}

/** A copy for the door: no password, absent members left out. */
export function copyAccount(account: Account): StandInAccount {
  const { uid, emailVerified, disabled, createdAtSeconds } = account
  return {
    uid,
    emailVerified,
    disabled,
    createdAtSeconds,
    hasPassword: account.password !== undefined,
    ...(account.email !== undefined && { email: account.email }),
    ...(account.displayName !== undefined && { displayName: account.displayName }),
    ...(account.photoUrl !== undefined && { photoUrl: account.photoUrl }),
    ...(account.phoneNumber !== undefined && { phoneNumber: account.phoneNumber }),
    ...(account.customClaims !== undefined && { customClaims: structuredClone(account.customClaims) }),
    ...(account.tenantId !== undefined && { tenantId: account.tenantId }),
    ...(account.lastSignInSeconds !== undefined && { lastSignInSeconds: account.lastSignInSeconds }),
    ...(account.validSinceSeconds !== undefined && { validSinceSeconds: account.validSinceSeconds })
  }
}
