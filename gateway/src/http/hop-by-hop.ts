import type { IncomingHttpHeaders } from 'node:http'

/**
 * Hop-by-hop headers, removed in both directions (RFC 9110, 7.6.1), and framing, which is rewritten. Headers
 * listed in `Connection` are removed too; see `connectionNames`.
 */
export const HOP_BY_HOP: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade'
]

const NONE: ReadonlySet<string> = new Set()

/** Lowercase names listed in a `Connection` header. */
export function connectionNames(connection: string | string[] | undefined): ReadonlySet<string> {
  if (connection === undefined || connection === 'keep-alive') return NONE
  return new Set(
    String(connection)
      .toLowerCase()
      .split(/[,\s]+/)
  )
}

/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1), unverified; null if there is none. */
export function bearerOf({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null
}

/** True for the Bearer scheme, even with a malformed token. */
export function isBearer({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): boolean {
  return authorization !== undefined && /^bearer(?![^ \t])/i.test(authorization)
}
