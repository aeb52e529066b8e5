import { coversHost, coversPath } from '../access-rules.ts'
import { listOwnHosts } from '../addresses/own-address.ts'
import { normalizeHost, parseUrl } from '../addresses/urls.ts'
import { type Application, listApplications } from '../applications.ts'
import type { AccessRule, Config } from '../schema/schema.ts'

/** Does the gateway itself answer at this path: on the site of the login page, or on those of all applications? */
export type IsOwnPath = (path: string, isSignInSite: boolean) => boolean

/** Where a rule may match requests for one application. */
export interface RulePlace {
  /** A host, or hosts that are written with `*.`; null: every host. */
  host: string | null
  /** As rules have it. */
  path: string
}

/** Where a rule may match; see `createPlacesOf`. */
export type RulePlaces = { kind: 'places'; places: RulePlace[] } | { kind: 'nowhere'; reason: string }

type Look = { kind: 'place'; place: RulePlace } | { kind: 'nowhere'; reason: string }

/** Does a rule with this host match on all of `hosts`? Takes them as `RulePlace` has them. */
export function coversHosts(host: AccessRule['host'], hosts: string | null): boolean {
  return hosts === null ? host === undefined : coversHost(host, hosts)
}

/**
 * Finds the places of a rule: in each application that it holds for, its own paths on the hosts of both. Those that the
 * gateway, or an application with a longer path, answers are none.
 */
export function createPlacesOf(config: Config, isOwnPath: IsOwnPath) {
  const applications = listApplications(config)
  const publicHost = normalizeHost(parseUrl(config.publicUrl)?.hostname ?? '')
  const isOwn = createIsOwn(config, { publicHost, isOwnPath })
  const rivalsOf = createRivalsOf(applications)
  const everyHost = [
    ...new Set([...listOwnHosts(config), ...config.forwardAuth.origins.flatMap((origin) => hostOf(origin))])
  ]

  function look(rule: AccessRule, application: Application, host: string | null): Look {
    const path = narrowPath(rule.path, application.folder)
    if (path === null) return nowhere(`${application.key}.path is another one`)
    if (isOwn(path, application, host)) return nowhere('the gateway answers at this path itself')
    const taker = rivalsOf(application, host).find(({ folder }) => coversPath(`${folder}*`, path))
    if (taker !== undefined) return nowhere(`requests for this path are those of ${taker.key}`)
    return { kind: 'place', place: { host, path } }
  }

  /** The hosts of an application that a rule is for. */
  function hostsOf({ host: ofRule }: AccessRule, { host }: Application): (string | null)[] {
    if (host !== null) return narrowHost(ofRule, host)
    // Whatever a request names, a gateway that proxies takes it.
    return ofRule === undefined && config.upstream !== null
      ? [null]
      : everyHost.filter((one) => coversHost(ofRule, one))
  }

  return (rule: AccessRule, users: readonly Application[]): RulePlaces => {
    const looks = users.flatMap((one) => hostsOf(rule, one).map((host) => look(rule, one, host)))
    const places = looks.flatMap((one) => (one.kind === 'place' ? [one.place] : []))
    if (places.length > 0) return { kind: 'places', places }
    const [first] = looks.flatMap((one) => (one.kind === 'nowhere' ? [one] : []))
    if (first !== undefined) return first
    const reason =
      users.length === 0
        ? 'every application has rules of its own'
        : 'it is for the host of another application'
    return nowhere(reason)
  }
}

function nowhere(reason: string): { kind: 'nowhere'; reason: string } {
  return { kind: 'nowhere', reason }
}

function createIsOwn(
  { forwardAuth }: Config,
  { publicHost, isOwnPath }: { publicHost: string; isOwnPath: IsOwnPath }
) {
  const hasOrigins = forwardAuth.enabled && forwardAuth.origins.length > 0
  return (path: string, application: Application, host: string | null): boolean => {
    const isEverywhere = application.host === null && !hasOrigins
    const isSignInSite = isEverywhere || host === publicHost
    // On the origins of applications that other proxies reach every path is theirs.
    if (!isSignInSite && (application.host === null || application.upstream === null)) return false
    if (isSignInSite && path.startsWith('/__/')) return true
    return isOwnPath(path.endsWith('/*') ? path.slice(0, -1) : path, isSignInSite)
  }
}

/**
 * The applications with a longer path on a host, which take what of another's path they have. Where the rules of both are the same,
 * it does not matter. Found once for each application and host, however many rules ask.
 */
function createRivalsOf(applications: readonly Application[]) {
  const found = new Map<string, readonly Application[]>()
  return ({ accessPath, folder }: Application, host: string | null): readonly Application[] => {
    if (host === null) return []
    const key = `${host} ${folder.length} ${accessPath}`
    const rivals =
      found.get(key) ??
      applications.filter(
        (other) =>
          other.accessPath !== accessPath &&
          other.folder.length > folder.length &&
          coversHost(other.host ?? undefined, host)
      )
    found.set(key, rivals)
    return rivals
  }
}

/** What of a rule's path lies in a folder; null: nothing. Spelling in capitals may be meant by a rule too. */
function narrowPath(path: string, folder: string): string | null {
  if (coversPath(path, folder)) return path === folder ? path : `${folder}*`
  const [foldedPath, foldedFolder] = [path.toLowerCase(), folder.toLowerCase()]
  const isInside = coversPath(`${foldedFolder}*`, foldedPath) || `${foldedPath}/` === foldedFolder
  return isInside || coversPath(foldedPath, foldedFolder) ? path : null
}

/** The hosts that a rule and an application have in common. */
function narrowHost(ofRule: AccessRule['host'], host: string): string[] {
  if (coversHost(ofRule, host)) return [host]
  return ofRule !== undefined && coversHost(host, ofRule) ? [ofRule] : []
}

function hostOf(url: string): string[] {
  const host = parseUrl(url)?.hostname
  return host === undefined ? [] : [host]
}
