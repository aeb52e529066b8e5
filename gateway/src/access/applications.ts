import { coversHost } from '../config/access-rules.ts'
import { isHostName, normalizeHost } from '../config/addresses/urls.ts'
import { type Application, type ApplicationsConfig, listApplications } from '../config/applications.ts'
import { Fault } from '../errors.ts'
import type { RequestTarget } from '../http/target.ts'
import { buildPolicy, type Policy } from './policy.ts'

/** Whose a request is. */
export type FoundApplication =
  | { kind: 'application'; application: Application; policy: Policy }
  /** No application, and nothing else of the gateway, is on this host. */
  | { kind: 'unknown-host' }
  /** The host is one of ours, but nobody has the path. */
  | { kind: 'nobodys' }
  /** The target has readings that are of different applications. */
  | { kind: 'ambiguous' }
  /** Without the folder of its application it would begin with `//`, which servers take for a host (RFC 3986, 4.2). */
  | { kind: 'no-path-left' }

/** The applications by host and path; see `createApplications`. Hosts: without a port, in any spelling. */
export interface Applications {
  readonly all: readonly Application[]
  /** Are there several, by host and path? Else there is one, which has every host. */
  readonly areByHost: boolean
  /** Whose a request is. `target`: what lenient applications take it for counts too. */
  at(hostname: string, target: RequestTarget): FoundApplication
  /** Is anything of the gateway on this host: an application, or the login page? */
  knowsHost(hostname: string): boolean
  /** The one that all these readings of a target are of; null: there is none. */
  of(hostname: string, readings: readonly string[]): Application | null
  /** Those on a host, the largest folder last. */
  on(hostname: string): readonly Application[]
}

const UNKNOWN_HOST: FoundApplication = { kind: 'unknown-host' }
const NOBODYS: FoundApplication = { kind: 'nobodys' }
const AMBIGUOUS: FoundApplication = { kind: 'ambiguous' }
const NO_PATH_LEFT: FoundApplication = { kind: 'no-path-left' }

/** One application of a host. */
interface Place {
  application: Application
  /** In lower case: readings are. */
  foldedFolder: string
  found: FoundApplication
}

/**
 * The applications of a configuration. Of those that match the host, the longest folder wins, then the first in the
 * configuration. A folder is matched byte by byte; a target whose other readings lie in another application's folder is
 * ambiguous, since one server may stand behind both.
 */
export function createApplications(config: ApplicationsConfig): Applications {
  const all = listApplications(config)
  const places = all.map(placeOf).sort((a, b) => b.foldedFolder.length - a.foldedFolder.length)
  const only = all.length === 1 && all[0]?.host === null ? places[0] : undefined
  const byHost = new Map(
    [normalizeHost(new URL(config.publicUrl).hostname), ...all.flatMap(({ host }) => host ?? [])].map(
      (host) => [host, places.filter(({ application }) => coversHost(application.host ?? undefined, host))]
    )
  )

  function placesOn(hostname: string): readonly Place[] | undefined {
    const host = normalizeHost(hostname)
    // A client may send a pattern as it is written.
    const exactly = host.startsWith('*') ? undefined : byHost.get(host)
    if (exactly !== undefined || !isHostName(host)) return exactly
    const dot = host.indexOf('.')
    return dot > 0 ? byHost.get(`*${host.slice(dot)}`) : undefined
  }

  return {
    all,
    areByHost: only === undefined,
    knowsHost: (hostname) => only !== undefined || placesOn(hostname) !== undefined,

    of(hostname, readings) {
      if (only !== undefined) return only.application
      const candidates = placesOn(hostname) ?? []
      const [first, ...others] = new Set(readings.map((reading) => findFolded(candidates, reading)))
      return others.length > 0 ? null : (first?.application ?? null)
    },

    on: (hostname) =>
      only !== undefined ? all : (placesOn(hostname) ?? []).map(({ application }) => application),

    at(hostname, { path, readings }) {
      if (only !== undefined) return only.found
      const candidates = placesOn(hostname)
      if (candidates === undefined) return UNKNOWN_HOST
      const place = candidates.find(({ application }) => isBelow(path, application.folder))
      const isAmbiguous =
        candidates.length > 1 && readings.some((reading) => findFolded(candidates, reading) !== place)
      if (isAmbiguous) return AMBIGUOUS
      if (place === undefined) return NOBODYS
      const { stripPath, folder } = place.application
      return stripPath && path.charAt(folder.length) === '/' ? NO_PATH_LEFT : place.found
    }
  }
}

/** Why nobody has a request. */
export function placeFault({ kind }: Exclude<FoundApplication, { kind: 'application' }>): Fault {
  switch (kind) {
    case 'unknown-host':
      return new Fault('UNKNOWN_HOST')
    case 'nobodys':
      return new Fault('NOT_FOUND', { detail: 'no application has this path' })
    case 'no-path-left':
      return new Fault('INVALID_REQUEST', { detail: 'request target: begins with // below the folder' })
    case 'ambiguous':
      return new Fault('INVALID_REQUEST', {
        detail: 'request target: has readings that are of different applications'
      })
  }
}

/** The fault of a request that may pass, to an application that the gateway does not proxy. */
export function notProxiedFault(application: Application | null): Fault {
  return new Fault('NOT_FOUND', { detail: `application ${application?.name}: another proxy reaches it` })
}

function placeOf(application: Application): Place {
  return {
    application,
    foldedFolder: application.folder.toLowerCase(),
    found: { kind: 'application', application, policy: buildPolicy(application.access) }
  }
}

function findFolded(places: readonly Place[], reading: string): Place | undefined {
  return places.find(({ foldedFolder }) => isBelow(reading, foldedFolder))
}

/** The folder itself counts without its slash too. */
function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) || (path.length === folder.length - 1 && folder.startsWith(path))
}
