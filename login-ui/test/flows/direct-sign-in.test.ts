import t from 'tap'
import { canSignInDirectly, type DirectAnswer } from '../../src/auth/direct-sign-in.ts'
import {
  answer,
  challengeWith,
  credentials,
  later,
  opened,
  openTab,
  origin,
  problemIn,
  refusal,
  settle,
  type TabOptions
} from '../fixtures/flows.ts'
import { sampleConfig } from '../fixtures/sample-config.ts'

/** Password sign-in by one call to the provider and one to the gateway. */

const accepted = () => answer(200, { idToken: 'id-token', refreshToken: 'refresh-token' })
const refusing = (message: string) => () => answer(400, { error: { message } })

async function signIn(options: TabOptions, early?: Promise<DirectAnswer>) {
  const tab = openTab(options)
  await tab.run('signInWithPassword', { ...credentials, ...(early !== undefined && { early }) })
  return tab
}

t.test('direct: a successful sign-in makes two calls and does not load the SDK', async (t) => {
  const tab = await signIn({
    provider: accepted,
    config: { tenant: { id: 'acme', choose: [], byEmailDomain: {} } }
  })
  const found = tab.providerCalls[0]?.url
  t.equal(found, 'https://identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=key')
  t.same(tab.providerCalls[0]?.body, {
    ...credentials,
    returnSecureToken: true,
    clientType: 'CLIENT_TYPE_WEB',
    tenantId: 'acme'
  })
  t.equal(tab.requests[0]?.headers.get('authorization'), 'Bearer id-token')
  t.equal(tab.requests[0]?.body, '{"refreshToken":"refresh-token","redirect":"/reports"}')
  t.same([tab.providerCalls.length, tab.requests.length, tab.loads()], [1, 1, 0])
  t.same(tab.statuses().slice(-3), ['submitting', 'exchanging', 'leaving'])
  t.same(tab.left, [`${origin}/reports`])
})

for (const [message, title] of [
  ['INVALID_LOGIN_CREDENTIALS', 'problem.credentials.title'],
  ['USER_DISABLED', 'problem.disabled.title'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER : Access has been disabled.', 'problem.attempts.title']
] as const) {
  t.test(`direct: provider error ${message} is shown without a second call`, async (t) => {
    const tab = await signIn({ provider: refusing(message) })
    t.equal(problemIn(tab.state()), title)
    t.same([tab.providerCalls.length, tab.requests.length, tab.loads()], [1, 0, 0])
  })
}

for (const [what, provider] of [
  ['an unknown error', refusing('MISSING_RECAPTCHA_TOKEN')],
  ['a 503 page', () => new Response('<html>', { status: 503 })],
  ['a malformed second step', () => answer(200, { mfaPendingCredential: 7, mfaInfo: [] })]
] as const) {
  t.test(`direct: on ${what} from the provider, the SDK signs in instead`, async (t) => {
    const tab = await signIn({ provider })
    t.same(tab.asked(), ['signInWithPassword'])
  })
}

const asking = { mfaPendingCredential: 'pending', mfaInfo: [{ mfaEnrollmentId: 'f1', totpInfo: {} }] }
const pending: DirectAnswer = { kind: 'pending', answer: asking }

for (const [when, early, providerCalls] of [
  ['', undefined, 1],
  [' before the page has loaded', Promise.resolve(pending), 0]
] as const) {
  t.test(
    `direct: second factor required${when}, the SDK continues from the response and sends no password`,
    async (t) => {
      const tab = await signIn(
        {
          provider: () => answer(200, asking),
          sdk: { continueSignIn: async () => challengeWith() },
          config: { tenant: { id: 'acme', choose: [], byEmailDomain: {} } }
        },
        early
      )
      t.same(tab.calls, [
        { name: 'setTenant', with: ['acme'] },
        { name: 'continueSignIn', with: [pending] }
      ])
      t.equal(tab.state().screen.name, 'second-factor')
      t.same([tab.providerCalls.length, tab.requests.length], [providerCalls, 0])
      await tab.run('answerFactor', '123456')
      t.same([tab.asked(), tab.requests.length], [['continueSignIn'], 1], 'the session is requested once')
      t.same(tab.left, [`${origin}/reports`])
    }
  )
}

t.test('direct: an unreachable provider is reported', async (t) => {
  const tab = await signIn({ provider: () => Promise.reject(new TypeError('offline')) })
  t.equal(problemIn(tab.state()), 'problem.network.title')
  t.equal(tab.loads(), 0)
})

t.test('direct: on a gateway rejection, the SDK gets the account and the call is not repeated', async (t) => {
  const tab = await signIn({ provider: accepted, gateway: { post: () => refusal(403, 'EMAIL_UNVERIFIED') } })
  t.equal(tab.state().screen.name, 'verify')
  t.same(tab.asked(), ['signInWithPassword'])
  t.equal(tab.requests.length, 1)
})

t.test('direct: a sign-in begun before the page loaded is taken over and not sent again', async (t) => {
  const early = later<DirectAnswer>()
  const tab = await signIn({ provider: accepted }, early.promise)
  t.equal(tab.state().status.name, 'submitting')
  early.answer({ kind: 'opened', idToken: 'id-token' })
  await settle()
  t.same([tab.providerCalls.length, tab.requests.length], [0, 0])
  t.same(tab.left, [`${origin}/reports`])
})

t.test('direct: if the browser is already leaving, the page does not navigate again', async (t) => {
  const tab = await signIn({ gateway: { post: opened } }, Promise.resolve({ kind: 'left' }))
  t.same(tab.left, [])
  t.equal(tab.state().screen.name, 'leaving')
  tab.runTimers(5000)
  t.same(tab.state().screen, { name: 'leaving', slow: true })
})

t.test('direct: uses the SDK at once if the sign-in needs more than a password', async (t) => {
  const plain = sampleConfig()
  t.ok(canSignInDirectly(plain))
  t.notOk(canSignInDirectly({ ...plain, preview: 'sign-in' }))
  t.notOk(canSignInDirectly({ ...plain, address: 'second-step' }))
  t.notOk(canSignInDirectly({ ...plain, secondFactor: true }))
  t.notOk(canSignInDirectly({ ...plain, mfa: { ...plain.mfa, totp: 'required' } }))
  const recaptcha = { ...plain.provider, recaptcha: true }
  t.notOk(canSignInDirectly({ ...plain, provider: recaptcha }))
  const tab = await signIn({ provider: accepted, config: { provider: recaptcha } })
  t.equal(tab.providerCalls.length, 0)
  t.same(tab.asked(), ['signInWithPassword'])
})
