import type { Passkey } from '../passkeys/passkey.ts'
import type { SecondFactor } from '../second-factors/second-factor.ts'
import { dropUndefined } from '../server/fields.ts'
import type { LinkedProvider } from './linked-providers.ts'

const EMAIL = /^[^@\s]+@[^@\s]+$/

/** Whether a text looks like an email address: something, `@`, something. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text)
}

/** What any account may have. */
interface Profile {
  email?: string | undefined
  displayName?: string | undefined
  photoUrl?: string | undefined
  phoneNumber?: string | undefined
  customClaims?: Record<string, unknown> | undefined
  /** The pool of the account; absent: the project's own. */
  tenantId?: string | undefined
  /** Epoch seconds; absent: never signed in. */
  lastSignInSeconds?: number | undefined
  /** Epoch seconds; sessions whose `auth_time` is older are revoked. */
  validSinceSeconds?: number | undefined
}

/** Switches of an account; each is off by default. */
interface Switches {
  emailVerified: boolean
  disabled: boolean
  /** The address has been signed in with by a link. */
  hasEmailLink: boolean
}

type Optional<T> = { [Name in keyof T]?: T[Name] | undefined }

/** A new account. */
export interface NewAccount
  extends Omit<Profile, 'lastSignInSeconds' | 'validSinceSeconds'>,
    Optional<Switches> {
  /** 1 to 128 characters; default: 28 letters and digits. */
  uid?: string | undefined
  /** Kept in memory, never returned. */
  password?: string | undefined
  secondFactors?: SecondFactor[] | undefined
  linkedProviders?: LinkedProvider[] | undefined
}

/** Members that a change may clear. */
type Clearable = 'email' | 'password' | 'displayName' | 'photoUrl' | 'phoneNumber'

/** What changes; null clears. A new or removed email or password ends every session of the account. */
export interface AccountChanges
  extends Optional<Record<Clearable, string | null>>,
    Omit<Profile, Clearable | 'tenantId'>,
    Optional<Switches> {
  /** Epoch seconds. */
  createdAtSeconds?: number | undefined
  /** Replaces all; without `totpSecret`, the present one stays. */
  secondFactors?: SecondFactor[] | undefined
  /** Ids of passkeys to remove, as they are listed; unknown ones change nothing. */
  deletePasskeys?: string[]
  /** Replaces the identity at the same provider. */
  link?: LinkedProvider | undefined
  /** Ids of providers whose identity goes, before `link` comes. */
  unlink?: string[]
}

/** An account as the stand-in keeps it. */
export interface Account extends Profile, Switches {
  readonly uid: string
  readonly tenantId?: string | undefined
  /** Epoch seconds, as the three below. */
  createdAtSeconds: number
  lastRefreshSeconds?: number
  passwordUpdatedSeconds?: number | undefined
  /** The first email the account had; it never changes. */
  initialEmail?: string | undefined
  password?: string | undefined
  /** By provider id. */
  readonly linkedProviders: Map<string, LinkedProvider>
  secondFactors: SecondFactor[]
  passkeys: Passkey[]
  /** Counts changes of email or password and new second factors; a session of an earlier count is over. */
  credentialVersion: number
}

/** A copy for tests: no password, absent members omitted. */
export type StandInAccount = ReturnType<typeof copyAccount>

export function copyAccount(account: Account) {
  const { uid, emailVerified, disabled, createdAtSeconds, linkedProviders, secondFactors, passkeys } = account
  const { email, displayName, photoUrl, phoneNumber, customClaims, tenantId } = account
  const { lastSignInSeconds, validSinceSeconds } = account
  return structuredClone({
    uid,
    emailVerified,
    disabled,
    createdAtSeconds,
    hasPassword: account.password !== undefined,
    ...dropUndefined({
      email,
      displayName,
      photoUrl,
      phoneNumber,
      customClaims,
      tenantId,
      lastSignInSeconds,
      validSinceSeconds,
      secondFactors: secondFactors.length > 0 ? secondFactors : undefined,
      /** Without `password` and `phone`. */
      linkedProviders: linkedProviders.size > 0 ? [...linkedProviders.values()] : undefined,
      /** Ids in base64url. */
      passkeyIds: passkeys.length > 0 ? passkeys.map(({ credentialId }) => credentialId) : undefined
    })
  })
}
