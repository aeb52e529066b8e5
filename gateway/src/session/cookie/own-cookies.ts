import { nameOf } from './cookie.ts'

/** The gateway's cookies among all that a browser sends; see `createOwnCookies`. */
export interface OwnCookies {
  /** Is this the name of one of them? */
  owns(name: string): boolean
  /** The `Cookie` header without them; undefined when nothing is left. */
  strip(header: string): string | undefined
}

/** `=a=b` is a cookie without a name to some servers, and `a` to others. Most pairs begin with a blank at most. */
function withoutLead(pair: string): string {
  const first = pair.charCodeAt(pair[0] === ' ' ? 1 : 0)
  const isLetter = first > 0x40 && first < 0x7f
  return isLetter ? pair : pair.replace(/^[\s=]+/, '')
}

/**
 * Tells the gateway's cookies from those of applications. `names`: of its session cookies, on whichever origin; with each go its
 * parts, the small cookies of the login page and those of attempts to hand a session over.
 */
export function createOwnCookies(names: readonly string[]): OwnCookies {
  const owned = new RegExp(
    `^(?:${names.join('|')})(\\.\\d{1,8}|-(lang|redirects|signed-out|step-up|state\\.[\\w-]{1,32}))?$`
  )
  const [first = '', ...others] = names
  // Every request with a cookie is asked about: only pairs that hold one of the names are looked at.
  function find(text: string, from: number): number {
    let at = text.indexOf(first, from)
    for (const name of others) at = earlierOf(at, text.indexOf(name, from))
    return at
  }
  // Apache and Envoy join two lines by a comma.
  const isOwn = (pair: string) => owned.test(nameOf(withoutLead(pair)))
  const holdsOwn = (pair: string) => (pair.includes(',') ? pair.split(',').some(isOwn) : isOwn(pair))
  return {
    owns: (name) => owned.test(name),
    strip(header) {
      let at = find(header, 0)
      if (at === -1) return header
      // Slices joined by `+` share the header's bytes, which `join` would copy.
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
      // Where the last pair is ours, the separator before it goes too.
      rest = keptFrom <= header.length ? rest + header.slice(keptFrom) : rest.slice(0, -1)
      return rest.trim() || undefined
    }
  }
}

/** The smaller of two places in a text; -1: there is none. */
function earlierOf(one: number, other: number): number {
  return one === -1 || (other !== -1 && other < one) ? other : one
}
