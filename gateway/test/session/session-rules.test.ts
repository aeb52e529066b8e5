import t, { type Test } from 'tap'
import type { SignInFacts } from '../../stand-in/test-api.ts'
import { PAGE, startGateway, type TestGatewayOptions } from '../fixtures/gateway.ts'
import { cookieHeader as setCookieHeader, startSessions } from '../fixtures/session/sessions.ts'
import { enter, visit } from '../fixtures/session/visits.ts'
import type { SendOptions } from '../fixtures/wire/http-client.ts'

type Config = NonNullable<TestGatewayOptions['config']>

const MODES = ['exchange', 'handover'] as const
const TOTP = { kind: 'totp', id: 'mfa-1' } as const
const VERIFIED: Config = { 'session.requireVerifiedEmail': true }
const SECOND: Config = { 'login.mfa.totp': 'required' }
const GOOGLE_ALONE: Config = { 'login.methods.password': false, 'login.providers': [{ id: 'google.com' }] }
/** A gateway that accepts every sign-in the strict ones accept, and more. */
const LAX: Config = { 'login.providers': [{ id: 'google.com' }] }

/** Each rule with a sign-in that meets it, one that does not, and the code for the latter. */
const RULES: readonly [name: string, config: Config, enough: SignInFacts, less: SignInFacts, code: string][] =
  [
    ['second factor', SECOND, { secondFactor: TOTP }, {}, 'SECOND_FACTOR_REQUIRED'],
    ['sign-in method', GOOGLE_ALONE, { provider: 'google.com' }, {}, 'SIGN_IN_METHOD_NOT_ALLOWED']
  ]

/** A gateway without rules, and one with rules that reads its cookies, as after a restart. */
async function startPair(t: Test, acquire: (typeof MODES)[number], rules: Config) {
  const lax = await startGateway(t, { acquire, config: LAX })
  const strict = await startGateway(t, { acquire, config: rules, beside: lax })
  lax.provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true })
  lax.provider.accounts.create({ uid: 'bob', email: 'bob@example.com' })
  return { lax, strict }
}

for (const acquire of MODES) {
  for (const [name, rules, enough, less, code] of RULES) {
    t.test(`session rules: ${acquire}, ${name}, refused (ASVS 6.3.4, 6.8.4, 6.3.3)`, async (t) => {
      const { lax, strict } = await startPair(t, acquire, rules)
      const [weak, strong] = [await lax.signIn('ada', less), await lax.signIn('ada', enough)]
      for (const cookie of [weak, strong]) t.match(await visit(lax, cookie), { status: 200 })
      t.match(await visit(strict, strong), { status: 200 }, 'meets the rule')
      const seen = lax.upstream.seen.length
      t.match(await visit(strict, weak), { status: 401, body: { code, statusCode: 401 }, isCleared: false })
      t.match(await visit(strict, weak), { status: 401 }, 'and again')
      t.equal(lax.upstream.seen.length, seen, 'nothing reached the application')
      t.match(strict.logLines().at(-1), { outcome: 'unauthenticated', code, subject: 'ada' })
      const events = strict.logLines().filter(({ msg }) => msg === 'event')
      t.match(events.at(-1), { event: 'access.refused', code, detail: /^sign_in_/, subject: 'ada' })
      t.match(await visit(lax, weak), { status: 200 }, 'the session is not ended')
    })
  }

  t.test(`session rules: ${acquire}, email is checked after each refresh (ASVS 6.3.4, 6.8.4)`, async (t) => {
    const { lax, strict } = await startPair(t, acquire, VERIFIED)
    const [ada, bob] = [await lax.signIn('ada'), await lax.signIn('bob')]
    const lacks = { status: 401, body: { code: 'EMAIL_UNVERIFIED' }, isCleared: false }
    t.match(await visit(strict, ada), { status: 200 })
    t.match(await visit(strict, bob), lacks)

    lax.provider.accounts.update('ada', { emailVerified: false })
    lax.provider.accounts.update('bob', { emailVerified: true })
    t.match(await visit(strict, ada), { status: 200 }, 'until the next refresh')
    lax.advance(3600)
    const fallen = await visit(strict, ada)
    t.match(fallen, lacks)
    t.match(fallen.cookie, /^gatehouse=2~/, 'the refreshed cookie is set')
    t.match(await visit(strict, fallen.cookie), lacks, 'and is checked like any other')
    const risen = await visit(strict, bob)
    t.match(risen, { status: 200 })
    t.match(await visit(strict, risen.cookie), { status: 200 })
  })

  t.test(`session rules: ${acquire}, checked in the grace period too (ASVS 6.3.4)`, async (t) => {
    const { lax, strict } = await startPair(t, acquire, { ...SECOND, 'session.expiredGraceSeconds': 600 })
    const [weak, strong] = [await lax.signIn('ada'), await lax.signIn('ada', { secondFactor: TOTP })]
    lax.advance(3600)
    lax.provider.faults.refresh = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
    t.match(await visit(strict, strong), { status: 200 })
    t.match(await visit(strict, weak), { status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } })
  })
}

t.test('session rules: a page load leads to a stronger sign-in and back (ASVS 6.3.3)', async (t) => {
  const { lax, strict } = await startPair(t, 'handover', SECOND)
  const weak = await lax.signIn('ada')
  const sent = await visit(strict, weak, '/reports?x=1', { headers: PAGE })
  t.match(sent, { status: 302, location: '/login?redirect=%2Freports%3Fx%3D1&reason=step-up' })
  t.equal(sent.isCleared, false)
  for (const path of ['/login', '/login/sign-up', '/login/second-step']) {
    const page = await visit(strict, weak, sent.location?.replace('/login', path), { headers: PAGE })
    t.equal(page.location?.startsWith('/reports') ?? false, false, `${path}: no redirect back`)
  }
  const page = await visit(strict, weak, sent.location ?? '', { headers: PAGE })
  t.equal(page.status, 200)
  t.match(page.text, '"reason":"step-up"')
  t.match(page.text, '"account":null', 'no account to continue as')
  const back = { status: 302, location: '/reports?x=1' }
  t.match(await visit(lax, weak, sent.location ?? '', { headers: PAGE }), back)

  const signedIn = await enter(strict, await lax.provider.signIn('ada', { secondFactor: TOTP }), weak)
  t.equal(signedIn.status, 200)
  t.match(await visit(strict, signedIn.cookie, sent.location ?? '', { headers: PAGE }), back)
  t.match(await visit(strict, weak), { body: { code: 'SESSION_ENDED' } }, 'the weaker session has ended')
})

t.test('session rules: every kind of request gets the same result (ASVS 6.3.4)', async (t) => {
  const { lax, strict } = await startPair(t, 'handover', SECOND)
  const [weak, strong] = [await lax.signIn('ada'), await lax.signIn('ada', { secondFactor: TOTP })]
  const refused = {
    status: 401,
    body: { statusCode: 401, code: 'SECOND_FACTOR_REQUIRED', error: 'Unauthorized' },
    isCleared: false
  }
  const rows: readonly [path: string, init?: SendOptions][] = [
    ['/app'],
    ['/app', { method: 'POST', body: 'x' }],
    ['/_auth/session'],
    ['/_auth/session', { headers: PAGE }],
    ['/_auth/refresh', { method: 'POST' }],
    ['/_auth/refresh?force=1', { method: 'POST' }]
  ]
  for (const [path, init] of rows) {
    const name = `${path} ${JSON.stringify(init)}`
    const found = await visit(strict, weak, path, init)
    t.match(found, refused, name)
    t.equal(found.headers.get('www-authenticate'), 'Bearer error="insufficient_user_authentication"', name)
    t.match(await visit(strict, strong, path, init), { status: 200 }, name)
  }
})

t.test('session rules: checked once per id token, not per request (ASVS 6.3.4)', async (t) => {
  let authRequest = 0
  class Counted extends Set<string> {
    override has(id: string): boolean {
      authRequest += 1
      return super.has(id)
    }
  }
  const rules = { providers: new Counted(['password']) }
  const { checker, createChecker, signIn, clock } = await startSessions(t, { rules })
  const { header } = await signIn()
  for (let request = 0; request < 5; request += 1) t.match(await checker.check(header), { kind: 'signed-in' })
  t.equal(authRequest, 1, 'at the first check')
  t.match(await createChecker().check(header), { kind: 'signed-in' })
  t.equal(authRequest, 2, 'in each process')
  clock.advance(3600)
  const refreshed = await checker.check(header)
  const renewed = refreshed.kind === 'signed-in' ? setCookieHeader(refreshed.setCookies) : ''
  t.match(await checker.check(renewed), { kind: 'signed-in', setCookies: [] })
  t.equal(authRequest, 3, 'and after a refresh')
})

t.test('session rules: sign-out, also everywhere, works despite an unmet rule (ASVS 6.3.4)', async (t) => {
  const { lax, strict } = await startPair(t, 'exchange', SECOND)
  const signOut = (cookie: string, query = '') => visit(strict, cookie, `/logout${query}`, { method: 'POST' })
  const weak = await lax.signIn('ada')
  t.match(await signOut(weak), { status: 204, isCleared: true })
  t.match(await visit(strict, weak), { status: 401, body: { code: 'SESSION_ENDED' }, isCleared: true })
  t.match(await signOut(await lax.signIn('ada'), '?everywhere=1'), { status: 204 })
  t.equal(lax.provider.calls.update, 1, 'revoked at the provider')
})

t.test('session rules: sign-in whose new tokens break a rule gets 403 (ASVS 6.8.4)', async (t) => {
  for (const acquire of MODES) {
    const gateway = await startGateway(t, { acquire, config: VERIFIED })
    const { provider } = gateway
    provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true })
    const page = await provider.signIn('ada')
    provider.accounts.update('ada', { emailVerified: false })
    t.match(await enter(gateway, page), { status: 403, code: 'EMAIL_UNVERIFIED' }, acquire)
    provider.accounts.update('ada', { emailVerified: true })
    t.match(await visit(gateway, (await enter(gateway, page)).cookie), { status: 200 }, acquire)
  }
})
