import type { RouteOptions } from 'fastify'
import { isForSignInSite } from './sites.ts'

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
