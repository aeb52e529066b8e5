import { parseUrl } from '../../config/addresses/urls.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { SecondFactor, UserRecord } from '../../identity-platform/accounts/user-record.ts'
import type { Session } from '../../session/session.ts'
import { readSignInFacts } from '../../session/sign-in/facts.ts'

/** Digits of a phone number that are shown, at its end. */
const SHOWN_DIGITS = 4

/** An account as its owner sees it. Times in epoch seconds; null: not known, or never. */
export interface AccountDescription {
  uid: string
  email: string | null
  emailVerified: boolean
  name: string | null
  /** An https address; anything may stand in the record. */
  picture: string | null
  /** All but its end is hidden. */
  phone: string | null
  tenant: string | null
  createdAt: number | null
  lastSignInAt: number | null
  passwordChangedAt: number | null
  /** Ways to sign in. `email`: at that provider, where it is another one than the account's. */
  providers: { id: string; email?: string }[]
  factors: {
    id: string
    kind: 'totp' | 'sms'
    name: string | null
    /** The end of its phone number. */
    hint: string | null
    enrolledAt: number | null
  }[]
  passkeys: { id: string; name: string | null }[]
  session: { startedAt: number; provider: string | null; secondFactor: string | null }
  may: Permissions
}

/** What the page offers to change: a switch of the configuration each, and nothing that the provider enforces. */
export interface Permissions {
  name: boolean
  password: boolean
  email: boolean
  /** Ids of those that can be connected and disconnected. */
  providers: string[]
  totp: boolean
  sms: boolean
  passkeys: boolean
  export: boolean
  delete: boolean
}

/** What an operator has switched on. */
export function permissionsOf({ account, login }: Pick<Config, 'account' | 'login'>): Permissions {
  return {
    name: account.name,
    password: account.password && login.methods.password,
    email: account.email,
    providers: account.providers ? login.providers.map(({ id }) => id) : [],
    totp: account.secondStep && login.mfa.totp !== 'off',
    sms: account.secondStep && login.mfa.sms,
    passkeys: account.passkeys && login.methods.passkey !== 'off',
    export: account.export,
    delete: account.delete
  }
}

/** What is shown of an account: what is named here and nothing else of the record. */
export function describeAccount(record: UserRecord, session: Session, may: Permissions): AccountDescription {
  const { provider, secondFactor } = readSignInFacts(session.claims)
  return {
    uid: record.uid,
    email: record.email,
    emailVerified: record.emailVerified,
    name: record.displayName,
    picture: httpsUrl(record.photoURL),
    phone: maskPhone(record.phoneNumber),
    tenant: session.tenantId,
    createdAt: epochSeconds(record.metadata.creationTime),
    lastSignInAt: epochSeconds(record.metadata.lastSignInTime),
    passwordChangedAt: epochSeconds(record.passwordChangeTime),
    providers: record.providerData.map(({ providerId: id, email }) =>
      email === null || email === record.email ? { id } : { id, email }
    ),
    factors: record.multiFactor.enrolledFactors.map(describeFactor),
    passkeys: describePasskeys(record),
    session: {
      startedAt: session.startedAtSeconds,
      provider: provider ?? null,
      secondFactor: secondFactor ?? null
    },
    may
  }
}

/** The passkeys of an account, by their ids as the provider lists them. */
export function describePasskeys({ passkeys = [] }: Pick<UserRecord, 'passkeys'>) {
  return passkeys.map(({ id, name }) => ({ id, name }))
}

function describeFactor({ uid, factorId, displayName, phoneNumber, enrollmentTime }: SecondFactor) {
  return {
    id: uid,
    kind: factorId === 'totp' ? ('totp' as const) : ('sms' as const),
    name: displayName,
    hint: maskPhone(phoneNumber),
    enrolledAt: epochSeconds(enrollmentTime)
  }
}

/** `+15555550100` as `+*******0100`. */
function maskPhone(phone: string | null): string | null {
  if (phone === null) return null
  const digits = phone.replace(/^\+/, '')
  return `+${digits.slice(0, -SHOWN_DIGITS).replace(/./gu, '*')}${digits.slice(-SHOWN_DIGITS)}`
}

function httpsUrl(url: string | null): string | null {
  return url !== null && parseUrl(url)?.protocol === 'https:' ? url : null
}

function epochSeconds(utc: string | null): number | null {
  return utc === null ? null : Date.parse(utc) / 1000
}
