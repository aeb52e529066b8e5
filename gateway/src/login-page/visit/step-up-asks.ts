import { createHash } from 'node:crypto'
import type { Session } from '../../session/session.ts'

/** Whether a visitor may be asked for a more recent sign-in. */
export type AskDecision =
  /** `note`: the new value of the cookie. */
  | { kind: 'ask'; note: string }
  /** The sign-in that was asked for is too long ago from its beginning: clocks differ. */
  | { kind: 'in-vain' }

/**
 * Gives the function that decides whether to ask for a sign-in of the last `withinSeconds` once more. Which session was asked,
 * and when, is kept in a cookie for that time: another session that is too old before it has passed did not begin too
 * early, but by a clock that differs from ours. `cookie`: its value as the browser sent it, not checked. `now`: epoch seconds.
 */
export function createStepUpAsks(now: () => number) {
  return function askOnce(cookie: string | undefined, { id }: Session, withinSeconds: number): AskDecision {
    const nowSeconds = Math.floor(now())
    const session = createHash('sha256').update(id).digest('hex').slice(0, 16)
    const [, since, asked] = /^(\d{1,12})\.([0-9a-f]{16})$/.exec(cookie ?? '') ?? []
    const ageSeconds = nowSeconds - Number(since)
    const isRecent = ageSeconds >= 0 && ageSeconds < withinSeconds
    return isRecent && asked !== session
      ? { kind: 'in-vain' }
      : { kind: 'ask', note: `${nowSeconds}.${session}` }
  }
}
