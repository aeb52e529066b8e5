import type { FastifyRequest } from 'fastify'
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { describeOrigin } from '../access/security-events.ts'
import { toFault } from '../errors.ts'
import { authRequestOf } from '../http/auth-request.ts'

/** Reports what the provider refuses and ends. `requestOf`: the request of a context. */
export function reportEvents(
  provider: Provider,
  requestOf: (ctx: KoaContextWithOIDC) => FastifyRequest | undefined
): void {
  const clientOf = ({ oidc }: KoaContextWithOIDC) => oidc.client?.clientId

  function refused(ctx: KoaContextWithOIDC, err: errors.OIDCProviderError): void {
    // Of a device that waits for its visitor.
    if (err.error === 'authorization_pending') return
    const request = requestOf(ctx)
    request?.server.reportEvent({
      kind: 'oauth.refused',
      ...describeOrigin(authRequestOf(request)),
      clientId: clientOf(ctx),
      error: err.error,
      detail: err.error_detail
    })
  }

  provider.on('authorization.error', refused)
  provider.on('grant.error', refused)
  provider.on('revocation.error', refused)
  provider.on('userinfo.error', refused)
  provider.on('server_error', (ctx, err) => {
    const request = requestOf(ctx)
    if (request !== undefined) request.record.fault = toFault(err)
  })
  provider.on('grant.revoked', (ctx) => {
    const request = requestOf(ctx)
    request?.server.reportEvent({
      kind: 'oauth.ended',
      ...describeOrigin(authRequestOf(request)),
      clientId: clientOf(ctx)
    })
  })
}
