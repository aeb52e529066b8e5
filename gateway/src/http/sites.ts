import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyServerOptions, HTTPMethods, RouteOptions } from 'fastify'

/** The option of a server's router by which routes can be on some hosts alone. */
export type Sites = NonNullable<NonNullable<FastifyServerOptions['routerOptions']>['constraints']>

type Strategy = Sites[string]
type Handler = Parameters<ReturnType<Strategy['storage']>['set']>[1]

const NAME = 'site'
const SIGN_IN = 'sign-in'
const APPLICATION = 'application'

export interface SitesOptions {
  /** Is this the host of the login page? Takes what the visitor used, with a port where it has one. */
  isSignInHost: (host: string) => boolean
  isTrustedProxy: (address: string) => boolean
}

/** The option of the server by which routes can be on the host of the login page alone; see `onSignInSite`. */
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

/** Is there a route, on whichever site? */
export function hasRoute(app: FastifyInstance, route: { url: string; method: HTTPMethods }): boolean {
  if (app.hasRoute(route)) return true
  return app.hasConstraintStrategy(NAME) && app.hasRoute({ ...route, constraints: { [NAME]: SIGN_IN } })
}

/** Is a route with these constraints on the host of the login page alone? */
function isForSignInSite(constraints: Readonly<Record<string, unknown>>): boolean {
  return constraints[NAME] === SIGN_IN
}

/** A hook for `onRoute`: the route is there on the host of the login page, and on others the application has its path. */
export function onSignInSite(route: RouteOptions): void {
  route.constraints = { ...route.constraints, [NAME]: SIGN_IN }
}

/** As `request.host`, before there is a request. */
export function readHost(
  { headers, socket }: IncomingMessage,
  { isTrustedProxy }: Pick<SitesOptions, 'isTrustedProxy'>
): string {
  const forwarded = headers['x-forwarded-host']
  if (forwarded === undefined || !isTrustedProxy(plainAddress(socket.remoteAddress)))
    return headers.host ?? ''
  return String(forwarded).split(',').at(-1)?.trim() ?? ''
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The paths of the gateway's own pages and endpoints, but for that of forward auth. */
    ownPaths: PathList
  }
}

/** The paths of some routes; see `createPathList`. */
export interface PathList {
  /** A hook for `onRoute`: takes the route into the list. Throws for a route with parameters, which no list can hold. */
  add(route: Pick<RouteOptions, 'url' | 'constraints'>): void
  /** Is this exactly the path of one of them? Takes it as it came, and decodes nothing. */
  has(path: string): boolean
  /** The same for those that are on every host, and not on that of the login page alone. */
  hasEverywhere(path: string): boolean
}

/** A list of paths, filled by the routes themselves so that it cannot differ from them. */
export function createPathList(): PathList {
  const everywhere = createSet()
  const onSignInSite = createSet()
  return {
    add({ url, constraints = {} }) {
      if (url.includes(':')) throw new Error(`route ${url}: has a parameter`)
      const list = isForSignInSite(constraints) ? onSignInSite : everywhere
      list.add(url)
    },
    has: (path) => everywhere.has(path) || onSignInSite.has(path),
    hasEverywhere: everywhere.has
  }
}

function createSet() {
  const paths = new Set<string>()
  const folders = new Set<string>()
  return {
    add(url: string): void {
      if (url.endsWith('/*')) folders.add(url.slice(0, -1))
      else paths.add(url)
    },
    has(path: string): boolean {
      if (paths.has(path)) return true
      for (const folder of folders) if (path.startsWith(folder)) return true
      return false
    }
  }
}

/** An IPv4 address as it is usually written: `::ffff:127.0.0.1` -> `127.0.0.1`; `unknown` for a socket without one. */
export function plainAddress(address: string | undefined): string {
  return (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '')
}

/** What one client has to itself: an IPv4 address as it is, of an IPv6 address the first 64 bits. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - lengthOf(tail))).fill('0')
  const rest = tail === undefined ? [] : tail.split(':')
  const first = [...groups, ...zeros, ...rest].slice(0, 4)
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** In groups of 16 bits; an IPv4 address at the end takes two. */
function lengthOf(tail: string): number {
  return tail.split(':').filter(Boolean).length + (tail.includes('.') ? 1 : 0)
}
