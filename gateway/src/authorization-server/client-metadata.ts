import { isIP, type LookupFunction } from 'node:net'
import { Agent, fetch } from 'undici'
import { coversHost } from '../config/access-rules.ts'
import { buildNetworkTest } from '../config/addresses/networks.ts'
import { normalizeHost, parseUrl } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'
import type { LookUpName } from '../http/connections/name-look-ups.ts'

/**
 * Networks that are not public (IANA special-purpose address registries; RFC 6890), multicast and unspecified addresses. Not
 * `::ffff:0:0/96`, which for `BlockList` includes every IPv4 address: it tests IPv4-mapped ones as IPv4.
 */
const SPECIAL_NETWORKS = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...[
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16'
  ],
  ...['192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/63', '2001::/23', '2001:db8::/32'],
  ...[
    '2002::/16',
    '2620:4f:8000::/48',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8'
  ]
]
const TIMEOUT_MS = 3000

/** Bytes of a document, and for how long it is cached, in seconds, whatever its headers say. */
export const DOCUMENT = { maxBytes: 5 * 1024, cache: { min: 60, max: 3600 } }

export interface ClientMetadataOptions {
  settings: Config['authorizationServer']['clientMetadata']
  lookUp: LookUpName
  /** Trusted certificates in PEM; default: those of Node. */
  ca?: string | undefined
}

/** Whether documents are fetched from an address: a public one, or one in `privateNetworks`. */
export function createReachableTest({
  privateNetworks
}: Pick<ClientMetadataOptions['settings'], 'privateNetworks'>): (address: string) => boolean {
  const isSpecial = buildNetworkTest(SPECIAL_NETWORKS)
  const isAllowedNetwork = buildNetworkTest(privateNetworks)
  return (address) => isAllowedNetwork(address) || !isSpecial(address)
}

/**
 * Fetches documents that clients name as their id (Client ID Metadata Document), so the address is of a stranger's choice: https,
 * a host of `clientMetadata.allow`, public addresses, no redirect. The address that was checked is the one connected to.
 */
export function createClientMetadata({ settings, lookUp, ca }: ClientMetadataOptions) {
  const isReachable = createReachableTest(settings)

  const lookupPublic: LookupFunction = (hostname, _options, callback) => {
    lookUp(hostname, TIMEOUT_MS, (err, addresses) => {
      const reachable = addresses.filter(({ address }) => isReachable(address))
      if (err !== null) callback(err, [])
      else if (reachable.length === 0) callback(new Error(`${hostname} has no public address`), [])
      else callback(null, reachable)
    })
  }
  const agent = new Agent({
    connect: { lookup: lookupPublic, timeout: TIMEOUT_MS, ...(ca !== undefined && { ca }) },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connections: 4,
    pipelining: 1
  })

  /** Whether a client with this id may be asked about: its host is listed, and not a private address. */
  function isAllowed(clientId: string): boolean {
    const url = parseUrl(clientId)
    if (url?.protocol !== 'https:') return false
    const host = normalizeHost(url.hostname)
    const address = host.replace(/^\[|\]$/g, '')
    if (isIP(address) !== 0 && !isReachable(address)) return false
    return settings.allow.some((one) => one === '*' || coversHost(one, host))
  }

  return {
    isAllowed,
    /** Like the global function, for a GET. Rejects for everything but a response of an allowed host. */
    async fetch(input: string | URL | Request): Promise<Response> {
      const url = input instanceof Request ? input.url : String(input)
      if (!isAllowed(url)) throw new Error('not an address that may be fetched')
      return await fetch(url, {
        headers: { accept: 'application/json' },
        redirect: 'error',
        dispatcher: agent,
        signal: AbortSignal.timeout(TIMEOUT_MS)
      })
    },
    close: () => agent.close()
  }
}
