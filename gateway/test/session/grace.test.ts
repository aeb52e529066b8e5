import t from 'tap'
import type { SessionCheck } from '../../src/session/check-result.ts'
import type { InjectedFault } from '../../stand-in/server/faults.ts'
import { NOW } from '../fixtures/clock.ts'
import { PAGE, startGateway, type TestGateway, type TestGatewayOptions } from '../fixtures/gateway.ts'
import { decodeClaims } from '../fixtures/provider/provider.ts'
import { cookieHeader as cookieOf, startSessions } from '../fixtures/session/sessions.ts'
import { visit as visitAt } from '../fixtures/session/visits.ts'
import type { Seen } from '../fixtures/wire/upstream.ts'

const HOUR = 3600
/** Lifetime of the id tokens: with credentials, the test clock may not move far from the real one. */
const LIFE = 600
const AWAY: InjectedFault = { kind: 'error', status: 503, message: 'The service is currently unavailable.' }

const assertionOf = ({ headers }: Seen) => decodeClaims(String(headers['x-gatehouse-assertion']))
const codeOf = (check: SessionCheck) => ('code' in check ? check.code : check.kind)
const decisions = async ({ logLines, settled }: TestGateway) => {
  await settled()
  return logLines().filter(({ route }) => route === 'proxy')
}

/** A gateway with a session of `ada` whose id token has just expired, while the provider is down. */
async function startOutage(
  t: { teardown(fn: () => unknown): void },
  expiredGraceSeconds: number,
  { outage = AWAY, acquire = 'handover', config = {} }: TestGatewayOptions & { outage?: InjectedFault } = {}
) {
  const gateway = await startGateway(t, {
    acquire,
    idTokenTtlSeconds: LIFE,
    config: { 'session.expiredGraceSeconds': expiredGraceSeconds, ...config }
  })
  const cookie = await gateway.signIn('ada')
  gateway.provider.faults.refresh = outage
  gateway.advance(LIFE)
  gateway.provider.calls.reset()
  const visit = (headers = {}, path = '/') => visitAt(gateway, cookie, path, { headers })
  return { ...gateway, cookie, visit, gateway }
}

t.test('grace: provider down, an expired session passes as such, and is refreshed later', async (t) => {
  const { gateway, visit, upstream, provider, advance } = await startOutage(t, 600)
  advance(41)
  t.match(await visit(PAGE), { status: 200, isCleared: false, cookie: '' })
  const seen = upstream.seen[0]!
  t.match(seen.headers, { 'x-forwarded-user': 'ada', 'x-gatehouse-expired': '42' })
  t.match(assertionOf(seen), { sub: 'ada', expired_for: 42 })
  const found = { outcome: 'allow', subject: 'ada', expiredForSeconds: 42, code: 'PROVIDER_UNAVAILABLE' }
  t.match((await decisions(gateway))[0], { level: 'warn', ...found, detail: /^temporary: 503/ })

  provider.faults.refresh = { kind: 'ok' }
  advance(60)
  t.match(await visit(), { status: 200, cookie: /^gatehouse=2~1~/ })
  t.equal(upstream.seen[1]?.headers['x-gatehouse-expired'], undefined)
  t.notOk('expired_for' in assertionOf(upstream.seen[1]!))
  t.equal((await decisions(gateway))[1]?.level, 'info')
})

t.test('grace: the first and last second pass, the next gets 503 and preserves the cookie', async (t) => {
  const { visit, upstream, advance, provider } = await startOutage(t, 60)
  t.equal((await visit()).status, 200, 'the second in which it expired')
  advance(59)
  t.equal((await visit()).status, 200, 'the last')
  t.strictSame(
    upstream.seen.map(({ headers }) => headers['x-gatehouse-expired']),
    ['1', '60']
  )
  advance(1)
  const away = { status: 503, isCleared: false, cookie: '' }
  const page = await visit(PAGE)
  t.match(page, { ...away, text: /^<!doctype html>/ })
  t.ok(Number(page.headers.get('retry-after')) > 0)
  t.match(await visit(), { ...away, code: 'PROVIDER_UNAVAILABLE' })
  t.equal(upstream.seen.length, 2)
  provider.faults.refresh = { kind: 'ok' }
  advance(60)
  t.equal((await visit()).status, 200, 'and afterwards the same cookie is refreshed')
})

const ENDINGS = [
  ['revoked', 'TOKEN_REVOKED', 401],
  ['deleted', 'USER_NOT_FOUND', 401],
  ['disabled', 'USER_DISABLED', 403]
] as const

/** Does to `ada` what the provider's console would. */
function endAccount({ provider }: TestGateway, ending: (typeof ENDINGS)[number][0]): void {
  if (ending === 'revoked') provider.accounts.revoke('ada')
  else if (ending === 'deleted') provider.accounts.delete('ada')
  else provider.accounts.disable('ada')
}

for (const [ending, code, status] of ENDINGS) {
  t.test(`grace: account ${ending} and the provider available, refused with cookies cleared`, async (t) => {
    const { gateway, visit, upstream, advance } = await startOutage(t, 600, { outage: { kind: 'ok' } })
    endAccount(gateway, ending)
    t.match(await visit(), { status, code, isCleared: true })
    gateway.provider.faults.refresh = AWAY
    advance(61)
    t.match(await visit(), { code }, 'the last result of the provider counts while it is down')
    t.equal(upstream.seen.length, 0)
  })

  t.test(`grace: account ${ending}, found by a look-up while refreshes fail, refused`, async (t) => {
    const { gateway, visit, upstream, advance, provider } = await startOutage(t, HOUR, {
      acquire: 'exchange',
      config: { 'session.revocationCheckSeconds': 300 }
    })
    t.equal((await visit()).status, 200)
    t.equal(provider.calls.lookup, 1, 'the look-up was due')
    endAccount(gateway, ending)
    advance(299)
    t.equal((await visit()).status, 200, 'not looked up again yet')
    t.equal(provider.calls.lookup, 1)
    advance(1)
    t.match(await visit(), { status, code, isCleared: true })
    t.equal(upstream.seen.length, 2)
    provider.faults.identityToolkit = AWAY
    advance(300)
    t.equal((await visit()).status, status, 'and stays refused when look-ups fail as well')
  })
}

t.test('grace: the session passes when look-ups fail as well', async (t) => {
  const config = { 'session.revocationCheckSeconds': 300 }
  const { visit, provider, upstream, advance } = await startOutage(t, HOUR, { acquire: 'exchange', config })
  provider.faults.identityToolkit = AWAY
  for (const seconds of [0, 30, 300, 600]) {
    advance(seconds)
    t.equal((await visit()).status, 200)
  }
  t.match(upstream.seen.at(-1)?.headers, { 'x-gatehouse-expired': '931' })
})

t.test('grace: without credentials an expired session passes with few calls', async (t) => {
  const { visit, provider, advance } = await startOutage(t, HOUR, {
    config: { 'session.revocationCheckSeconds': 300 }
  })
  for (let round = 0; round < 50; round++) t.equal((await visit()).status, 200)
  t.equal(provider.calls.lookupByIdToken, 1)
  t.ok(provider.calls.refresh <= 10, 'five attempts of two calls')
  advance(29)
  await visit()
  t.equal(provider.calls.lookupByIdToken, 1)
  advance(1)
  await visit()
  t.equal(provider.calls.lookupByIdToken, 2, 'once every 30 s')
})

t.test('grace: an explicit refresh gets 503, the session endpoint and login page still work', async (t) => {
  const { visit, gateway, cookie, provider, advance } = await startOutage(t, 600)
  const refresh = (query = '') => visitAt(gateway, cookie, `/_auth/refresh${query}`, { method: 'POST' })
  for (const query of ['', '?force=1']) {
    const response = await refresh(query)
    t.match(response, { status: 503, code: 'PROVIDER_UNAVAILABLE', isCleared: false, cookie: '' }, query)
    t.ok(Number(response.headers.get('retry-after')) > 0)
  }
  t.match(await visit({}, '/_auth/session'), { status: 200, body: { uid: 'ada' } })
  t.equal((await visit(PAGE, '/login?redirect=%2Fa')).location, '/a')
  provider.faults.refresh = { kind: 'ok' }
  advance(60)
  t.match(await refresh(), { status: 200, cookie: /^gatehouse=2~1~/ })
})

t.test('grace: the absolute limit still applies, a session at its end does not pass', async (t) => {
  const { visit, advance } = await startOutage(t, HOUR, { config: { 'session.absoluteSeconds': LIFE + 100 } })
  advance(99)
  t.equal((await visit()).status, 200)
  advance(1)
  t.match(await visit(), { status: 401, code: 'SESSION_EXPIRED' })
})

t.test('grace: with an idle limit, an active session stays valid and an idle one ends', async (t) => {
  const { checker, signIn, clock, standIn } = await startSessions(t, {
    idleSeconds: 300,
    expiredGraceSeconds: HOUR,
    standIn: { idTokenTtlSeconds: 60 }
  })
  const [there, away] = [await signIn(), await signIn()]
  standIn.faults.refresh = AWAY
  let { header } = there
  for (let minute = 1; minute <= 10; minute++) {
    clock.advance(60)
    const check = await checker.check(header)
    t.match(check, {
      kind: 'signed-in',
      session: { expiredForSeconds: (minute - 1) * 60 + 1, activeAtSeconds: NOW + minute * 60 },
      outage: { code: 'PROVIDER_UNAVAILABLE' }
    })
    header = check.kind === 'signed-in' ? cookieOf(check.setCookies) : ''
  }
  t.equal(codeOf(await checker.check(away.header)), 'SESSION_EXPIRED')
})

t.test('grace: id token signed with a key no longer published, the session does not pass', async (t) => {
  const { checker, signIn, clock, standIn } = await startSessions(t, { expiredGraceSeconds: HOUR })
  const { header } = await signIn()
  standIn.faults.refresh = AWAY
  await standIn.rotateKeys()
  standIn.retireOldKeys()
  clock.advance(HOUR)
  t.equal(codeOf(await checker.check(header)), 'unavailable')
  standIn.faults.reset()
  clock.advance(60)
  t.equal(codeOf(await checker.check(header)), 'signed-in')
})

t.test('grace: certificates also unavailable, the cached ones verify and the session passes', async (t) => {
  const { checker, signIn, clock, standIn } = await startSessions(t, { expiredGraceSeconds: HOUR })
  const { header } = await signIn()
  await checker.check(header)
  standIn.faults.refresh = AWAY
  standIn.faults.certificates = AWAY
  clock.advance(HOUR)
  t.match(await checker.check(header), { kind: 'signed-in', session: { expiredForSeconds: 1 } })
})
