import { isIP } from 'node:net'
import { isThisMachine } from '../../../config/addresses/urls.ts'
import { listUpstreamUrls } from '../../../config/checks/node-checks.ts'
import type { Config } from '../../../config/schema/schema.ts'
import { defineCheck } from '../check.ts'
import { fail, type Issue, judge, ok, warn } from '../finding.ts'

/** Do the names of the provider, the application and the gateway itself resolve from here? */
export const dnsCheck = defineCheck(
  'DNS',
  { reads: ['identityPlatform', 'upstream', 'applications', 'publicUrl'], isRemote: true },
  async (config, { lookUp }) => {
    const names = listNames(config)
    if (names.length === 0) return ok('there are only addresses and names of this machine')
    const found = await Promise.all(names.map(async (name) => judgeName(name, await lookUp(name.host))))
    const hosts = names.map(({ host }) => host)
    return judge([...new Set(hosts)].join(', '), ...found)
  }
)

interface NamedHost {
  key: string
  host: string
  /** Can the gateway do nothing without it? */
  isNeeded: boolean
}

function listNames(
  config: Pick<Config, 'identityPlatform' | 'upstream' | 'applications' | 'publicUrl'>
): NamedHost[] {
  const { emulatorHost, endpoints } = config.identityPlatform
  const { identityToolkit, secureToken, certificates } = endpoints
  const provider =
    emulatorHost === null ? [identityToolkit, secureToken, certificates] : [`http://${emulatorHost}`]
  return [
    ...provider.map((url) => nameIn('identityPlatform', url, true)),
    ...listUpstreamUrls(config).map(({ path, url }) => nameIn(path, url, true)),
    nameIn('publicUrl', config.publicUrl, false)
  ].filter((name) => name !== null)
}

/** Null: there is nothing to resolve. */
function nameIn(key: string, url: string, isNeeded: boolean): NamedHost | null {
  const { hostname } = new URL(url)
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isAddress || isThisMachine(hostname) ? null : { key, host: hostname, isNeeded }
}

function judgeName({ key, host, isNeeded }: NamedHost, addresses: readonly string[]): Issue | null {
  if (addresses.length > 0) return null
  return isNeeded
    ? fail(`${key}: ${host} does not resolve from here`, 'correct the name, or the resolver of this machine')
    : warn(`${key}: ${host} does not resolve from here`, 'nothing, if it does for visitors')
}
