import t from 'tap'
import type { AccountAction } from '../../src/account/account-state.ts'
import type { SignInAnswer } from '../../src/auth/sdk-contract.ts'
import { openAccount, sdkAccount } from '../fixtures/account.ts'
import { challengeWith, problemIn, refused, settle, signedIn, startMs } from '../fixtures/flows.ts'

/** Re-authentication on the account page by a redirect to a provider. */

type Tab = ReturnType<typeof openAccount>

const PENDING = ['firebase:pendingRedirect:key', '"true"'] as const
const google = { providers: [{ id: 'google.com' }] }
const byRedirect = { federated: { mode: 'redirect', mayChange: false, standInWindow: null } } as const

/** Leaves for the provider from the page of `action`; returns the storage of the tab. */
function leaveFor(action: AccountAction, tab: Tab = openAccount({ owner: google, config: byRedirect })) {
  tab.page.prove(action)
  tab.page.prover.act('signInWith', 'google.com')
  tab.storage.setItem(...PENDING)
  return tab.storage
}

/** The page after the return, with the response of the provider. */
function comeBack(
  storage: ReturnType<typeof leaveFor>,
  answer: SignInAnswer,
  options: Parameters<typeof openAccount>[0] = {}
) {
  const sdk = { redirectAnswer: async () => answer }
  return openAccount({ storage, action: 'password', owner: google, config: byRedirect, sdk, ...options })
}

t.test('proof: by redirect, continues after the return, is used once and stores no token', async (t) => {
  const storage = leaveFor('password')
  const found = JSON.parse(storage.getItem('gatehouse:proving') ?? '')
  t.same(found, { action: 'password', atMs: startMs }, 'nothing else is stored')
  const back = comeBack(storage, { kind: 'signed-in', account: sdkAccount() })
  t.equal(back.phase(), 'proving')
  back.page.prove('password')
  t.match(back.page.prover.store.state().status, { name: 'returning' }, 'the card waits for the response')
  await settle()
  t.equal(back.phase(), 'reading')
  t.equal(back.page.store.state().provedUntilMs, startMs + 270_000)
  t.equal(storage.getItem('gatehouse:proving'), null)
})

for (const action of ['sessions', 'email', 'second-step', 'passkeys', 'delete'] as const)
  t.test(`proof: by redirect, for ${action}, continues after the return`, async (t) => {
    const back = comeBack(leaveFor(action), { kind: 'signed-in', account: sdkAccount() }, { action })
    t.equal(back.phase(), 'proving')
    await settle()
    t.equal(back.page.store.state().provedUntilMs, startMs + 270_000)
    t.ok(back.page.store.state().isConfirmed)
  })

t.test('proof: by redirect, an account with a second step needs its code', async (t) => {
  const answer = challengeWith({ answer: async () => ({ kind: 'signed-in', account: sdkAccount() }) })
  const back = comeBack(leaveFor('password'), answer)
  back.page.prove('password')
  await settle()
  t.equal(back.page.prover.store.state().screen.name, 'second-factor')
  back.page.prover.act('answerFactor', '123456')
  await settle()
  t.equal(back.page.store.state().provedUntilMs, startMs + 270_000)
})

t.test('proof: cancelled at the provider, the next return works', async (t) => {
  const tab = comeBack(leaveFor('providers'), refused('auth/user-cancelled'), { action: 'providers' })
  await settle()
  t.equal(problemIn(tab.page.prover.store.state()), 'problem.cancelled.title')
  const storage = leaveFor('providers', tab)
  const back = comeBack(storage, { kind: 'signed-in', account: sdkAccount() }, { action: 'providers' })
  await settle()
  t.equal(back.page.store.state().provedUntilMs, startMs + 270_000)
})

for (const [what, action, nowMs] of [
  ['at the page of another action', 'delete', startMs],
  ['at a page of no action', null, startMs],
  ['too late', 'password', startMs + 600_001]
] as const)
  t.test(
    `proof: back from a provider ${what}, its result is requested neither there nor later`,
    async (t) => {
      const storage = leaveFor('password')
      const back = comeBack(storage, signedIn(), { action, browser: { now: () => nowMs } })
      await settle()
      t.equal(back.phase(), 'reading')
      t.same(back.asked(), [])
      t.equal(storage.getItem(PENDING[0]), null)
    }
  )

t.test('proof: a reload without leaving for a provider starts over', async (t) => {
  const { storage, page } = openAccount({ owner: google })
  page.prove('password')
  page.prover.act('signInWith', 'google.com')
  t.equal(openAccount({ storage, action: 'password', owner: google }).phase(), 'reading')
})

t.test('proof: Back from a provider to the back-forward cache makes the card ready again', async (t) => {
  const tab = openAccount({ owner: google, config: byRedirect })
  leaveFor('password', tab)
  await settle()
  t.match(tab.page.prover.store.state().status, { name: 'submitting' })
  tab.tellBrowser('restored')
  t.match(tab.page.prover.store.state().status, { name: 'ready' })
})

for (const [what, act] of [
  ['proved by the password', (tab: Tab) => tab.prove()],
  ['cancelled', (tab: Tab) => tab.page.cancel()]
] as const)
  t.test(`proof: back from a provider without a result, then ${what}, none is expected later`, async (t) => {
    const tab = openAccount({ owner: { providers: [{ id: 'password' }, ...google.providers] } })
    const storage = leaveFor('password', tab)
    tab.tellBrowser('restored')
    act(tab)
    await settle()
    t.equal(tab.phase(), 'reading')
    t.equal(storage.getItem('gatehouse:proving'), null)
    t.equal(storage.getItem(PENDING[0]), null)
  })
