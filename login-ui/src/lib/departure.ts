import type { PageConfig } from '../page-config.ts'

/** The page's position in the tab's history. */
export interface HistoryEntry {
  /** Number of entries the page has added, including this one. */
  depth: number
  /** Number of screens between the first one of the address and this one. */
  rank: number
  /** The mail link opened here, whose address is no longer shown. */
  link?: string | undefined
}

/** The current entry. Any script of this origin can write it: a wrong number costs a press of Back. */
export function historyEntry(): HistoryEntry {
  const { depth, rank, link }: Record<string, unknown> = Object(history.state)
  return {
    depth: typeof depth === 'number' ? depth : 0,
    rank: typeof rank === 'number' ? rank : 0,
    link: typeof link === 'string' ? link : undefined
  }
}

/** Time limit for going back in the page's history. */
const rewindMs = 500

/** Goes back to the page's first entry, then runs `then`: Back must not lead to an obsolete page. */
function rewind(then: () => void): void {
  const { depth } = historyEntry()
  if (depth === 0) return void then()
  const timer = setTimeout(end, rewindMs)
  function end() {
    clearTimeout(timer)
    removeEventListener('popstate', end)
    then()
  }
  addEventListener('popstate', end)
  history.go(-depth)
}

/** Opens an address, replacing this page and the history entries it added. */
export function leaveFor(url: string): void {
  rewind(() => location.replace(url))
}

/** Opens the redirect target in place of the page. */
export function openTarget(
  browser: { location(): { origin: string; hash: string }; leaveFor(url: string): void },
  { redirectTarget, applicationOrigins }: Pick<PageConfig, 'redirectTarget' | 'applicationOrigins'>
): void {
  const { origin, hash } = browser.location()
  browser.leaveFor(addressAfterSignIn(redirectTarget, hash, { origin, applicationOrigins }))
}

/**
 * The absolute address after sign-in: `target` with `fragment` (`#…` or empty). Does not rely on the
 * gateway's check: anything but a path of the page's origin or a URL on an application's becomes `/`.
 */
export function addressAfterSignIn(
  target: string,
  fragment: string,
  { origin, applicationOrigins }: { origin: string; applicationOrigins: readonly string[] }
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
