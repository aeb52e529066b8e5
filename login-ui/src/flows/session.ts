import { problemOf } from '../auth/errors.ts'
import type { Account } from '../auth/sdk-contract.ts'
import type { SessionRefusal } from '../auth/session.ts'
import { openTarget } from '../lib/departure.ts'
import type { Attempt } from './context/attempts.ts'
import type { Uses } from './context/flow-context.ts'
import { noteLastUsed } from './last-used.ts'

/** How long the browser may take to leave before the page offers a link. */
const leaveTimeoutMs = 5000

/** Opens the gateway's session for an account that has signed in, then leaves for the redirect target. */
export type OpenSession = (attempt: Attempt, account: Account) => Promise<void>

/** Goes on where the gateway refuses a session for an account that has signed in. */
export type OnSessionRefused = (attempt: Attempt, account: Account, refusal: SessionRefusal) => Promise<void>

type OpenSessionUses = Uses<
  'browser' | 'channel' | 'clock' | 'config' | 'memory' | 'redirects' | 'session' | 'store'
>

/** What becomes of an account that has signed in: a session, or the proof that it was asked for. */
export function createLastStep(
  context: OpenSessionUses & Uses<'onProved'>,
  onSessionRefused: OnSessionRefused
): OpenSession {
  const { onProved } = context
  if (onProved === null) return createOpenSession(context, onSessionRefused)
  return async (attempt, account) => {
    const tokens = await account.tokens()
    if (tokens.kind === 'refused') attempt.refuse(tokens)
    else await onProved(attempt, { tokens, account })
  }
}

function createOpenSession(context: OpenSessionUses, onSessionRefused: OnSessionRefused): OpenSession {
  const { config, memory, session, store } = context
  return async (attempt, account) => {
    memory.account = account
    memory.awaitingSession = null
    const tokens = await account.tokens()
    if (tokens.kind === 'refused') return attempt.refuse(tokens)
    attempt.dispatch({ type: 'signed-in' })
    if (attempt.isOver()) return
    const { idToken, refreshToken } = tokens
    const answer = await session.open({
      idToken,
      refreshToken: config.handover ? refreshToken : null,
      remember: config.remember ? store.state().remember : null
    })
    if (attempt.isOver()) return
    if (answer.kind === 'refused') return onSessionRefused(attempt, account, answer)
    await onSessionOpened(context, attempt, idToken)
  }
}

/**
 * Goes on when the gateway has opened a session: leaves, unless the visitor would only be sent back, or is asked to add a
 * passkey. `idToken`: the provider's, with which one can be added; null: there is nothing to ask.
 */
export async function onSessionOpened(
  context: OpenSessionUses,
  attempt: Attempt,
  idToken: string | null
): Promise<void> {
  const { browser, channel, memory, redirects } = context
  channel.post({ type: 'signed-in', tenantId: memory.tenantId })
  const code = redirects.isLoop() ? await findLoopCause(context) : await findBlockedCookies(context)
  if (code !== null) return attempt.show({ name: 'problem', problem: problemOf(code) })
  noteLastUsed(context)
  if (idToken !== null && (await mayOfferPasskey(context))) {
    memory.offerIdToken = idToken
    return attempt.show({ name: 'passkey', device: browser.passkeys.deviceName() })
  }
  redirects.noteLeaving(browser.now())
  attempt.dispatch({ type: 'session-opened' })
  if (!attempt.isOver()) leave(context)
}

async function mayOfferPasskey({ browser, config }: Uses<'browser' | 'config'>): Promise<boolean> {
  return config.passkeys.offer && !browser.passkeys.wasOffered() && (await browser.passkeys.canAdd())
}

/** Leaves when the visitor has answered whether to add a passkey. */
export function leaveAfterOffer(
  context: Uses<'attempts' | 'browser' | 'config' | 'memory' | 'redirects' | 'store'>
): void {
  context.memory.offerIdToken = null
  context.redirects.noteLeaving(context.browser.now())
  leaveWithSession(context)
}

/** Opens the redirect target. */
export function leave({ browser, config, store }: Uses<'browser' | 'config' | 'store'>): void {
  openTarget({ browser, config })
  awaitDeparture({ browser, store })
}

/** Offers a link where the browser does not leave in time. */
export function awaitDeparture({ browser, store }: Uses<'browser' | 'store'>): void {
  browser.after(leaveTimeoutMs, () => store.dispatch({ type: 'leave-timed-out' }))
}

/** Opens the redirect target with the present session, whichever tab opened it. */
export function leaveWithSession(context: Uses<'attempts' | 'browser' | 'config' | 'store'>): void {
  context.attempts.abandon()
  context.store.dispatch({ type: 'session-found' })
  leave(context)
}

/**
 * For a sign-in that has just led back here: shows that the browser did not keep the session cookie, unless the visitor has
 * begun something.
 */
export async function reportLostCookie({
  attempts,
  browser,
  clock,
  session,
  store
}: Uses<'attempts' | 'browser' | 'clock' | 'session' | 'store'>): Promise<void> {
  const { screen, status } = store.state()
  const { kind, serverMs } = await session.check()
  const now = store.state()
  const isUntouched = now.screen === screen && now.status === status && !browser.isTyping()
  if (kind !== 'signed-out' || !isUntouched) return
  attempts.refuse(problemOf(clock.isOff(serverMs) ? 'page/clock-off' : 'page/cookies-lost'))
}

/**
 * Does the browser block cookies? Null: not as far as can be seen. Browsers that block all of them forbid storage too, so that
 * the page could not tell, when the visitor is sent back, that there has been a sign-in.
 */
async function findBlockedCookies({ browser, session }: Uses<'browser' | 'session'>): Promise<string | null> {
  if (browser.storage.isAllowed()) return null
  const { kind } = await session.check()
  return kind === 'signed-out' ? 'page/cookies-off' : null
}

/** The likely cause of being sent back again and again, although the gateway has opened sessions. */
async function findLoopCause({
  browser,
  clock,
  redirects,
  session
}: Uses<'browser' | 'clock' | 'redirects' | 'session'>): Promise<string> {
  redirects.reset()
  if (!browser.hasCookies()) return 'page/cookies-off'
  const { kind, serverMs } = await session.check()
  // With a clock that runs ahead, cookies expire before they begin.
  if (clock.isOff(serverMs)) return 'page/clock-off'
  return kind === 'signed-out' ? 'page/cookies-lost' : 'page/sent-back'
}
