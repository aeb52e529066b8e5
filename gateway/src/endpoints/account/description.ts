import { parseUrl } from '../../config/addresses/urls.ts'
import type { Config } from '../../config/schema/schema.ts'
import { listsSessions } from '../../config/sources/platform.ts'
import type { SecondFactor, UserRecord } from '../../identity-platform/accounts/user-record.ts'
import type { Session } from '../../session/session.ts'
import { readSignInFacts } from '../../session/sign-in/facts.ts'
import type { AccountPermissions, OwnAccount } from './contract.ts'

/** Trailing digits of a phone number that are shown. */
const SHOWN_DIGITS = 4

/** Features that the operator enabled. Not enforced by the provider. */
export function permissionsOf(
  config: Pick<Config, 'account' | 'authorizationServer' | 'login' | 'store' | 'workers'>
): AccountPermissions {
  const { account, login } = config
  return {
    name: account.name,
    password: account.password && login.methods.password,
    email: account.email,
    providers: account.providers ? login.providers.map(({ id }) => id) : [],
    totp: account.secondStep && login.mfa.totp !== 'off',
    sms: account.secondStep && login.mfa.sms,
    passkeys: account.passkeys && login.methods.passkey !== 'off',
    sessions: account.sessions && listsSessions(config),
    applications: config.authorizationServer.enabled,
    export: account.export,
    delete: account.delete
  }
}

/** Describes an account to its owner, limited to these fields of the record. */
export function describeAccount(record: UserRecord, session: Session, may: AccountPermissions): OwnAccount {
  const { provider, secondFactor } = readSignInFacts(session.claims)
  return {
    uid: record.uid,
    email: record.email,
    emailVerified: record.emailVerified,
    name: record.displayName,
    // The record may contain any URL.
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
    passkeys: record.passkeys ?? [],
    session: {
      startedAt: session.startedAtSeconds,
      provider: provider ?? null,
      secondFactor: secondFactor ?? null
    },
    may
  }
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

/** Masks `+15555550100` as `+•••••••0100`. */
function maskPhone(phone: string | null): string | null {
  if (phone === null) return null
  const digits = phone.replace(/^\+/, '')
  return `+${digits.slice(0, -SHOWN_DIGITS).replace(/./gu, '•')}${digits.slice(-SHOWN_DIGITS)}`
}

function httpsUrl(url: string | null): string | null {
  return url !== null && parseUrl(url)?.protocol === 'https:' ? url : null
}

function epochSeconds(utc: string | null): number | null {
  return utc === null ? null : Date.parse(utc) / 1000
}
