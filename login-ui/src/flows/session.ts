import { problemOf } from '../auth/errors.ts'
import type { Account, Tokens } from '../auth/sdk-contract.ts'
import { isTimeOff, type SessionAnswer, type SessionCheck, type SessionRefusal } from '../auth/session.ts'
import type { Browser } from '../lib/browser.ts'
import { openTarget } from '../lib/departure.ts'
import type { Attempt } from './context/attempts.ts'
import type { FlowContext } from './context/flow-context.ts'
import { noteLastUsed } from './last-used.ts'

/** Time for the browser to leave before the page offers a link. */
const leaveTimeoutMs = 5000

/** Whether the session began after a moment by this device's clock, which may differ from the gateway's. */
export function beganAfter(
  { signedInAtMs, serverMs }: Extract<SessionCheck, { kind: 'signed-in' }>,
  deviceMs: number,
  { now }: Pick<Browser, 'now'>
): boolean {
  const aheadMs = serverMs === null ? 0 : serverMs - now()
  return signedInAtMs > deviceMs + aheadMs
}

/** Opens the gateway's session for a signed-in account, then leaves for the redirect target. */
export type OpenSession = (attempt: Attempt, account: Account) => Promise<void>

/** Handles a session that the gateway refused for a signed-in account. */
export type OnSessionRefused = (attempt: Attempt, account: Account, refusal: SessionRefusal) => Promise<void>

/** The last step for a signed-in account: a session, or the requested proof. */
export function createLastStep(context: FlowContext, onSessionRefused: OnSessionRefused): OpenSession {
  const { onProved } = context
  if (onProved === null) return createOpenSession(context, onSessionRefused)
  return async (attempt, account) => {
    const tokens = await account.tokens()
    if (tokens.kind === 'refused') attempt.refuse(tokens)
    else await onProved(attempt, { tokens, account })
  }
}

function createOpenSession(context: FlowContext, onSessionRefused: OnSessionRefused): OpenSession {
  const { memory } = context
  return async (attempt, account) => {
    memory.account = account
    memory.awaitingSession = null
    const tokens = await account.tokens()
    if (tokens.kind === 'refused') return attempt.refuse(tokens)
    attempt.dispatch({ type: 'signed-in' })
    if (attempt.isOver()) return
    const answer = await postTokens(context, tokens)
    if (attempt.isOver()) return
    if (answer.kind === 'refused') return onSessionRefused(attempt, account, answer)
    await onSessionOpened(context, attempt, tokens.idToken)
  }
}

/** Opens a session with the visitor's choice, if there is one. */
export function postTokens(
  { config, session, store }: FlowContext,
  { idToken, refreshToken }: Tokens
): Promise<SessionAnswer> {
  const remember = config.remember ? store.state().remember : null
  return session.open({ idToken, refreshToken, remember })
}

/**
 * Continues after the gateway has opened a session: leaves, unless the visitor would be sent back or is
 * offered a passkey. `idToken`: for adding one; null: no offer.
 */
export async function onSessionOpened(
  context: FlowContext,
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
    return attempt.show({ name: 'passkey' })
  }
  redirects.noteLeaving(browser.now())
  attempt.dispatch({ type: 'session-opened' })
  if (!attempt.isOver()) leave(context)
}

async function mayOfferPasskey({ browser, config }: FlowContext): Promise<boolean> {
  return config.passkeys.offer && !browser.passkeys.wasOffered() && (await browser.passkeys.canAdd())
}

/** Leaves after the passkey offer. */
export function leaveAfterOffer(context: FlowContext): void {
  context.memory.offerIdToken = null
  context.redirects.noteLeaving(context.browser.now())
  leaveWithSession(context)
}

/** Ends what is running, and signs out the account reached so far. */
export function forgetAccount({ attempts, browser, memory }: FlowContext): void {
  const { account } = memory
  attempts.abandon()
  memory.forgetSignIn()
  void account?.forget().catch(browser.report)
}

/** Opens the redirect target. */
export function leave(context: FlowContext): void {
  openTarget(context.browser, context.config)
  awaitDeparture(context)
}

/** Offers a link if the browser does not leave in time. */
export function awaitDeparture({ browser, store }: FlowContext): void {
  browser.after(leaveTimeoutMs, () => store.dispatch({ type: 'leave-timed-out' }))
}

/** Opens the redirect target with the existing session, whichever tab opened it. */
export function leaveWithSession(context: FlowContext): void {
  context.attempts.abandon()
  context.store.dispatch({ type: 'session-found' })
  leave(context)
}

/**
 * After a sign-in led straight back here: reports that the browser dropped the session cookie, unless the visitor is active.
 */
export async function reportLostCookie({ attempts, browser, session, store }: FlowContext): Promise<void> {
  const { screen, status } = store.state()
  const { kind, serverMs } = await session.check()
  const now = store.state()
  const isUntouched = now.screen === screen && now.status === status && !browser.isTyping()
  if (kind !== 'signed-out' || !isUntouched) return
  attempts.refuse(problemOf(isTimeOff(serverMs, browser.now()) ? 'page/clock-off' : 'page/cookies-lost'))
}

/**
 * Whether the browser blocks cookies; null: not detectable. Browsers that block all of them also forbid
 * storage, so the page could not detect later that there was a sign-in.
 */
async function findBlockedCookies({ browser, session }: FlowContext): Promise<string | null> {
  if (browser.storage.isAllowed()) return null
  const { kind } = await session.check()
  return kind === 'signed-out' ? 'page/cookies-off' : null
}

/** The likely cause of repeated returns despite opened sessions. */
async function findLoopCause({ browser, redirects, session }: FlowContext): Promise<string> {
  redirects.reset()
  if (!browser.hasCookies()) return 'page/cookies-off'
  const { kind, serverMs } = await session.check()
  // If the clock runs ahead, cookies expire immediately.
  if (isTimeOff(serverMs, browser.now())) return 'page/clock-off'
  return kind === 'signed-out' ? 'page/cookies-lost' : 'page/sent-back'
}
