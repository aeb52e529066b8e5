import t from 'tap'
import {
  cookieHeader,
  PAGE,
  PUBLIC_ORIGIN,
  postSession,
  startGateway,
  type TestGateway
} from '../../fixtures/gateway.ts'
import { visit } from '../../fixtures/login-page/login-page.ts'
import { send } from '../../fixtures/wire/http-client.ts'

const TOTP = { kind: 'totp', id: 'mfa-1' } as const
const RULES = [
  { path: '/pay/*', allow: 'signed-in', require: { secondFactor: true, signedInWithin: 600 } },
  { path: '/recent/*', allow: 'signed-in', require: { signedInWithin: 600 } },
  { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] }, require: { secondFactor: true } }
]

async function startPayments(acquire: 'exchange' | 'handover'): Promise<TestGateway> {
  const gateway = await startGateway(t, {
    acquire,
    config: { 'access.rules': RULES, 'login.mfa.totp': 'optional', 'login.brand.name': 'Acme' }
  })
  gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true })
  return gateway
}

/** Shared by all tests; each signs in again. */
const GATEWAYS = { exchange: await startPayments('exchange'), handover: await startPayments('handover') }

async function load({ url }: TestGateway, path: string, cookie: string, init: { method?: string } = {}) {
  const response = await send(`${url}${path}`, { ...init, headers: { ...PAGE, cookie } })
  const text = await response.text()
  return { status: response.status, location: response.headers.get('location'), text, response }
}

async function call({ url }: TestGateway, path: string, cookie: string) {
  const response = await send(`${url}${path}`, { headers: { cookie } })
  const text = await response.text()
  const challenge = response.headers.get('www-authenticate')
  return { status: response.status, challenge, body: response.status === 401 ? JSON.parse(text) : {} }
}

for (const acquire of ['exchange', 'handover'] as const) {
  t.test(`step-up: ${acquire}, sign-in too old, sent to sign in again and then allowed`, async (t) => {
    const gateway = GATEWAYS[acquire]
    const strong = await gateway.signIn('ada', { secondFactor: TOTP })
    for (const path of ['/pay/x', '/recent/x', '/other'])
      t.equal((await call(gateway, path, strong)).status, 200)
    gateway.advance(601)
    t.equal((await call(gateway, '/other', strong)).status, 200, 'no step-up elsewhere')
    const sent = await load(gateway, '/pay/x?y=1', strong)
    t.match(sent, { status: 302, location: '/login?redirect=%2Fpay%2Fx%3Fy%3D1&reason=step-up' })
    t.same(sent.response.headers.getSetCookie(), [], 'the session is preserved')
    t.match(await load(gateway, '/pay/x', strong, { method: 'POST' }), { status: 303 })
    t.match(await call(gateway, '/pay/x', strong), {
      status: 401,
      challenge: 'Bearer error="insufficient_user_authentication", max_age=600, acr_values="http',
      body: {
        code: 'STEP_UP_REQUIRED',
        statusCode: 401,
        loginUrl: `${PUBLIC_ORIGIN}/login?prompt=login&reason=step-up`
      }
    })

    await send(`${gateway.url}/_auth/refresh?force=1`, {
      method: 'POST',
      headers: { cookie: strong, origin: PUBLIC_ORIGIN }
    })
    t.equal((await call(gateway, '/pay/x', strong)).status, 401, 'a refresh is no sign-in')

    const { idToken, refreshToken } = await gateway.provider.signIn('ada', { secondFactor: TOTP })
    const again = cookieHeader(await postSession(gateway.url, idToken, refreshToken, { cookie: strong }))
    t.equal((await load(gateway, '/pay/x', again)).status, 200)
    t.match(await load(gateway, '/login?redirect=%2Fpay%2Fx', again), { status: 302, location: '/pay/x' })
    t.match(await call(gateway, '/other', strong), { status: 401, body: { code: 'SESSION_ENDED' } })
    t.equal(gateway.upstream.seen.at(-1)?.headers['x-forwarded-user'], 'ada')
  })

  t.test(`step-up: ${acquire}, second factor missing, required, or a 403 right after sign-in`, async (t) => {
    const gateway = GATEWAYS[acquire]
    const weak = await gateway.signIn('ada')
    const shownPage = await load(gateway, '/pay/x', weak)
    t.equal(shownPage.status, 403)
    t.match(shownPage.text, 'A second step is needed')
    t.match(shownPage.text, 'href="/login/second-step?redirect=%2Fpay%2Fx"')
    t.match(shownPage.text, 'href="/login?redirect=%2Fpay%2Fx&amp;prompt=login"')
    t.match(await call(gateway, '/pay/x', weak), { status: 401, body: { code: 'STEP_UP_REQUIRED' } })
    const found = await load(gateway, '/admin/x', weak)
    t.match(found, { status: 403, text: /You don’t have access to this page/ }, 'the claim comes first')
    const shown = await load(gateway, '/pay/x', weak, { method: 'POST' })
    t.match(shown, { status: 303, location: /reason=step-up$/ }, 'a form is not resubmitted')
    gateway.advance(60)
    t.match(await load(gateway, '/pay/x', weak), { status: 302, location: /reason=step-up$/ })
    const strong = await gateway.signIn('ada', { secondFactor: TOTP })
    t.equal((await load(gateway, '/pay/x', strong)).status, 200, 'control')

    await gateway.settled()
    const lines = gateway.logLines().filter(({ detail }) => detail === 'no second factor')
    const result = lines.find(({ outcome }) => outcome === 'login')
    t.match(result, { rule: 1, code: 'STEP_UP_REQUIRED', subject: 'ada' })
    t.ok(lines.some(({ outcome }) => outcome === 'forbidden'))
  })
}

t.test('step-up: the login page is shown with the missing requirement instead of a redirect', async (t) => {
  const gateway = GATEWAYS.handover
  const cookie = await gateway.signIn('ada', { secondFactor: TOTP })
  gateway.advance(601)
  for (const query of [
    '?redirect=%2Fpay%2Fx',
    '?redirect=%2Fpay%2Fx&reason=expired',
    '?redirect=%2FPAY%2Fx'
  ]) {
    const { response, config } = await visit(gateway, `/login${query}`, { cookie })
    t.equal(response.status, 200, query)
    t.match(config, {
      address: 'sign-in',
      reason: 'step-up',
      secondFactor: true,
      account: { email: 'ada@example.com' }
    })
  }
  t.match((await visit(gateway, '/login?redirect=%2Frecent%2Fx', { cookie })).config, {
    reason: 'step-up',
    secondFactor: false
  })
})

t.test('step-up: sign-in still too old by another clock, a problem page instead of a loop', async (t) => {
  const gateway = GATEWAYS.handover
  const path = '/login?redirect=%2Frecent%2Fx'
  const noteOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .find((line) => line.startsWith('gatehouse-step-up='))
      ?.split(';', 1)[0]
  const old = await gateway.signIn('ada')
  gateway.advance(601)
  const asked = await visit(gateway, path, { cookie: old })
  t.equal(asked.response.status, 200)
  const note = noteOf(asked.response)
  t.match(note, /^gatehouse-step-up=\d+\.[0-9a-f]{16}$/)
  t.equal((await visit(gateway, path, { cookie: `${old}; ${note}` })).response.status, 200, 'a reload')

  const behind = await gateway.signIn('ada', { authTimeSeconds: gateway.now() - 700 })
  const inVain = await visit(gateway, path, { cookie: `${behind}; ${note}` })
  t.equal(inVain.response.status, 403)
  t.match(inVain.config, { address: 'problem', problem: { code: 'loop' } })
  t.equal(noteOf(inVain.response), 'gatehouse-step-up=', 'the note is cleared')
  t.equal((await visit(gateway, path, { cookie: behind })).response.status, 200, 'asked again')
  const signed = (seconds: number) => `${gateway.now() + seconds}.0123456789abcdef`
  for (const odd of ['x', '1', signed(99), signed(-600)]) {
    const headers = { cookie: `${behind}; gatehouse-step-up=${odd}` }
    t.equal((await visit(gateway, path, headers)).response.status, 200, odd)
  }
})

t.test('step-up: a reason in a forged link changes only the text', async (t) => {
  const gateway = GATEWAYS.handover
  const cookie = await gateway.signIn('ada')
  gateway.advance(601)
  const { response } = await visit(gateway, '/login?redirect=%2Fother&reason=step-up', { cookie })
  t.equal(response.headers.get('location'), '/other', 'redirected all the same')
  t.match((await visit(gateway, '/login?redirect=%2Fother&reason=step-up')).config, {
    reason: 'step-up',
    secondFactor: false,
    account: null
  })
  t.match((await visit(gateway, '/login?redirect=%2Fpay%2Fx')).config, { reason: null, secondFactor: true })
})

t.test('step-up: no authenticator apps, the 403 links to the account page if it adds a phone', async (t) => {
  for (const [name, href, config] of [
    ['a phone', '/account/second-step', {}],
    ['a phone at another path', '/me/second-step', { 'paths.account': '/me' }],
    ['no account page', null, { 'account.enabled': false }],
    ['no page for second steps', null, { 'account.secondStep': false }],
    ['no phone', null, { 'login.mfa.sms': false }],
    ['an app', '/login/second-step?redirect=%2Fpay%2Fx', { 'login.mfa.totp': 'optional' }]
  ] as const) {
    const shared = {
      'access.rules': RULES,
      'account.enabled': true,
      'login.mfa.totp': 'off',
      'login.mfa.sms': true
    }
    const gateway = await startGateway(t, { config: { ...shared, ...config } })
    gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
    const shownPage = await load(gateway, '/pay/x', await gateway.signIn('ada'))
    t.equal(shownPage.status, 403, name)
    const [, link = null] = /href="([^"]*)">Set up a second step</.exec(shownPage.text) ?? []
    t.equal(link, href, name)
  }
})
