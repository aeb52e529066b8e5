import type { AccountChanges } from '../account/account-changes.ts'
import type { ChangesFile } from '../account/account-context.ts'
import { type AccountEvent, firstAccountState, reduceAccount } from '../account/account-state.ts'
import type { ChangeTools } from '../account/changes/change.ts'
import type { ChangesFileOptions } from '../account/changes-file.ts'
import type { GatewayClient, Lists } from '../account/gateway-client.ts'
import type { Proof } from '../account/proof/proof.ts'
import { loadProofCard, ProofCard } from '../account/proof/proof-card.tsx'
import { proofConfig } from '../account/proof/proof-config.ts'
import { start as startAccount } from '../account/start.tsx'
import type { Account, Sdk } from '../auth/sdk-contract.ts'
import { initialState } from '../first-state.ts'
import type { PageConfig } from '../page-config.ts'
import { createStore, createStoreOf } from '../store.ts'
import { connected, everywhere } from './account-lists.ts'
import type { Deed, Stage, StagedAnswer } from './preview.ts'

/** Shows the account page in a stage's state. `<html data-shows>` is the selector that appears once it is reached. */
export async function startStagedAccount(page: Element, config: PageConfig, stage: Stage): Promise<void> {
  document.documentElement.dataset.shows = stage.shows
  await startAccount(page, config, {
    gateway: gatewayOf(config, stage),
    startChanges: (options) => startChanges(options, stage)
  })
  for (const deed of stage.deeds ?? []) await perform(deed)
}

async function perform({ at, type }: Deed): Promise<void> {
  const node = await find(at)
  node.focus()
  if (type === undefined || !(node instanceof HTMLInputElement)) return node.click()
  node.value = type
  node.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The first match of the selector, once it exists. */
function find(selector: string): Promise<HTMLElement> {
  return new Promise((resolve) => {
    const settle = () => {
      const found = document.querySelector<HTMLElement>(selector)
      if (found === null) return
      observer.disconnect()
      resolve(found)
    }
    const observer = new MutationObserver(settle)
    observer.observe(document, { subtree: true, childList: true, attributes: true })
    settle()
  })
}

const never = () => new Promise<never>(() => {})

function gatewayOf({ accountPage }: PageConfig, stage: Stage): GatewayClient {
  const { gateway = { kind: 'done' }, sessions = everywhere, becomes } = stage
  const { applications = connected } = stage
  const lists: Lists = { sessions, applications: { endWithinSeconds: 600, applications } }
  const answer = async () => (gateway === 'waits' ? never() : gateway)
  return {
    read: async () =>
      accountPage === null ? never() : { kind: 'read', account: { ...accountPage.account, ...becomes } },
    rename: answer,
    sendVerification: answer,
    async list(name) {
      const given = await answer()
      return given.kind === 'done' ? { kind: 'listed', ...lists[name] } : given
    },
    end: answer,
    // It would leave the page.
    signOut: gateway !== 'waits' && gateway.kind === 'refused' ? answer : never
  }
}

async function startChanges(options: ChangesFileOptions, stage: Stage): Promise<ChangesFile> {
  if (stage.isLost) throw new Error('this preview has no file with the changes')
  await loadProofCard()
  const { config, facts, refresh } = options
  const { account } = facts
  const { answers = [], proof = {} } = stage
  const proving = proofConfig(config, account)
  const first = firstAccountState(null)
  const store = createStoreOf(
    { ...first, provedUntilMs: answers.length > 0 ? PROVED_UNTIL_MS : null },
    reduceAccount
  )
  const left = [...answers]
  const changes: AccountChanges = {
    store,
    prover: {
      config: proving,
      store: createStore({ ...initialState(proving), email: account.email ?? '', ...proof }),
      act: () => {},
      start: () => () => {}
    },
    prove: (action) => {
      if (store.state().provedUntilMs === null) store.dispatch({ type: 'asked-for-proof', action })
    },
    change(action, change) {
      changes.prove(action)
      const answer = left.shift() ?? 'waits'
      store.dispatch({ type: 'began', action, nowMs: 0 })
      const tell = () => {
        for (const event of eventsOf(answer)) store.dispatch(event)
        if (answer === 'done') void refresh()
      }
      if (answer === 'begins') void change(aProof, { ...noTools, config }).then(tell)
      else tell()
    },
    cancel: () => store.dispatch({ type: 'cancelled' }),
    edit: () => store.dispatch({ type: 'edited' }),
    start: () => () => {}
  }
  return { changes, ProofCard }
}

function eventsOf(answer: StagedAnswer): readonly AccountEvent[] {
  if (typeof answer === 'object') return [{ type: 'refused', problem: answer }]
  return answer === 'waits' ? [] : [{ type: 'changed', renews: answer === 'renews' }]
}

/** A time to be shown, not one that has passed: nothing expires here. */
const PROVED_UNTIL_MS = Date.UTC(2026, 2, 14, 21, 45)

/** Starting a second factor needs no other members. */
const account: Account = Object.assign(Object.create(null), {
  startEnrolment: async (issuer: string) => ({
    kind: 'enrolment',
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: `otpauth://totp/${encodeURIComponent(issuer)}:alex%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP`,
    finish: never
  }),
  startPhoneEnrolment: async () => ({ kind: 'done', finish: never })
})
const sdk: Sdk = Object.assign(Object.create(null), {
  continueSignIn: async () => ({ kind: 'signed-in', account })
})
const noTools: ChangeTools = Object.assign(Object.create(null), {
  loadSdk: async () => sdk,
  isClockOff: async () => false
})
const aProof: Proof = Object.assign(Object.create(null), { idToken: '', refreshToken: '' })
