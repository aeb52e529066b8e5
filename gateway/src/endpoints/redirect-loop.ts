import { createHash } from 'node:crypto'
import type { Session } from '../session/session.ts'
import type { SharedState } from '../shared-state/shared-state.ts'

/** The application redirects its visitors back, or the browser drops our cookies; worth monitoring (RFC 5842, 7.2). */
export const LOOP_DETECTED = 508
/** Window for counting redirects to one path and lifetime of the cookie, in seconds. */
export const WINDOW_SECONDS = 30
/** More redirects within the window are a loop: restored tabs of a page are fewer, and browsers give up after 20, two for each. */
const MAX_REDIRECTS = 8
/** The same for sessions that arrive at another host, where those of tabs that open together are not counted. */
export const MAX_ARRIVALS = 3

type RedirectDecision =
  /** `count`: the new cookie value. */
  | { kind: 'redirect'; count: string }
  /** The application keeps sending this signed-in visitor back to the login page. */
  | { kind: 'loop' }

/**
 * Returns a function that counts the login page's redirects of a signed-in browser to one path. Counts in a
 * cookie, since no script runs on the way. `cookie`: its unvalidated value. `now`: epoch seconds.
 */
export function createRedirectCounter(now: () => number, max = MAX_REDIRECTS) {
  return function countRedirect(cookie: string | undefined, redirectTarget: string): RedirectDecision {
    const path = digestPath(redirectTarget)
    const nowSeconds = Math.floor(now())
    // Malformed, expired, future or other-path values start a new count.
    const [, count, since, counted] = /^(\d)\.(\d{1,12})\.(\w+)$/.exec(cookie ?? '') ?? []
    const ageSeconds = nowSeconds - Number(since)
    const isCurrent = counted === path && ageSeconds >= 0 && ageSeconds < WINDOW_SECONDS
    if (!isCurrent) return { kind: 'redirect', count: `1.${nowSeconds}.${path}` }
    if (Number(count) >= max) return { kind: 'loop' }
    return { kind: 'redirect', count: `${Number(count) + 1}.${Number(since)}.${path}` }
  }
}

/**
 * Returns a function that counts the same at the gateway, for browsers whose only cookie is the session: whether another
 * redirect of this session to the path would be a loop. With several instances and no store, each counts its own.
 */
export function createSessionRedirectCounter({ countCall }: Pick<SharedState, 'countCall'>) {
  return async function isLoop({ id }: Pick<Session, 'id'>, redirectTarget: string): Promise<boolean> {
    const session = createHash('sha256').update(id).digest('base64url')
    const caller = `${session} ${digestPath(redirectTarget)}`
    const { calls } = await countCall('redirect', caller, WINDOW_SECONDS * 1000)
    return calls > MAX_REDIRECTS
  }
}

/** Per path, since several tabs are no loop; without the query, which may change on each redirect. */
function digestPath(redirectTarget: string): string {
  const [path = ''] = redirectTarget.split(/[?#]/, 1)
  return createHash('sha256').update(path).digest('hex').slice(0, 8)
}
