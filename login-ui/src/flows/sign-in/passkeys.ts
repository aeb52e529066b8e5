import { problemOf } from '../../auth/errors.ts'
import type { PasskeyChallenge, PasskeyClient, Signed } from '../../auth/passkeys.ts'
import type { PendingSignIn, Refusal, Tokens } from '../../auth/sdk-contract.ts'
import { isBusy } from '../../machine.ts'
import type { Actions } from '../actions.ts'
import type { Attempt } from '../context/attempts.ts'
import type { FlowContext } from '../context/flow-context.ts'
import { leaveAfterOffer, onSessionOpened, postTokens } from '../session.ts'
import { hasTenants, type SignInSteps } from './sign-in.ts'

export { createPasskeyClient } from '../../auth/passkeys.ts'

/** Below the provider's challenge lifetime, so that it does not expire during the choice. */
const challengeTtlMs = 240_000
/** A challenge rejected as too old although younger would be rejected again. */
const leastRepeatMs = 60_000
const OFFER_DAYS = { declined: 30, added: 400 }

/** Signs in with a passkey, or adds one after another sign-in. */
export interface PasskeyFlow extends Pick<Actions, 'signInWithPasskey' | 'addPasskey' | 'declinePasskey'> {
  /** After the first interaction: suggests passkeys in the email field if enabled. */
  suggest(): void
  /** Prefetches a challenge before the button is pressed. */
  preparePasskey(): void
}

/** The browser's pending request. One at a time: browsers reject a second one. */
interface Pending {
  control: AbortController
  askedAtMs: number
}

export function createPasskeyFlow(
  context: FlowContext,
  { onSignInAnswer, withTenant }: Pick<SignInSteps, 'onSignInAnswer' | 'withTenant'>,
  client: PasskeyClient
): PasskeyFlow {
  const { attempts, browser, config, memory, onProved, session, store } = context
  let passkeyChallenge: { tenantId: string | null; asked: Promise<PasskeyChallenge | null> } | null = null
  let pending: Pending | null = null
  let settled: Promise<unknown> = Promise.resolve()
  let hasAdvised = false
  /** Whether to suggest passkeys again after an attempt. */
  let isSuggesting = false

  /** Hides the button: passkeys cannot work here. */
  function hide(why: string): void {
    store.dispatch({ type: 'passkeys-found', passkeys: false })
    isSuggesting = false
    if (!hasAdvised) browser.report(new Error(`configuration: ${why}`))
    hasAdvised = true
  }

  async function isFit(rpId: string): Promise<boolean> {
    const { relyingPartyId } = config.passkeys
    const host = new URL(browser.location().origin).hostname
    if (relyingPartyId !== null && rpId !== relyingPartyId) return false
    if (host === rpId || host.endsWith(`.${rpId}`)) return true
    return browser.passkeys.knowsRelatedOrigins()
  }

  async function askAnew(tenantId: string | null): Promise<PasskeyChallenge | null> {
    const asked = await client.ask(tenantId, browser.now())
    if (asked.kind === 'refused') return onRefused(asked.code)
    if (await isFit(asked.rpId)) return asked
    return onRefused('passkey/unfit', asked.rpId)
  }

  /** Why there is no challenge, shown where the visitor asked for it. */
  let refusal = ''
  function onRefused(code: string, rpId = ''): null {
    refusal = code
    if (code === 'passkey/unfit')
      hide(
        `the RP ID of the project is ${rpId}, which this host cannot use or the configuration does not name`
      )
    if (code === 'passkey/PASSKEY_NOT_ENABLED') hide('passkeys are not enabled in the project')
    return null
  }

  /** The pending challenge, or a new one. Null: none, see `refusal`. */
  async function ask(tenantId: string | null): Promise<PasskeyChallenge | null> {
    const kept = passkeyChallenge?.tenantId === tenantId ? await passkeyChallenge.asked : null
    if (kept !== null && browser.now() - kept.askedAtMs < challengeTtlMs) return kept
    const asked = askAnew(tenantId)
    passkeyChallenge = { tenantId, asked }
    return asked
  }

  function sign(asked: PasskeyChallenge, isQuiet: boolean): Promise<Signed | Refusal> {
    const own: Pending = { control: new AbortController(), askedAtMs: asked.askedAtMs }
    pending = own
    const answer = client.sign(asked, isQuiet, own.control.signal)
    settled = answer
    return answer.finally(() => {
      if (pending === own) pending = null
    })
  }

  function stop(): void {
    pending?.control.abort()
    pending = null
  }
  memory.stopPasskeys = stop

  const knownTenant = () => config.tenant.id ?? store.state().tenant
  const isTenantOpen = () => knownTenant() === null && hasTenants(config)

  /** Suggests passkeys until one is chosen or the visitor does something else. Errors are not shown. */
  async function listen(): Promise<void> {
    if (pending !== null || isTenantOpen() || isBusy(store.state())) return
    const tenantId = knownTenant()
    const asked = await ask(tenantId)
    if (asked === null || pending !== null || isBusy(store.state()) || !isSuggesting) return
    const signed = await sign(asked, true)
    if (signed.kind === 'refused') return void onRefused(signed.code, asked.rpId)
    attempts.begin({ type: 'submitted' }, (attempt) => finish(attempt, tenantId, signed, asked.askedAtMs))
  }

  const listenQuietly = () => void listen().catch(browser.report)

  function watch(): void {
    let wasBusy = false
    store.subscribe(() => {
      const isNow = isBusy(store.state())
      const isOver = wasBusy && !isNow && store.state().screen.name === 'sign-in'
      wasBusy = isNow
      if (isOver && isSuggesting) listenQuietly()
    })
    browser.on('visible', () => {
      if (pending === null || browser.now() - pending.askedAtMs < challengeTtlMs) return
      stop()
      void settled.then(listenQuietly)
    })
  }

  /** Sends the signature to the provider, then continues like any sign-in. */
  async function finish(
    attempt: Attempt,
    tenantId: string | null,
    signed: Signed,
    suggestedAtMs: number | null
  ): Promise<void> {
    // The challenge is consumed, whatever the response.
    passkeyChallenge = null
    const answer = await client.finish(tenantId, signed)
    if (attempt.isOver()) return
    if (answer.kind !== 'refused') noteSignIn(tenantId)
    if (answer.kind === 'tokens') return openSession(attempt, answer)
    if (answer.kind === 'pending') return askForSecondFactor(attempt, answer)
    const { code } = answer
    const isTooOld = code === 'passkey/PASSKEY_CHALLENGE_TIMEOUT'
    if (suggestedAtMs !== null)
      isSuggesting = isTooOld && browser.now() - suggestedAtMs > leastRepeatMs && isSuggesting
    if (/_NOT_FOUND$/.test(code)) client.disown(signed)
    onRefused(code)
    attempt.refuse(answer)
  }

  function noteSignIn(tenantId: string | null): void {
    memory.forgetSignIn()
    memory.tenantId = tenantId
    memory.way = 'passkey'
  }

  /** The SDK handles the second step, as after any other sign-in. */
  async function askForSecondFactor(attempt: Attempt, pending: PendingSignIn): Promise<void> {
    const sdk = await attempt.sdk()
    if (sdk !== null) await onSignInAnswer(attempt, await sdk.continueSignIn(pending))
  }

  async function openSession(attempt: Attempt, tokens: Tokens): Promise<void> {
    if (onProved !== null) return onProved(attempt, { tokens, account: null })
    attempt.dispatch({ type: 'signed-in' })
    const answer = await postTokens(context, tokens)
    if (attempt.isOver()) return
    if (answer.kind === 'opened') return onSessionOpened(context, attempt, null)
    // The SDK has no account that could enrol a second factor.
    const lacksFactor = answer.code === 'SECOND_FACTOR_REQUIRED'
    const code = lacksFactor ? 'auth/unsupported-first-factor' : answer.code
    attempt.fail(problemOf(code, answer.reference))
  }

  /** If an enrolment ended the session, its tokens begin the next one. */
  async function renewSession({ idToken, refreshToken }: Tokens): Promise<void> {
    const renewal = await browser
      .fetch(`${config.paths.refresh}?force=1`, { method: 'POST', headers: { accept: 'application/json' } })
      .catch(() => null)
    if (renewal?.status !== 401) return
    await session.open({ idToken, refreshToken, remember: null })
  }

  function leaveNoting(days: number): void {
    browser.passkeys.noteOffered(config.paths.login, days)
    leaveAfterOffer(context)
  }

  return {
    suggest() {
      if (isSuggesting) return
      isSuggesting = true
      watch()
      void browser.passkeys.canSuggest().then((can) => {
        if (can) listenQuietly()
        else isSuggesting = false
      })
    },

    preparePasskey() {
      if (!isTenantOpen() && pending === null) void ask(knownTenant())
    },

    signInWithPasskey() {
      withTenant(store.state().email, () =>
        attempts.begin({ type: 'submitted' }, async (attempt) => {
          await settled
          const { tenantId } = memory
          const asked = await ask(tenantId)
          if (attempt.isOver()) return
          if (asked === null) return attempt.refuse({ code: refusal })
          const signed = await sign(asked, false)
          if (attempt.isOver()) return
          if (signed.kind === 'signed') return finish(attempt, tenantId, signed, null)
          onRefused(signed.code, asked.rpId)
          attempt.refuse(signed)
        })
      )
    },

    addPasskey() {
      const { offerIdToken, tenantId } = memory
      if (offerIdToken === null) return
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        const site = config.brand.name
        const nameBy = (authenticator: string | null) =>
          authenticator ?? browser.passkeys.deviceName() ?? site
        const answer = await client.enrol({ idToken: offerIdToken, tenantId, nameBy, site })
        if (attempt.isOver()) return
        if (answer.kind === 'tokens') {
          await renewSession(answer)
          return leaveNoting(OFFER_DAYS.added)
        }
        const { code } = answer
        if (code === 'passkey/PASSKEY_EXISTS')
          browser.passkeys.noteOffered(config.paths.login, OFFER_DAYS.added)
        attempt.refuse({ code: code === 'passkey/cancelled' ? 'passkey/not-added' : code })
      })
    },

    declinePasskey() {
      if (!isBusy(store.state())) leaveNoting(OFFER_DAYS.declined)
    }
  }
}
