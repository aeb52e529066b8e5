/** An IPv4 address as it is usually written: `::ffff:127.0.0.1` -> `127.0.0.1`; `unknown` for a socket without one. */
export function plainAddress(address: string | undefined): string {
  return (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '')
}
