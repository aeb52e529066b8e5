import { isHelperPath } from '../auth-helper/helper-paths.ts'
import type { AuthRequest } from '../http/auth-request.ts'

/** TRACE would show the identity headers to the visitor; CONNECT is a proxy's own affair. */
const NOT_PROXIED: ReadonlySet<string> = new Set(['TRACE', 'CONNECT'])

/**
 * What a request asks for: a page of the gateway itself, something of the application, or what the gateway keeps from
 * everybody.
 */
export type PlaceOf = (
  authRequest: Pick<AuthRequest, 'method' | 'origin' | 'target'>
) => 'own-page' | 'application' | 'nothing'

/**
 * The places of the requests that proxies ask about. `isOwnPath`: is this path one of the gateway's own pages, on the origin
 * of `publicUrl`?
 */
export function createPlaceOf(publicOrigin: string, isOwnPath: (path: string) => boolean): PlaceOf {
  return ({ method, origin, target }) => {
    if (NOT_PROXIED.has(method)) return 'nothing'
    // On other origins every path is the application's.
    if (target === null || origin !== publicOrigin) return 'application'
    if (target.canonical && isOwnPath(target.path)) return 'own-page'
    return isHelperPath(target) ? 'nothing' : 'application'
  }
}
