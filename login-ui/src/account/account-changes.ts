import { problemOf } from '../auth/errors.ts'
import { providerLanguage, speakToProvider } from '../auth/provider-language.ts'
import type { LoadSdk, Sdk } from '../auth/sdk-contract.ts'
import { createSessionClient } from '../auth/session.ts'
import { isClockOff } from '../auth/wrong-code.ts'
import type { FlowFiles } from '../flows/lazy-flows.ts'
import type { Browser } from '../lib/browser.ts'
import { createClock } from '../lib/clock.ts'
import type { PageConfig } from '../page-config.ts'
import { createStoreOf, type StoreOf } from '../store.ts'
import type { AccountLanguage } from './account-language.ts'
import {
  type AccountAction,
  type AccountEvent,
  type AccountState,
  firstAccountState,
  isAccountBusy,
  isProved,
  reduceAccount
} from './account-state.ts'
import type { Change, ChangeAnswer } from './changes/change.ts'
import { createProviderCalls, type ProviderCalls } from './changes/provider-calls.ts'
import type { Owner } from './contract.ts'
import { forgetProving, noteProving, takeReturn } from './proof/pending-proof.ts'
import { type Proof, readProof } from './proof/proof.ts'
import { createProver, type Prover } from './proof/prover.ts'
import { createRenewal, persist } from './renew.ts'

export interface AccountChangesOptions {
  config: PageConfig
  /** As `GET /_auth/account` describes who is signed in. */
  owner: Owner
  /** What the page's address is for; null: no change. */
  action: AccountAction | null
  browser: Browser
  /** Of the page. */
  language: Pick<AccountLanguage, 'state' | 'subscribe'>
  /** The SDK that it gives speaks the page's language of that moment. */
  loadSdk: LoadSdk
  files: FlowFiles
  /** Keeps the browser from leaving the page while it is on. */
  guard: (on: boolean) => void
  /** Signs out at the gateway. `code`: why it did not. */
  signOut: () => Promise<{ kind: string; code?: string }>
  /** Leaves for the login page, which says why: the session could not go on after a change, or the account is gone. */
  leave: (reason: 'changed' | 'deleted') => void
  /** The account has changed, or the session is no longer what the page shows: it is to look again. */
  refresh: () => void
  /** Tells the other tabs that there is a new session. */
  tellOthers: () => void
}

/** The sensitive changes of the account page: each by a call to the provider with the tokens of a fresh sign-in. */
export interface AccountChanges {
  store: Pick<StoreOf<AccountState, AccountEvent>, 'state' | 'subscribe'>
  prover: Prover
  calls: ProviderCalls
  /** Gives the page's one SDK, set to the tenant of the account. */
  loadSdk(): Promise<Sdk>
  /** Is the clock of this device so far off that codes are refused? The gateway is asked for the time; false if it does not say. */
  isClockOff(): Promise<boolean>
  /** The language of the page at this moment, by the provider's code: for the mails that it sends. */
  mailLanguage(): string
  /** Makes a change, after a proof if none counts any more. Does nothing while the page is busy. */
  change(action: AccountAction, change: Change): void
  /** Asks for a proof, unless one counts or is asked for already. */
  prove(action: AccountAction): void
  /** Takes back what a proof was asked for. */
  giveUp(): void
  /** Something is typed anew, or another page is shown: what came of the last change is out of date. */
  edit(): void
  /** Begins; the function given back ends it, and with it the proof. */
  start(): () => void
}

export function createAccountChanges(options: AccountChangesOptions): AccountChanges {
  const { config, owner, browser, loadSdk, guard, refresh } = options
  const calls = createProviderCalls({ config, fetch: browser.fetch })
  const session = createSessionClient({ fetch: browser.fetch, url: config.paths.session })
  const clock = createClock(browser.now)
  const { handover } = config
  const renew = createRenewal({ browser, session, refresh: calls.refresh, handover, uid: owner.uid })
  const left = takeReturn(browser.storage, options.action, browser.now())
  const store = createStoreOf(firstAccountState(left), reduceAccount)
  let proof: Proof | null = null
  /** What the visitor has asked for, while a proof is awaited. It may hold a password, so it is kept no longer. */
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
      proof = proved
      const waited = awaiting
      store.dispatch({ type: 'proved', untilMs: proved.untilMs, goesOn: waited !== null })
      awaiting = null
      if (waited !== null) change(waited.action, waited.change)
    },
    onSessionLost: refresh
  })

  const localeNow = () => options.language.state().language.locale

  /** The function given back ends that. */
  function followLanguage(): () => void {
    let told = localeNow()
    return options.language.subscribe(() => {
      if (told === localeNow()) return
      told = localeNow()
      speakToProvider(loadSdk, told)
    })
  }

  function forgetProof(): void {
    void proof?.account?.forget().catch(browser.report)
    proof = null
    store.dispatch({ type: 'proof-forgotten' })
  }

  function leave(reason: 'changed' | 'deleted'): void {
    forgetProof()
    awaiting = null
    store.dispatch({ type: 'left' })
    options.leave(reason)
  }

  function showCard(): void {
    prover.store.dispatch({ type: 'shown', screen: { name: 'sign-in' } })
  }

  function prove(action: AccountAction): void {
    if (store.state().phase.name !== 'reading' || isProved(store.state(), browser.now())) return
    forgetProof()
    showCard()
    store.dispatch({ type: 'asked-for-proof', action })
  }

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
    const answer = await wanted(present)
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
        return goOn(answer, present)
    }
  }

  /** The gateway has the newest tokens before anything else happens: without them its session would end before long. */
  async function goOn(
    { tokens, endsSession }: Extract<ChangeAnswer, { kind: 'changed' }>,
    present: Proof
  ): Promise<void> {
    store.dispatch({ type: 'changed', renews: true })
    guard(true)
    const renewal = await renew(tokens, present.refreshToken)
    guard(false)
    // After a failure, a session that the change has not ended goes on by the tokens that it has.
    if (renewal.kind === 'refused' || (renewal.kind === 'failed' && endsSession)) {
      // The cookie still passes until its next check, and the login page would send whoever has it back here.
      await options.signOut()
      return leave('changed')
    }
    if (renewal.kind === 'renewed') {
      options.tellOthers()
      // What the SDK holds has ended with the sessions.
      const next = readProof(renewal.tokens, endsSession ? null : present.account, browser.now())
      proof = next === null ? null : { ...next, untilMs: Math.min(next.untilMs, present.untilMs) }
      if (proof === null) forgetProof()
    }
    store.dispatch({ type: 'renewed' })
    refresh()
  }

  /** The cookie would live on until the next check of the account. */
  async function leaveDeleted(): Promise<void> {
    store.dispatch({ type: 'changed', renews: true })
    await persist(browser, options.signOut)
    leave('deleted')
  }

  return {
    store,
    prover,
    calls,
    async loadSdk() {
      const sdk = await loadSdk()
      sdk.setTenant(owner.tenant)
      return sdk
    },
    isClockOff: () => isClockOff({ browser, clock, config }),
    mailLanguage: () => providerLanguage(localeNow()),
    change,
    prove,
    giveUp() {
      if (store.state().phase.name !== 'proving') return
      awaiting = null
      forgetProving(browser.storage)
      prover.act('cancel')
      prover.act('startOver')
      store.dispatch({ type: 'gave-up' })
    },
    edit: () => store.dispatch({ type: 'edited' }),
    start() {
      const stopProver = prover.start()
      // Back from the browser's cache, nobody knows who is at the page.
      const stopListening = browser.on('restored', forgetProof)
      const stopFollowing = followLanguage()
      return () => {
        stopFollowing()
        stopListening()
        stopProver()
        forgetProof()
      }
    }
  }
}
