import type { FastifyRequest } from 'fastify'
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { describeOrigin } from '../access/security-events.ts'
import { toFault } from '../errors.ts'
import { authRequestOf } from '../http/auth-request.ts'
import { OAUTH_GRANTS, type OauthGrant } from '../operations/events.ts'

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

  function counted(ctx: KoaContextWithOIDC, result: 'ok' | 'refused' | 'failed'): void {
    requestOf(ctx)?.server.reportEvent({ kind: 'oauth.token', grant: grantOf(ctx), result })
  }

  provider.on('authorization.error', refused)
  provider.on('grant.success', (ctx) => counted(ctx, 'ok'))
  provider.on('grant.error', (ctx, err) => {
    refused(ctx, err)
    if (err.error !== 'authorization_pending') counted(ctx, 'refused')
  })
  provider.on('revocation.error', refused)
  provider.on('registration_create.error', refused)
  provider.on('userinfo.error', refused)
  provider.on('server_error', (ctx, err) => {
    const request = requestOf(ctx)
    const fault = toFault(err)
    if (request !== undefined) request.record.fault = fault
    const { retryAfterSeconds } = fault
    if (retryAfterSeconds !== undefined) ctx.set('retry-after', String(retryAfterSeconds))
    if (ctx.oidc?.route === 'token') counted(ctx, 'failed')
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

/** The value of a client's choice as one that can be counted. */
function grantOf({ oidc }: KoaContextWithOIDC): OauthGrant {
  const type = String(oidc.params?.grant_type).replace('urn:ietf:params:oauth:grant-type:', '')
  return OAUTH_GRANTS.find((one) => one === type) ?? 'other'
}
