import { parseUrl } from './urls.ts'

/** Length of a path that Linux takes for a socket, in bytes; other systems take less (unix(7)). */
const MAX_SOCKET_PATH_BYTES = 107
const UNIX = 'unix:'
/** Origin of what is reached by a socket: HTTP needs a host, and this name cannot be anybody else's. */
const SOCKET_ORIGIN = 'http://localhost'

/** Where the application is. */
export interface UpstreamAddress {
  /** Scheme, host and port; those of a `unix:` URL are `http://localhost`. */
  origin: string
  /** Path of the Unix socket; null: it is reached by TCP. */
  socketPath: string | null
}

/** The keys of an upstream that say where it is. */
export interface UpstreamPlace {
  url: string
  unixSocket: string | null
}

/** The address that an upstream names; null: it names none. */
export function readUpstreamAddress({ url, unixSocket }: UpstreamPlace): UpstreamAddress | null {
  if (isSocketUrl(url)) return { origin: SOCKET_ORIGIN, socketPath: url.slice(UNIX.length) }
  const parsed = parseUrl(url)
  return parsed === null ? null : { origin: parsed.origin, socketPath: unixSocket }
}

/** Does a URL of an upstream name a Unix socket, which speaks HTTP without TLS? */
export function isSocketUrl(url: string): boolean {
  return url.startsWith(UNIX)
}

/** Does Linux take this path for a socket? */
export function fitsSocketAddress(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES
}
