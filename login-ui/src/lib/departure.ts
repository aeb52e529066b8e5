import type { PageConfig } from '../page-config.ts'
import type { Browser } from './browser.ts'

/** Allowed origins of targets. */
interface Origins {
  /** Origin of the page. */
  origin: string
  applicationOrigins: readonly string[]
}

/**
 * The absolute address after sign-in: `target` with `fragment` (`#…` or empty). Does not rely on the
 * gateway's check: anything but a path of the page's origin or a URL on an application's becomes `/`.
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

/**
 * URL parsers drop tabs and line breaks, so "/<tab>/evil.example" would name another host. What matches always has this origin.
 */
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
