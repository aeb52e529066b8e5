import { nameOf } from './cookie.ts'

export interface OwnCookies {
  /** Whether this is the name of a gateway cookie. */
  owns(name: string): boolean
  /** The `Cookie` header without them; undefined if nothing remains. */
  strip(header: string): string | undefined
}

/** Some servers read `=a=b` as a cookie without a name, others as `a`. Most pairs start with at most one space. */
function withoutLead(pair: string): string {
  const first = pair.charCodeAt(pair[0] === ' ' ? 1 : 0)
  const isLetter = first > 0x40 && first < 0x7f
  return isLetter ? pair : pair.replace(/^[\s=]+/, '')
}

/**
 * Separates the gateway's cookies from those of applications. `names`: its session cookies on all origins;
 * includes their parts, the login page's small cookies and those of hand-over attempts.
 */
export function createOwnCookies(names: readonly string[]): OwnCookies {
  const owned = new RegExp(
    `^(?:${names.join('|')})(\\.\\d{1,8}|-(lang|redirects|signed-out|step-up|state\\.[\\w-]{1,32}))?$`
  )
  const [first = '', ...others] = names
  // Called for every request with a cookie, so only pairs that contain one of the names are examined.
  function find(text: string, from: number): number {
    let at = text.indexOf(first, from)
    for (const name of others) at = earlierOf(at, text.indexOf(name, from))
    return at
  }
  // Apache and Envoy join two header lines with a comma.
  const isOwn = (pair: string) => owned.test(nameOf(withoutLead(pair)))
  const holdsOwn = (pair: string) => (pair.includes(',') ? pair.split(',').some(isOwn) : isOwn(pair))
  return {
    owns: (name) => owned.test(name),
    strip(header) {
      let at = find(header, 0)
      if (at === -1) return header
      // Slices joined by `+` share the header's bytes; `join` would copy them.
      let rest = ''
      let keptFrom = 0
      let end = -1
      for (; at !== -1; at = find(header, end + 1)) {
        const start = header.lastIndexOf(';', at) + 1
        end = header.indexOf(';', at)
        if (end === -1) end = header.length
        if (!holdsOwn(header.slice(start, end))) continue
        rest += header.slice(keptFrom, start)
        keptFrom = end + 1
      }
      // If the last pair is ours, drop the separator before it.
      rest = keptFrom <= header.length ? rest + header.slice(keptFrom) : rest.slice(0, -1)
      return rest.trim() || undefined
    }
  }
}

/** The smaller of two indexes, where -1 means none. */
function earlierOf(one: number, other: number): number {
  return one === -1 || (other !== -1 && other < one) ? other : one
}
