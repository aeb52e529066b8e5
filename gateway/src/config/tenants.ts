import type { Config } from './schema/schema.ts'

type TenantConfig = Pick<Config, 'identityPlatform' | 'login' | 'applications'>

/**
 * The tenants that visitors choose from where the place does not say; empty: nothing is said about a choice. A host
 * that has a tenant already adds nothing to it.
 */
export function listTenantsToChoose({
  login,
  identityPlatform
}: Omit<TenantConfig, 'applications'>): readonly string[] {
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

/** Every tenant whose accounts are accepted somewhere; null stands for the project itself. */
export function listAcceptedTenants(config: TenantConfig): ReadonlySet<string | null> {
  const choice = listTenantsToChoose(config)
  const { tenantId, tenants } = config.identityPlatform
  const ofApplications = config.applications.flatMap(({ login: { tenant } = {} }) =>
    tenant === undefined ? [] : [tenant]
  )
  return new Set([
    ...(choice.length === 0 ? [tenantId] : choice),
    ...Object.values(tenants),
    ...ofApplications
  ])
}
