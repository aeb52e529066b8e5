import { nameOf } from './cookie.ts'

/** The gateway's cookies among all that a browser sends; see `createOwnCookies`. */
export interface OwnCookies {
  /** Is this the name of one of them? */
  owns(name: string): boolean
  /** The `Cookie` header without them; undefined when nothing is left. */
  strip(header: string): string | undefined
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
  // Every request with a cookie is asked about: most names are told by their beginning.
  const mayHave = (text: string) => text.includes(first) || others.some((name) => text.includes(name))
  const owns = (name: string) => mayHave(name) && owned.test(name)
  return {
    owns,
    strip(header) {
      if (!mayHave(header)) return header
      // `=a=b` is a cookie without a name to some servers, and `a` to others.
      const kept = header
        .split(';')
        .filter((pair) => !mayHave(pair) || !owns(nameOf(pair.replace(/^[\s=]+/, ''))))
      const rest = kept.join(';').trim()
      return rest === '' ? undefined : rest
    }
  }
}
