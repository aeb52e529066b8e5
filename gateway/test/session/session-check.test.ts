import t from 'tap'
import type { SessionCheck } from '../../src/session/check-result.ts'
import { deriveSessionKey } from '../../src/session/cookie/keys.ts'
import type { InjectedFault } from '../../stand-in/server/faults.ts'
import { NOW } from '../fixtures/clock.ts'
import {
  buildCookie,
  cookieHeader,
  ENDED_ACCOUNTS,
  endAccounts,
  OTHER_SECRET,
  SECRET,
  sealSession,
  startSessions
} from '../fixtures/sessions.ts'
import { holdRefreshes } from '../fixtures/stand-in.ts'

const DAY = 86_400
const EXPIRED_LINE =
  'gatehouse=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax'

const setCookiesOf = (check: SessionCheck) => ('setCookies' in check ? check.setCookies : [])

t.test('session check: valid id token, signed in without a new cookie', async (t) => {
  const { checker, signIn, standIn } = await startSessions(t)
  const { header, tokens } = await signIn()
  t.match(await checker.check(header), {
    kind: 'signed-in',
    session: { subject: 'alice', idToken: tokens.idToken, startedAtSeconds: NOW },
    setCookies: []
  })
  t.equal(standIn.calls.refresh, 0)
  t.equal(standIn.calls.certificates, 1)
})

t.test('session check: expired id token, refreshed and signed in with new cookies', async (t) => {
  const { checker, signIn, standIn, clock, cookie } = await startSessions(t)
  const { header, value } = await signIn()
  clock.advance(3600)
  const check = await checker.check(header)
  t.match(check, { kind: 'signed-in', session: { subject: 'alice', claims: { iat: clock.now() } } })
  t.equal(standIn.calls.refresh, 1)
  const renewed = cookieHeader(setCookiesOf(check))
  t.not(renewed, `gatehouse=${value}`)
  const reading = cookie.read(renewed)
  t.match(reading.kind === 'present' && cookie.open(reading), {
    kind: 'open',
    state: { startedAtSeconds: NOW, idToken: check.kind === 'signed-in' && check.session.idToken }
  })
  const next = checker.check(renewed)
  t.notOk(next instanceof Promise, 'the new cookie is known at once')
  t.match(next, { kind: 'signed-in', setCookies: [] })
})

// The provider retires keys before the tokens signed with them expire.
t.test('session check: key that is no longer published, refreshed although not expired', async (t) => {
  const { checker, signIn, standIn } = await startSessions(t)
  const { header } = await signIn()
  await standIn.rotateKeys()
  standIn.retireOldKeys()
  const check = await checker.check(header)
  t.match(check, { kind: 'signed-in', session: { subject: 'alice' } })
  t.equal(setCookiesOf(check).length, 1)
  t.equal(standIn.calls.refresh, 1)
})

t.test('session check: key no longer published after a night, one fetch and one refresh', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t)
  const { header } = await signIn()
  await checker.check(header)
  await standIn.rotateKeys()
  standIn.retireOldKeys()
  clock.advance(10 * 3600)
  standIn.calls.reset()
  t.match(await checker.check(header), { kind: 'signed-in' })
  t.strictSame([standIn.calls.certificates, standIn.calls.refresh], [1, 1])
})

t.test('session check: credentials missing or malformed, signed out with the code', async (t) => {
  const { checker, cookie, signIn, standIn, clock } = await startSessions(t)
  const { value, tokens } = await signIn()
  const [field = ''] = value.split('~').slice(-1)
  const forged = `${value.slice(0, -field.length)}${'A'.repeat(43)}`
  const otherKey = buildCookie({ keys: [deriveSessionKey(OTHER_SECRET)] }).seal({
    id: 'c2Vzc2lvbi1pZC1vZi0xNg',
    ...tokens,
    startedAtSeconds: NOW,
    activeAtSeconds: null
  })
  const rows: readonly [string, string | undefined, string][] = [
    ['no cookie header', undefined, 'MISSING_CREDENTIALS'],
    ['an empty one', '', 'MISSING_CREDENTIALS'],
    ['cookies of the app', 'a=1; gatehouse2=x', 'MISSING_CREDENTIALS'],
    ['an empty value', 'gatehouse=', 'MALFORMED_CREDENTIALS'],
    ['no value of ours', 'gatehouse=hello', 'MALFORMED_CREDENTIALS'],
    ['a bare id token', `gatehouse=${tokens.idToken}`, 'MALFORMED_CREDENTIALS'],
    ['a part missing', `gatehouse.0=${value}`, 'MALFORMED_CREDENTIALS'],
    ['the name twice', `gatehouse=${value}; gatehouse=${value}`, 'MALFORMED_CREDENTIALS'],
    ['another signature', `gatehouse=${forged}`, 'INVALID_COOKIE_SIGNATURE'],
    ['a key of somebody else', `gatehouse=${otherKey}`, 'INVALID_COOKIE_SIGNATURE']
  ]
  for (const [name, header, code] of rows) {
    t.strictSame(await checker.check(header), { kind: 'signed-out', code }, name)
    t.strictSame(await checker.checkAndRefresh(header), { kind: 'signed-out', code }, name)
  }
  t.equal(standIn.calls.total(), 0)
  const without = sealSession(cookie, { ...tokens, refreshToken: '' }, NOW)
  t.match(await checker.check(without.header), { kind: 'signed-in' }, 'no refresh token is needed yet')
  clock.advance(3600)
  const missing = { kind: 'signed-out', code: 'MISSING_REFRESH_TOKEN' }
  t.strictSame(await checker.check(without.header), missing, 'expired without a refresh token')
  t.equal(standIn.calls.refresh, 0)
})

t.test('session check: key no longer published and no refresh token, signed out', async (t) => {
  const { checker, cookie, signIn, standIn } = await startSessions(t)
  const { tokens } = await signIn()
  const { header } = sealSession(cookie, { ...tokens, refreshToken: '' }, NOW)
  await standIn.rotateKeys()
  standIn.retireOldKeys()
  t.strictSame(await checker.check(header), { kind: 'signed-out', code: 'MISSING_REFRESH_TOKEN' })
})

t.test('session check: token that was good and is refused now, failed and the cookie cleared', async (t) => {
  const { checker, cookie, standIn, signIn } = await startSessions(t)
  const { tokens } = await signIn()
  const rows: readonly [string, string, string][] = [
    [
      'another project',
      await standIn.issueIdToken('alice', { claims: { aud: 'other' } }),
      'INVALID_ARGUMENT'
    ],
    [
      'a tenant',
      await standIn.issueIdToken('alice', { claims: { firebase: { tenant: 'acme' } } }),
      'INVALID_ARGUMENT'
    ],
    [
      'an anonymous account',
      await standIn.issueIdToken('alice', { claims: { firebase: { sign_in_provider: 'anonymous' } } }),
      'FORBIDDEN'
    ]
  ]
  for (const [name, idToken, code] of rows) {
    const { header } = sealSession(cookie, { ...tokens, idToken }, NOW)
    const check = await checker.check(header)
    t.match(check, { kind: 'failed', fault: { code } }, name)
    t.strictSame(setCookiesOf(check), [EXPIRED_LINE], name)
  }
  t.equal(standIn.calls.refresh, 0)
})

t.test(
  'session check: forged and expired token in a cookie of ours, failed and never refreshed (ASVS 16.5.3)',
  async (t) => {
    const { checker, cookie, standIn, signIn } = await startSessions(t)
    const { tokens } = await signIn()
    const expired = await standIn.issueIdToken('alice', { lifeSeconds: -60 })
    const forged = `${expired.slice(0, -20)}AAAAAAAAAAAAAAAAAAAA`
    const { header } = sealSession(cookie, { ...tokens, idToken: forged }, NOW)
    t.equal((await checker.check(header)).kind, 'failed')
    t.equal(standIn.calls.refresh, 0)
    const genuine = sealSession(cookie, { ...tokens, idToken: expired }, NOW)
    t.equal((await checker.check(genuine.header)).kind, 'signed-in')
    t.equal(standIn.calls.refresh, 1)
  }
)

t.test('session check: certificates away, unavailable and the cookie kept', async (t) => {
  const { checker, signIn, standIn } = await startSessions(t)
  const { header } = await signIn()
  standIn.faults.certificates = { kind: 'html', status: 503 }
  const check = await checker.check(header)
  t.match(check, { kind: 'unavailable', fault: { code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 5 } })
  t.notOk('setCookies' in check)
  standIn.faults.reset()
  t.equal((await checker.check(header)).kind, 'signed-in')
})

t.test('session check: certificates away, a remembered session passes', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t)
  const { header } = await signIn()
  await checker.check(header)
  standIn.faults.certificates = { kind: 'reset' }
  clock.advance(3599)
  t.match(checker.check(header), { kind: 'signed-in' })
})

t.test('session check: refresh fails for now, unavailable and the cookie kept', async (t) => {
  const error = (status: number, message: string): InjectedFault => ({ kind: 'error', status, message })
  const rows: readonly InjectedFault[] = [
    error(400, 'QUOTA_EXCEEDED'),
    error(400, 'TOO_MANY_ATTEMPTS_TRY_LATER'),
    error(429, 'RESOURCE_EXHAUSTED'),
    error(503, 'The service is currently unavailable.'),
    error(400, 'API key not valid. Please pass a valid API key.'),
    error(403, 'Requests from referer <empty> are blocked.'),
    error(400, 'SOMETHING_NEW'),
    { kind: 'html', status: 503 },
    { kind: 'html', status: 200 },
    { kind: 'empty', status: 500 },
    { kind: 'reset' }
  ]
  const { checker, signIn, standIn, clock } = await startSessions(t)
  const { header } = await signIn()
  clock.advance(3600)
  for (const chosen of rows) {
    standIn.faults.refresh = chosen
    const check = await checker.check(header)
    t.match(check, { kind: 'unavailable', fault: { code: 'PROVIDER_UNAVAILABLE' } }, JSON.stringify(chosen))
    t.notOk('setCookies' in check, JSON.stringify(chosen))
  }
  standIn.faults.reset()
  t.equal((await checker.check(header)).kind, 'signed-in')
})

t.test('session check: provider says when to come back, the fault does', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t)
  const { header } = await signIn()
  clock.advance(3600)
  const message = 'RESOURCE_EXHAUSTED'
  standIn.faults.refresh = { kind: 'error', status: 429, message, headers: { 'retry-after': '42' } }
  t.match(await checker.check(header), { kind: 'unavailable', fault: { retryAfterSeconds: 42 } })
})

t.test('session check: refresh refused for good, ended with the code and the cookie cleared', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t)
  for (const uid of ['disabled', 'deleted', 'revoked', 'changed']) {
    standIn.accounts.create({ uid, email: `${uid}@example.com`, password: 'secret1' })
  }
  const headers = new Map<string, string>()
  for (const uid of ['disabled', 'deleted', 'revoked', 'changed'])
    headers.set(uid, (await signIn(uid)).header)
  clock.advance(3600)
  standIn.accounts.disable('disabled')
  standIn.accounts.delete('deleted')
  standIn.accounts.revoke('revoked')
  standIn.accounts.update('changed', { password: 'secret2' })
  const rows: readonly [uid: string, code: string][] = [
    ['disabled', 'USER_DISABLED'],
    ['deleted', 'USER_NOT_FOUND'],
    ['revoked', 'TOKEN_REVOKED'],
    ['changed', 'TOKEN_REVOKED']
  ]
  for (const [uid, code] of rows) {
    const check = await checker.check(headers.get(uid))
    t.match(check, { kind: 'ended', code }, uid)
    t.strictSame(setCookiesOf(check), [EXPIRED_LINE], uid)
  }
})

t.test(
  'session check: 200 requests with one expired cookie, one provider call and one new cookie (ASVS 15.2.2)',
  async (t) => {
    const { checker, signIn, standIn, clock } = await startSessions(t)
    const { header } = await signIn()
    clock.advance(3600)
    const checks = await Promise.all(Array.from({ length: 200 }, () => checker.check(header)))
    t.strictSame(new Set(checks.map(({ kind }) => kind)), new Set(['signed-in']))
    t.equal(new Set(checks.map((check) => setCookiesOf(check).join())).size, 1)
    t.equal(standIn.calls.refresh, 1)
    clock.advance(60)
    t.match(await checker.check(header), { kind: 'signed-in' }, 'the old cookie, a minute late')
    t.equal(standIn.calls.refresh, 1)
  }
)

t.test('session check: seen before, answered at once without a call', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t)
  const { header } = await signIn()
  t.ok(checker.check(header) instanceof Promise, 'the first time')
  const first = await checker.check(header)
  standIn.calls.reset()
  for (const other of ['', '; a=1', '; gatehouse2=x', '; gatehouse.7=x']) {
    const again = checker.check(`${header}${other}`)
    t.notOk(again instanceof Promise, other)
    t.strictSame(again, first)
  }
  clock.advance(3599)
  t.notOk(checker.check(header) instanceof Promise, 'a second before it expires')
  t.equal(standIn.calls.total(), 0)
  clock.advance(1)
  const late = checker.check(header)
  t.ok(late instanceof Promise, 'expired')
  t.match(await late, { kind: 'signed-in' })
  t.equal(standIn.calls.refresh, 1)
})

t.test('session check: a changed cookie of a remembered session, checked by itself', async (t) => {
  const { checker, signIn } = await startSessions(t)
  const { header } = await signIn()
  await checker.check(header)
  const last = header.at(-1) === 'A' ? 'B' : 'A'
  t.strictSame(await checker.check(`${header.slice(0, -1)}${last}`), {
    kind: 'signed-out',
    code: 'INVALID_COOKIE_SIGNATURE'
  })
})

t.test('session check: two remembered sessions, each its own user', async (t) => {
  const { checker, signIn, standIn } = await startSessions(t)
  standIn.accounts.create({ uid: 'bob' })
  const [alice, bob] = [await signIn('alice'), await signIn('bob')]
  await Promise.all([checker.check(alice.header), checker.check(bob.header)])
  t.match(checker.check(alice.header), { session: { subject: 'alice' } })
  t.match(checker.check(bob.header), { session: { subject: 'bob' } })
})

t.test('session check: more sessions than the memory holds, all still pass', async (t) => {
  const { checker, signIn } = await startSessions(t, { cacheBytes: 10_000 })
  const all = await Promise.all(Array.from({ length: 30 }, () => signIn()))
  for (let round = 0; round < 2; round++) {
    for (const { header } of all) t.match(await checker.check(header), { kind: 'signed-in' })
  }
  const remembered = all.filter(({ header }) => !(checker.check(header) instanceof Promise)).length
  t.ok(remembered > 0 && remembered < 30, `${remembered} remembered`)
})

t.test('session check: longest life, ended however fresh the id token is', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t, { absoluteSeconds: DAY })
  let { header } = await signIn()
  for (let hour = 1; hour <= 23; hour++) {
    clock.advance(3600)
    const check = await checker.check(header)
    t.equal(check.kind, 'signed-in')
    const [line = ''] = setCookiesOf(check)
    t.match(line, `Max-Age=${DAY - hour * 3600};`, 'the cookie lives no longer than the session')
    header = cookieHeader(setCookiesOf(check))
  }
  standIn.calls.reset()
  clock.advance(3599)
  t.match(checker.check(header), { kind: 'signed-in' }, 'a second before')
  clock.advance(1)
  const over = await checker.check(header)
  t.match(over, { kind: 'ended', code: 'SESSION_EXPIRED' })
  t.strictSame(setCookiesOf(over), [EXPIRED_LINE])
  t.match(await checker.checkAndRefresh(header), { kind: 'ended', code: 'SESSION_EXPIRED' })
  t.equal(standIn.calls.refresh, 0)
})

t.test('session check: longest life over while the id token is remembered, ended', async (t) => {
  const { checker, signIn, clock } = await startSessions(t, { absoluteSeconds: 600 })
  const { header } = await signIn()
  await checker.check(header)
  clock.advance(599)
  t.match(checker.check(header), { kind: 'signed-in' })
  clock.advance(1)
  t.match(await checker.check(header), { kind: 'ended', code: 'SESSION_EXPIRED' })
})

t.test('session check: long session in parts, refreshed to a short one, its parts expired', async (t) => {
  const { checker, cookie, signIn, standIn, clock } = await startSessions(t)
  const { tokens } = await signIn()
  const idToken = await standIn.issueIdToken('alice', { claims: { filler: 'x'.repeat(6000) } })
  const { header } = sealSession(cookie, { ...tokens, idToken }, NOW)
  t.match(header, /^gatehouse\.0=.*; gatehouse\.1=.*; gatehouse\.2=/)
  t.match(await checker.check(header), { kind: 'signed-in' })
  clock.advance(3600)
  const lines = setCookiesOf(await checker.check(header))
  t.match(lines, [
    /^gatehouse=2~1~/,
    /^gatehouse\.0=; Max-Age=0/,
    /^gatehouse\.1=; Max-Age=0/,
    /^gatehouse\.2=; Max-Age=0/
  ])
  t.equal(lines.length, 4)
  standIn.accounts.disable('alice')
  clock.advance(3600)
  const ended = setCookiesOf(await checker.check(header))
  t.equal(ended.filter((line) => line.includes('Max-Age=0')).length, 3, 'all of them at the end')
})

t.test(
  'session check: signature key replaced, an old cookie passes and is signed anew at its refresh',
  async (t) => {
    const [oldKey, newKey] = [deriveSessionKey(SECRET), deriveSessionKey(OTHER_SECRET)]
    const before = buildCookie({ keys: [oldKey] })
    const after = buildCookie({ keys: [newKey] })
    const { checker, standIn, clock } = await startSessions(t, {
      cookie: buildCookie({ keys: [newKey, oldKey] })
    })
    const { header } = sealSession(before, await standIn.signIn('alice'), NOW)
    t.match(await checker.check(header), { kind: 'signed-in' })
    clock.advance(3600)
    const renewed = cookieHeader(setCookiesOf(await checker.check(header)))
    const reading = after.read(renewed)
    t.equal(reading.kind === 'present' && after.open(reading).kind, 'open')
  }
)

t.test('session check: refresh asked for, new claims and a new cookie before anything expired', async (t) => {
  const { checker, signIn, standIn } = await startSessions(t)
  const { header } = await signIn()
  await checker.check(header)
  standIn.accounts.setClaims('alice', { role: 'editor' })
  const check = await checker.checkAndRefresh(header)
  t.match(check, { kind: 'signed-in', session: { claims: { role: 'editor' } } })
  t.equal(setCookiesOf(check).length, 1)
  t.equal(standIn.calls.refresh, 1)
  t.match(checker.check(cookieHeader(setCookiesOf(check))), { session: { claims: { role: 'editor' } } })
})

t.test('session check: refresh asked for, refused or impossible, as at any refresh', async (t) => {
  const { checker, signIn, standIn } = await startSessions(t)
  const { header } = await signIn()
  standIn.faults.refresh = { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }
  const away = await checker.checkAndRefresh(header)
  t.match(away, { kind: 'unavailable' })
  t.notOk('setCookies' in away)
  t.match(await checker.check(header), { kind: 'signed-in' }, 'the session stands')
  standIn.faults.reset()
  standIn.accounts.disable('alice')
  t.match(await checker.checkAndRefresh(header), { kind: 'ended', code: 'USER_DISABLED' })
})

t.test(
  'session check: account look-up due, one for all who wait and then answered at once again',
  async (t) => {
    const { checker, signIn, standIn, clock } = await startSessions(t, { revocationCheckSeconds: 300 })
    const { header } = await signIn()
    await checker.check(header)
    t.equal(standIn.calls.lookupByIdToken, 0, 'fresh from the provider')
    clock.advance(299)
    t.notOk(checker.check(header) instanceof Promise)
    clock.advance(1)
    const checks = await Promise.all(Array.from({ length: 100 }, () => checker.check(header)))
    t.strictSame(new Set(checks.map(({ kind }) => kind)), new Set(['signed-in']))
    t.equal(standIn.calls.lookupByIdToken, 1)
    t.notOk(checker.check(header) instanceof Promise)
    clock.advance(299)
    t.notOk(checker.check(header) instanceof Promise)
    t.equal(standIn.calls.lookupByIdToken, 1)
  }
)

t.test('session check: account look-up due at first sight, made', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t, { revocationCheckSeconds: 300 })
  const { header } = await signIn()
  clock.advance(300)
  t.match(await checker.check(header), { kind: 'signed-in' })
  t.equal(standIn.calls.lookupByIdToken, 1)
})

t.test('session check: account gone at its look-up, ended and the cookie cleared', async (t) => {
  for (const withCredentials of [false, true]) {
    const options = { revocationCheckSeconds: 300, withCredentials }
    const { checker, signIn, standIn, clock } = await startSessions(t, options)
    const headers = new Map<string, string>()
    for (const uid of ['stands', 'disabled', 'deleted', 'revoked']) {
      standIn.accounts.create({ uid })
      headers.set(uid, (await signIn(uid)).header)
      t.match(await checker.check(headers.get(uid)), { kind: 'signed-in' })
    }
    clock.advance(300)
    endAccounts(standIn)
    for (const [uid, code] of ENDED_ACCOUNTS) {
      const check = await checker.check(headers.get(uid))
      t.match(check, { kind: 'ended', code }, `${uid}, credentials: ${withCredentials}`)
      t.strictSame(setCookiesOf(check), [EXPIRED_LINE])
    }
    t.match(await checker.check(headers.get('stands')), { kind: 'signed-in', setCookies: [] })
  }
})

t.test('session check: look-up fails, the session passes', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t, { revocationCheckSeconds: 300 })
  const { header } = await signIn()
  await checker.check(header)
  clock.advance(300)
  standIn.faults.identityToolkit = { kind: 'html', status: 503 }
  t.match(await checker.check(header), { kind: 'signed-in', setCookies: [] })
})

const AWAY: InjectedFault = { kind: 'html', status: 503 }

t.test('session check: recall, a session that was verified here and no other', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t)
  const { header, tokens } = await signIn()
  t.equal(checker.recall(header), undefined, 'not seen yet')
  await checker.check(header)
  t.match(checker.recall(header), { subject: 'alice', tenantId: null, idToken: tokens.idToken })
  for (const other of [undefined, '', 'a=1', `${header}A`, header.slice(0, -1), `${header}; ${header}`])
    t.equal(checker.recall(other), undefined, String(other))
  clock.advance(3600)
  standIn.accounts.disable('alice')
  t.match(checker.recall(header), { subject: 'alice' }, 'whether or not it still stands')
})

t.test(
  'session check: id token that the provider does not take while it cannot refresh, passes',
  async (t) => {
    const { checker, signIn, standIn, clock } = await startSessions(t, { revocationCheckSeconds: 300 })
    const { header } = await signIn()
    await checker.check(header)
    clock.advance(300)
    standIn.faults.lookupByIdToken = { kind: 'error', status: 400, message: 'TOKEN_EXPIRED' }
    const outages: readonly InjectedFault[] = [
      AWAY,
      { kind: 'html', status: 200 },
      { kind: 'reset' },
      { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' },
      { kind: 'error', status: 429, message: 'RESOURCE_EXHAUSTED' }
    ]
    for (const outage of outages) {
      standIn.faults.refresh = outage
      t.match(await checker.check(header), { kind: 'signed-in', setCookies: [] }, JSON.stringify(outage))
      clock.advance(60)
    }
    standIn.faults.refresh = { kind: 'error', status: 400, message: 'TOKEN_EXPIRED' }
    t.match(await checker.check(header), { kind: 'ended', code: 'TOKEN_REVOKED' }, 'refused for good')
  }
)

t.test(
  'session check: id token that the provider does not take and expired, kept until it can refresh',
  async (t) => {
    const { checker, signIn, standIn, clock } = await startSessions(t, { revocationCheckSeconds: 300 })
    const { header } = await signIn()
    await checker.check(header)
    clock.advance(3600)
    standIn.faults.lookupByIdToken = { kind: 'error', status: 400, message: 'TOKEN_EXPIRED' }
    standIn.faults.refresh = AWAY
    const check = await checker.check(header)
    t.match(check, { kind: 'unavailable', owner: { subject: 'alice', tenantId: null } })
    t.notOk('setCookies' in check)
  }
)

t.test('session check: revocation noted, ends what a refresh of before is remembered for', async (t) => {
  const { checker, revocation, signIn, standIn, clock } = await startSessions(t)
  const { header } = await signIn()
  clock.advance(3600)
  const renewed = cookieHeader(setCookiesOf(await checker.check(header)))
  t.match(await checker.check(header), { kind: 'signed-in' }, 'the old cookie, within the minute')
  clock.advance(10)
  await revocation.noteRevocation({ subject: 'alice', tenantId: null }, clock.now())
  for (const cookie of [renewed, header]) {
    const check = await checker.check(cookie)
    t.match(check, { kind: 'ended', code: 'TOKEN_REVOKED' })
    t.strictSame(setCookiesOf(check), [EXPIRED_LINE])
  }
  t.equal(standIn.calls.refresh, 1)
})

t.test('session check: revocation noted, ends what was stamped with a request of before', async (t) => {
  const { checker, revocation, signIn, clock } = await startSessions(t, { idleSeconds: 600 })
  const { header } = await signIn()
  clock.advance(61)
  const stamped = cookieHeader(setCookiesOf(await checker.check(header)))
  t.not(stamped, '')
  await revocation.noteRevocation({ subject: 'alice', tenantId: null }, clock.now())
  for (const cookie of [header, stamped])
    t.match(await checker.check(cookie), { kind: 'ended', code: 'TOKEN_REVOKED' })
})

t.test('session check: revocation noted while a refresh is under way, ended', async (t) => {
  const { checker, revocation, signIn, standIn, clock } = await startSessions(t)
  const { header } = await signIn()
  clock.advance(3600)
  const { release } = holdRefreshes(standIn)
  const waiting = Promise.all([checker.check(header), checker.checkAndRefresh(header)])
  await revocation.noteRevocation({ subject: 'alice', tenantId: null }, clock.now())
  release()
  for (const check of await waiting) t.match(check, { kind: 'ended', code: 'TOKEN_REVOKED' })
})

t.test('session check: account found out since a remembered refresh, ended', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t, {
    revocationCheckSeconds: 300,
    withCredentials: true,
    standIn: { idTokenLifeSeconds: 600 }
  })
  const expired = await signIn()
  clock.advance(290)
  const other = await signIn()
  clock.advance(310)
  t.match(await checker.check(expired.header), { kind: 'signed-in' })
  clock.advance(1)
  standIn.accounts.disable('alice')
  t.match(await checker.check(other.header), { kind: 'ended', code: 'USER_DISABLED' })
  clock.advance(1)
  t.match(await checker.check(expired.header), { kind: 'ended', code: 'USER_DISABLED' }, 'within the minute')
  t.equal(standIn.calls.refresh, 1)
})

t.test(
  'session check: remembered refresh whose account is due and in doubt, refreshed once more',
  async (t) => {
    const { checker, signIn, standIn, clock } = await startSessions(t, { revocationCheckSeconds: 10 })
    const { header } = await signIn()
    clock.advance(3600)
    t.match(await checker.check(header), { kind: 'signed-in' })
    clock.advance(10)
    standIn.faults.lookupByIdToken = { kind: 'error', status: 400, message: 'TOKEN_EXPIRED' }
    t.match(await checker.check(header), { kind: 'signed-in', session: { claims: { iat: clock.now() } } })
    t.equal(standIn.calls.refresh, 2)
    clock.advance(10)
    standIn.accounts.revoke('alice')
    t.match(await checker.check(header), { kind: 'ended', code: 'TOKEN_REVOKED' })
  }
)
