import { problemOf } from '../auth/errors.ts'
import { providerLanguage, speakToProvider } from '../auth/provider-language.ts'
import type { LoadSdk } from '../auth/sdk-contract.ts'
import { createSessionClient } from '../auth/session.ts'
import { isClockOff } from '../auth/wrong-code.ts'
import type { FlowFiles } from '../flows/lazy-flows.ts'
import type { Browser } from '../lib/browser.ts'
import type { PageConfig } from '../page-config.ts'
import { createStoreOf } from '../store.ts'
import type { AccountLanguage } from './account-language.ts'
import {
  type AccountAction,
  firstAccountState,
  isAccountBusy,
  isProved,
  reduceAccount
} from './account-state.ts'
import type { Change, ChangeAnswer, ChangeTools } from './changes/change.ts'
import { createProviderCalls } from './changes/provider-calls.ts'
import type { Owner } from './contract.ts'
import type { GatewayClient } from './gateway-client.ts'
import { forgetProving, noteProving, type Proof, readProof, takeReturn } from './proof/proof.ts'
import { createProver } from './proof/prover.ts'
import { createRenewal, persist } from './renew.ts'

export interface AccountChangesOptions {
  config: PageConfig
  /** The signed-in account, from `GET /_auth/account`. */
  owner: Owner
  /** The change of the page's address; null: none. */
  action: AccountAction | null
  browser: Browser
  language: Pick<AccountLanguage, 'state' | 'subscribe'>
  /** The SDK it returns uses the page's current language. */
  loadSdk: LoadSdk
  files: FlowFiles
  /** While on, the browser prompts before it leaves the page. */
  guard: (on: boolean) => void
  gateway: Pick<GatewayClient, 'signOut' | 'end'>
  /** Leaves for the login page with a notice: the session ended with a change, or the account was deleted. */
  leave: (reason: 'changed' | 'deleted') => void
  /** Reloads the account: it has changed, or the session is not the one shown. */
  refresh: () => void
  /** Notifies other tabs of the new session. */
  notifyOtherTabs: () => void
}

/** The sensitive changes of the account page: provider calls with the tokens of a fresh sign-in. */
export type AccountChanges = ReturnType<typeof createAccountChanges>

export function createAccountChanges(options: AccountChangesOptions) {
  const { config, owner, browser, gateway, guard, refresh } = options
  const calls = createProviderCalls({ config, fetch: browser.fetch })
  const session = createSessionClient({ fetch: browser.fetch, url: config.paths.session })
  const renew = createRenewal({ browser, session, refresh: calls.refresh, uid: owner.uid })
  const left = takeReturn(browser.storage, options.action, browser.now())
  const store = createStoreOf(firstAccountState(left), reduceAccount)
  let proof: Proof | null = null
  /** The change that awaits a proof. It may hold a password, so it is kept no longer. */
  let awaiting: { action: AccountAction; change: Change } | null = null

  const prover = createProver({
    ...options,
    session,
    onProvider() {
      const { phase } = store.state()
      if (phase.name === 'proving') noteProving(browser.storage, phase.action, browser.now())
    },
    onProved(proved) {
      forgetProving(browser.storage)
      keep(proved)
      const waited = awaiting
      store.dispatch({ type: 'proved', untilMs: proved.untilMs, continues: waited !== null })
      awaiting = null
      if (waited !== null) change(waited.action, waited.change)
    },
    onSessionLost: refresh
  })

  const signOut = () => gateway.signOut(false)
  const localeNow = () => options.language.state().language.locale

  const tools: ChangeTools = {
    config,
    calls,
    gateway,
    renew,
    async loadSdk() {
      const sdk = await options.loadSdk()
      sdk.setTenant(owner.tenant)
      return sdk
    },
    async loadPasskeys() {
      const { createPasskeyClient } = await options.files.passkeys()
      const { credentials } = browser.passkeys
      return createPasskeyClient({ config, fetch: browser.fetch, credentials })
    },
    isClockOff: () => isClockOff(browser, config),
    mailLanguage: () => providerLanguage(localeNow())
  }

  /** Returns the function that stops it. */
  function followLanguage(): () => void {
    let current = localeNow()
    return options.language.subscribe(() => {
      if (current === localeNow()) return
      current = localeNow()
      speakToProvider(options.loadSdk, current)
    })
  }

  function forgetProof(): void {
    void proof?.account?.forget().catch(browser.report)
    proof = null
    store.dispatch({ type: 'proof-forgotten' })
  }

  /** Until the provider would refuse it, unless a change is using its account then. */
  function keep(next: Proof): void {
    proof = next
    browser.after(next.untilMs - browser.now(), () => {
      if (proof === next && !isAccountBusy(store.state())) forgetProof()
    })
  }

  function leave(reason: 'changed' | 'deleted'): void {
    forgetProof()
    awaiting = null
    store.dispatch({ type: 'navigated-away' })
    options.leave(reason)
  }

  function showCard(): void {
    prover.store.dispatch({ type: 'shown', screen: { name: 'sign-in' } })
  }

  /** Asks for a proof unless one is valid or already requested. */
  function prove(action: AccountAction): void {
    if (store.state().phase.name !== 'reading' || isProved(store.state(), browser.now())) return
    forgetProof()
    showCard()
    store.dispatch({ type: 'asked-for-proof', action })
  }

  /** Makes a change, after a proof if there is no valid one. Does nothing while busy. */
  function change(action: AccountAction, wanted: Change): void {
    if (isAccountBusy(store.state())) return
    if (proof === null || !isProved(store.state(), browser.now())) {
      awaiting = { action, change: wanted }
      prove(action)
      return
    }
    store.dispatch({ type: 'began', action, nowMs: browser.now() })
    const present = proof
    perform(action, wanted, present).catch((err: unknown) => {
      guard(false)
      store.dispatch({ type: 'refused', problem: problemOf('page/fault') })
      browser.report(err)
    })
  }

  async function perform(action: AccountAction, wanted: Change, present: Proof): Promise<void> {
    const answer = await wanted(present, tools)
    switch (answer.kind) {
      case 'refused':
        return store.dispatch({ type: 'refused', problem: answer.problem })
      case 'too-old':
        forgetProof()
        awaiting = { action, change: wanted }
        showCard()
        return store.dispatch({ type: 'too-old' })
      case 'done':
        store.dispatch({ type: 'changed', renews: false })
        return refresh()
      case 'deleted':
        return leaveDeleted()
      case 'changed':
        return continueWith(answer, present)
    }
  }

  /** The gateway gets the newest tokens first: without them its session would soon end. */
  async function continueWith(
    { tokens, endsSession }: Extract<ChangeAnswer, { kind: 'changed' }>,
    present: Proof
  ): Promise<void> {
    store.dispatch({ type: 'changed', renews: true })
    guard(true)
    const renewal = await renew(tokens, present.refreshToken)
    guard(false)
    // If the change has not ended the session, it continues with its old tokens after a failure.
    if (renewal.kind === 'refused' || (renewal.kind === 'failed' && endsSession)) {
      // The cookie would pass until its next check, and the login page would redirect back here.
      await signOut()
      return leave('changed')
    }
    if (renewal.kind === 'renewed') {
      options.notifyOtherTabs()
      // The SDK's tokens have ended with the sessions.
      const next = readProof(renewal.tokens, endsSession ? null : present.account, browser.now())
      if (next === null) forgetProof()
      else keep({ ...next, untilMs: Math.min(next.untilMs, present.untilMs) })
    }
    store.dispatch({ type: 'renewed' })
    refresh()
  }

  /** Otherwise the cookie would remain valid until the account's next check. */
  async function leaveDeleted(): Promise<void> {
    store.dispatch({ type: 'changed', renews: true })
    await persist(browser, signOut)
    leave('deleted')
  }

  return {
    store,
    prover,
    change,
    prove,
    /** Cancels what a proof was requested for. */
    cancel() {
      if (store.state().phase.name !== 'proving') return
      awaiting = null
      forgetProving(browser.storage)
      prover.act('cancel')
      prover.act('startOver')
      store.dispatch({ type: 'cancelled' })
    },
    /** Clears the result of the last change, after typing or a page change. */
    edit: () => store.dispatch({ type: 'edited' }),
    /** Starts; the returned function stops it and drops the proof. */
    start() {
      const stopping = [
        prover.start(),
        // After a restore from the browser cache, it is unknown who is at the page.
        browser.on('restored', forgetProof),
        followLanguage()
      ]
      return () => {
        for (const stop of stopping) stop()
        forgetProof()
      }
    }
  }
}
