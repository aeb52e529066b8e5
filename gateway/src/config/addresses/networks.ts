import { BlockList, isIP } from 'node:net'

/** Adds a CIDR or a single address. Throws for anything else. */
export function addNetwork(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/')
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
}

/** Is an address in one of the networks? Takes plain addresses; nothing is in an empty list. */
export function buildNetworkTest(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) addNetwork(list, network)
  return (address) => networks.length > 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}
