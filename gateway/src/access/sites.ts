import type { Config } from '../config/schema.ts'

/** What a site is known by: the host of a request, believed from trusted proxies only. */
interface Visit {
  readonly hostname: string
}

type TenantId = string | null

/** The hosts that visitors use, and whose accounts count where; see `createSites`. */
export interface Sites {
  /** Origin under which a visitor came: that of a tenant's host, else that of `publicUrl`. */
  originOf(visit: Visit): string
  /** Tenants whose accounts may sign in on this host; null: the project's own. */
  tenantsAt(visit: Visit): readonly TenantId[]
  /**
   * Tenants of which a session must be, each of them, to pass here; empty: one tenant serves all. `readings`: those of
   * the judged target.
   */
  tenantsFor(visit: Visit, readings: readonly string[]): readonly TenantId[]
}

const ANY: readonly TenantId[] = []

/**
 * The sites of `identityPlatform.tenants`. A host that has an entry belongs to its tenant altogether; on the other hosts
 * the longest path that matches decides, in whatever spelling; what nothing matches belongs to `tenantId`.
 */
export function createSites({ publicUrl, identityPlatform }: Config): Sites {
  const { tenantId, tenants } = identityPlatform
  const publicSite = new URL(publicUrl)
  const entries = Object.entries(tenants)
  const byHost = new Map(entries.filter(([place]) => !place.startsWith('/')))
  const byPath = entries
    .filter(([place]) => place.startsWith('/'))
    .map(([place, tenant]) => ({ folder: place.replace(/\/?\*?$/, '/').toLowerCase(), tenant }))
    .sort((a, b) => b.folder.length - a.folder.length)
  const origins = new Map([...byHost.keys()].map((host) => [host, originAt(publicSite, host)]))
  const elsewhere = [...new Set([tenantId, ...byPath.map(({ tenant }) => tenant)])]

  const hostTenant = (visit: Visit) => (byHost.size === 0 ? undefined : byHost.get(hostOf(visit)))
  const pathTenant = (reading: string) =>
    byPath.find(({ folder }) => `${reading}/`.startsWith(folder))?.tenant ?? tenantId

  return {
    originOf: (visit) => (origins.size === 0 ? undefined : origins.get(hostOf(visit))) ?? publicSite.origin,

    tenantsAt(visit) {
      const tenant = hostTenant(visit)
      return tenant === undefined ? elsewhere : [tenant]
    },

    tenantsFor(visit, readings) {
      if (entries.length === 0) return ANY
      const tenant = hostTenant(visit)
      return tenant === undefined ? [...new Set(readings.map(pathTenant))] : [tenant]
    }
  }
}

/** In lower case, without the final dot of a fully qualified name: both are ways to write the same host. */
function hostOf({ hostname }: Visit): string {
  return hostname.toLowerCase().replace(/\.$/, '')
}

/** Scheme and port are those of `publicUrl`. */
function originAt(publicSite: URL, host: string): string {
  const site = new URL(publicSite)
  site.hostname = host
  return site.origin
}
