import { readBlocking } from '../../auth/blocking.ts'
import { type Problem, problemOf } from '../../auth/errors.ts'
import type { SignInAnswer } from '../../auth/sdk-contract.ts'
import { providerName } from '../../lib/provider-name.ts'
import { type TabStorage, takeNote, writeNote } from '../../lib/tab-storage.ts'
import type { OtherMode } from '../../machine.ts'
import type { Provider } from '../../page-config.ts'
import type { Actions } from '../actions.ts'
import type { Attempt } from '../context/attempts.ts'
import type { FlowContext } from '../context/flow-context.ts'
import type { SignInSteps } from './sign-in.ts'

type Mode = OtherMode['mode']

/**
 * Timeout of the sign-in helper after a return, in milliseconds: longer than the two blocking functions of a
 * new account, which may take 7 s each.
 */
const helperTimeoutMs = 20_000

/** The scopes requested by the SDK's own provider classes. */
const usualScopes: Readonly<Record<string, readonly string[]>> = {
  'google.com': ['profile'],
  'facebook.com': ['email']
}

export interface FederatedFlow extends Pick<Actions, 'signInWith'> {
  /** Resumes a sign-in that left this page for a provider. */
  resume(attempt: Attempt): Promise<void>
}

/** Sign-in at another provider, by popup or redirect. */
export function createFederatedFlow(
  { attempts, browser, config, memory, store }: FlowContext,
  { onSignInAnswer, withTenant }: Pick<SignInSteps, 'onSignInAnswer' | 'withTenant'>
): FederatedFlow {
  const { storage } = browser

  function fail(attempt: Attempt, code: string, providerId: string, mode: Mode): void {
    const problem = problemOf(nameCause(code), null, { provider: providerName(config, providerId) })
    attempt.fail(problem, { otherMode: otherMode(problem, providerId, mode) })
  }

  /** The SDK reports blocked scripts and frames as its own or network errors. */
  function nameCause(code: string): string {
    const isAmbiguous = code === 'auth/internal-error' || code === 'auth/network-request-failed'
    if (isAmbiguous && browser.isOnline()) return 'page/provider-blocked'
    return code === 'auth/popup-blocked' && !config.federated.mayChange ? 'page/window-blocked' : code
  }

  function otherMode({ kind }: Problem, provider: string, mode: Mode): OtherMode | null {
    if (kind !== 'blocked' || !config.federated.mayChange) return null
    return { provider, mode: mode === 'popup' ? 'redirect' : 'popup' }
  }

  async function onAnswer(
    attempt: Attempt,
    answer: SignInAnswer,
    provider: string,
    mode: Mode
  ): Promise<void> {
    if (answer.kind === 'refused')
      return answer.code === 'page/closed' || readBlocking(answer) !== null
        ? attempt.refuse(answer)
        : fail(attempt, answer.code, provider, mode)
    if (!attempt.isOver()) memory.way = provider
    await onSignInAnswer(attempt, answer, { provider })
  }

  /** A browser that blocks provider scripts throws errors that are not the SDK's. */
  async function ask<T>(
    attempt: Attempt,
    provider: Provider,
    mode: Mode,
    call: () => Promise<T>
  ): Promise<T | null> {
    try {
      return await call()
    } catch (err) {
      fail(attempt, 'page/provider-blocked', provider.id, mode)
      browser.report(err)
      return null
    }
  }

  function openWindow(provider: Provider): void {
    attempts.begin({ type: 'window-opened', provider: provider.id }, async (attempt) => {
      memory.forgetSignIn()
      const sdk = await attempt.sdk()
      if (sdk === null) return
      const answer = await ask(attempt, provider, 'popup', () => sdk.signInWithPopup(provider))
      if (answer !== null) await onAnswer(attempt, answer, provider.id, 'popup')
    })
  }

  function redirect(provider: Provider): void {
    attempts.begin({ type: 'submitted' }, async (attempt) => {
      memory.forgetSignIn()
      const sdk = await attempt.sdk()
      if (sdk === null) return
      const { tenantId } = memory
      const { remember } = store.state()
      noteRedirect(storage, { provider: provider.id, tenantId, remember }, browser.now())
      const refusal = await ask(attempt, provider, 'redirect', () => sdk.redirectTo(provider))
      takeRedirect(storage, browser.now())
      if (refusal !== null) fail(attempt, refusal.code, provider.id, 'redirect')
    })
  }

  /** A helper without storage access may never respond, and the SDK has no timeout for it. */
  function helperTimeout(): Promise<{ kind: 'nothing' }> {
    return new Promise((resolve) => {
      browser.after(helperTimeoutMs, () => resolve({ kind: 'nothing' }))
    })
  }

  return {
    signInWith(providerId, mode = config.federated.mode) {
      const configured = config.providers.find(({ id }) => id === providerId)
      if (configured === undefined) return
      const { [providerId]: usual = [] } = usualScopes
      const provider = { ...configured, scopes: [...usual, ...configured.scopes] }
      const start = mode === 'popup' ? openWindow : redirect
      withTenant(store.state().email, () => start(provider))
    },

    async resume(attempt) {
      const gone = takeRedirect(storage, browser.now())
      if (gone !== null) {
        memory.tenantId = gone.tenantId
        store.dispatch({ type: 'chose-to-remember', remember: gone.remember })
      }
      const sdk = await attempt.sdk()
      if (sdk === null) return
      const answer = await Promise.race([sdk.redirectAnswer(), helperTimeout()])
      if (answer.kind !== 'nothing') return onAnswer(attempt, answer, gone?.provider ?? '', 'redirect')
      // Browsers that partition storage lose the result without an error; so does the Back button.
      if (gone === null || browser.cameByHistory()) attempt.dispatch({ type: 'cancelled' })
      else fail(attempt, 'page/no-return', gone.provider, 'redirect')
    }
  }
}

const KEY = 'gatehouse:redirecting'

/** A redirect of this tab to a provider. Contains no token and no name. */
export interface ProviderRedirect {
  provider: string
  tenantId: string | null
  /** The visitor's choice for the session. */
  remember: boolean
}

/** Records that the page leaves for a provider. */
export function noteRedirect(storage: TabStorage, redirect: ProviderRedirect, nowMs: number): void {
  writeNote(storage, KEY, { ...redirect }, nowMs)
}

/** Returns and removes the note; null: none within ten minutes. */
export function takeRedirect(storage: TabStorage, nowMs: number): ProviderRedirect | null {
  const { provider, tenantId, remember } = takeNote(storage, KEY, nowMs) ?? {}
  if (typeof provider !== 'string') return null
  return { provider, tenantId: typeof tenantId === 'string' ? tenantId : null, remember: remember === true }
}
