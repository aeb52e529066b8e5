import { isIPv6 } from 'node:net'

/** An IPv4 address as it is usually written: `::ffff:127.0.0.1` -> `127.0.0.1`; `unknown` for a socket without one. */
export function plainAddress(address: string | undefined): string {
  return (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '')
}

/** What one client has to itself: an IPv4 address as it is, of an IPv6 address the first 64 bits. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - lengthOf(tail))).fill('0')
  const rest = tail === undefined ? [] : tail.split(':')
  const first = [...groups, ...zeros, ...rest].slice(0, 4)
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** In groups of 16 bits; an IPv4 address at the end takes two. */
function lengthOf(tail: string): number {
  return tail.split(':').filter(Boolean).length + (tail.includes('.') ? 1 : 0)
}
