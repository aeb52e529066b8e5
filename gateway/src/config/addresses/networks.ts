import { BlockList, isIP, SocketAddress } from 'node:net'
import { listProblems, type Problem, when } from '../../problem.ts'

/** A prefix length without sign, spaces or leading zeros. */
const PREFIX_LENGTH = /^(0|[1-9]\d{0,2})$/
const IPV4_MAPPED = /^::ffff:\d+\.[\d.]+$/
/** A shorter prefix of an IPv4-mapped address includes every IPv4 address (RFC 4291, 2.5.5.2). */
const MIN_MAPPED_BITS = 96

interface Network {
  address: string
  bits: number
  family: 'ipv4' | 'ipv6'
  isIPv4: boolean
}

/** True for a CIDR or an address. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== null
}

/** Null if invalid. Strict, since what is misread here is trusted: no zones, which `BlockList` would ignore. */
function parseNetwork(text: string): Network | null {
  const [address = '', length, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return null
  if (length !== undefined && !PREFIX_LENGTH.test(length)) return null
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const max = version === 4 ? 32 : 128
  const isMapped = IPV4_MAPPED.test(new SocketAddress({ address, family }).address)
  const bits = length === undefined ? max : Number(length)
  const isWithinBounds = bits >= (isMapped ? MIN_MAPPED_BITS : 0) && bits <= max
  return isWithinBounds ? { address, bits, family, isIPv4: isMapped || version === 4 } : null
}

/** Stands for the peer of a Unix socket, in lists of networks too; the same as in nginx. */
export const UNIX_PEER = 'unix:'

/** More than the number of proxies; client addresses evict each other. */
const MAX_CACHED = 1000

/** Tests whether an address, or `UNIX_PEER`, is in one of the networks. Cached: a look-up takes microseconds. Throws if a network is invalid. */
export function buildNetworkTest(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false
  // Apart: to a `BlockList`, `::/64` and all else around `::ffff:0:0/96` would include every IPv4 address.
  const ofIPv4 = new BlockList()
  const ofIPv6 = new BlockList()
  for (const text of networks.filter((one) => one !== UNIX_PEER)) {
    const network = parseNetwork(text)
    if (network === null) throw new TypeError(`${text} is not a network`)
    const list = network.isIPv4 ? ofIPv4 : ofIPv6
    list.addSubnet(network.address, network.bits, network.family)
  }
  const hasUnixPeers = networks.includes(UNIX_PEER)
  const known = new Map<string, boolean>()
  return (address) => {
    if (address === UNIX_PEER) return hasUnixPeers
    const before = known.get(address)
    if (before !== undefined) return before
    if (known.size >= MAX_CACHED) known.clear()
    const isWithin =
      isIP(address) === 4
        ? ofIPv4.check(address, 'ipv4')
        : ofIPv4.check(address, 'ipv6') || ofIPv6.check(address, 'ipv6')
    known.set(address, isWithin)
    return isWithin
  }
}

/** Entries must be CIDRs, addresses or `unix:`. */
export function checkNetworks(path: string, networks: readonly string[]): Problem[] {
  const problems = networks.map((network, index) =>
    when(network !== UNIX_PEER && !isNetwork(network), {
      path: `${path}[${index}]`,
      message: 'is not a network',
      hint: 'For example `10.0.0.0/8` or `fd00::/8`; `unix:` for clients of a Unix socket.'
    })
  )
  return listProblems(...problems)
}
