import { problemOf } from '../auth/errors.ts'
import type { Account } from '../auth/sdk-contract.ts'
import { isClockOff } from '../lib/clock.ts'
import { addressAfterSignIn } from '../lib/redirect.ts'
import type { Attempt, Page } from './page.ts'

/** How long the browser may take to leave before the page offers a link. */
const patienceMs = 5000

/** Opens the gateway's session for an account that has signed in, and leaves; refusals lead to the screens that help. */
export async function openSession(page: Page, attempt: Attempt, account: Account): Promise<void> {
  const { config, memory, session } = page
  memory.account = account
  memory.unopened = null
  const tokens = await account.tokens()
  if (tokens.kind === 'refused') return attempt.refuse(tokens)
  attempt.tell({ type: 'signed-in' })
  if (attempt.isOver()) return
  const { idToken, refreshToken } = tokens
  const answer = await session.open({ idToken, refreshToken: config.handover ? refreshToken : null })
  if (attempt.isOver()) return
  if (answer.kind === 'refused') return page.meetRefusal(attempt, account, answer)
  await arrive(page, attempt)
}

/** A session stands: on to the redirect target. */
export function leave(page: Page): void {
  const { browser, config, store } = page
  const { origin, hash } = browser.location()
  browser.leaveFor(addressAfterSignIn(config.redirectTarget, origin, hash))
  browser.after(patienceMs, () => store.dispatch({ type: 'still-here' }))
}

/** On to the redirect target, whoever opened the session that stands. */
export function goOn(page: Page): void {
  page.abandon()
  page.store.dispatch({ type: 'waved-through' })
  leave(page)
}

async function arrive(page: Page, attempt: Attempt): Promise<void> {
  const { bounces, browser, channel, memory } = page
  channel.post({ type: 'signed-in', tenantId: memory.tenantId })
  if (bounces.isLoop()) {
    const problem = problemOf(await findLoopCause(page))
    return attempt.show({ name: 'problem', problem })
  }
  bounces.leave(browser.now())
  attempt.tell({ type: 'session-opened' })
  if (!attempt.isOver()) leave(page)
}

/** A sign-in has just led back here: where its cookie was not kept, says so, unless the visitor has begun something. */
export async function tellLostCookie({ browser, refuseAtOnce, session, state }: Page): Promise<void> {
  const { screen, status } = state()
  const { kind, serverMs } = await session.check()
  const isUntouched = state().screen === screen && state().status === status && !browser.isTyping()
  if (kind !== 'signed-out' || !isUntouched) return
  refuseAtOnce(problemOf(isClockOff(serverMs, browser.now()) ? 'page/clock-off' : 'page/cookies-lost'))
}

/** The likely cause of being sent back again and again, although the gateway has opened sessions. */
async function findLoopCause({ browser, session, bounces }: Page): Promise<string> {
  bounces.reset()
  if (!browser.hasCookies()) return 'page/cookies-off'
  const { kind, serverMs } = await session.check()
  // With a clock that runs ahead, cookies are over before they begin.
  if (isClockOff(serverMs, browser.now())) return 'page/clock-off'
  return kind === 'signed-out' ? 'page/cookies-lost' : 'page/sent-back'
}
