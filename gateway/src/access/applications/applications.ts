import { asFolder, isBelow, readPath } from '../../config/addresses/paths.ts'
import { coversHost, isHostName, normalizeHost, parseUrl } from '../../config/addresses/urls.ts'
import {
  type Application,
  type ApplicationsConfig,
  listApplicationHosts,
  listApplications,
  originOfHost
} from '../../config/applications.ts'
import type { Config } from '../../config/schema/schema.ts'
import { Fault } from '../../errors.ts'
import { type Cors, type CorsAt, createCors } from '../../http/cors.ts'
import type { RequestTarget } from '../../http/target.ts'
import { createReadByFramework, type ReadByFramework } from '../rules/framework-reading.ts'
import { buildPolicy, type Policy } from '../rules/policy.ts'

/** Result of looking up the application of a request. */
export type FoundApplication =
  /** `readByFramework`: null without `framework`. */
  | { kind: 'application'; application: Application; policy: Policy; readByFramework: ReadByFramework | null }
  | { kind: keyof typeof LOCATION_FAULTS }

/** Why a request has no application. */
const LOCATION_FAULTS = {
  /** Neither an application nor the login page uses this host. */
  'unknown-host': { code: 'UNKNOWN_HOST' },
  'no-application': { code: 'NOT_FOUND', detail: 'no application has this path' },
  /** Lenient servers could read the target as paths of different applications. */
  ambiguous: {
    code: 'INVALID_REQUEST',
    detail: 'request target: has readings that are of different applications'
  },
  /** What is left below the application's folder begins with `//`, which servers take for a host (RFC 3986, 4.2). */
  'no-path-left': { code: 'INVALID_REQUEST', detail: 'request target: begins with // below the folder' }
} as const

export type Applications = ReturnType<typeof createApplications>

interface Location {
  application: Application
  /** As readings are, with a trailing slash. */
  foldedFolder: string
  found: FoundApplication
  /**
   * What other forms of the folders of other applications begin with, such as `/wiki.` of `/wiki/*`, if the same server may be
   * behind both: their rules would not apply to them.
   */
  formsOfOthers: readonly string[]
  /** Those other applications, for servers that ignore accents. */
  beside: ReadonlySet<Application>
}

/**
 * The applications by host and path. Hosts have no port and may be in any spelling. Among the applications that match the
 * host, the longest folder wins, then the first in the config. Folders match one spelling; a target with readings in another
 * application's folder is ambiguous, because one server may be behind both.
 */
export function createApplications(config: ApplicationsConfig) {
  const all = listApplications(config)
  const locations = all
    .map((one) => locationOf(one, all))
    .sort((a, b) => b.foldedFolder.length - a.foldedFolder.length)
  const only = all.length === 1 && all[0]?.host === null ? locations[0] : undefined
  const byHost = new Map(
    [normalizeHost(new URL(config.publicUrl).hostname), ...all.flatMap(({ host }) => host ?? [])].map(
      (host) => [host, locations.filter(({ application }) => coversHost(application.host ?? undefined, host))]
    )
  )

  function locationsOn(hostname: string): readonly Location[] | undefined {
    const host = normalizeHost(hostname)
    // A client may send the pattern itself as a host.
    const exactly = host.startsWith('*') ? undefined : byHost.get(host)
    if (exactly !== undefined || !isHostName(host)) return exactly
    const dot = host.indexOf('.')
    return dot > 0 ? byHost.get(`*${host.slice(dot)}`) : undefined
  }

  return {
    all,
    /** False if a single application covers every host and path. */
    areByHost: only === undefined,
    /** True if an application or the login page uses this host. */
    knowsHost: (hostname: string) => only !== undefined || locationsOn(hostname) !== undefined,

    /** The application that all these readings belong to; null if there is none or they disagree. */
    of(hostname: string, readings: readonly string[]): Application | null {
      if (only !== undefined) return only.application
      const candidates = locationsOn(hostname) ?? []
      const [first, ...others] = new Set(readings.map((reading) => findFolded(candidates, reading)))
      return others.length > 0 ? null : (first?.application ?? null)
    },

    /** Applications on a host, longest folder first. */
    on: (hostname: string): readonly Application[] =>
      only !== undefined ? all : (locationsOn(hostname) ?? []).map(({ application }) => application),

    /** Whether an application is below this path, which belongs to another one. */
    isAbove(hostname: string, { readings }: RequestTarget): boolean {
      const folders = readings.map(asFolder)
      const isBelowOne = ({ foldedFolder }: Location) =>
        folders.some((folder) => foldedFolder !== folder && foldedFolder.startsWith(folder))
      return only === undefined && (locationsOn(hostname) ?? []).some(isBelowOne)
    },

    /** Looks up a request's application, considering every reading of the target by lenient servers. */
    at(hostname: string, { path, readings, further }: RequestTarget): FoundApplication {
      if (only !== undefined) return only.found
      const candidates = locationsOn(hostname)
      if (candidates === undefined) return { kind: 'unknown-host' }
      const location = candidates.find(({ application }) => isBelow(path, application.folder))
      const isAmbiguous =
        candidates.length > 1 && readings.some((reading) => findFolded(candidates, reading) !== location)
      if (isAmbiguous) return { kind: 'ambiguous' }
      if (location === undefined) return { kind: 'no-application' }
      for (const form of location.formsOfOthers)
        if (readings.some((reading) => reading.startsWith(form))) return { kind: 'ambiguous' }
      for (const reading of further) {
        const other = findFolded(candidates, reading)
        if (other !== undefined && location.beside.has(other.application)) return { kind: 'ambiguous' }
      }
      const { stripPath, folder } = location.application
      return stripPath && path.charAt(folder.length) === '/' ? { kind: 'no-path-left' } : location.found
    }
  }
}

/** The error for a request that has no application. */
export function locationFault({ kind }: { kind: keyof typeof LOCATION_FAULTS }): Fault {
  const { code, ...more } = LOCATION_FAULTS[kind]
  return new Fault(code, more)
}

/** The error for a permitted request to an application that another proxy serves. */
export function notProxiedFault(application: Application | null): Fault {
  return new Fault('NOT_FOUND', { detail: `application ${application?.name}: another proxy reaches it` })
}

function locationOf(application: Application, all: readonly Application[]): Location {
  const { host, upstream, stripPath, access } = application
  const foldedFolder = foldFolder(application)
  const isBeside = (other: Application) =>
    (coversHost(other.host ?? undefined, host ?? '') || coversHost(host ?? undefined, other.host ?? '')) &&
    other.upstream?.url === upstream?.url &&
    other.stripPath === stripPath &&
    other.access.extensions !== 'separate'
  let compiled: Policy | undefined
  // At the first request: compiling those of hundreds of applications at once would hold up all requests at a reload.
  const policy: Policy = (method, target, hostname) => {
    compiled ??= buildPolicy(access)
    return compiled(method, target, hostname)
  }
  const readByFramework = createReadByFramework(application, policy)
  const beside = all.filter((other) => other !== application && isBeside(other))
  return {
    application,
    foldedFolder,
    found: { kind: 'application', application, policy, readByFramework },
    beside: new Set(beside),
    formsOfOthers: beside
      .map((other) => `${foldFolder(other).slice(0, -1)}.`)
      .filter((form) => form !== '.' && !foldedFolder.startsWith(form))
  }
}

function foldFolder({ folder }: Application): string {
  return asFolder(readPath(folder).folded)
}

function findFolded(locations: readonly Location[], reading: string): Location | undefined {
  return locations.find(({ foldedFolder }) => isBelow(reading, foldedFolder))
}

export type OriginsConfig = Pick<Config, 'publicUrl' | 'applications' | 'forwardAuth' | 'identityPlatform'>

export type Origins = ReturnType<typeof createOrigins>

const HOST_AND_PORT = /^(.*?)(:\d*)?$/s

/**
 * The origins under which visitors reach the gateway and its applications. Hosts configured without a scheme get the scheme
 * and port of `publicUrl`. An origin with its own port is found by host and port, or by host alone if that is unambiguous.
 */
export function createOrigins(config: OriginsConfig) {
  const publicSite = new URL(config.publicUrl)
  const hosts = listApplicationHosts(config)
  const exact = hosts.filter((host) => !host.startsWith('*.'))
  const patterns = hosts.filter((host) => host.startsWith('*.'))
  const elsewhere = config.forwardAuth.origins.map((text) => new URL(text))
  const named = exact.map((host) => ({ host, origin: originOfHost(host, publicSite.origin) }))
  const tenantHosts = Object.keys(config.identityPlatform.tenants).filter(
    (location) => !location.startsWith('/')
  )
  const known = new Map([
    ...elsewhere.map(({ hostname, origin }): [string, string] => [hostname, origin]),
    ...tenantHosts.map((host): [string, string] => [host, originOfHost(host, publicSite.origin)]),
    ...named.map(({ host, origin }): [string, string] => [host, origin]),
    [publicSite.hostname, publicSite.origin],
    ...elsewhere.map(({ host, origin }): [string, string] => [host, origin]),
    [publicSite.host, publicSite.origin]
  ])
  const ofApplications: readonly string[] = [
    ...new Set([...(config.forwardAuth.enabled ? elsewhere : []), ...named].map(({ origin }) => origin))
  ]

  function isOfPattern(hostname: string): boolean {
    return isHostName(hostname) && patterns.some((pattern) => coversHost(pattern, hostname))
  }

  function findOrigin(host: string): string {
    const [, hostname = '', port = ''] = HOST_AND_PORT.exec(host) ?? []
    const name = normalizeHost(hostname)
    const exactly = known.get(`${name}${port}`) ?? known.get(name)
    if (exactly !== undefined) return exactly
    return isOfPattern(name) ? originOfHost(name, publicSite.origin) : publicSite.origin
  }

  return {
    /** Origin of `publicUrl`, where the login page is. */
    publicOrigin: publicSite.origin,
    /** Origins of applications, without those matched by patterns. */
    ofApplications,
    /** The origin for a host, with or without a port: an application's, a tenant's, or that of `publicUrl`. */
    originOf: (host: string) => (host === publicSite.host ? publicSite.origin : findOrigin(host)),
    /** True for the origin of an application, including hosts matched by a pattern such as `*.example.com`. */
    isOfApplication(origin: string): boolean {
      if (ofApplications.includes(origin)) return true
      const url = patterns.length === 0 ? null : parseUrl(origin)
      return (
        url !== null && isOfPattern(url.hostname) && originOfHost(url.hostname, publicSite.origin) === origin
      )
    }
  }
}

/** The CORS policy of each request's application; null: none has one. */
export function createCorsAt(applications: Pick<Applications, 'all' | 'of'>): CorsAt | null {
  const known = new Map(applications.all.map((one): [unknown, Cors | null] => [one, createCors(one.cors)]))
  if ([...known.values()].every((cors) => cors === null)) return null
  return ({ hostname, target }, application) =>
    known.get(application ?? (target === null ? null : applications.of(hostname, target.readings))) ?? null
}
