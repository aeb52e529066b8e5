import type { IncomingMessage } from 'node:http'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
  HTTPMethods,
  RouteOptions
} from 'fastify'
import { Fault } from '../errors.ts'
import { isSafeMethod } from './origin.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether unsafe methods require a same-origin request. `stated`: and one that states its origin, as browsers do. */
    sameOrigin?: boolean | 'stated'
    /** Whether it only says that the path does not take the method. */
    refuses?: boolean
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
  schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
  pluginTimeout: 0
}

function refuseSchema(): never {
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

/** Router option for routes that exist only on the login page's host; see `onSignInSite`. */
export function constrainSites(isSignInSite: (raw: IncomingMessage) => boolean): Sites {
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
      deriveConstraint: (raw: IncomingMessage) => (isSignInSite(raw) ? SIGN_IN : APPLICATION)
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

/** Methods with a 405 route of their own at each path. A `PathList` stands in for those of the others, which take a tenth of the start. */
const COMMON_METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export type PathList = ReturnType<typeof createPathList>

type ListedRoute = Pick<RouteOptions, 'url' | 'constraints' | 'config'> & { method?: RouteOptions['method'] }

/** A path list filled by the routes themselves, so that it cannot diverge. */
export function createPathList(isSignInSite: (raw: IncomingMessage) => boolean = () => true) {
  const everywhere = new PathSet()
  const onSignInSite = new PathSet()
  return {
    /** `onRoute` hook: adds a route. Throws for a route with parameters. */
    add({ url, method = [], constraints = {}, config }: ListedRoute): void {
      if (url.includes(':')) throw new Error(`route ${url}: has a parameter`)
      const set = constraints[NAME] === SIGN_IN ? onSignInSite : everywhere
      set.add(url, config?.refuses === true ? [] : [method].flat())
    },
    /** True if `path`, undecoded, is exactly one of them. */
    has: (path: string): boolean => everywhere.has(path) || onSignInSite.has(path),
    /** Only routes that exist on every host. */
    hasEverywhere: (path: string): boolean => everywhere.has(path),
    /** The methods of a listed path that has no route for a request with a rare one; null otherwise. */
    othersThan({ method, raw, target }: Pick<FastifyRequest, 'method' | 'raw' | 'target'>) {
      if (target === null || COMMON_METHODS.some((one) => one === method)) return null
      // As the router reads it.
      const path = decodeURI(target.path)
      const methods =
        everywhere.methodsAt(path) ?? (isSignInSite(raw) ? onSignInSite.methodsAt(path) : undefined)
      return methods === undefined || methods.has(method) ? null : [...methods]
    }
  }
}

class PathSet {
  readonly #paths = new Map<string, Set<string>>()
  readonly #folders = new Map<string, Set<string>>()

  add(url: string, methods: readonly string[]): void {
    const [all, path] = url.endsWith('/*') ? [this.#folders, url.slice(0, -1)] : [this.#paths, url]
    all.set(path, new Set([...(all.get(path) ?? []), ...methods]))
  }

  has(path: string): boolean {
    return this.methodsAt(path) !== undefined
  }

  methodsAt(path: string): ReadonlySet<string> | undefined {
    const exact = this.#paths.get(path)
    if (exact !== undefined) return exact
    for (const [folder, methods] of this.#folders) if (path.startsWith(folder)) return methods
    return undefined
  }
}

/** The fault of a request with a method that its path does not take, and its `Allow` (RFC 9110, 15.5.6). */
export function methodFault(reply: FastifyReply, allowed: readonly string[]): Fault {
  if (allowed.length === 0) return new Fault('NOT_FOUND')
  reply.header('allow', allowed.join(', '))
  return new Fault('METHOD_NOT_ALLOWED')
}

type AllowedAt = (path: string) => readonly string[]

/** Registers 405 for all other methods of a URL, so that the application never receives them. `config`: of these routes. */
export function refuseOtherMethods(app: FastifyInstance, url: string, config: FastifyContextConfig = {}) {
  const known = COMMON_METHODS.filter((method) => hasRoute(app, { url, method }))
  const method = COMMON_METHODS.filter((one) => !known.includes(one))
  refuse(app, { url, method, config }, () => known)
}

/** Keeps a path or folder from the application. `allowedAt`: methods of paths in it that have routes of their own, undecoded; others are unknown. */
export function reservePath(app: FastifyInstance, url: string, allowedAt: AllowedAt = () => []): void {
  refuse(app, { url, method: [...COMMON_METHODS], config: { sameOrigin: true } }, allowedAt)
}

function refuse(
  app: FastifyInstance,
  { config, ...route }: Pick<RouteOptions, 'url' | 'method' | 'config'>,
  allowedAt: AllowedAt
): void {
  app.route({
    ...route,
    config: { ...config, refuses: true },
    handler: async ({ target }, reply) => {
      throw methodFault(reply, allowedAt(target?.path ?? ''))
    }
  })
}
