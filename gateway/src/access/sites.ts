import { normalizeHost } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'

/** What tenancy is made from. */
type TenancyConfig = Pick<Config, 'publicUrl' | 'identityPlatform' | 'login'>

/** What a site is known by: the host of a request, believed from trusted proxies only. */
interface Visit {
  readonly hostname: string
}

/** Null: the project itself. */
type TenantId = string | null

interface OneOf {
  kind: 'one-of'
  tenantIds: readonly TenantId[]
}

/** Whose sessions count at a place. */
export type Welcome =
  /** Nothing is said about tenants: whoever the gateway takes at all. */
  | { kind: 'any' }
  /** A session of one of these. */
  | OneOf
  /** Nobody's: the target has readings in places that are not for the same accounts. */
  | { kind: 'ambiguous' }

/** Whose accounts a visitor may sign in with on the way to a place. */
export type SignInTenants =
  /** Nothing to choose. Null: the project itself. */
  | { kind: 'fixed'; tenantId: TenantId }
  /** `preselected`: the one to begin with, always one of `tenantIds`; null: nobody knows yet. */
  | { kind: 'choice'; tenantIds: readonly string[]; preselected: string | null }

/** The hosts that visitors use, and whose accounts count where; see `createSites`. */
export interface Sites {
  /** Every tenant whose accounts are welcome somewhere. */
  readonly tenantIds: readonly TenantId[]
  /** Origin under which a visitor came: that of a tenant's host, else that of `publicUrl`. */
  originOf(visit: Visit): string
  /** Tenants whose accounts may sign in on this host, whatever the path. */
  tenantsAt(visit: Visit): readonly TenantId[]
  /** Whose sessions pass here. `readings`: those of the judged target. */
  welcomeAt(visit: Visit, readings: readonly string[]): Welcome
  /**
   * Whose accounts may sign in for a target with these readings. `wanted`: what the visitor's URL asks for; counts when
   * it is one of the choice, then the host's entry in `login.tenants.byHost` does. An ambiguous target is refused to
   * everybody, so its visitors are treated as those of places without an entry.
   */
  signInTenants(visit: Visit, readings: readonly string[], wanted: unknown): SignInTenants
}

const ANY: Welcome = { kind: 'any' }
const AMBIGUOUS: Welcome = { kind: 'ambiguous' }

/**
 * The sites of `identityPlatform.tenants` and `login.tenants`. A host that has an entry in the first belongs to its
 * tenant altogether; on the other hosts the longest path that matches decides, in whatever spelling. What nothing
 * matches belongs to the tenants of `login.tenants` and `tenantId` together, or to `tenantId` alone where there are none.
 * The project's own accounts are never one of several to choose: anybody might be able to make one.
 */
export function createSites(config: TenancyConfig): Sites {
  const choice = tenantsToChoose(config)
  const { oneOf, byHost, byFolder } = readPlaces(config.identityPlatform.tenants)
  const elsewhere = oneOf(choice.length === 0 ? [config.identityPlatform.tenantId] : choice)
  const inFolders = byFolder.flatMap(({ welcome }) => welcome.tenantIds)
  const tenantsElsewhere = [...new Set([...elsewhere.tenantIds, ...inFolders])]
  const isForAny = byHost.size === 0 && byFolder.length === 0 && choice.length === 0
  const preselections = new Map(Object.entries(config.login.tenants.byHost))
  const publicSite = new URL(config.publicUrl)
  const origins = new Map([...byHost.keys()].map((host) => [host, originAt(publicSite, host)]))

  const welcomeOfHost = (visit: Visit) => (byHost.size === 0 ? undefined : byHost.get(hostOf(visit)))
  const welcomeOfPath = (reading: string) =>
    byFolder.find(({ folder }) => `${reading}/`.startsWith(folder))?.welcome ?? elsewhere

  function welcomeAt(visit: Visit, readings: readonly string[]): Welcome {
    if (isForAny) return ANY
    const ofHost = welcomeOfHost(visit)
    if (ofHost !== undefined) return ofHost
    const [welcome, ...others] = new Set(readings.map(welcomeOfPath))
    return welcome === undefined || others.length > 0 ? AMBIGUOUS : welcome
  }

  return {
    tenantIds: [...new Set([...tenantsElsewhere, ...Object.values(config.identityPlatform.tenants)])],
    originOf: (visit) => (origins.size === 0 ? undefined : origins.get(hostOf(visit))) ?? publicSite.origin,
    tenantsAt: (visit) => welcomeOfHost(visit)?.tenantIds ?? tenantsElsewhere,
    welcomeAt,

    signInTenants(visit, readings, wanted) {
      const welcome = welcomeAt(visit, readings)
      const { tenantIds } = welcome.kind === 'one-of' ? welcome : elsewhere
      const [first = null, ...others] = tenantIds
      if (others.length === 0) return { kind: 'fixed', tenantId: first }
      const isOffered = (id: unknown) => choice.some((offered) => offered === id)
      const asked = typeof wanted === 'string' && isOffered(wanted) ? wanted : undefined
      return {
        kind: 'choice',
        tenantIds: choice,
        preselected: asked ?? preselections.get(hostOf(visit)) ?? null
      }
    }
  }
}

/** Does a session of this tenant count there? */
export function isWelcome(welcome: Welcome, tenantId: TenantId): boolean {
  switch (welcome.kind) {
    case 'any':
      return true
    case 'one-of':
      return welcome.tenantIds.includes(tenantId)
    case 'ambiguous':
      return false
  }
}

/**
 * The tenants that visitors choose from where the place does not say; empty: nothing is said about a choice. A host
 * that has a tenant already adds nothing to it.
 */
function tenantsToChoose({ login, identityPlatform }: TenancyConfig): readonly string[] {
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

/** The places of `identityPlatform.tenants`, longest paths first. `oneOf`: the same tenants are the same object. */
function readPlaces(tenants: Config['identityPlatform']['tenants']) {
  const known = new Map<string, OneOf>()
  function oneOf(tenantIds: readonly TenantId[]): OneOf {
    const key = JSON.stringify([...tenantIds].sort())
    const welcome = known.get(key) ?? { kind: 'one-of', tenantIds }
    known.set(key, welcome)
    return welcome
  }
  const places = Object.entries(tenants).map(([place, tenant]) => ({ place, welcome: oneOf([tenant]) }))
  const hosts = places.filter(({ place }) => !place.startsWith('/'))
  const byFolder = places
    .filter(({ place }) => place.startsWith('/'))
    .map(({ place, welcome }) => ({ folder: place.replace(/\/?\*?$/, '/').toLowerCase(), welcome }))
    .sort((a, b) => b.folder.length - a.folder.length)
  return { oneOf, byHost: new Map(hosts.map(({ place, welcome }) => [place, welcome])), byFolder }
}

function hostOf({ hostname }: Visit): string {
  return normalizeHost(hostname)
}

/** Scheme and port are those of `publicUrl`. */
function originAt(publicSite: URL, host: string): string {
  const site = new URL(publicSite)
  site.hostname = host
  return site.origin
}
