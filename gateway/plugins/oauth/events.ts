import type { IncomingMessage } from 'node:http'
import type { errors, KoaContextWithOIDC } from 'oidc-provider'
import { describeOrigin } from '../../src/access/security-events.ts'
import { endHere } from '../../src/endpoints/logout.ts'
import { Fault, toFault } from '../../src/errors.ts'
import { authRequestOf } from '../../src/http/auth-request.ts'
import { subjectOf } from '../../src/identity/own-tokens.ts'
import { type GatewayEvent, OAUTH_GRANTS } from '../../src/operations/events.ts'
import type { Session } from '../../src/session/session.ts'
import { describeSignIn } from './accounts.ts'
import { destinationOf, nameOfClient } from './clients.ts'
import { allowFormPost, holdBack } from './pages.ts'
import type { AuthorizationServer } from './provider.ts'

/** Between two questions of a device about its code (RFC 8628, 3.5). */
const POLL_MS = 5000

/** Reports what the provider refuses and ends, and does what its responses need beside its own work. */
export function bindEvents(server: AuthorizationServer): void {
  const { provider, pages, options } = server
  // The provider does not wait for its listeners.
  const beforeResponse = new WeakMap<IncomingMessage, () => Promise<void>>()

  const report = (ctx: KoaContextWithOIDC, event: GatewayEvent) =>
    pages.requestOf(ctx).server.reportEvent(event)
  const describe = (ctx: KoaContextWithOIDC) => ({
    ...describeOrigin(authRequestOf(pages.requestOf(ctx))),
    clientId: ctx.oidc.client?.clientId
  })

  function refused(ctx: KoaContextWithOIDC, { error, error_detail: detail }: errors.OIDCProviderError): void {
    // Of a device that waits for its visitor.
    if (error !== 'authorization_pending')
      report(ctx, { kind: 'oauth.refused', ...describe(ctx), error, detail })
  }

  function counted(ctx: KoaContextWithOIDC, result: 'ok' | 'refused' | 'failed'): void {
    const type = String(ctx.oidc.params?.grant_type).replace('urn:ietf:params:oauth:grant-type:', '')
    // A client's choice, as one of the values that can be counted.
    const grant = OAUTH_GRANTS.find((one) => one === type) ?? 'other'
    report(ctx, { kind: 'oauth.token', grant, result })
  }

  provider.on('device_authorization.error', refused)
  provider.on('revocation.error', refused)
  provider.on('registration_create.error', refused)
  provider.on('userinfo.error', refused)
  provider.on('grant.success', (ctx) => counted(ctx, 'ok'))
  provider.on('grant.error', (ctx, err) => {
    refused(ctx, err)
    if (err.error !== 'authorization_pending') counted(ctx, 'refused')
  })
  provider.on('grant.revoked', (ctx) => report(ctx, { kind: 'oauth.ended', ...describe(ctx) }))
  provider.on('server_error', (ctx, err) => {
    const fault = toFault(err)
    pages.requestOf(ctx).record.fault = fault
    const { retryAfterSeconds } = fault
    if (retryAfterSeconds !== undefined) ctx.set('retry-after', String(retryAfterSeconds))
    if (ctx.oidc?.route === 'token') counted(ctx, 'failed')
    allowFormPost(ctx)
  })
  provider.on('authorization.error', (ctx, err) => {
    refused(ctx, err)
    holdBack(ctx, err)
    allowFormPost(ctx)
  })
  provider.on('authorization.success', (ctx) => {
    const session = pages.sessionOf(ctx)
    if (session !== undefined) beforeResponse.set(ctx.req, () => noteLogin(ctx, session))
    allowFormPost(ctx)
  })
  provider.on('end_session.success', (ctx) => {
    if (ctx.oidc.params?.logout !== undefined) beforeResponse.set(ctx.req, () => endOwnSession(ctx))
  })

  provider.use(async (ctx, next) => {
    try {
      await next()
      const { route, session } = ctx.oidc ?? {}
      if (route === 'end_session' && ctx.status === 200 && session?.accountId === undefined)
        pages.skipSignOut(ctx as KoaContextWithOIDC)
      // Clients take it for an invitation to register, which only holders of the token can.
      if (route === 'discovery') Reflect.deleteProperty(Object(ctx.body), 'registration_endpoint')
      // The provider has no interval of its own for devices that ask.
      if (Object(ctx.body).error === 'authorization_pending') await slowDown(ctx as KoaContextWithOIDC)
      if (ctx.status === 404 && ctx.body == null) pages.showFault(ctx, new Fault('NOT_FOUND'))
      await beforeResponse.get(ctx.req)?.()
    } catch (err) {
      // Errors outside the provider's own handler, for example while it saves its session.
      pages.showFault(ctx, err)
    }
    // The gateway's session is the only one that browsers hold.
    const cookies = [ctx.response.headers['set-cookie'] ?? []].flat()
    const own = `${server.cookieNames.session}=`
    ctx.set(
      'set-cookie',
      cookies.filter((cookie) => !cookie.startsWith(own))
    )
  })

  async function slowDown(ctx: KoaContextWithOIDC): Promise<void> {
    const { calls } = await options.shared.countCall(
      'oauth poll',
      String(ctx.oidc.params?.device_code),
      POLL_MS
    )
    if (calls > 1)
      ctx.body = { error: 'slow_down', error_description: `poll at most every ${POLL_MS / 1000} seconds` }
  }

  /** Another use of a grant, and of a session at the client. */
  async function noteLogin(ctx: KoaContextWithOIDC, session: Session): Promise<void> {
    const { client, grant, params } = ctx.oidc
    if (client === undefined || grant === undefined) return
    await server.grants.note(subjectOf(session), {
      clientId: client.clientId,
      clientName: nameOfClient(client),
      grantId: grant.jti,
      destination: destinationOf(params?.redirect_uri),
      usedAt: options.now(),
      ...describeSignIn(session, options.config.session.absoluteSeconds)
    })
    await server.logouts.note(ctx, session)
  }

  /** The visitor has confirmed that a client may end the session. */
  async function endOwnSession(ctx: Pick<KoaContextWithOIDC, 'req' | 'append'>): Promise<void> {
    const { headers } = await endHere(pages.requestOf(ctx), options, 'visitor')
    for (const [name, value] of Object.entries(headers)) ctx.append(name, value)
  }
}
