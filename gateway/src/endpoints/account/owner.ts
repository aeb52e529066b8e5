import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { judgedRequestOf } from '../../http/judged-request.ts'
import type { ProviderFailure } from '../../identity-platform/client/error-sorting.ts'
import type { IdentityPlatform } from '../../identity-platform/identity-platform.ts'
import { providerFault } from '../../session/provider-fault.ts'
import { keyOf, type Session } from '../../session/session.ts'
import type { EndpointOptions } from '../options.ts'
import { createAdmission } from '../own-session.ts'
import type { OwnAccount } from './contract.ts'
import { describeAccount, permissionsOf } from './description.ts'

/** Each is a call to the provider, which counts them for the whole project. */
const CALLS_PER_MINUTE = 20
/** In place of an account: nobody is signed in. */
const NOBODY = ''

export interface AccountEndpointOptions extends EndpointOptions {
  accountsOf: IdentityPlatform['accountsOf']
}

/** What the provider answered about somebody's own account; or the gateway's answer to who is not signed in. */
export type Told<Answer> =
  | { kind: 'told'; session: Session; answer: Answer }
  | { kind: 'answered'; reply: FastifyReply }

/** Works with the provider for whoever is signed in; see `createOwnerView`. */
export interface OwnerView {
  /**
   * Asks the provider by the id token of the visitor's session. Where it refuses, the session is refreshed, which tells whether it is
   * over, and the provider is asked once more: an id token ends there when the account has changed, and by another clock.
   */
  ask<Answer extends { kind: string }>(
    request: FastifyRequest,
    reply: FastifyReply,
    question: (session: Session) => Promise<Answer>
  ): Promise<Told<Answer>>
  /** The account of the visitor. Throws `PROVIDER_UNAVAILABLE` or another fault of a call to the provider. */
  see(request: FastifyRequest, reply: FastifyReply): Promise<Told<OwnAccount>>
  /** Settings of a route of which each account may make so many calls in `timeWindow` milliseconds; without a session, any number. */
  limit(groupId: string, max: number, timeWindow: number): { rateLimit: object }
  /** Those of every route that calls `see`: together they have one limit. */
  readonly limitOfCalls: { rateLimit: object }
}

/** `kind`: who asks, as `createAdmission` takes it. */
export function createOwnerView(
  app: Pick<FastifyInstance, 'reportEvent'>,
  options: AccountEndpointOptions,
  kind: 'programs' | 'pages' = 'programs'
): OwnerView {
  const { sessions, accountsOf } = options
  const may = permissionsOf(options.config)
  const admit = createAdmission(app, options, kind)
  const checkerAt = (request: FastifyRequest) => sessions.at(judgedRequestOf(request).origin).checker

  const ask: OwnerView['ask'] = async (request, reply, question) => {
    const checker = checkerAt(request)
    const { cookie } = request.headers
    const first = admit(request, reply, await checker.check(cookie))
    if (first.kind === 'answered') return first
    const answer = await question(first.session)
    if (!isRefused(answer)) return { kind: 'told', session: first.session, answer }
    const renewed = admit(request, reply, await checker.checkAndRefresh(cookie))
    if (renewed.kind === 'answered') return renewed
    return { kind: 'told', session: renewed.session, answer: await question(renewed.session) }
  }

  function limit(groupId: string, max: number, timeWindow: number) {
    const keyGenerator = (request: FastifyRequest) => {
      const session = checkerAt(request).identify(request.headers.cookie)
      return session === null ? NOBODY : keyOf(session)
    }
    // Without a session nothing is asked of the provider; counted by address, people of one office would be in each other's way.
    // The plugin puts the group behind the key.
    const allowList = (_: FastifyRequest, key: string) => key === `${NOBODY}${groupId}`
    return { rateLimit: { groupId, max, timeWindow, keyGenerator, allowList } }
  }

  return {
    ask,
    async see(request, reply) {
      const told = await ask(request, reply, ({ tenantId, idToken, subject }) =>
        accountsOf(tenantId).lookUpByIdToken(idToken, subject)
      )
      if (told.kind === 'answered') return told
      const { session, answer } = told
      if (answer.kind === 'failed') throw providerFault(answer.failure)
      return { kind: 'told', session, answer: describeAccount(answer.record, session, may) }
    },
    limit,
    limitOfCalls: limit('account', CALLS_PER_MINUTE, 60_000)
  }
}

/** Did the provider refuse, rather than fail? */
function isRefused(answer: { kind: string; failure?: ProviderFailure }): boolean {
  return answer.failure?.kind === 'permanent'
}
