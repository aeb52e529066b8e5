import type { IncomingHttpHeaders } from 'node:http'

/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1); null: there is none. Nothing in it is checked. */
export function bearerOf({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null
}

/** Does an `Authorization` header hold a bearer token, or what should be one? Other schemes have other meanings. */
export function isBearer({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): boolean {
  return authorization !== undefined && /^bearer(?![^ \t])/i.test(authorization)
}
