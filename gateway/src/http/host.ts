/** A name or an IPv4 address, or an IPv6 address in brackets; then perhaps a port up to 65535. */
const HOST =
  /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,4}|[0-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?$/

/** A host and its port as they were written. */
export interface HostAndPort {
  hostname: string
  /** Null: there is none. */
  port: string | null
}

/**
 * Reads the value of a `Host` header. Null: it is malformed. Narrower than RFC 3986, 3.2.2: characters that no host name has,
 * user information, encodings and an empty port are refused, since two servers may read them in two ways.
 */
export function readHostAndPort(text: string): HostAndPort | null {
  const [, hostname, port = null] = HOST.exec(text) ?? []
  return hostname === undefined ? null : { hostname, port }
}

/** A host without its port. Takes one that is well-formed. */
export function hostnameOf(host: string): string {
  const end = host.indexOf(':', host.indexOf(']') + 1)
  return end === -1 ? host : host.slice(0, end)
}

/** Is it well-formed? The same for every request, without what it is made of. */
export function isHost(text: string): boolean {
  return HOST.test(text)
}
