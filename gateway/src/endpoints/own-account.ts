import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseUrl } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'
import { listsSessions } from '../config/sources/platform.ts'
import { authRequestOf } from '../http/auth-request.ts'
import type { SecondFactor, UserRecord } from '../identity-platform/accounts/user-record.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import type { AccountPermissions, OwnAccount } from '../page-contract.ts'
import { providerFault } from '../session/check-result.ts'
import type { Session } from '../session/session.ts'
import { readSignInFacts } from '../session/sign-in/rules.ts'
import {
  type CallLimit,
  createSessionGuard,
  type EndpointOptions,
  limitCalls,
  type ReturnRequest
} from './own-session.ts'

/** View and change one's own account with the session alone; prefix of the other account endpoints. */
export const ACCOUNT_PATH = '/_auth/account'

/** Each counts against the provider's quota for the whole project. */
export const LOOKS_AND_CHANGES: CallLimit = { name: 'account', most: 20, windowMs: 60_000 }

/** `returnRequest`: see `createSessionGuard`. */
export function createOwnerView(
  app: Pick<FastifyInstance, 'reportEvent'>,
  options: EndpointOptions,
  returnRequest?: ReturnRequest
) {
  const { sessions, platform } = options
  const may = permissionsOf(options.config)
  const requireSession = createSessionGuard(app, options, { returnRequest })

  /**
   * Calls the provider with the id token of the session. If refused, refreshes the session, as an id token also ends when the account
   * changes, and retries once. Null: not signed in, and the response has been sent. Throws `RATE_LIMITED` per account.
   */
  async function ask<Reply extends { kind: string; failure?: ProviderFailure }>(
    request: FastifyRequest,
    reply: FastifyReply,
    limit: CallLimit,
    call: (session: Session) => Promise<Reply>
  ): Promise<{ session: Session; response: Reply } | null> {
    const from = authRequestOf(request)
    const { checker } = sessions.at(from.origin)
    const { cookie } = request.headers
    const session = requireSession(request, reply, await checker.check(cookie, from))
    if (session === null) return null
    await limitCalls(options.shared, limit, session.accountKey)
    const response = await call(session)
    const { failure } = response
    // Refused, rather than failed. A function of the project would only run again.
    if (failure?.kind !== 'permanent' || failure.code === 'REFUSED_BY_FUNCTION') return { session, response }
    const renewed = requireSession(request, reply, await checker.checkAndRefresh(cookie, from))
    return renewed === null ? null : { session: renewed, response: await call(renewed) }
  }

  return {
    ask,
    /** The visitor's account; null as above. Throws `RATE_LIMITED`, `PROVIDER_UNAVAILABLE` or another provider error. */
    async see(request: FastifyRequest, reply: FastifyReply) {
      const result = await ask(request, reply, LOOKS_AND_CHANGES, ({ tenantId, idToken, subject }) =>
        platform.accountsOf(tenantId).lookUpByIdToken(idToken, subject)
      )
      if (result === null) return null
      const { session, response } = result
      if (response.kind === 'failed') throw providerFault(response.failure)
      return { session, account: describeAccount(response.record, session, may) }
    }
  }
}

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
    applications: config.authorizationServer?.enabled === true,
    export: account.export,
    delete: account.delete
  }
}

/** Describes an account to its owner, limited to these fields of the record. */
function describeAccount(record: UserRecord, session: Session, may: AccountPermissions): OwnAccount {
  const { provider, secondFactor } = readSignInFacts(session.claims)
  return {
    uid: record.uid,
    email: record.email,
    emailVerified: record.emailVerified,
    name: record.displayName,
    // The record may contain any URL.
    picture: parseUrl(record.photoURL ?? '')?.protocol === 'https:' ? record.photoURL : null,
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

function epochSeconds(utc: string | null): number | null {
  return utc === null ? null : Date.parse(utc) / 1000
}
