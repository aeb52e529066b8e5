import { fastifyCookie } from '@fastify/cookie'

// The plugin loads its parser when it is registered: before that, `parse` and `serialize` throw a TypeError. The gateway
// registers it (own-routes.ts) before it listens; programs without a server must do so themselves.

const VERBATIM = { decode: (value: string) => value }

/**
 * The cookies of a `Cookie` header, name -> value, the first one of each name (RFC 6265, 5.4: a browser may send several).
 * Values are as they came: decoded, one value of ours would have many spellings.
 */
export function parseCookies(header: string): Readonly<Record<string, string | undefined>> {
  return fastifyCookie.parse(header, VERBATIM)
}

/** A `Set-Cookie` value. Throws a `TypeError` where a name or attribute is none (RFC 6265, 4.1.1). */
export const serializeCookie: typeof fastifyCookie.serialize = (name, value, attributes) =>
  fastifyCookie.serialize(name, value, attributes)
