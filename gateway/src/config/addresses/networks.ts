import { BlockList, isIP } from 'node:net'

/** Adds a CIDR or a single address. Throws for anything else. */
export function addNetwork(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/')
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
}

/** Stands for the address of whoever connects to a Unix socket, in lists of networks too; nginx says so as well. */
export const UNIX_PEER = 'unix:'

/** More proxies than anybody has; addresses of visitors take turns. */
const MAX_CACHED = 1000

/**
 * Is an address in one of the networks? Takes plain addresses and `UNIX_PEER`; nothing is in an empty list. The same few are asked about with
 * every request, and a look into the list costs microseconds: answers are remembered.
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
