import { isStart, nameOf, type SessionCookie, serializeCookie } from '../../src/session/cookie/cookie.ts'

/** Values of one header that are examined: a sibling domain may have planted some. */
const MAX_VALUES = 20

/** The cookie of the session's device: proof that the browser still has its key. */
export function createDeviceCookie({
  name: sessionName,
  attributes,
  clear
}: Pick<SessionCookie, 'name' | 'attributes' | 'clear'>) {
  const name = `${sessionName}-device`
  return {
    name,
    /** Attributes as in its `Set-Cookie`, without its lifetime. */
    attributes: (): string => serializeCookie(name, '', attributes).replace(/^[^;]*; /, ''),
    set: (value: string, maxAgeSeconds: number): string =>
      serializeCookie(name, value, { ...attributes, maxAge: maxAgeSeconds }),
    clear: (): readonly string[] => clear([name]),
    /** Its values in a `Cookie` header, undecoded. */
    read(header: string | undefined): readonly string[] {
      if (header?.includes(name) !== true) return []
      const pairs = header.split(';').filter((pair) => nameOf(pair) === name)
      return pairs.slice(0, MAX_VALUES).map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    },
    pairOf: (value: string): string => `${name}=${value}`,
    /** Whether a header has this very pair. Cheap: one search, from the place `usuallyAfter` on; before it only in vain. */
    has(header: string | undefined, pair: string, usuallyAfter: number): boolean {
      if (header === undefined) return false
      const behind = header.indexOf(pair, usuallyAfter)
      const at = behind === -1 ? header.indexOf(pair) : behind
      const end = at + pair.length
      return at !== -1 && isStart(header, at) && (end === header.length || header[end] === ';')
    }
  }
}
