import { readPath } from '../../config/addresses/paths.ts'
import { normalizeHost, parseUrl } from '../../config/addresses/urls.ts'
import type { Application } from '../../config/applications.ts'
import type { Config } from '../../config/schema/schema.ts'
import { parseRequestTarget } from '../../http/target.ts'
import type { Applications } from './applications.ts'

type TenancyConfig = Pick<Config, 'publicUrl' | 'identityPlatform' | 'login' | 'forwardAuth' | 'access'>

/** Null is the project itself. */
type TenantId = string | null

interface OneOf {
  kind: 'one-of'
  tenantIds: readonly TenantId[]
}

/** Tenants whose sessions are accepted at a host and path. */
export type TenantScope =
  /** No tenants configured: every session. */
  | { kind: 'any' }
  | OneOf
  /** No session: readings of the target belong to different tenants. */
  | { kind: 'ambiguous' }

/** Tenants that a visitor may sign in to for a location. */
export type SignInTenants =
  /** No choice. Null is the project itself. */
  | { kind: 'fixed'; tenantId: TenantId }
  /** `preselected`: one of `tenantIds`; null if unknown. */
  | { kind: 'choice'; tenantIds: readonly string[]; preselected: string | null }

export type Tenancy = ReturnType<typeof createTenancy>

/** A location and the config key that assigns its tenants. */
interface Location {
  key: string
  scope: OneOf
}

const NONE: readonly string[] = []
/** Where no tenants are configured. */
const ANY_TENANT: TenantScope = { kind: 'any' }
const AMBIGUOUS: TenantScope = { kind: 'ambiguous' }

/**
 * Maps hosts and paths to tenants. `hostname`: without a port, in any spelling; forwarded hosts from trusted proxies only.
 * `readings`: of the request target. Precedence: the application's own `login.tenant` (null for the project), then an exact
 * host in `identityPlatform.tenants`, then the longest matching path in any spelling, then `login.tenants` together with
 * `tenantId`, or `tenantId` alone. The project itself is never offered as a choice, because anyone might be able to create an
 * account there.
 */
export function createTenancy(config: TenancyConfig, applications: Applications) {
  const choice = listTenantsToChoose(config)
  const { oneOf, byHost, byFolder } = readLocations(config.identityPlatform.tenants)
  const elsewhere: Location = {
    key: choice.length === 0 ? 'identityPlatform.tenantId' : 'login.tenants',
    scope: oneOf(choice.length === 0 ? [config.identityPlatform.tenantId] : choice)
  }
  const inFolders = byFolder.flatMap(({ scope }) => scope.tenantIds)
  const ofApplications = config.forwardAuth.enabled
    ? config.forwardAuth.origins.flatMap(
        (origin) => byHost.get(new URL(origin).hostname)?.scope.tenantIds ?? []
      )
    : []
  const tenantsElsewhere = [...new Set([...elsewhere.scope.tenantIds, ...inFolders, ...ofApplications])]
  const ofApplication = new Map(
    applications.all.flatMap((one): [Application, Location][] => {
      const { login, key } = one
      if (login?.tenant === undefined) return []
      return [[one, { key: `${key}.login.tenant`, scope: oneOf([login.tenant]) }]]
    })
  )
  const isForAny =
    byHost.size === 0 && byFolder.length === 0 && choice.length === 0 && ofApplication.size === 0
  const coversForms = config.access.extensions !== 'separate'
  const preselections = new Map(Object.entries(config.login.tenants.byHost))

  function locationOfApplication(hostname: string, readings: readonly string[]): Location | undefined {
    const application = ofApplication.size === 0 ? null : applications.of(hostname, readings)
    return application === null ? undefined : ofApplication.get(application)
  }
  const locationOfHost = (hostname: string) =>
    byHost.size === 0 ? undefined : byHost.get(normalizeHost(hostname))
  /** Of the whole host or application, whatever the path. */
  const wholeLocation = (hostname: string, readings: readonly string[]) =>
    locationOfApplication(hostname, readings) ?? locationOfHost(hostname)
  const locationOfPath = (reading: string): Location =>
    byFolder.find(
      ({ folder, form }) => `${reading}/`.startsWith(folder) || (coversForms && reading.startsWith(form))
    ) ?? elsewhere

  /** Tenants whose sessions are accepted there. `further`: readings by servers that ignore accents. */
  function scopeAt(
    hostname: string,
    readings: readonly string[],
    further: readonly string[] = NONE
  ): TenantScope {
    if (isForAny) return ANY_TENANT
    const whole = wholeLocation(hostname, readings)
    if (whole !== undefined) return whole.scope
    const all = further.length === 0 ? readings : [...readings, ...further]
    const [scope, ...others] = new Set(all.map((reading) => locationOfPath(reading).scope))
    return scope === undefined || others.length > 0 ? AMBIGUOUS : scope
  }

  const tenantIds: readonly TenantId[] = [
    ...new Set([
      ...tenantsElsewhere,
      ...Object.values(config.identityPlatform.tenants),
      ...[...ofApplication.values()].flatMap(({ scope }) => scope.tenantIds)
    ])
  ]
  const publicHost = new URL(config.publicUrl).hostname

  /** All applications sign in on the host of `publicUrl`. */
  function tenantsOfApplicationsAt(hostname: string): readonly TenantId[] {
    if (normalizeHost(hostname) === publicHost) return tenantIds
    const locations = applications
      .on(hostname)
      .map(
        (one) =>
          ofApplication.get(one) ?? locationOfHost(hostname) ?? { scope: { tenantIds: tenantsElsewhere } }
      )
    return [...new Set(locations.flatMap(({ scope }) => scope.tenantIds))]
  }

  /** Tenants that may sign in on this host, whatever the path; for forward-auth applications, on the host of `publicUrl`. */
  const tenantsAt = (hostname: string): readonly TenantId[] =>
    applications.areByHost
      ? tenantsOfApplicationsAt(hostname)
      : (locationOfHost(hostname)?.scope.tenantIds ?? tenantsElsewhere)
  const isToChoose = (id: TenantId) => choice.some((offered) => offered === id)

  /**
   * Tenants to offer at sign-in for a target. `wanted`: from the visitor's URL; used if offered, before
   * `login.tenants.byHost`. An ambiguous target is refused anyway and treated like one without an entry.
   */
  function signInTenants(hostname: string, readings: readonly string[], wanted: unknown): SignInTenants {
    const scope = scopeAt(hostname, readings)
    const { tenantIds } = scope.kind === 'one-of' ? scope : elsewhere.scope
    const [first = null, ...others] = tenantIds
    if (others.length === 0) return { kind: 'fixed', tenantId: first }
    const asked = typeof wanted === 'string' && isToChoose(wanted) ? wanted : undefined
    return {
      kind: 'choice',
      tenantIds: choice,
      preselected: asked ?? preselections.get(normalizeHost(hostname)) ?? null
    }
  }

  return {
    /** Every tenant accepted anywhere. */
    tenantIds,
    tenantsAt,
    scopeAt,

    /** The same for the resource of an authorization request; every session for anything that is no URL. */
    scopeOf(resource: string): TenantScope {
      const url = parseUrl(resource)
      const target = parseRequestTarget(url?.pathname ?? '')
      return url === null || target.kind === 'refused' ? ANY_TENANT : scopeAt(url.hostname, target.readings)
    },

    signInTenants,

    /** The config keys that determine the scope, such as `identityPlatform.tenants["acme.example.com"]`. Empty if it is `any`. */
    keysAt(hostname: string, readings: readonly string[]): readonly string[] {
      if (isForAny) return []
      const locations = [wholeLocation(hostname, readings) ?? readings.map(locationOfPath)].flat()
      return [...new Set(locations.map(({ key }) => key))]
    },

    /**
     * Scope and sign-in of the account page, which is open to every tenant of the host. `wanted` is used if it
     * is one of them; default: the tenants of the path.
     */
    ofAccountPage(hostname: string, readings: readonly string[], wanted: unknown) {
      const ofHost = tenantsAt(hostname)
      const named = ofHost.find((id) => id !== null && id === wanted)
      const tenants: SignInTenants =
        named === undefined || isToChoose(named)
          ? signInTenants(hostname, readings, wanted)
          : { kind: 'fixed', tenantId: named }
      const scope: TenantScope = isForAny ? ANY_TENANT : { kind: 'one-of', tenantIds: ofHost }
      return { scope, tenants }
    }
  }
}

/** True if a session of this tenant is accepted there. */
export function isInScope(scope: TenantScope, tenantId: TenantId): boolean {
  return scope.kind === 'any' || (scope.kind === 'one-of' && scope.tenantIds.includes(tenantId))
}

/** Places of `identityPlatform.tenants`, longest paths first. `oneOf` returns the same object for the same tenants. */
function readLocations(tenants: Config['identityPlatform']['tenants']) {
  const known = new Map<string, OneOf>()
  function oneOf(tenantIds: readonly TenantId[]): OneOf {
    const key = JSON.stringify([...tenantIds].sort())
    const scope = known.get(key) ?? { kind: 'one-of', tenantIds }
    known.set(key, scope)
    return scope
  }
  const locations = Object.entries(tenants).map(([location, tenant]) => ({
    location,
    key: `identityPlatform.tenants[${JSON.stringify(location)}]`,
    scope: oneOf([tenant])
  }))
  const hosts = locations.filter(({ location }) => !location.startsWith('/'))
  const byFolder = locations
    .filter(({ location }) => location.startsWith('/'))
    .map(({ location, ...rest }) => {
      const { folded } = readPath(location)
      // Servers may deliver `/acme.json` for `/acme`.
      return { ...rest, folder: `${folded}/`, form: `${folded}.` }
    })
    .sort((a, b) => b.folder.length - a.folder.length)
  return {
    oneOf,
    byHost: new Map(hosts.map(({ location, ...rest }): [string, Location] => [location, rest])),
    byFolder
  }
}

/** Tenants to choose from where the location does not decide. Hosts with a tenant of their own add nothing. */
function listTenantsToChoose({
  login,
  identityPlatform
}: Pick<Config, 'identityPlatform' | 'login'>): readonly string[] {
  const { choose, byHost, byEmailDomain } = login.tenants
  const { tenantId, tenants } = identityPlatform
  const ofHosts = Object.entries(byHost).filter(([host]) => !Object.hasOwn(tenants, host))
  const named = [
    ...choose.map(({ id }) => id),
    ...ofHosts.map(([, tenant]) => tenant),
    ...Object.values(byEmailDomain)
  ]
  return [...new Set(named.length === 0 || tenantId === null ? named : [...named, tenantId])]
}
