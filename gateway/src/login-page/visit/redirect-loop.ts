import { createHash } from 'node:crypto'

/** How long visits to the login page count together, and the browser keeps the count, in seconds. */
export const WINDOW_SECONDS = 30
/** So often a visitor who is signed in is sent on to one path; after that it is a loop. Nobody clicks that fast. */
const MOST_BOUNCES = 3

/** Whether a visitor who is signed in is sent on once more. */
export type Bounce =
  /** `count`: value of the cookie, for the next time. */
  | { kind: 'go-on'; count: string }
  /** An application that sends signed-in visitors back has done so too often. */
  | { kind: 'loop' }

/**
 * Counts how often a browser that is signed in was sent on from the login page to the same path, in a cookie of its own:
 * the page is not there to notice. `counted`: that cookie's value, not checked. `now`: epoch seconds.
 */
export function createBounces(now: () => number) {
  return function countBounce(counted: string | undefined, redirectTarget: string): Bounce {
    const place = digestOf(redirectTarget)
    const nowSeconds = Math.floor(now())
    const { count, sinceSeconds } = readCount(counted, place, nowSeconds)
    if (count >= MOST_BOUNCES) return { kind: 'loop' }
    return { kind: 'go-on', count: `${count + 1}.${sinceSeconds}.${place}` }
  }
}

/** Anything that is no count of this window and place, and times to come, begin anew. */
function readCount(
  value: string | undefined,
  place: string,
  nowSeconds: number
): { count: number; sinceSeconds: number } {
  const [, count, since, counted] = /^(\d)\.(\d{1,12})\.(\w+)$/.exec(value ?? '') ?? []
  const ageSeconds = nowSeconds - Number(since)
  const isCurrent = counted === place && ageSeconds >= 0 && ageSeconds < WINDOW_SECONDS
  return isCurrent
    ? { count: Number(count), sinceSeconds: Number(since) }
    : { count: 0, sinceSeconds: nowSeconds }
}

/** Several tabs are no loop, each has a place of its own; the query is left out, an application may change it each time. */
function digestOf(redirectTarget: string): string {
  const [path = ''] = redirectTarget.split(/[?#]/, 1)
  return createHash('sha256').update(path).digest('hex').slice(0, 8)
}
