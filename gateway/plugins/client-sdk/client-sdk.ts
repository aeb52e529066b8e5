import type { FastifyInstance, FastifyRequest } from 'fastify'
import { compileCondition } from '../../src/access/rules/conditions.ts'
import type { Requirement } from '../../src/access/rules/policy.ts'
import { readStepUp, signedInAtSeconds } from '../../src/access/rules/step-up.ts'
import { describeVisitor } from '../../src/access/security-events.ts'
import { coversHost, normalizeHost } from '../../src/config/addresses/urls.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import {
  type CallLimit,
  createSessionGuard,
  type EndpointOptions,
  limitCalls
} from '../../src/endpoints/own-session.ts'
import { Fault } from '../../src/errors.ts'
import { type AuthRequest, authRequestOf } from '../../src/http/auth-request.ts'
import { isBearer } from '../../src/http/message.ts'
import { isSameOrigin, type OriginHeaders } from '../../src/http/origin.ts'
import { markOwnResponse } from '../../src/http/own-response.ts'
import { refuseOtherMethods } from '../../src/http/routes.ts'
import { providerFault } from '../../src/session/check-result.ts'
import { pickClaims } from '../../src/session/session.ts'
import { carrySignIn } from '../../src/session/sign-in/rules.ts'

/** Each costs a look-up and, without a local key, a signature by the provider. */
const TOKENS: CallLimit = { name: 'client-sdk', most: 30, windowMs: 60_000 }

/**
 * Registers the endpoint: a custom token for the account of the session, for `fetch` by pages of the
 * same origin alone. The id tokens that come from it carry how and when the visitor signed in here, so they begin
 * no session and pass for no younger sign-in.
 */
export function registerClientSdk(app: FastifyInstance, path: string, options: EndpointOptions): void {
  const { config, sessions, platform } = options
  const { hosts, claims: names, maxAgeSeconds } = config.clientSdk
  const requireSession = createSessionGuard(app, options, { requirement: readRequirement(config) })

  /** Throws for requests of anything but a page of a host that gets tokens. */
  function checkCaller(request: FastifyRequest): AuthRequest {
    const authRequest = authRequestOf(request)
    const hostname = normalizeHost(authRequest.hostname)
    if (hosts.length > 0 && !hosts.some((host) => coversHost(host, hostname))) throw new Fault('NOT_FOUND')
    // A name that was pointed to this machine is same-origin for the pages that came by it.
    const detail =
      hostname === new URL(authRequest.origin).hostname
        ? explainForeignFetch(request.headers, authRequest.origin)
        : 'the host is none of this gateway: a proxy in front must pass on the host of the visitor'
    if (detail !== null) throw new Fault('ORIGIN_MISMATCH', { detail })
    if (isBearer(request.headers))
      throw new Fault('FORBIDDEN', {
        detail: 'custom tokens are for sessions, not for callers with a bearer token'
      })
    return authRequest
  }

  app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
    const authRequest = checkCaller(request)
    const { checker } = sessions.at(authRequest.origin)
    const { cookie } = request.headers
    const checked = await checker.check(cookie, authRequest)
    if (checked.kind === 'signed-in') await limitCalls(options.shared, TOKENS, checked.session.accountKey)
    const session = requireSession(request, reply, await checker.confirm(checked, cookie))
    if (session === null) return reply
    const { subject: uid, tenantId } = session
    const signed = await platform.signCustomToken({
      uid,
      tenantId,
      claims: {
        ...pickClaims(session.claims, names),
        ...carrySignIn(session.claims, signedInAtSeconds(session))
      },
      ttlSeconds: maxAgeSeconds
    })
    if (signed.kind === 'failed') throw providerFault(signed.failure)
    app.reportEvent({ kind: 'client-sdk.token', ...describeVisitor(request, session) })
    const { token, expiresAtSeconds: expiresAt } = signed
    return markOwnResponse(request, reply).send({ token, expiresAt, uid, tenant: tenantId })
  })
  refuseOtherMethods(app, path, { sameOrigin: true })
}

function readRequirement({ clientSdk: { allow, require } }: Pick<Config, 'clientSdk'>): Requirement {
  const { secondFactor, signedInWithin } = require
  const stepUp = { secondFactor, ...(signedInWithin === null ? {} : { signedInWithin }) }
  return {
    level: 'signed-in',
    conditions: typeof allow === 'object' ? [compileCondition(allow)] : [],
    needsAppCheck: false,
    rule: null,
    ...readStepUp({ require: stepUp }, null)
  }
}

/** Modes of `fetch` in which a page can read the response. */
const READING_MODES: ReadonlySet<string> = new Set(['cors', 'same-origin'])

type FetchHeaders = OriginHeaders &
  Partial<Record<'sec-fetch-mode' | 'sec-fetch-dest', string | string[] | undefined>>

/**
 * Why a request is not `fetch` by a page of this origin; null if it is. Fails closed: browsers that send neither
 * `Sec-Fetch-Site` nor `Origin`, programs, navigations, frames, images and scripts are refused. Source:
 * Fetch Metadata Request Headers, https://www.w3.org/TR/fetch-metadata/.
 */
function explainForeignFetch(headers: FetchHeaders, publicOrigin: string): string | null {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  const mode = headers['sec-fetch-mode']
  const destination = headers['sec-fetch-dest']
  if (origin !== undefined && !isSameOrigin(origin, publicOrigin)) return 'Origin is not that of this host'
  if (site === undefined && origin === undefined) return 'neither Origin nor Sec-Fetch-Site'
  if (site !== undefined && site !== 'same-origin') return 'Sec-Fetch-Site is not same-origin'
  if (mode !== undefined && !READING_MODES.has(String(mode))) return 'Sec-Fetch-Mode is not that of fetch'
  return destination === undefined || destination === 'empty' ? null : 'Sec-Fetch-Dest is not that of fetch'
}
