import type { IncomingMessage } from 'node:http'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyServerOptions,
  HTTPMethods,
  RouteOptions
} from 'fastify'
import { Fault } from '../errors.ts'
import { isSafeMethod, readHost } from './origin.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether unsafe methods require a same-origin request. `stated`: and one that states its origin, as browsers do. */
    sameOrigin?: boolean | 'stated'
  }
  interface FastifyInstance {
    /** Paths of the gateway's own pages and endpoints, except forward auth. */
    ownPaths: PathList
  }
}

/**
 * For every Fastify server: without schema compilers (Ajv, fast-json-stringify), which the bundle does not contain, so that a route with a
 * schema fails at startup; and without a time limit for the start, which takes minutes with little processor time.
 */
export const FASTIFY_OPTIONS: Required<Pick<FastifyServerOptions, 'schemaController' | 'pluginTimeout'>> = {
  schemaController: { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } },
  pluginTimeout: 0
}

function refuse(): never {
  throw new Error('routes of the gateway have no schemas')
}

type RegisterScope = (scope: FastifyInstance) => Promise<void>

/** Names a plugin for Fastify's messages. Without a name, Fastify searches every loaded module at startup. */
export function nameScope(name: string, register: RegisterScope): RegisterScope {
  return Object.assign(register, { [Symbol.for('fastify.display-name')]: name })
}

/** Throws if a route with unsafe methods does not set `sameOrigin`, so that it cannot be forgotten. */
export function requireOriginRule(route: Pick<RouteOptions, 'url' | 'method' | 'config'>): void {
  if ([route.method].flat().every(isSafeMethod) || route.config?.sameOrigin !== undefined) return
  throw new Error(`route ${route.url}: config.sameOrigin is missing`)
}

/** Router option for host-specific routes. */
export type Sites = NonNullable<NonNullable<FastifyServerOptions['routerOptions']>['constraints']>

type Handler = Parameters<ReturnType<Sites[string]['storage']>['set']>[1]

const NAME = 'site'
const SIGN_IN = 'sign-in'
const APPLICATION = 'application'

interface SitesOptions {
  /** True for the login page's host, with or without a port. */
  isSignInHost: (host: string) => boolean
  isTrustedProxy: (address: string) => boolean
}

/** Router option for routes that exist only on the login page's host; see `onSignInSite`. */
export function constrainSites(options: SitesOptions): Sites {
  return {
    [NAME]: {
      name: NAME,
      mustMatchWhenDerived: false,
      validate: () => {},
      storage: () => {
        const handlers = new Map<unknown, Handler>()
        return {
          get: (site) => handlers.get(site) ?? null,
          set: (site, handler) => void handlers.set(site, handler)
        }
      },
      deriveConstraint: (raw: IncomingMessage) =>
        options.isSignInHost(readHost(raw, options)) ? SIGN_IN : APPLICATION
    }
  }
}

/** True if the route exists on any site. */
function hasRoute(app: FastifyInstance, route: { url: string; method: HTTPMethods }): boolean {
  if (app.hasRoute(route)) return true
  return app.hasConstraintStrategy(NAME) && app.hasRoute({ ...route, constraints: { [NAME]: SIGN_IN } })
}

/** `onRoute` hook: restricts a route to the login page's host, leaving the path to the application elsewhere. */
export function onSignInSite(route: RouteOptions): void {
  route.constraints = { ...route.constraints, [NAME]: SIGN_IN }
}

export type PathList = ReturnType<typeof createPathList>

/** A path list filled by the routes themselves, so that it cannot diverge. */
export function createPathList() {
  const everywhere = new PathSet()
  const onSignInSite = new PathSet()
  return {
    /** `onRoute` hook: adds a route. Throws for a route with parameters. */
    add({ url, constraints = {} }: Pick<RouteOptions, 'url' | 'constraints'>): void {
      if (url.includes(':')) throw new Error(`route ${url}: has a parameter`)
      const { paths, folders } = constraints[NAME] === SIGN_IN ? onSignInSite : everywhere
      if (url.endsWith('/*')) folders.add(url.slice(0, -1))
      else paths.add(url)
    },
    /** True if `path`, undecoded, is exactly one of them. */
    has: (path: string): boolean => everywhere.has(path) || onSignInSite.has(path),
    /** Only routes that exist on every host. */
    hasEverywhere: (path: string): boolean => everywhere.has(path)
  }
}

class PathSet {
  readonly paths = new Set<string>()
  readonly folders = new Set<string>()

  has(path: string): boolean {
    if (this.paths.has(path)) return true
    for (const folder of this.folders) if (path.startsWith(folder)) return true
    return false
  }
}

/** Registers 405 for all other methods of a URL, so that the application never receives them. `config`: of these routes. */
export function refuseOtherMethods(app: FastifyInstance, url: string, config: FastifyContextConfig = {}) {
  const [known, unknown]: [HTTPMethods[], HTTPMethods[]] = [[], []]
  for (const method of app.supportedMethods as HTTPMethods[])
    (hasRoute(app, { url, method }) ? known : unknown).push(method)
  app.route({
    url,
    method: unknown,
    config,
    handler: async (_request, reply) => {
      reply.header('allow', known.join(', '))
      throw new Fault('METHOD_NOT_ALLOWED')
    }
  })
}

/** Keeps a path that is off from the application. */
export function reservePath(app: FastifyInstance, url: string): void {
  app.all(url, { config: { sameOrigin: true } }, async () => {
    throw new Fault('NOT_FOUND')
  })
}
