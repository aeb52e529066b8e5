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
  startMs
} from '../fixtures/flows.ts'

const pending = ['firebase:pendingRedirect:key:[DEFAULT]', '"true"'] as const
const pendingKey = { [pending[0]]: pending[1] }
const note = (atMs: number, tenantId: string | null = null) =>
  JSON.stringify({ provider: 'google.com', tenantId, atMs })

t.test('popup: provider says yes, waits for the window and opens the session', async (t) => {
  const tab = openTab()
  tab.act('signInWith', 'google.com')
  await settle()
  t.equal(tab.statuses()[0], 'waiting')
  t.same(tab.asked(), ['signInWithPopup'])
  t.equal(tab.left.length, 1)
})

for (const remember of [true, false]) {
  t.test(
    `redirect: choice to stay signed in is ${remember}, the same when the visitor is back`,
    async (t) => {
      const storage = memoryStorage()
      const config = {
        remember: true,
        federated: { mode: 'redirect', mayChange: true, standInWindow: null }
      } as const
      const before = openTab({ config, storage })
      before.store.dispatch({ type: 'chose-to-remember', remember })
      before.act('signInWith', 'google.com')
      await settle()
      storage.setItem(...pending)
      const after = openTab({ config, storage, sdk: { redirectAnswer: async () => signedIn() } })
      after.start()
      await settle()
      t.same(
        after.requests.map(({ body }) => body),
        [JSON.stringify({ remember })]
      )
    }
  )
}

t.test('popup: visitors are not asked whether to stay signed in, posts no choice', async (t) => {
  const tab = openTab()
  tab.store.dispatch({ type: 'chose-to-remember', remember: true })
  tab.act('signInWith', 'google.com')
  await settle()
  t.equal(tab.requests[0]?.body, null)
})

t.test('provider: not one of the configuration, is not asked', async (t) => {
  const tab = openTab()
  tab.act('signInWith', 'evil.example')
  await settle()
  t.equal(tab.loads(), 0)
})

for (const code of [
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/user-cancelled',
  'auth/redirect-cancelled-by-user'
]) {
  t.test(`popup: ${code}, is said quietly`, async (t) => {
    const tab = openTab({ sdk: { signInWithPopup: async () => refused(code) } })
    tab.act('signInWith', 'google.com')
    await settle()
    t.match(tab.state().status, { name: 'error', problem: { kind: 'cancelled' }, otherMode: null })
  })
}

for (const mode of ['popup', 'redirect'] as const) {
  const other = mode === 'popup' ? 'redirect' : 'popup'
  for (const code of ['auth/internal-error', 'auth/network-request-failed', 'auth/web-storage-unsupported']) {
    const answer = async () => refused(code)
    t.test(`${mode}: ${code} while online, is blocked and the other mode is offered`, async (t) => {
      const tab = openTab({ sdk: { signInWithPopup: answer, redirectTo: answer } })
      tab.act('signInWith', 'google.com', mode)
      await settle()
      t.match(tab.state().status, {
        problem: { kind: 'blocked', slots: { provider: 'Google' } },
        otherMode: { provider: 'google.com', mode: other }
      })
    })

    t.test(`${mode}: ${code} and the mode must not change, offers none`, async (t) => {
      const config = { federated: { mode, mayChange: false, standInWindow: null } }
      const tab = openTab({ config, sdk: { signInWithPopup: answer, redirectTo: answer } })
      tab.act('signInWith', 'google.com')
      await settle()
      t.match(tab.state().status, { problem: { kind: 'blocked' }, otherMode: null })
    })
  }

  t.test(`${mode}: network trouble while offline, is network trouble`, async (t) => {
    const answer = async () => refused('auth/network-request-failed')
    const tab = openTab({ sdk: { signInWithPopup: answer, redirectTo: answer } })
    tab.device.online = false
    tab.act('signInWith', 'google.com', mode)
    await settle()
    t.match(tab.state().status, { problem: { kind: 'network' }, otherMode: null })
  })

  t.test(`${mode}: browser refuses the provider's script, is blocked`, async (t) => {
    const answer = async () => {
      throw new TypeError('This document requires TrustedScriptURL assignment.')
    }
    const tab = openTab({ sdk: { signInWithPopup: answer, redirectTo: answer } })
    tab.act('signInWith', 'google.com', mode)
    await settle()
    t.match(tab.state().status, { problem: { kind: 'blocked' } })
    t.equal(tab.faults.length, 1)
  })
}

t.test('popup: window blocked, offers this tab', async (t) => {
  const tab = openTab({ sdk: { signInWithPopup: async () => refused('auth/popup-blocked') } })
  tab.act('signInWith', 'google.com')
  await settle()
  t.equal(problemIn(tab.state()), 'problem.window-blocked.title')
  t.match(tab.state().status, { otherMode: { provider: 'google.com', mode: 'redirect' } })
  tab.act('signInWith', 'google.com', 'redirect')
  await settle()
  t.same(tab.asked(), ['signInWithPopup', 'redirectTo'])
})

t.test('popup: window blocked and the mode must not change, says to try again', async (t) => {
  const config = { federated: { mode: 'popup', mayChange: false, standInWindow: null } } as const
  const tab = openTab({ config, sdk: { signInWithPopup: async () => refused('auth/popup-blocked') } })
  tab.act('signInWith', 'google.com')
  await settle()
  t.match(tab.state().status, { problem: { hint: 'problem.window-blocked.again' }, otherMode: null })
})

t.test('popup: project does not know our host, is a setup problem', async (t) => {
  const tab = openTab({ sdk: { signInWithPopup: async () => refused('auth/unauthorized-domain') } })
  tab.act('signInWith', 'google.com')
  await settle()
  t.match(tab.state().status, { problem: { kind: 'setup' }, otherMode: null })
})

t.test('cancel: window still open, is ready at once and a late success signs nobody in', async (t) => {
  const pending = later<SignInAnswer>()
  const tab = openTab({ sdk: { signInWithPopup: () => pending.promise } })
  tab.act('signInWith', 'google.com')
  await settle()
  tab.act('cancel')
  t.same(tab.state().status, { name: 'ready' })
  const account = accountWith()
  pending.answer(signedIn(account))
  await settle()
  t.ok(account.forgotten)
  t.equal(tab.requests.length, 0)
  t.same(tab.state().status, { name: 'ready' })
})

t.test('cancel: then another way, a late refusal of the first does not disturb it', async (t) => {
  const window = later<SignInAnswer>()
  const password = later<SignInAnswer>()
  const tab = openTab({
    sdk: { signInWithPopup: () => window.promise, signInWithPassword: () => password.promise }
  })
  tab.act('signInWith', 'google.com')
  await settle()
  tab.act('cancel')
  tab.act('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  await settle()
  window.answer(refused('auth/popup-closed-by-user'))
  await settle()
  t.same(tab.state().status, { name: 'submitting' })
  password.answer(signedIn())
  await settle()
  t.equal(tab.left.length, 1)
})

t.test('cancel: nothing to wait for, changes nothing', async (t) => {
  const tab = openTab()
  const before = tab.state()
  tab.act('cancel')
  t.equal(tab.state(), before)
})

t.test('popup: account has a second factor, asks for it', async (t) => {
  const tab = openTab({ sdk: { signInWithPopup: async () => challengeWith() } })
  tab.act('signInWith', 'google.com')
  await settle()
  t.equal(tab.state().screen.name, 'second-factor')
})

t.test('redirect: goes to the provider, notes it without a token', async (t) => {
  const tab = openTab({ config: { federated: { mode: 'redirect', mayChange: true, standInWindow: null } } })
  tab.act('signInWith', 'google.com')
  await settle()
  t.same(tab.state().status, { name: 'submitting' })
  t.same(JSON.parse(tab.storage.getItem('gatehouse:redirecting') ?? ''), {
    provider: 'google.com',
    tenantId: null,
    remember: false,
    atMs: startMs
  })
})

t.test('redirect: does not get away, forgets the note', async (t) => {
  const tab = openTab({ sdk: { redirectTo: async () => refused('auth/internal-error') } })
  tab.act('signInWith', 'google.com', 'redirect')
  await settle()
  t.equal(tab.storage.getItem('gatehouse:redirecting'), null)
})

t.test(
  'redirect: back with an answer, loads the SDK at once for the right tenant and opens the session',
  async (t) => {
    const storage = memoryStorage({
      ...pendingKey,
      'gatehouse:redirecting': note(startMs - 5000, 'tenant-a')
    })
    const tab = openTab({ storage, sdk: { redirectAnswer: async () => signedIn() } })
    tab.start()
    t.same(tab.state().status, { name: 'returning' })
    await settle()
    t.same(tab.calls.slice(0, 2), [
      { name: 'setTenant', with: ['tenant-a'] },
      { name: 'redirectAnswer', with: [] }
    ])
    t.equal(tab.left.length, 1)
  }
)

t.test('redirect: nothing came back, says so and offers a window', async (t) => {
  const storage = memoryStorage({ ...pendingKey, 'gatehouse:redirecting': note(startMs - 5000) })
  const tab = openTab({ storage })
  tab.start()
  await settle()
  t.equal(problemIn(tab.state()), 'problem.no-return.title')
  t.match(tab.state().status, { otherMode: { provider: 'google.com', mode: 'popup' } })
  t.equal(storage.getItem('gatehouse:redirecting'), null)
})

t.test(
  'redirect: back and the helper says nothing for eight seconds, says so, and a late answer is nothing',
  async (t) => {
    const storage = memoryStorage({ ...pendingKey, 'gatehouse:redirecting': note(startMs - 5000) })
    let answer: (late: ReturnType<typeof signedIn>) => void = () => {}
    const redirectAnswer = () => new Promise<ReturnType<typeof signedIn>>((resolve) => (answer = resolve))
    const tab = openTab({ storage, sdk: { redirectAnswer } })
    tab.start()
    await settle()
    t.same(tab.state().status, { name: 'returning' })
    tab.runTimers(8000)
    await settle()
    t.equal(problemIn(tab.state()), 'problem.no-return.title')
    answer(signedIn())
    await settle()
    t.equal(problemIn(tab.state()), 'problem.no-return.title')
    t.equal(tab.left.length, 0)
  }
)

t.test('redirect: back, the helper silent, and the visitor cancels: ready at once', async (t) => {
  const storage = memoryStorage({ ...pendingKey, 'gatehouse:redirecting': note(startMs - 5000) })
  const tab = openTab({ storage, sdk: { redirectAnswer: () => new Promise(() => {}) } })
  tab.start()
  await settle()
  tab.act('cancel')
  t.same(tab.state().status, { name: 'ready' })
  tab.runTimers(8000)
  await settle()
  t.same(tab.state().status, { name: 'ready' })
})

t.test('redirect: back by the Back button, is quietly ready', async (t) => {
  const storage = memoryStorage({ ...pendingKey, 'gatehouse:redirecting': note(startMs - 5000) })
  const tab = openTab({ storage, browser: { cameByHistory: () => true } })
  tab.start()
  await settle()
  t.same(tab.state().status, { name: 'ready' })
})

t.test('redirect: note older than ten minutes, is no reason to complain', async (t) => {
  const storage = memoryStorage({ ...pendingKey, 'gatehouse:redirecting': note(startMs - 600_001) })
  const tab = openTab({ storage })
  tab.start()
  await settle()
  t.same(tab.state().status, { name: 'ready' })
})

t.test('redirect: only our own note is left, does not load the SDK', async (t) => {
  const storage = memoryStorage({ 'gatehouse:redirecting': note(startMs) })
  const tab = openTab({ storage })
  tab.start()
  await settle()
  t.equal(tab.loads(), 0)
  t.same(tab.state().status, { name: 'ready' })
})

t.test('redirect: back in the back-forward cache, is ready', async (t) => {
  const tab = openTab({ config: { federated: { mode: 'redirect', mayChange: true, standInWindow: null } } })
  tab.start()
  tab.act('signInWith', 'google.com')
  await settle()
  tab.tellBrowser('restored')
  t.same(tab.state().status, { name: 'ready' })
})

/** An attempt with Google whose address has a password, then a sign-in with that. */
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
  tab.act('signInWith', 'google.com')
  await settle()
  const asked = tab.state().screen
  tab.device.nowMs += waitMs
  tab.act('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  await settle()
  return { tab, asked, connected, credential }
}

t.test('other method: account signs in another way, is said with the address kept', async (t) => {
  const { asked, tab } = await signInTheOtherWay('ada@example.com')
  t.same(asked, { name: 'other-method', email: 'Ada@example.com', attempted: 'google.com' })
  t.equal(tab.storage.length, 0)
})

t.test('connect: same address, asks before anything is connected', async (t) => {
  const { tab, connected } = await signInTheOtherWay('ada@example.com')
  t.same(tab.state().screen, { name: 'connect', attempted: 'google.com' })
  t.equal(tab.requests.length, 0)
  t.same(connected, [])
})

t.test('connect: yes, connects and opens the session', async (t) => {
  const { tab, connected, credential } = await signInTheOtherWay('ada@example.com')
  tab.act('connect', true)
  tab.act('connect', true)
  await settle()
  t.same(connected, [credential])
  t.equal(tab.left.length, 1)
})

t.test('connect: no, opens the session alone', async (t) => {
  const { tab, connected } = await signInTheOtherWay('ada@example.com')
  tab.act('connect', false)
  await settle()
  t.same(connected, [])
  t.equal(tab.left.length, 1)
})

for (const email of ['eve@example.com', null]) {
  t.test(`connect: ${email} signs in, is not asked`, async (t) => {
    const { tab } = await signInTheOtherWay(email)
    t.equal(tab.state().screen.name, 'leaving')
  })
}

t.test('connect: more than ten minutes later, is not asked', async (t) => {
  const { tab } = await signInTheOtherWay('ada@example.com', 600_001)
  t.equal(tab.state().screen.name, 'leaving')
})

t.test('connect: provider refuses, says so and lets the visitor go on without', async (t) => {
  const account = accountWith({ connect: async () => refused('auth/credential-already-in-use') })
  const tab = openTab({
    sdk: {
      signInWithPopup: async () => ({ kind: 'other-method', email: account.email, credential: { held: 1 } }),
      signInWithPassword: async () => signedIn(account)
    }
  })
  tab.act('signInWith', 'google.com')
  await settle()
  tab.act('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  await settle()
  tab.act('connect', true)
  await settle()
  t.equal(problemIn(tab.state()), 'problem.connected.title')
  tab.act('connect', false)
  await settle()
  t.equal(tab.left.length, 1)
})

t.test(
  'provider: scopes that the SDK’s own class would ask for, come before the configured ones',
  async (t) => {
    const scoped = { id: 'google.com', name: 'Google', iconSrc: null, scopes: ['calendar'], params: {} }
    const plain = { ...scoped, id: 'oidc.acme' }
    for (const [provider, scopes] of [
      [scoped, ['profile', 'calendar']],
      [plain, ['calendar']]
    ] as const) {
      const tab = openTab({ config: { providers: [provider] } })
      tab.act('signInWith', provider.id)
      await settle()
      t.match(tab.calls.at(-1), { name: 'signInWithPopup', with: [{ id: provider.id, scopes }] })
    }
  }
)
