import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyServerOptions, HTTPMethods, RouteOptions } from 'fastify'
import { plainAddress } from './address.ts'

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
export function isForSignInSite(constraints: Readonly<Record<string, unknown>>): boolean {
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
