import { normalizeHost } from '../config/addresses/urls.ts'
import type { Application } from '../config/applications.ts'
import type { Config } from '../config/schema/schema.ts'
import type { Applications } from './applications.ts'

/** What tenancy is made from. */
type TenancyConfig = Pick<Config, 'publicUrl' | 'identityPlatform' | 'login' | 'forwardAuth'>

/** Null: the project itself. */
type TenantId = string | null

interface OneOf {
  kind: 'one-of'
  tenantIds: readonly TenantId[]
}

/** The tenants whose sessions are accepted at a place, which is a host and a path. */
export type TenantScope =
  /** No tenants are configured for it: every session. */
  | { kind: 'any' }
  /** Sessions of these tenants. */
  | OneOf
  /** No session: the target has readings in places that belong to different tenants. */
  | { kind: 'ambiguous' }

/** The tenants that a visitor may sign in to on the way to a place. */
export type SignInTenants =
  /** Nothing to choose. Null: the project itself. */
  | { kind: 'fixed'; tenantId: TenantId }
  /** `preselected`: the one to begin with, always one of `tenantIds`; null: nobody knows yet. */
  | { kind: 'choice'; tenantIds: readonly string[]; preselected: string | null }

/**
 * Which tenant a host and a path belong to; see `createTenancy`. `hostname`: without a port, in any spelling, believed
 * from trusted proxies only. `readings`: those of the target.
 */
export interface Tenancy {
  /** Every tenant whose accounts are accepted somewhere. */
  readonly tenantIds: readonly TenantId[]
  /**
   * The tenants whose accounts may sign in on this host, whatever the path. Visitors of applications behind other proxies
   * sign in on the host of `publicUrl`.
   */
  tenantsAt(hostname: string): readonly TenantId[]
  /** The tenants whose sessions are accepted there. */
  scopeAt(hostname: string, readings: readonly string[]): TenantScope
  /**
   * The keys of the configuration that say so, one for each place that the readings lie in, such as
   * `identityPlatform.tenants["acme.example.com"]`; none where the scope is `any`.
   */
  keysAt(hostname: string, readings: readonly string[]): readonly string[]
  /**
   * The tenants that may be signed in to for a target with these readings. `wanted`: what the visitor's URL asks for;
   * counts when it is one of the choice, then the host's entry in `login.tenants.byHost` does. An ambiguous target is
   * refused to everybody, so its visitors are treated as those of places without an entry.
   */
  signInTenants(hostname: string, readings: readonly string[], wanted: unknown): SignInTenants
  /**
   * Scope and sign-in for the account page, which the accounts of every tenant of the host have. `wanted` counts when it is one of
   * those; without it, the tenants of its path.
   */
  ofAccountPage(
    hostname: string,
    readings: readonly string[],
    wanted: unknown
  ): { scope: TenantScope; tenants: SignInTenants }
}

/** A host, a folder, or everything else, and the key that gives it its tenants. */
interface Place {
  key: string
  scope: OneOf
}

const ANY: TenantScope = { kind: 'any' }
const AMBIGUOUS: TenantScope = { kind: 'ambiguous' }

/**
 * Tenancy as `identityPlatform.tenants` and `login.tenants` say it. A host that has an entry in the first belongs to its
 * tenant altogether; on the other hosts the longest path that matches decides, in whatever spelling. What nothing
 * matches belongs to the tenants of `login.tenants` and `tenantId` together, or to `tenantId` alone where there are none.
 * The project's own accounts are never one of several to choose: anybody might be able to make one. An application that has an
 * entry of its own, a tenant or null for the project, belongs to that altogether.
 */
export function createTenancy(config: TenancyConfig, applications: Applications): Tenancy {
  const choice = listTenantsToChoose(config)
  const { oneOf, byHost, byFolder } = readPlaces(config.identityPlatform.tenants)
  const elsewhere: Place = {
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
    applications.all.flatMap((one): [Application, Place][] => {
      const { login, key } = one
      if (login?.tenant === undefined) return []
      return [[one, { key: `${key}.login.tenant`, scope: oneOf([login.tenant]) }]]
    })
  )
  const namedByApplications = [...ofApplication.values()].flatMap(({ scope }) => scope.tenantIds)
  const isForAny =
    byHost.size === 0 && byFolder.length === 0 && choice.length === 0 && ofApplication.size === 0
  const preselections = new Map(Object.entries(config.login.tenants.byHost))

  function placeOfApplication(hostname: string, readings: readonly string[]): Place | undefined {
    const application = ofApplication.size === 0 ? null : applications.of(hostname, readings)
    return application === null ? undefined : ofApplication.get(application)
  }
  const placeOfHost = (hostname: string) =>
    byHost.size === 0 ? undefined : byHost.get(normalizeHost(hostname))
  const placeOfPath = (reading: string): Place =>
    byFolder.find(({ folder }) => `${reading}/`.startsWith(folder)) ?? elsewhere

  function scopeAt(hostname: string, readings: readonly string[]): TenantScope {
    if (isForAny) return ANY
    const whole = placeOfApplication(hostname, readings) ?? placeOfHost(hostname)
    if (whole !== undefined) return whole.scope
    const [scope, ...others] = new Set(readings.map((reading) => placeOfPath(reading).scope))
    return scope === undefined || others.length > 0 ? AMBIGUOUS : scope
  }

  const tenantIds = [
    ...new Set([
      ...tenantsElsewhere,
      ...Object.values(config.identityPlatform.tenants),
      ...namedByApplications
    ])
  ]
  const publicHost = new URL(config.publicUrl).hostname

  /** Who signs in for any application does so on the host of `publicUrl`. */
  function tenantsOfApplicationsAt(hostname: string): readonly TenantId[] {
    if (normalizeHost(hostname) === publicHost) return tenantIds
    const places = applications
      .on(hostname)
      .map(
        (one) => ofApplication.get(one) ?? placeOfHost(hostname) ?? { scope: { tenantIds: tenantsElsewhere } }
      )
    return [...new Set(places.flatMap(({ scope }) => scope.tenantIds))]
  }

  const tenantsAt = (hostname: string): readonly TenantId[] =>
    applications.areByHost
      ? tenantsOfApplicationsAt(hostname)
      : (placeOfHost(hostname)?.scope.tenantIds ?? tenantsElsewhere)
  const isToChoose = (id: TenantId) => choice.some((offered) => offered === id)

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
    tenantIds,
    tenantsAt,
    scopeAt,
    keysAt(hostname, readings) {
      if (isForAny) return []
      const whole = placeOfApplication(hostname, readings) ?? placeOfHost(hostname)
      const places = [whole ?? readings.map(placeOfPath)].flat()
      return [...new Set(places.map(({ key }) => key))]
    },

    signInTenants,

    ofAccountPage(hostname, readings, wanted) {
      const ofHost = tenantsAt(hostname)
      const named = ofHost.find((id) => id !== null && id === wanted)
      const tenants: SignInTenants =
        named === undefined || isToChoose(named)
          ? signInTenants(hostname, readings, wanted)
          : { kind: 'fixed', tenantId: named }
      return { scope: isForAny ? ANY : { kind: 'one-of', tenantIds: ofHost }, tenants }
    }
  }
}

/** Is a session of this tenant accepted there? */
export function isInScope(scope: TenantScope, tenantId: TenantId): boolean {
  switch (scope.kind) {
    case 'any':
      return true
    case 'one-of':
      return scope.tenantIds.includes(tenantId)
    case 'ambiguous':
      return false
  }
}

/** The places of `identityPlatform.tenants`, longest paths first. `oneOf`: the same tenants are the same object. */
function readPlaces(tenants: Config['identityPlatform']['tenants']) {
  const known = new Map<string, OneOf>()
  function oneOf(tenantIds: readonly TenantId[]): OneOf {
    const key = JSON.stringify([...tenantIds].sort())
    const scope = known.get(key) ?? { kind: 'one-of', tenantIds }
    known.set(key, scope)
    return scope
  }
  const places = Object.entries(tenants).map(([place, tenant]) => ({
    place,
    key: `identityPlatform.tenants[${JSON.stringify(place)}]`,
    scope: oneOf([tenant])
  }))
  const hosts = places.filter(({ place }) => !place.startsWith('/'))
  const byFolder = places
    .filter(({ place }) => place.startsWith('/'))
    .map(({ place, ...told }) => ({ ...told, folder: place.replace(/\/?\*?$/, '/').toLowerCase() }))
    .sort((a, b) => b.folder.length - a.folder.length)
  return {
    oneOf,
    byHost: new Map(hosts.map(({ place, ...told }): [string, Place] => [place, told])),
    byFolder
  }
}

/**
 * The tenants that visitors choose from where the place does not say; empty: nothing is said about a choice. A host
 * that has a tenant already adds nothing to it.
 */
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
