import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../errors.ts'
import { authRequestOf } from '../../http/auth-request.ts'
import type { ProviderFailure } from '../../identity-platform/client/error-sorting.ts'
import type { IdentityPlatform } from '../../identity-platform/identity-platform.ts'
import { providerFault } from '../../session/check-result.ts'
import { keyOf, type Session } from '../../session/session.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { createAdmission, type EndpointOptions, type WayBack } from '../own-session.ts'
import type { OwnAccount } from './contract.ts'
import { describeAccount, permissionsOf } from './description.ts'

export interface AccountEndpointOptions extends EndpointOptions {
  accountsOf: IdentityPlatform['accountsOf']
  /** Calls of each account, over all processes. */
  countCall: SharedState['countCall']
}

/** How many calls each account may make in `windowMs` milliseconds. Limits are told apart by name. */
export interface CallLimit {
  name: string
  most: number
  windowMs: number
}

/** Each is a call to the provider, which counts them for the whole project. */
export const LOOKS_AND_CHANGES: CallLimit = { name: 'account', most: 20, windowMs: 60_000 }

/** What the provider answered about somebody's own account; or the gateway's answer to who is not signed in. */
export type Told<Reply> =
  | { kind: 'told'; session: Session; response: Reply }
  | { kind: 'answered'; reply: FastifyReply }

/** Works with the provider for whoever is signed in; see `createOwnerView`. */
export interface OwnerView {
  /**
   * Asks the provider by the id token of the visitor's session. Where it refuses, the session is refreshed, which tells whether it is
   * over, and the provider is asked once more: an id token ends there when the account has changed, and by another clock. Throws
   * `RATE_LIMITED` by `limit`; those who are not signed in are not counted, as by their address people of one office would be in each
   * other's way.
   */
  ask<Reply extends { kind: string }>(
    request: FastifyRequest,
    reply: FastifyReply,
    limit: CallLimit,
    forwardAuthRequest: (session: Session) => Promise<Reply>
  ): Promise<Told<Reply>>
  /** The account of the visitor. Throws `RATE_LIMITED`, `PROVIDER_UNAVAILABLE` or another fault of a call to the provider. */
  see(request: FastifyRequest, reply: FastifyReply): Promise<Told<OwnAccount>>
}

/** `wayBack`: as `createAdmission` takes it. */
export function createOwnerView(
  app: Pick<FastifyInstance, 'reportEvent'>,
  options: AccountEndpointOptions,
  wayBack?: WayBack
): OwnerView {
  const { sessions, accountsOf, countCall } = options
  const may = permissionsOf(options.config)
  const admit = createAdmission(app, options, { wayBack })

  async function count({ name, most, windowMs }: CallLimit, session: Session): Promise<void> {
    const { calls, endsInMs } = await countCall(name, keyOf(session), windowMs)
    if (calls > most) throw new Fault('RATE_LIMITED', { retryAfterSeconds: Math.ceil(endsInMs / 1000) })
  }

  const ask: OwnerView['ask'] = async (request, reply, limit, forwardAuthRequest) => {
    const { checker } = sessions.at(authRequestOf(request).origin)
    const { cookie } = request.headers
    const first = admit(request, reply, await checker.check(cookie))
    if (first.kind === 'answered') return first
    await count(limit, first.session)
    const response = await forwardAuthRequest(first.session)
    if (!isRefused(response)) return { kind: 'told', session: first.session, response }
    const renewed = admit(request, reply, await checker.checkAndRefresh(cookie))
    if (renewed.kind === 'answered') return renewed
    return { kind: 'told', session: renewed.session, response: await forwardAuthRequest(renewed.session) }
  }

  return {
    ask,
    async see(request, reply) {
      const told = await ask(request, reply, LOOKS_AND_CHANGES, ({ tenantId, idToken, subject }) =>
        accountsOf(tenantId).lookUpByIdToken(idToken, subject)
      )
      if (told.kind === 'answered') return told
      const { session, response } = told
      if (response.kind === 'failed') throw providerFault(response.failure)
      return { kind: 'told', session, response: describeAccount(response.record, session, may) }
    }
  }
}

/** Did the provider refuse, rather than fail? */
function isRefused(response: { kind: string; failure?: ProviderFailure }): boolean {
  return response.failure?.kind === 'permanent'
}
