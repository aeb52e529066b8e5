import type { UpstreamConfig } from '../schema/schema.ts'
import { parseUrl } from './urls.ts'

/** Max length of a socket path on Linux, in bytes; less elsewhere (unix(7)). */
const MAX_SOCKET_PATH_BYTES = 107
const UNIX = 'unix:'
/** HTTP needs a host, and `localhost` cannot belong to anyone else. */
const SOCKET_ORIGIN = 'http://localhost'

export interface UpstreamAddress {
  /** Scheme, host and port; `http://localhost` for a `unix:` URL. */
  origin: string
  /** Path of the Unix socket; null for TCP. */
  socketPath: string | null
}

/** Address of an upstream; null if invalid. */
export function readUpstreamAddress({
  url,
  unixSocket
}: Pick<UpstreamConfig, 'url' | 'unixSocket'>): UpstreamAddress | null {
  if (isSocketUrl(url)) return { origin: SOCKET_ORIGIN, socketPath: url.slice(UNIX.length) }
  const parsed = parseUrl(url)
  return parsed === null ? null : { origin: parsed.origin, socketPath: unixSocket }
}

/** True for a `unix:` URL, which means HTTP without TLS. */
export function isSocketUrl(url: string): boolean {
  return url.startsWith(UNIX)
}

/** True if Linux accepts this path for a socket. */
export function fitsSocketAddress(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES
}
