import type { IncomingHttpHeaders } from 'node:http'

/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1); null: there is none. Nothing in it is checked. */
export function bearerOf({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null
}
