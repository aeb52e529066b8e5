/** Where a page may lead to. */
export interface Origins {
  /** That of the page. */
  origin: string
  applicationOrigins: readonly string[]
}

/**
 * Gives the absolute address to open after sign-in: `target`, with `fragment` (`#…` or empty) at its end. The gateway has
 * checked the target, and this does not rely on it: whatever is neither a path of the page's origin nor a URL on that of an
 * application becomes `/`.
 */
export function addressAfterSignIn(
  target: string,
  fragment: string,
  { origin, applicationOrigins }: Origins
): string {
  const application = applicationOrigins.find((one) => target.startsWith(`${one}/`))
  const url =
    application === undefined ? pathOn(origin, target) : pathOn(application, target.slice(application.length))
  const destination = url ?? new URL('/', origin)
  if (fragment !== '') destination.hash = fragment
  return destination.href
}

function pathOn(origin: string, target: string): URL | null {
  if (!/^\/(?![/\\])/.test(target) || !URL.canParse(target, origin)) return null
  const url = new URL(target, origin)
  // The parser drops tabs and line ends, so "/<tab>/evil.example" passes the pattern and still names another host.
  return url.origin === origin ? url : null
}
