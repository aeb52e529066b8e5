import { fastifyCookie } from '@fastify/cookie'

// The plugin loads its parser on registration; before that, `parse` and `serialize` throw a TypeError. The
// gateway registers it in own-routes.ts; programs without a server must do so themselves.

const VERBATIM = { decode: (value: string) => value }

/** Cookies by name, the first of each (RFC 6265, 5.4), undecoded: otherwise one value of ours would have many spellings. */
export function parseCookies(header: string): Readonly<Record<string, string | undefined>> {
  return fastifyCookie.parse(header, VERBATIM)
}

/** A `Set-Cookie` value. Throws a `TypeError` for an invalid name or attribute (RFC 6265, 4.1.1). */
export const serializeCookie: typeof fastifyCookie.serialize = (name, value, attributes) =>
  fastifyCookie.serialize(name, value, attributes)
