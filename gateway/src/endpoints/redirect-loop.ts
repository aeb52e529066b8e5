import { createHash } from 'node:crypto'

/** Redirects of one browser to one path within this time count together; also the lifetime of the cookie, in seconds. */
export const WINDOW_SECONDS = 30
/** More redirects than that to one path within the window are a loop: nobody clicks that fast. */
const MAX_REDIRECTS = 3

/** Whether a visitor who is signed in may be redirected once more. */
export type RedirectDecision =
  /** `count`: the new value of the cookie. */
  | { kind: 'redirect'; count: string }
  /** The application has sent this signed-in visitor back to the login page too often. */
  | { kind: 'loop' }

/**
 * Gives the function that counts how often the login page has redirected a signed-in browser to one path. The count is kept in
 * a cookie, because no script of the page runs on the way. `cookie`: its value as the browser sent it, not checked. `now`:
 * epoch seconds.
 */
export function createRedirectCounter(now: () => number) {
  return function countRedirect(cookie: string | undefined, redirectTarget: string): RedirectDecision {
    const path = digestPath(redirectTarget)
    const nowSeconds = Math.floor(now())
    const { count, sinceSeconds } = readCount(cookie, path, nowSeconds)
    if (count >= MAX_REDIRECTS) return { kind: 'loop' }
    return { kind: 'redirect', count: `${count + 1}.${sinceSeconds}.${path}` }
  }
}

/** A value that is malformed, of another path, from the future or outside of the window starts a new count. */
function readCount(
  cookie: string | undefined,
  path: string,
  nowSeconds: number
): { count: number; sinceSeconds: number } {
  const [, count, since, counted] = /^(\d)\.(\d{1,12})\.(\w+)$/.exec(cookie ?? '') ?? []
  const ageSeconds = nowSeconds - Number(since)
  const isCurrent = counted === path && ageSeconds >= 0 && ageSeconds < WINDOW_SECONDS
  return isCurrent
    ? { count: Number(count), sinceSeconds: Number(since) }
    : { count: 0, sinceSeconds: nowSeconds }
}

/**
 * Several tabs on their way to several paths are no loop, so the path is part of the count. The query is not: an application
 * may change it on each redirect.
 */
function digestPath(redirectTarget: string): string {
  const [path = ''] = redirectTarget.split(/[?#]/, 1)
  return createHash('sha256').update(path).digest('hex').slice(0, 8)
}
