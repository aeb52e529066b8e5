import { BlockList, isIP } from 'node:net'

/** Adds a CIDR or a single address. Throws if invalid. */
export function addNetwork(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/')
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
}

/** Stands for the peer of a Unix socket, in lists of networks too; the same as in nginx. */
export const UNIX_PEER = 'unix:'

/** More than the number of proxies; client addresses evict each other. */
const MAX_CACHED = 1000

/**
 * Tests whether an address, or `UNIX_PEER`, is in one of the networks. Cached, since a `BlockList` lookup
 * takes microseconds and the same few addresses occur in every request.
 */
export function buildNetworkTest(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks.filter((one) => one !== UNIX_PEER)) addNetwork(list, network)
  const hasUnixPeers = networks.includes(UNIX_PEER)
  const known = new Map<string, boolean>()
  return (address) => {
    if (address === UNIX_PEER) return hasUnixPeers
    const before = known.get(address)
    if (before !== undefined) return before
    if (known.size >= MAX_CACHED) known.clear()
    const isWithin = list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
    known.set(address, isWithin)
    return isWithin
  }
}
