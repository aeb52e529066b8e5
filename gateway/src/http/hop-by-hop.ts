import type { IncomingHttpHeaders } from 'node:http'

/**
 * Header names that concern one connection, so that they end at a proxy in both directions (RFC 9110, 7.6.1), and framing,
 * which is written anew. Those that a `Connection` header names end there too; see `connectionNames`.
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

/** The names that a `Connection` header lists, in lower case; none where there is no such header. */
export function connectionNames(connection: string | string[] | undefined): ReadonlySet<string> {
  if (connection === undefined || connection === 'keep-alive') return NONE
  return new Set(
    String(connection)
      .toLowerCase()
      .split(/[,\s]+/)
  )
}

/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1); null: there is none. Nothing in it is checked. */
export function bearerOf({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null
}

/** Does an `Authorization` header hold a bearer token, or what should be one? Other schemes have other meanings. */
export function isBearer({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): boolean {
  return authorization !== undefined && /^bearer(?![^ \t])/i.test(authorization)
}
