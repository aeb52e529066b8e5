import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authRequestOf } from '../../http/auth-request.ts'
import type { ProviderFailure } from '../../identity-platform/client/error-sorting.ts'
import { providerFault } from '../../session/check-result.ts'
import { keyOf, type Session } from '../../session/session.ts'
import { createAdmission, type EndpointOptions, type WayBack } from '../own-session.ts'
import { type CallLimit, limitCalls } from '../rate-windows.ts'
import type { OwnAccount } from './contract.ts'
import { describeAccount, permissionsOf } from './description.ts'

/** Each counts against the provider's quota for the whole project. */
export const LOOKS_AND_CHANGES: CallLimit = { name: 'account', most: 20, windowMs: 60_000 }

/** The provider's result, or the response already sent to an unauthenticated client. */
type OwnerResult<Reply> =
  | { kind: 'done'; session: Session; response: Reply }
  | { kind: 'answered'; reply: FastifyReply }

/** `wayBack`: see `AdmissionOptions`. */
export function createOwnerView(
  app: Pick<FastifyInstance, 'reportEvent'>,
  options: EndpointOptions,
  wayBack?: WayBack
) {
  const { sessions, accountsOf } = options
  const may = permissionsOf(options.config)
  const admit = createAdmission(app, options, { wayBack })

  /**
   * Calls the provider with the id token of the visitor's session. If refused, refreshes the session, which
   * shows whether it is over, and retries once: an id token also ends when the account changes or clocks
   * differ. Throws `RATE_LIMITED` per account; unauthenticated clients are not counted, since an office may
   * share one address.
   */
  async function ask<Reply extends { kind: string; failure?: ProviderFailure }>(
    request: FastifyRequest,
    reply: FastifyReply,
    limit: CallLimit,
    call: (session: Session) => Promise<Reply>
  ): Promise<OwnerResult<Reply>> {
    const { checker } = sessions.at(authRequestOf(request).origin)
    const { cookie } = request.headers
    const first = admit(request, reply, await checker.check(cookie))
    if (first.kind === 'answered') return first
    await limitCalls(options, limit, keyOf(first.session))
    const response = await call(first.session)
    const { failure } = response
    // Refused, rather than failed. A function of the project would only run again.
    if (failure?.kind !== 'permanent' || failure.code === 'REFUSED_BY_FUNCTION')
      return { kind: 'done', session: first.session, response }
    const renewed = admit(request, reply, await checker.checkAndRefresh(cookie))
    if (renewed.kind === 'answered') return renewed
    return { kind: 'done', session: renewed.session, response: await call(renewed.session) }
  }

  return {
    ask,
    /** The visitor's account. Throws `RATE_LIMITED`, `PROVIDER_UNAVAILABLE` or another provider error. */
    async see(request: FastifyRequest, reply: FastifyReply): Promise<OwnerResult<OwnAccount>> {
      const result = await ask(request, reply, LOOKS_AND_CHANGES, ({ tenantId, idToken, subject }) =>
        accountsOf(tenantId).lookUpByIdToken(idToken, subject)
      )
      if (result.kind === 'answered') return result
      const { session, response } = result
      if (response.kind === 'failed') throw providerFault(response.failure)
      return { kind: 'done', session, response: describeAccount(response.record, session, may) }
    }
  }
}
