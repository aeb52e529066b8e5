import { notProxiedFault } from '../../src/access/applications/applications.ts'
import type { Decision } from '../../src/access/decision.ts'
import type { Outcome } from '../../src/access/outcome.ts'
import { createApp } from '../../src/app.ts'
import { HELPER_PREFIX, isHelperPath, isPlainHelperPath } from '../../src/auth-helper/proxy.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { Fault } from '../../src/errors.ts'
import { createReadForwardAuth } from '../../src/forward-auth/adapters.ts'
import { createTargetSorter } from '../../src/forward-auth/evaluate.ts'
import { type AuthRequest, isPageLoad } from '../../src/http/auth-request.ts'
import { checkHandshake, isWebSocketOffered } from '../../src/http/connections/upgrades.ts'
import { checkMessage, connectionNames } from '../../src/http/message.ts'
import { hostnameOf } from '../../src/http/origin.ts'
import { parseRequestTarget, type RequestTarget, stripOwnOrigin } from '../../src/http/target.ts'
import { createLog } from '../../src/operations/logging.ts'
import type { EndpointPlugin, PluginEndpoints } from '../../src/own-routes.ts'
import { type AskedRequest, isReadable } from './asked-request.ts'

export const ENTRANCES = ['proxy', 'forward-auth'] as const

/** The gateway proxies the request, or another proxy sends an auth request for it. */
export type Entrance = (typeof ENTRANCES)[number]

/** The result before any rules are evaluated. `own`: an address of the gateway itself. */
type Entered =
  | { kind: 'own' }
  | { kind: 'refused'; fault: Fault }
  /** `conclude`: the outcome of the request after this decision. */
  | { kind: 'authRequest'; authRequest: AuthRequest; conclude(decision: Decision): Outcome }

const ID = 'explained'

/** The entrances of a gateway with this configuration, and its parts. Its routes are registered, but it does not listen. `now`: epoch seconds. */
export async function createEntrances(config: Config, plugins: readonly EndpointPlugin[], now: () => number) {
  const { logger } = createLog('silent', { write: () => {} })
  let take = (_parts: PluginEndpoints) => {}
  const taken = new Promise<PluginEndpoints>((resolve) => {
    take = resolve
  })
  const own = { registerEndpoints: async (_app: unknown, parts: PluginEndpoints) => take(parts) }
  const settings = { config, credentials: null, logger, now, schedule: () => () => {} }
  const app = await createApp({ ...settings, plugins: [...plugins, own] })
  const gateway = await taken
  const { applications, origins, handOver } = gateway
  const { forwardAuth, paths } = config
  const { publicOrigin } = origins
  const isOwnPath = (path: string) => app.ownPaths.has(path)
  const sortTarget = createTargetSorter(publicOrigin, isOwnPath)
  const readForwardAuth = createReadForwardAuth(origins, () => true)

  function enterByProxy(request: AskedRequest): Entered {
    const { method, host, headers, client } = request
    if (!isReadable(request)) return refuse(new Fault('INVALID_REQUEST', { detail: 'request line' }))
    const origin = origins.originOf(host)
    const hostname = hostnameOf(host)
    const target = parseRequestTarget(stripOwnOrigin(request.target, origin))
    if (target.kind === 'refused') return refuse(target.fault)
    const fault = checkMessage(request)
    if (fault !== null) return refuse(fault)
    // Auth requests may come to any host.
    if (!isForwardAuth(decodeURI(target.path)) && !applications.knowsHost(hostname))
      return refuse(new Fault('UNKNOWN_HOST'))
    const facts = { id: ID, method, hostname, origin, target, client, headers }
    const authRequest = { ...facts, isPageLoad: isPageLoad(headers, target.path) }
    return enter(sortProxied(method, origin, target), authRequest, (decision) =>
      concludeProxied(request, decision)
    )
  }

  function isForwardAuth(path: string): boolean {
    const isServed = forwardAuth.enabled && forwardAuth.listen === null
    return isServed && (path === paths.verify || path.startsWith(`${paths.verify}/`))
  }

  /** As the router finds it, which decodes paths; other spellings of the provider's prefix are blocked. */
  function sortProxied(method: string, origin: string, target: RequestTarget): ReturnType<typeof sortTarget> {
    const isHere = !applications.areByHost || origin === publicOrigin
    if (isHere && isHelperPath(target) && !isPlainHelperPath(target)) return 'nothing'
    const path = decodeURI(target.path)
    if (handOver?.isElsewhere(path, origin) === true) return 'nothing'
    if (isHere ? isOwnPath(path) : app.ownPaths.hasEverywhere(path)) return 'own-page'
    if (isHere && path.startsWith(`${HELPER_PREFIX}/`)) return 'nothing'
    if (isForwardAuth(path)) return 'own-page'
    if (path === paths.verify) return 'nothing'
    return app.hasRoute({ url: '/*', method }) ? 'application' : 'nothing'
  }

  function enterByForwardAuth(request: AskedRequest): Entered {
    const { method, target, host, headers } = request
    // The auth request repeats the visitor's headers.
    const fault = checkMessage(request)
    if (fault !== null) return refuse(fault)
    const proto = origins.originOf(host).split(':', 1)[0] ?? ''
    const result = { id: ID, trace: null, method, proto, host, uri: target, forwardedFor: '', headers }
    const authRequest = readForwardAuth(result, request.client)
    if ('fault' in authRequest) return refuse(authRequest.fault)
    return enter(sortTarget(authRequest), authRequest, ({ outcome }) => outcome)
  }

  return {
    gateway,
    /** How requests to this host usually arrive. */
    choose(host: string): Entrance {
      if (!forwardAuth.enabled) return 'proxy'
      const { origin, hostname } = new URL(origins.originOf(host))
      const isProxied = applications.areByHost
        ? applications.on(hostname).some(({ upstream }) => upstream !== null)
        : config.upstream !== null && origin === publicOrigin
      return isProxied ? 'proxy' : 'forward-auth'
    },
    enter: (by: Entrance, request: AskedRequest) =>
      by === 'proxy' ? enterByProxy(request) : enterByForwardAuth(request),
    close: () => app.close()
  }
}

function refuse(fault: Fault): Entered {
  return { kind: 'refused', fault }
}

function enter(
  owner: ReturnType<ReturnType<typeof createTargetSorter>>,
  authRequest: AuthRequest,
  conclude: (decision: Decision) => Outcome
): Entered {
  if (owner === 'own-page') return { kind: 'own' }
  return owner === 'nothing' ? refuse(new Fault('NOT_FOUND')) : { kind: 'authRequest', authRequest, conclude }
}

function concludeProxied(
  { method, httpVersion, headers }: AskedRequest,
  { outcome, application }: Decision
): Outcome {
  if (outcome.kind !== 'allow') return outcome
  const isUpgrade = isWebSocketOffered({ headers }) && connectionNames(headers.connection).has('upgrade')
  const fault =
    (isUpgrade ? checkHandshake({ method, httpVersion, headers }) : null) ??
    (application?.upstream == null ? notProxiedFault(application) : null)
  return fault === null ? outcome : { kind: 'failed', fault, setCookies: [] }
}
