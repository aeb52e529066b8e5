import type { Passkey } from '../passkeys/passkey.ts'
import type { SecondFactor } from '../second-factors/second-factor.ts'
import { dropUndefined } from '../server/fields.ts'
import type { LinkedProvider } from './linked-providers.ts'

const EMAIL = /^[^@\s]+@[^@\s]+$/

/** Whether a text looks like an email address: something, `@`, something. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text)
}

/** Fields of a new account; absent ones are absent in the record too. */
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
  /** The pool of the account; absent: the project's own. */
  tenantId?: string
  secondFactors?: SecondFactor[]
  linkedProviders?: LinkedProvider[]
  /** The address has been signed in with by a link; default false. */
  hasEmailLink?: boolean
}

/** Fields to change; null clears. A new or removed email or password ends every session of the account. */
export interface AccountChanges {
  email?: string | null
  password?: string | null
  displayName?: string | null
  emailVerified?: boolean
  photoUrl?: string | null
  phoneNumber?: string | null
  disabled?: boolean
  customClaims?: Record<string, unknown>
  /** Epoch seconds; sessions whose `auth_time` is older are revoked. */
  validSinceSeconds?: number
  /** Epoch seconds. */
  createdAtSeconds?: number
  /** Epoch seconds. */
  lastSignInSeconds?: number
  /** Replaces all; without `totpSecret`, the present one stays. */
  secondFactors?: SecondFactor[]
  hasEmailLink?: boolean
  /** Ids of passkeys that go, as they are listed; unknown ones change nothing. */
  deletePasskeys?: string[]
  /** Replaces the identity at the same provider. */
  link?: LinkedProvider
  /** Ids of providers whose identity goes, before `link` comes. */
  unlink?: string[]
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
  /** Absent when there is none. */
  secondFactors?: SecondFactor[]
  /** Absent when there is none; without `password` and `phone`. */
  linkedProviders?: LinkedProvider[]
  /** Ids in base64url; absent when there is none. */
  passkeyIds?: string[]
}

/** An account as the stand-in keeps it. */
export interface Account {
  readonly uid: string
  readonly tenantId: string | undefined
  createdAtSeconds: number
  email: string | undefined
  /** The first email the account had; it never changes. */
  initialEmail: string | undefined
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
  /** By provider id. */
  readonly linkedProviders: Map<string, LinkedProvider>
  secondFactors: SecondFactor[]
  passkeys: Passkey[]
  hasEmailLink: boolean
  /** Counts changes of email or password and new second factors; a session of an earlier count is over. */
  credentialVersion: number
}

/** A copy for tests: no password, absent members omitted. */
export function copyAccount(account: Account): StandInAccount {
  const { uid, emailVerified, disabled, createdAtSeconds, linkedProviders, secondFactors, passkeys } = account
  const { email, displayName, photoUrl, phoneNumber, tenantId, lastSignInSeconds, validSinceSeconds } =
    account
  return {
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
      customClaims: structuredClone(account.customClaims),
      tenantId,
      lastSignInSeconds,
      validSinceSeconds,
      secondFactors: secondFactors.length > 0 ? structuredClone(secondFactors) : undefined,
      linkedProviders: linkedProviders.size > 0 ? structuredClone([...linkedProviders.values()]) : undefined,
      passkeyIds: passkeys.length > 0 ? passkeys.map(({ credentialId }) => credentialId) : undefined
    })
  }
}
