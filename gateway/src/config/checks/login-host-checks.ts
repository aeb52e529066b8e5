import type { Config } from '../schema/schema.ts'
import type { Report } from './check.ts'

/** Hosts that visitors use, tenants that do not contradict those of places, nothing to choose twice. */
export function checkLoginPlaces(config: Config, report: Report): void {
  const { login, identityPlatform } = config
  const hosts = listHosts(config)
  const hint = `Hosts of this gateway: ${hosts.join(', ')}. Others get theirs in \`identityPlatform.tenants\`.`
  for (const host of Object.keys(login.hosts)) {
    if (!hosts.includes(host)) report(`login.hosts.${host}`, 'is not a host that visitors use', hint)
  }
  for (const [host, tenant] of Object.entries(login.tenants.byHost)) {
    const path = `login.tenants.byHost.${host}`
    const owner = Object.hasOwn(identityPlatform.tenants, host) ? identityPlatform.tenants[host] : tenant
    if (!hosts.includes(host)) report(path, 'is not a host that visitors use', hint)
    else if (owner !== tenant)
      report(
        path,
        'is not the tenant that the host has in `identityPlatform.tenants`',
        'Nobody could sign in there: leave it out here, or name the same tenant.'
      )
  }
  login.tenants.choose.forEach(({ id }, index) => {
    const first = login.tenants.choose.findIndex((other) => other.id === id)
    if (first !== index)
      report(
        `login.tenants.choose[${index}].id`,
        `is the same as login.tenants.choose[${first}].id`,
        'Keep one of the two.'
      )
  })
}

/** Host names without a port: that of `publicUrl`, and those that have a tenant. */
function listHosts({ publicUrl, identityPlatform }: Config): string[] {
  const publicHosts = URL.canParse(publicUrl) ? [new URL(publicUrl).hostname] : []
  return [...publicHosts, ...Object.keys(identityPlatform.tenants).filter((place) => !place.startsWith('/'))]
}
