import t from 'tap'
import type { SignInAnswer } from '../../src/auth/sdk-contract.ts'
import {
  accountWith,
  challengeWith,
  later,
  memoryStorage,
  openTab,
  problemIn,
  refused,
  settle,
  signedIn,
  startMs,
  startTab
} from '../fixtures/flows.ts'

const pending = ['firebase:pendingRedirect:key:[DEFAULT]', '"true"'] as const
const pendingKey = { [pending[0]]: pending[1] }
const note = (atMs: number, tenantId: string | null = null) =>
  JSON.stringify({ provider: 'google.com', tenantId, atMs })
/** Of a tab that left for a provider five seconds ago and may have a result now. */
const returning = (atMs = startMs - 5000, tenantId: string | null = null) =>
  memoryStorage({ ...pendingKey, 'gatehouse:redirecting': note(atMs, tenantId) })
const byRedirect = { federated: { mode: 'redirect', mayChange: true, standInWindow: null } } as const

t.test('popup: a successful sign-in waits for the window and opens the session', async (t) => {
  const tab = openTab()
  await tab.run('signInWith', 'google.com')
  t.equal(tab.statuses()[0], 'waiting')
  t.same(tab.asked(), ['signInWithPopup'])
  t.equal(tab.left.length, 1)
})

for (const remember of [true, false]) {
  t.test(
    `redirect: a choice of ${remember} to stay signed in is kept until the visitor returns`,
    async (t) => {
      const storage = memoryStorage()
      const config = { remember: true, ...byRedirect }
      const before = openTab({ config, storage })
      before.store.dispatch({ type: 'chose-to-remember', remember })
      await before.run('signInWith', 'google.com')
      storage.setItem(...pending)
      const after = startTab({ config, storage, sdk: { redirectAnswer: async () => signedIn() } })
      await settle()
      const found = after.requests.map(({ body }) => body)
      t.same(found, [JSON.stringify({ refreshToken: 'refresh-token', remember, redirect: '/reports' })])
    }
  )
}

t.test('popup: without the option to stay signed in, posts no choice', async (t) => {
  const tab = openTab()
  tab.store.dispatch({ type: 'chose-to-remember', remember: true })
  await tab.run('signInWith', 'google.com')
  t.equal(tab.requests[0]?.body, '{"refreshToken":"refresh-token","redirect":"/reports"}')
})

t.test('provider: one that is not configured is not called', async (t) => {
  const tab = openTab()
  await tab.run('signInWith', 'evil.example')
  t.equal(tab.loads(), 0)
})

for (const code of [
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/user-cancelled',
  'auth/redirect-cancelled-by-user'
]) {
  t.test(`popup: ${code} shows a quiet notice`, async (t) => {
    const tab = openTab({ sdk: { signInWithPopup: async () => refused(code) } })
    await tab.run('signInWith', 'google.com')
    t.match(tab.state().status, { name: 'error', problem: { kind: 'cancelled' }, otherMode: null })
  })
}

for (const mode of ['popup', 'redirect'] as const) {
  const other = mode === 'popup' ? 'redirect' : 'popup'
  for (const code of ['auth/internal-error', 'auth/network-request-failed', 'auth/web-storage-unsupported']) {
    const answer = async () => refused(code)
    t.test(`${mode}: ${code} while online is reported as blocked and offers the other mode`, async (t) => {
      const tab = openTab({ sdk: { signInWithPopup: answer, redirectTo: answer } })
      await tab.run('signInWith', 'google.com', mode)
      t.match(tab.state().status, {
        problem: { kind: 'blocked', slots: { provider: 'Google' } },
        otherMode: { provider: 'google.com', mode: other }
      })
    })

    t.test(`${mode}: ${code} offers no other mode if the mode is fixed`, async (t) => {
      const config = { federated: { mode, mayChange: false, standInWindow: null } }
      const tab = openTab({ config, sdk: { signInWithPopup: answer, redirectTo: answer } })
      await tab.run('signInWith', 'google.com')
      t.match(tab.state().status, { problem: { kind: 'blocked' }, otherMode: null })
    })
  }

  t.test(`${mode}: a network error while offline is a network problem`, async (t) => {
    const answer = async () => refused('auth/network-request-failed')
    const tab = openTab({ sdk: { signInWithPopup: answer, redirectTo: answer } })
    tab.device.online = false
    await tab.run('signInWith', 'google.com', mode)
    t.match(tab.state().status, { problem: { kind: 'network' }, otherMode: null })
  })

  t.test(`${mode}: a provider script rejected by the browser is reported as blocked`, async (t) => {
    const answer = async () => {
      throw new TypeError('This document requires TrustedScriptURL assignment.')
    }
    const tab = openTab({ sdk: { signInWithPopup: answer, redirectTo: answer } })
    await tab.run('signInWith', 'google.com', mode)
    t.match(tab.state().status, { problem: { kind: 'blocked' } })
    t.equal(tab.faults.length, 1)
  })
}

t.test('popup: a blocked window offers this tab', async (t) => {
  const tab = openTab({ sdk: { signInWithPopup: async () => refused('auth/popup-blocked') } })
  await tab.run('signInWith', 'google.com')
  t.equal(problemIn(tab.state()), 'problem.window-blocked.title')
  t.match(tab.state().status, { otherMode: { provider: 'google.com', mode: 'redirect' } })
  await tab.run('signInWith', 'google.com', 'redirect')
  t.same(tab.asked(), ['signInWithPopup', 'redirectTo'])
})

t.test('popup: a blocked window with a fixed mode says to try again', async (t) => {
  const config = { federated: { mode: 'popup', mayChange: false, standInWindow: null } } as const
  const tab = openTab({ config, sdk: { signInWithPopup: async () => refused('auth/popup-blocked') } })
  await tab.run('signInWith', 'google.com')
  t.match(tab.state().status, { problem: { hint: 'problem.window-blocked.again' }, otherMode: null })
})

t.test('popup: an unauthorized host is a setup problem', async (t) => {
  const tab = openTab({ sdk: { signInWithPopup: async () => refused('auth/unauthorized-domain') } })
  await tab.run('signInWith', 'google.com')
  t.match(tab.state().status, { problem: { kind: 'setup' }, otherMode: null })
})

t.test('cancel: with the window still open, is ready at once and ignores a late success', async (t) => {
  const pending = later<SignInAnswer>()
  const tab = openTab({ sdk: { signInWithPopup: () => pending.promise } })
  await tab.run('signInWith', 'google.com')
  tab.act('cancel')
  t.same(tab.state().status, { name: 'ready' })
  const account = accountWith()
  pending.answer(signedIn(account))
  await settle()
  t.ok(account.forgotten)
  t.equal(tab.requests.length, 0)
  t.same(tab.state().status, { name: 'ready' })
})

t.test('cancel: then another method, a late rejection of the first does not disturb it', async (t) => {
  const window = later<SignInAnswer>()
  const password = later<SignInAnswer>()
  const tab = openTab({
    sdk: { signInWithPopup: () => window.promise, signInWithPassword: () => password.promise }
  })
  await tab.run('signInWith', 'google.com')
  tab.act('cancel')
  await tab.run('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  window.answer(refused('auth/popup-closed-by-user'))
  await settle()
  t.same(tab.state().status, { name: 'submitting' })
  password.answer(signedIn())
  await settle()
  t.equal(tab.left.length, 1)
})

t.test('cancel: with nothing to wait for, changes nothing', async (t) => {
  const tab = openTab()
  const before = tab.state()
  tab.act('cancel')
  t.equal(tab.state(), before)
})

t.test('popup: an account with a second factor needs its code', async (t) => {
  const tab = openTab({ sdk: { signInWithPopup: async () => challengeWith() } })
  await tab.run('signInWith', 'google.com')
  t.equal(tab.state().screen.name, 'second-factor')
})

t.test('redirect: goes to the provider and stores a note without a token', async (t) => {
  const tab = openTab({ config: byRedirect })
  await tab.run('signInWith', 'google.com')
  t.same(tab.state().status, { name: 'submitting' })
  t.same(JSON.parse(tab.storage.getItem('gatehouse:redirecting') ?? ''), {
    provider: 'google.com',
    tenantId: null,
    remember: false,
    atMs: startMs
  })
})

t.test('redirect: a failed redirect removes the note', async (t) => {
  const tab = openTab({ sdk: { redirectTo: async () => refused('auth/internal-error') } })
  await tab.run('signInWith', 'google.com', 'redirect')
  t.equal(tab.storage.getItem('gatehouse:redirecting'), null)
})

t.test('redirect: a return with a result loads the SDK at once and opens the session', async (t) => {
  const storage = returning(startMs - 5000, 'tenant-a')
  const tab = startTab({ storage, sdk: { redirectAnswer: async () => signedIn() } })
  t.same(tab.state().status, { name: 'returning' })
  await settle()
  t.same(tab.calls.slice(0, 2), [
    { name: 'setTenant', with: ['tenant-a'] },
    { name: 'redirectAnswer', with: [] }
  ])
  t.equal(tab.left.length, 1)
})

t.test('redirect: a return without a result is reported and offers a window', async (t) => {
  const storage = returning()
  const tab = startTab({ storage })
  await settle()
  t.equal(problemIn(tab.state()), 'problem.no-return.title')
  t.match(tab.state().status, { otherMode: { provider: 'google.com', mode: 'popup' } })
  t.equal(storage.getItem('gatehouse:redirecting'), null)
})

t.test('redirect: a silent helper is reported, and its late result is ignored', async (t) => {
  const late = later<SignInAnswer>()
  const tab = startTab({ storage: returning(), sdk: { redirectAnswer: () => late.promise } })
  await settle()
  t.same(tab.state().status, { name: 'returning' })
  await tab.wait(20_000)
  t.equal(problemIn(tab.state()), 'problem.no-return.title')
  late.answer(signedIn())
  await settle()
  t.equal(problemIn(tab.state()), 'problem.no-return.title')
  t.equal(tab.left.length, 0)
})

t.test('redirect: Cancel while the helper is silent makes the page ready at once', async (t) => {
  const tab = startTab({ storage: returning(), sdk: { redirectAnswer: () => new Promise(() => {}) } })
  await settle()
  tab.act('cancel')
  t.same(tab.state().status, { name: 'ready' })
  await tab.wait(20_000)
  t.same(tab.state().status, { name: 'ready' })
})

t.test('redirect: a sign-in with a password before the page shows the return replaces it', async (t) => {
  const storage = returning()
  const tab = startTab({ storage, sdk: { redirectAnswer: async () => signedIn() } })
  await tab.run('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  t.equal(tab.providerCalls.length, 1)
  t.equal(storage.getItem(pending[0]), null, 'the result of the redirect opens nothing later')
})

t.test('redirect: a choice of language while the page returns does not end the return', async (t) => {
  const tab = startTab({ storage: returning(), sdk: { redirectAnswer: async () => signedIn() } })
  await tab.run('speak', 'de')
  t.equal(tab.left.length, 1)
})

t.test('redirect: a return with the Back button is ready without a message', async (t) => {
  const tab = startTab({ storage: returning(), browser: { cameByHistory: () => true } })
  await settle()
  t.same(tab.state().status, { name: 'ready' })
})

t.test('redirect: a note older than ten minutes shows no message', async (t) => {
  const tab = startTab({ storage: returning(startMs - 600_001) })
  await settle()
  t.same(tab.state().status, { name: 'ready' })
})

t.test('redirect: our own note alone does not load the SDK', async (t) => {
  const storage = memoryStorage({ 'gatehouse:redirecting': note(startMs) })
  const tab = startTab({ storage })
  await settle()
  t.equal(tab.loads(), 0)
  t.same(tab.state().status, { name: 'ready' })
})

t.test('redirect: restored from the back-forward cache, is ready', async (t) => {
  const tab = startTab({ config: byRedirect })
  await tab.run('signInWith', 'google.com')
  tab.tellBrowser('restored')
  t.same(tab.state().status, { name: 'ready' })
})

/** A Google sign-in whose address has a password account, then a sign-in with the password. */
async function signInTheOtherWay(email: string | null, waitMs = 0) {
  const connected: unknown[] = []
  const account = accountWith({
    email,
    connect: async (held) => {
      connected.push(held)
      return { kind: 'done' }
    }
  })
  const credential = { held: 'google' }
  const tab = openTab({
    sdk: {
      signInWithPopup: async () => ({ kind: 'other-method', email: 'Ada@example.com', credential }),
      signInWithPassword: async () => signedIn(account)
    }
  })
  await tab.run('signInWith', 'google.com')
  const asked = tab.state().screen
  tab.device.nowMs += waitMs
  await tab.run('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  return { tab, asked, connected, credential }
}

t.test('other method: an account with another method is announced, with the address kept', async (t) => {
  const { asked, tab } = await signInTheOtherWay('ada@example.com')
  t.same(asked, { name: 'other-method', email: 'Ada@example.com', attempted: 'google.com' })
  t.equal(tab.storage.length, 0)
})

t.test('connect: with the same address, requires a choice before connecting', async (t) => {
  const { tab, connected } = await signInTheOtherWay('ada@example.com')
  t.same(tab.state().screen, { name: 'connect', attempted: 'google.com' })
  t.equal(tab.requests.length, 0)
  t.same(connected, [])
})

t.test('connect: yes connects and opens the session', async (t) => {
  const { tab, connected, credential } = await signInTheOtherWay('ada@example.com')
  tab.act('connect', true)
  await tab.run('connect', true)
  t.same(connected, [credential])
  t.equal(tab.left.length, 1)
})

t.test('connect: no only opens the session', async (t) => {
  const { tab, connected } = await signInTheOtherWay('ada@example.com')
  await tab.run('connect', false)
  t.same(connected, [])
  t.equal(tab.left.length, 1)
})

for (const email of ['eve@example.com', null]) {
  t.test(`connect: signing in as ${email} skips the choice`, async (t) => {
    const { tab } = await signInTheOtherWay(email)
    t.equal(tab.state().screen.name, 'leaving')
  })
}

t.test('connect: more than ten minutes later, the choice is skipped', async (t) => {
  const { tab } = await signInTheOtherWay('ada@example.com', 600_001)
  t.equal(tab.state().screen.name, 'leaving')
})

t.test('connect: a rejection by the provider is reported and the visitor can continue without', async (t) => {
  const account = accountWith({ connect: async () => refused('auth/credential-already-in-use') })
  const tab = openTab({
    sdk: {
      signInWithPopup: async () => ({ kind: 'other-method', email: account.email, credential: { held: 1 } }),
      signInWithPassword: async () => signedIn(account)
    }
  })
  await tab.run('signInWith', 'google.com')
  await tab.run('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  await tab.run('connect', true)
  t.equal(problemIn(tab.state()), 'problem.connected.title')
  await tab.run('connect', false)
  t.equal(tab.left.length, 1)
})

t.test('provider: the scopes of the SDK’s class come before the configured ones', async (t) => {
  const scoped = { id: 'google.com', name: 'Google', iconSrc: null, scopes: ['calendar'], params: {} }
  const plain = { ...scoped, id: 'oidc.acme' }
  for (const [provider, scopes] of [
    [scoped, ['profile', 'calendar']],
    [plain, ['calendar']]
  ] as const) {
    const tab = openTab({ config: { providers: [provider] } })
    await tab.run('signInWith', provider.id)
    t.match(tab.calls.at(-1), { name: 'signInWithPopup', with: [{ id: provider.id, scopes }] })
  }
})
