import type { PageConfig } from '../page-config.ts'
import type { Browser } from './browser.ts'

/** Where a page may lead to. */
interface Origins {
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

/** URL parsers drop tabs and line ends: "/<tab>/evil.example" would name another host. What is left after that always has this origin. */
const PATH = /^\/(?![/\\])[^\t\n\r]*$/

function pathOn(origin: string, target: string): URL | null {
  return PATH.test(target) ? new URL(target, origin) : null
}

/** Opens the redirect target in place of the page. */
export function openTarget({
  browser,
  config
}: {
  browser: Pick<Browser, 'location' | 'leaveFor'>
  config: Pick<PageConfig, 'redirectTarget' | 'applicationOrigins'>
}): void {
  const { origin, hash } = browser.location()
  browser.leaveFor(addressAfterSignIn(config.redirectTarget, hash, { ...config, origin }))
}
