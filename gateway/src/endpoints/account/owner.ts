import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/schema/schema.ts'
import { judgedRequestOf } from '../../http/judged-request.ts'
import type { UserRecord } from '../../identity-platform/accounts/user-record.ts'
import type { IdentityPlatform } from '../../identity-platform/identity-platform.ts'
import { providerFault } from '../../session/provider-fault.ts'
import { keyOf, type Session } from '../../session/session.ts'
import type { Sessions } from '../../session/sessions.ts'
import { type AccountDescription, describeAccount, permissionsOf } from './description.ts'

/** Each is a call to the provider, which counts them for the whole project. */
const CALLS_PER_MINUTE = 20

export interface OwnerOptions {
  config: Config
  sessions: Pick<Sessions, 'at'>
  accountsOf: IdentityPlatform['accountsOf']
}

/** What sees an account for its owner; see `createOwnerView`. */
export interface OwnerView {
  /** The account of a session. Throws `PROVIDER_UNAVAILABLE` or another fault of a call to the provider. */
  see(session: Session): Promise<AccountDescription>
  /** Settings of a route of which each account may make so many calls in `timeWindow` milliseconds. */
  limit(groupId: string, max: number, timeWindow: number): { rateLimit: object }
  /** Those of every route that calls `see`: together they have one limit. */
  readonly limitOfCalls: { rateLimit: object }
}

/** Looks accounts up by the id tokens of their sessions. */
export function createOwnerView({ config, sessions, accountsOf }: OwnerOptions): OwnerView {
  const may = permissionsOf(config)

  async function lookUp({ tenantId, idToken, subject }: Session): Promise<UserRecord> {
    const found = await accountsOf(tenantId).lookUpByIdToken(idToken, subject)
    if (found.kind === 'failed') throw providerFault(found.failure)
    return found.record
  }

  function limit(groupId: string, max: number, timeWindow: number) {
    const keyGenerator = (request: FastifyRequest) => {
      const { checker } = sessions.at(judgedRequestOf(request).origin)
      const session = checker.identify(request.headers.cookie)
      return session === null ? request.ip : keyOf(session)
    }
    return { rateLimit: { groupId, max, timeWindow, keyGenerator } }
  }

  return {
    see: async (session) => describeAccount(await lookUp(session), session, may),
    limit,
    limitOfCalls: limit('account', CALLS_PER_MINUTE, 60_000)
  }
}
