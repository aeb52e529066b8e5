import { nameOf, type SessionCookie, serializeCookie } from '../../src/session/cookie/cookie.ts'

/** Values of one header that are examined: a sibling domain may have planted some. */
const MAX_VALUES = 20

export type DeviceCookie = ReturnType<typeof createDeviceCookie>

/** The cookie of the session's device: proof that the browser still has its key. */
export function createDeviceCookie({
  name: sessionName,
  attributes,
  clear
}: Pick<SessionCookie, 'name' | 'attributes' | 'clear'>) {
  const name = `${sessionName}-device`
  let text: string | undefined
  /** Serialized once: each proof sends them, in its cookie and in the instructions. */
  const attributesText = (): string => {
    text ??= serializeCookie(name, '', attributes).replace(/^[^;]*; /, '')
    return text
  }
  return {
    name,
    /** As in its `Set-Cookie`, without its lifetime. */
    attributes: attributesText,
    set: (value: string, maxAgeSeconds: number): string =>
      `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributesText()}`,
    clear: (): readonly string[] => clear([name]),
    /** Its values in a `Cookie` header, undecoded. */
    read(header: string | undefined): readonly string[] {
      if (header?.includes(name) !== true) return []
      const pairs = header.split(';').filter((pair) => nameOf(pair) === name)
      return pairs.slice(0, MAX_VALUES).map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    },
    pairOf: (value: string): string => `${name}=${value}`,
    /** Where a header has this very pair; -1: nowhere. `usuallyAt`: where it was before, which saves the search. */
    find(header: string | undefined, pair: string, usuallyAt: number): number {
      if (header === undefined) return -1
      const behind = header.indexOf(pair, usuallyAt)
      const at = behind === -1 ? header.indexOf(pair) : behind
      const end = at + pair.length
      // As browsers write them.
      const isStart = at === 0 || (header[at - 1] === ' ' && header[at - 2] === ';')
      return at !== -1 && isStart && (end === header.length || header[end] === ';') ? at : -1
    }
  }
}
