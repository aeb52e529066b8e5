/**
 * Gives the absolute address to open after sign-in: `target` on `origin`, with `fragment` (`#…` or empty) at its end.
 * The gateway has checked the target, and this does not rely on it: whatever is not a path of this origin becomes `/`.
 */
export function addressAfterSignIn(target: string, origin: string, fragment: string): string {
  const url = pathOn(origin, target) ?? new URL('/', origin)
  if (fragment !== '') url.hash = fragment
  return url.href
}

function pathOn(origin: string, target: string): URL | null {
  if (!/^\/(?![/\\])/.test(target) || !URL.canParse(target, origin)) return null
  const url = new URL(target, origin)
  // The parser drops tabs and line ends, so "/<tab>/evil.example" passes the pattern and still names another host.
  return url.origin === origin ? url : null
}
