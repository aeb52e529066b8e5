import type { Config } from './schema/schema.ts'

/**
 * The tenants that visitors choose from where the place does not say; empty: nothing is said about a choice. A host
 * that has a tenant already adds nothing to it.
 */
export function listTenantsToChoose({
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
