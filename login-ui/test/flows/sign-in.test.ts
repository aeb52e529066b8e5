import t from 'tap'
import type { SignInAnswer } from '../../src/auth/sdk-contract.ts'
import type { PageConfig } from '../../src/page-config.ts'
import {
  accountWith,
  answer,
  challengeWith,
  configWith,
  credentials,
  later,
  memoryStorage,
  opened,
  openTab,
  origin,
  problemIn,
  refusal,
  refused,
  sessionOf,
  settle,
  signedIn,
  signedOut,
  signIn,
  startMs,
  startTab,
  type Tab,
  type TabOptions
} from '../fixtures/flows.ts'

t.test('sign in: if successful, leaves for the redirect target (ASVS 6.2.8)', async (t) => {
  const tab = openTab()
  await tab.run('signInWithPassword', { ...credentials, email: ' ada@example.com ' })
  t.same(tab.calls.at(-1), { name: 'signInWithPassword', with: [credentials] })
  t.equal(tab.requests[0]?.headers.get('authorization'), 'Bearer id-token')
  t.equal(tab.requests[0]?.body, '{"refreshToken":"refresh-token","redirect":"/reports"}')
  t.same(tab.statuses(), ['ready', 'submitting', 'exchanging', 'leaving'])
  t.same(tab.left, [`${origin}/reports`])
  t.equal(tab.state().email, 'ada@example.com')
})

t.test('sign in: on the way to nowhere, the call for a session names no redirect', async (t) => {
  const tab = await signIn({ config: { query: '' } })
  t.equal(tab.requests[0]?.body, '{"refreshToken":"refresh-token"}')
})

t.test('sign in: a fragment in the address is kept', async (t) => {
  const tab = await signIn({ url: `${origin}/login?redirect=%2Freports#/inbox/7` })
  t.same(tab.left, [`${origin}/reports#/inbox/7`])
})

t.test('sign in: if the browser does not leave, offers a link after five seconds', async (t) => {
  const tab = await signIn()
  t.same(tab.state().screen, { name: 'leaving', slow: false })
  tab.runTimers(5000)
  t.same(tab.state().screen, { name: 'leaving', slow: true })
  tab.act('proceed')
  t.equal(tab.left.length, 2)
})

t.test('sign in: submitting twice sends one request', async (t) => {
  const tab = openTab()
  tab.act('signInWithPassword', credentials)
  await tab.run('signInWithPassword', credentials)
  t.same(tab.asked(), ['signInWithPassword'])
  t.equal(tab.requests.length, 1)
})

const gaps: [email: string, password: string, title: string][] = [
  ['', '', 'problem.email-missing.title'],
  ['ada', 'secret', 'problem.email-malformed.title'],
  ['@example.com', 'secret', 'problem.email-malformed.title'],
  ['a@b@c', 'secret', 'problem.email-malformed.title'],
  ['ada@example.com', '', 'problem.password-missing.title']
]
for (const [email, password, title] of gaps) {
  t.test(`sign in: "${email}" and "${password}" are not sent`, async (t) => {
    const tab = openTab()
    tab.act('signInWithPassword', { email, password })
    await tab.run('signUp', { email, password, name: null })
    t.equal(problemIn(tab.state()), title)
    t.equal(tab.loads(), 0)
  })
}

const refusals: [code: string, title: string][] = [
  ['auth/invalid-credential', 'problem.credentials.title'],
  ['auth/user-not-found', 'problem.credentials.title'],
  ['auth/too-many-requests', 'problem.attempts.title'],
  ['auth/user-disabled', 'problem.disabled.title'],
  ['auth/network-request-failed', 'problem.network.title'],
  ['auth/internal-error', 'problem.unknown.title'],
  ['auth/password-does-not-meet-requirements', 'problem.password-policy.title']
]
for (const [code, title] of refusals) {
  t.test(`sign in: provider error ${code} makes no gateway request`, async (t) => {
    const tab = await signIn({ signIn: refused(code) })
    t.equal(problemIn(tab.state()), title)
    t.equal(tab.state().screen.name, 'sign-in')
    t.equal(tab.requests.length, 0)
  })
}

for (const [code, recaptcha, title, message] of [
  ['page/closed', false, 'problem.closed.title', /^configuration: App Check is enforced/],
  ['page/recaptcha', false, 'problem.closed.title', /^configuration: .* set login.security.recaptcha$/],
  ['page/recaptcha', true, 'problem.robot.title', null]
] as const) {
  const name = `sign in: ${code}, reCAPTCHA ${recaptcha ? 'on' : 'off'}, ${message === null ? 'nothing' : 'one line'} for the operator`
  t.test(name, async (t) => {
    const { provider } = configWith()
    const config = { provider: { ...provider, recaptcha } }
    const tab = openTab({ config, signIn: refused(code) })
    for (const _ of ['once', 'again']) {
      await tab.run('signInWithPassword', credentials)
      t.equal(problemIn(tab.state()), title)
    }
    t.match(tab.faults, message === null ? [] : [{ message }])
    t.equal(tab.faults.length, message === null ? 0 : 1)
  })
}

const gatewayRefusals: [status: number, code: string, title: string][] = [
  [403, 'FORBIDDEN', 'problem.forbidden.title'],
  [401, 'TENANT_MISMATCH', 'problem.tenant.title'],
  [429, 'RATE_LIMITED', 'problem.attempts.title'],
  [403, 'USER_DISABLED', 'problem.disabled.title'],
  [503, 'PROVIDER_UNAVAILABLE', 'problem.unavailable.title'],
  [401, 'TOKEN_EXPIRED', 'problem.expired.title'],
  [401, 'INVALID_ARGUMENT', 'problem.unknown.title'],
  [403, 'BRAND_NEW', 'problem.unknown.title']
]
for (const [status, code, title] of gatewayRefusals) {
  t.test(`session: gateway error ${code} is shown with its reference`, async (t) => {
    const tab = await signIn({ gateway: { post: () => refusal(status, code) } })
    t.equal(problemIn(tab.state()), title)
    t.match(tab.state().status, { problem: { reference: 'r-1' } })
    t.same(tab.left, [])
    t.same(tab.hub.sent, [])
  })
}

for (const code of ['TOKEN_EXPIRED', 'INVALID_ARGUMENT'])
  for (const [seconds, isBlamed] of [
    [61, true],
    [-61, true],
    [60, false]
  ] as const)
    t.test(`session: ${code} with the clock ${seconds} s off, blames it: ${isBlamed}`, async (t) => {
      const tab = await signIn({ gateway: { post: () => refusal(401, code, startMs + seconds * 1000) } })
      t.equal(problemIn(tab.state()) === 'problem.clock.title', isBlamed)
    })

t.test('session: an unreachable gateway is reported and the next submit tries again', async (t) => {
  const tab = await signIn({ gateway: { post: () => Promise.reject(new TypeError('Failed to fetch')) } })
  t.equal(problemIn(tab.state()), 'problem.network.title')
  tab.gateway.post = opened
  await tab.run('signInWithPassword', credentials)
  t.equal(tab.left.length, 1)
})

t.test('SDK: failing to load is a network problem, and the next try loads it again', async (t) => {
  let loads = 0
  const tab = openTab({
    loadSdk: async () => {
      loads++
      throw new TypeError('Failed to fetch dynamically imported module')
    }
  })
  await tab.run('warmUp')
  t.equal(tab.state().status.name, 'ready')
  await tab.run('signInWithPassword', credentials)
  t.equal(problemIn(tab.state()), 'problem.network.title')
  t.equal(loads, 2)
})

t.test('SDK: an internal fault is shown and reported', async (t) => {
  const bug = new RangeError('bug')
  const tab = await signIn({ sdk: { signInWithPassword: () => Promise.reject(bug) } })
  t.equal(problemIn(tab.state()), 'problem.unknown.title')
  t.same(tab.faults, [bug])
})

t.test('SDK: is loaded when the browser is idle', async (t) => {
  const tab = openTab()
  const stop = tab.start()
  t.equal(tab.loads(), 0)
  for (const task of tab.idle) task()
  t.equal(tab.loads(), 1)
  stop()
})

for (const address of ['account', 'signed-out', 'problem'] as const) {
  t.test(`SDK: at address ${address}, is not loaded automatically`, async (t) => {
    const tab = startTab({ config: { address, account: { name: 'Ada', email: null, provider: null } } })
    t.equal(tab.idle.size, 0)
    t.equal(tab.loads(), 0)
  })
}

t.test('late answer: after Back, opens no session', async (t) => {
  const pending = later<SignInAnswer>()
  const tab = await signIn({
    config: { address: 'sign-up' },
    url: `${origin}/login/sign-up`,
    sdk: { signInWithPassword: () => pending.promise }
  })
  tab.visit('/login')
  tab.tellBrowser('back')
  t.equal(tab.state().status.name, 'ready')
  const account = accountWith()
  pending.answer(signedIn(account))
  await settle()
  t.ok(account.forgotten)
  t.equal(tab.requests.length, 0)
  t.same(tab.state().screen, { name: 'sign-in' })
})

t.test('sign up: a new account opens the session', async (t) => {
  const tab = openTab()
  await tab.run('signUp', { ...credentials, name: ' Ada ' })
  t.same(tab.calls.at(-1), { name: 'signUp', with: [{ ...credentials, name: 'Ada' }] })
  t.equal(tab.left.length, 1)
})

t.test('sign up: a taken address has the text of the wording rules', async (t) => {
  const tab = openTab({ sdk: { signUp: async () => refused('auth/email-already-in-use') } })
  await tab.run('signUp', { ...credentials, name: null })
  t.match(tab.state().status, { problem: { kind: 'taken', title: 'problem.taken.title' } })
})

t.test('sign up: a password against the policy lists what is missing and creates no account', async (t) => {
  const status = {
    isValid: false,
    meetsMinPasswordLength: false,
    containsUppercaseLetter: false,
    containsNonAlphanumericCharacter: false,
    passwordPolicy: { enforcementState: 'ENFORCE', customStrengthOptions: { minPasswordLength: 12 } }
  }
  const tab = openTab({ sdk: { checkPassword: async () => status } })
  await tab.run('signUp', { ...credentials, name: null })
  t.match(tab.state().status, {
    problem: {
      kind: 'password',
      details: ['problem.policy.min', 'problem.policy.upper', 'problem.policy.symbol'],
      slots: { min: '12' }
    }
  })
  t.same(tab.asked(), ['checkPassword'])
})

t.test('sign up: a password rejected by the provider lists what its message says', async (t) => {
  const message =
    'Firebase: Missing password requirements: [Password must contain at least 8 characters, Password must contain a numeric character] (auth/password-does-not-meet-requirements).'
  const tab = openTab({
    sdk: { signUp: async () => refused('auth/password-does-not-meet-requirements', message) }
  })
  await tab.run('signUp', { ...credentials, name: null })
  t.match(tab.state().status, { problem: { details: ['problem.policy.min', 'problem.policy.digit'] } })
})

t.test('back-forward cache: after leaving, is ready again and not stuck', async (t) => {
  const tab = await signIn()
  t.equal(tab.state().screen.name, 'leaving')
  tab.tellBrowser('restored')
  t.same(tab.state().screen, { name: 'sign-in' })
  await tab.run('signInWithPassword', credentials)
  t.equal(tab.left.length, 2)
})

t.test('offline: is shown, and the page still tries', async (t) => {
  const tab = startTab()
  tab.tellBrowser('offline')
  t.equal(tab.state().offline, true)
  await tab.run('signInWithPassword', credentials)
  t.equal(tab.left.length, 1)
  tab.tellBrowser('online')
  t.equal(tab.state().offline, false)
})

/** Signs in `times` times in tabs with the same storage, each redirected straight back, and once more. */
async function signInAgain(times: number, get: () => Response, browser: TabOptions['browser'] = {}) {
  const storage = memoryStorage()
  for (let sign = 0; sign < times; sign++) await signIn({ storage, gateway: { get }, browser })
  return await signIn({ storage, gateway: { get }, browser })
}

/** The gateway's clock is an hour ahead. */
const ahead = () => refusal(401, 'MISSING_CREDENTIALS', startMs + 3_600_000)

t.test('loop: redirected back twice, still leaves', async (t) => {
  t.equal((await signInAgain(2, signedOut)).left.length, 1)
})

for (const [what, get, browser, title] of [
  ['without a cookie', signedOut, {}, 'problem.cookies-lost.title'],
  ['with disabled cookies', signedOut, { hasCookies: () => false }, 'problem.cookies-off.title'],
  ['with a wrong clock', ahead, {}, 'problem.clock.title']
] as const)
  t.test(`loop: redirected back three times ${what}, is reported`, async (t) => {
    const tab = await signInAgain(3, get, browser)
    t.equal(problemIn(tab.state()), title)
    t.same(tab.left, [])
  })

t.test('loop: with a session, says that the application redirects back', async (t) => {
  const tab = await signInAgain(3, opened)
  t.equal(problemIn(tab.state()), 'problem.sent-back.title')
  tab.act('proceed')
  t.equal(tab.left.length, 1, 'the visitor can still try')
})

const forbidden = new Proxy(memoryStorage(), {
  get() {
    throw new DOMException('denied', 'SecurityError')
  }
})

t.test('storage forbidden: without a session cookie, says that cookies are off', async (t) => {
  const tab = await signIn({ storage: forbidden, gateway: { get: signedOut } })
  t.equal(problemIn(tab.state()), 'problem.cookies-off.title')
  t.same(tab.left, [])
})

t.test('storage forbidden: with a session cookie, leaves every time', async (t) => {
  for (let visit = 0; visit < 5; visit++) {
    const tab = await signIn({ storage: forbidden, gateway: { get: sessionOf } })
    t.equal(tab.left.length, 1)
  }
})

/** A tab that was redirected straight back after a sign-in. */
async function ledBack(get: () => Response | Promise<Response>, config: Partial<PageConfig> = {}) {
  const storage = memoryStorage()
  await signIn({ storage })
  return startTab({ storage, gateway: { get }, config })
}

for (const [what, get, title] of [
  ['a lost cookie', signedOut, 'problem.cookies-lost.title'],
  ['a wrong clock', ahead, 'problem.clock.title']
] as const)
  t.test(`led back: ${what} is reported and the form still works`, async (t) => {
    const tab = await ledBack(get)
    await settle()
    t.equal(problemIn(tab.state()), title)
    t.equal(tab.state().screen.name, 'sign-in')
    await tab.run('signInWithPassword', credentials)
    t.equal(tab.left.length, 1)
  })

const noNews: [string, () => Response, Partial<PageConfig>, asked: number][] = [
  ['session exists', sessionOf, {}, 1],
  ['gateway is down', () => answer(503, {}), {}, 1],
  ['signed out just now', signedOut, { reason: 'signed-out' }, 0],
  ['session was revoked', signedOut, { reason: 'revoked' }, 0]
]
for (const [condition, get, config, asked] of noNews) {
  t.test(`led back: ${condition}, shows no message`, async (t) => {
    const tab = await ledBack(get, config)
    await settle()
    t.equal(tab.state().status.name, 'ready')
    t.equal(tab.requests.length, asked)
  })
}

t.test('led back: a reload does not check again', async (t) => {
  const { storage } = await ledBack(signedOut)
  const tab = startTab({ storage })
  await settle()
  t.equal(tab.requests.length, 0)
  t.equal(tab.state().status.name, 'ready')
})

for (const [begun, act] of [
  ['signed in', (tab: Tab) => tab.act('signInWithPassword', credentials)],
  ['is typing a password', (tab: Tab) => Object.assign(tab.device, { typing: true })],
  ['left the screen', (tab: Tab) => tab.act('go', 'forgot')]
] as const) {
  t.test(`led back: visitor ${begun} before the response, shows no message`, async (t) => {
    const pending = later<Response>()
    const tab = await ledBack(() => pending.promise)
    act(tab)
    pending.answer(signedOut())
    await settle()
    t.equal(tab.state().status.name, 'ready')
  })
}

t.test('led back: an address filled in by a password manager does not hide the message', async (t) => {
  const pending = later<Response>()
  const tab = await ledBack(() => pending.promise)
  tab.store.dispatch({ type: 'typed', email: 'ada@example.com' })
  pending.answer(signedOut())
  await settle()
  t.equal(problemIn(tab.state()), 'problem.cookies-lost.title')
})

t.test('addresses: the fragment is kept from screen to screen', async (t) => {
  const tab = openTab({ url: `${origin}/login?redirect=%2Freports#/inbox/7` })
  tab.act('go', 'forgot')
  tab.act('go', 'sign-in')
  t.same(tab.addresses, [
    'push /login/forgot?redirect=%2Freports#/inbox/7',
    'push /login?redirect=%2Freports#/inbox/7'
  ])
})

for (const [address, path, screen] of [
  ['second-step', '/login/second-step', 'enrol'],
  ['sign-in', '/login', 'leaving']
] as const) {
  t.test(`addresses: started at ${address}, returning from another screen ends in ${screen}`, async (t) => {
    const tab = openTab({ config: { address } })
    tab.act('go', 'forgot')
    tab.act('go', 'sign-in')
    t.equal(tab.addresses.at(-1), `push ${path}?redirect=%2Freports`)
    await tab.run('signInWithPassword', credentials)
    t.equal(tab.state().screen.name, screen)
  })
}

t.test('second factor: a late challenge after Back is ignored', async (t) => {
  const pending = later<SignInAnswer>()
  const tab = await signIn({
    url: `${origin}/login/forgot`,
    config: { address: 'forgot' },
    sdk: { signInWithPassword: () => pending.promise }
  })
  tab.visit('/login')
  tab.tellBrowser('back')
  pending.answer(challengeWith())
  await settle()
  t.equal(tab.state().screen.name, 'sign-in')
})

t.test('new password: is checked against the policy while typing, and the last input counts', async (t) => {
  const first = later<null>()
  const asked: string[] = []
  const tab = openTab({
    sdk: {
      checkPassword(password) {
        asked.push(password)
        return asked.length === 1 ? first.promise : Promise.resolve(null)
      }
    }
  })
  for (const typed of ['a', 'ab', 'abcdef']) tab.act('checkNewPassword', typed)
  await settle()
  t.same(asked, ['a'], 'one request at a time')
  first.answer(null)
  await settle()
  t.same(asked, ['a', 'abcdef'])
  t.match(tab.state().passwordRules, [{ isMet: true }])
  t.equal(tab.state().status.name, 'ready', 'nothing is submitted')
})

t.test('new password: without the SDK, is checked against the minimum of the provider', async (t) => {
  const tab = openTab({ loadSdk: () => Promise.reject(new Error('blocked')) })
  await tab.run('checkNewPassword', 'abc')
  t.match(tab.state().passwordRules, [{ text: 'problem.policy.min', slots: { min: '6' }, isMet: false }])
})

t.test('step-up: another account starts with an empty address, if one was known', async (t) => {
  const account = { name: 'Ada', email: 'ada@example.com', provider: null }
  const known = openTab({ config: { reason: 'step-up', account } })
  t.match(known.state(), { isKnown: true, email: 'ada@example.com' })
  known.act('useOtherAccount')
  t.match(known.state(), { isKnown: false, email: '' })

  const unknown = openTab({ config: { reason: 'expired', account } })
  unknown.store.dispatch({ type: 'typed', email: 'eve@example.com' })
  unknown.act('useOtherAccount')
  t.match(unknown.state(), { isKnown: false, email: 'eve@example.com' })
})
