import t from 'tap'
import { deriveSessionKey } from '../../src/session/cookie/cookie-value.ts'
import type { InjectedFault } from '../../stand-in/server/faults.ts'
import { NOW } from '../fixtures/clock.ts'
import { EXPIRED_LINE, setCookiesOf } from '../fixtures/session/session-checks.ts'
import { openHeader } from '../fixtures/session/session-cookie.ts'
import {
  buildCookie,
  cookieHeader,
  encryptSession,
  OTHER_SECRET,
  startSessions
} from '../fixtures/session/sessions.ts'

t.test('session check: a valid id token is signed in without a new cookie', async (t) => {
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

t.test('session check: an expired id token is refreshed and signed in with new cookies', async (t) => {
  const { checker, signIn, standIn, clock, cookie } = await startSessions(t)
  const { header, value, tokens } = await signIn()
  clock.advance(3600)
  const check = await checker.check(header)
  const idTokenExpiresAtSeconds = clock.now() + 3600
  const claims = { iat: clock.now(), auth_time: NOW }
  t.match(check, { kind: 'signed-in', session: { subject: 'alice', idTokenExpiresAtSeconds, claims } })
  t.equal(standIn.calls.refresh, 1)
  const renewed = cookieHeader(setCookiesOf(check))
  t.not(renewed, `gatehouse=${value}`)
  const idToken = check.kind === 'signed-in' && check.session.idToken
  const state = { startedAtSeconds: NOW, idToken, refreshToken: tokens.refreshToken }
  t.match(openHeader(cookie, renewed), { kind: 'open', state })
  const next = checker.check(renewed)
  t.notOk(next instanceof Promise, 'the new cookie is cached at once')
  t.match(next, { kind: 'signed-in', setCookies: [] })
})

// The provider retires keys before the tokens signed with them expire.
t.test('session check: signing key no longer published, refreshed although not expired', async (t) => {
  const { checker, signIn, standIn } = await startSessions(t)
  const { header } = await signIn()
  await standIn.rotateKeys()
  standIn.retireOldKeys()
  const check = await checker.check(header)
  t.match(check, { kind: 'signed-in', session: { subject: 'alice' } })
  t.equal(setCookiesOf(check).length, 1)
  t.equal(standIn.calls.refresh, 1)
})

t.test('session check: missing or malformed credentials are signed out with a code', async (t) => {
  const { checker, cookie, signIn, standIn, clock } = await startSessions(t)
  const { value, tokens } = await signIn()
  const [field = ''] = value.split('~').slice(-1)
  const forged = `${value.slice(0, -field.length)}${'A'.repeat(43)}`
  const otherKey = buildCookie({ keys: [deriveSessionKey(OTHER_SECRET)] }).encrypt({
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
    ['not one of our values', 'gatehouse=hello', 'MALFORMED_CREDENTIALS'],
    ['a bare id token', `gatehouse=${tokens.idToken}`, 'MALFORMED_CREDENTIALS'],
    ['a part missing', `gatehouse.0=${value}`, 'MALFORMED_CREDENTIALS'],
    ['the name twice', `gatehouse=${value}; gatehouse=${value}`, 'MALFORMED_CREDENTIALS'],
    ['another signature', `gatehouse=${forged}`, 'INVALID_COOKIE_SIGNATURE'],
    ['signed with another key', `gatehouse=${otherKey}`, 'INVALID_COOKIE_SIGNATURE']
  ]
  for (const [name, header, code] of rows) {
    t.strictSame(await checker.check(header), { kind: 'signed-out', code }, name)
    t.strictSame(await checker.checkAndRefresh(header), { kind: 'signed-out', code }, name)
  }
  t.equal(standIn.calls.total(), 0)
  const without = encryptSession(cookie, { ...tokens, refreshToken: '' }, NOW)
  t.match(await checker.check(without.header), { kind: 'signed-in' }, 'no refresh token is needed yet')
  clock.advance(3600)
  const missing = { kind: 'signed-out', code: 'MISSING_REFRESH_TOKEN' }
  t.strictSame(await checker.check(without.header), missing, 'expired without a refresh token')
  t.equal(standIn.calls.refresh, 0)
})

t.test('session check: a stored id token no longer accepted fails and clears the cookie', async (t) => {
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
    const { header } = encryptSession(cookie, { ...tokens, idToken }, NOW)
    const check = await checker.check(header)
    t.match(check, { kind: 'failed', fault: { code } }, name)
    t.strictSame(setCookiesOf(check), [EXPIRED_LINE], name)
  }
  t.equal(standIn.calls.refresh, 0)
})

t.test('session check: a forged, expired token fails without a refresh (ASVS 16.5.3)', async (t) => {
  const { checker, cookie, standIn, signIn } = await startSessions(t)
  const { tokens } = await signIn()
  const expired = await standIn.issueIdToken('alice', { ttlSeconds: -60 })
  const forged = `${expired.slice(0, -20)}AAAAAAAAAAAAAAAAAAAA`
  const { header } = encryptSession(cookie, { ...tokens, idToken: forged }, NOW)
  t.equal((await checker.check(header)).kind, 'failed')
  t.equal(standIn.calls.refresh, 0)
  const genuine = encryptSession(cookie, { ...tokens, idToken: expired }, NOW)
  t.equal((await checker.check(genuine.header)).kind, 'signed-in')
  t.equal(standIn.calls.refresh, 1)
})

t.test('session check: certificates cannot be fetched, unavailable and the cookie preserved', async (t) => {
  const { checker, signIn, standIn } = await startSessions(t)
  const { header } = await signIn()
  standIn.faults.certificates = { kind: 'html', status: 503 }
  const check = await checker.check(header)
  const fault = { code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 5 }
  t.match(check, { kind: 'unavailable', fault, owner: { subject: 'alice', tenantId: null } })
  t.notOk('setCookies' in check)
  t.equal(standIn.calls.refresh, 0, 'its id token could not be verified')
  standIn.faults.reset()
  t.equal((await checker.check(header)).kind, 'signed-in')
})

t.test('session check: a long session refreshed to a short one expires its extra parts', async (t) => {
  const { checker, cookie, signIn, standIn, clock } = await startSessions(t)
  const { tokens } = await signIn()
  const idToken = await standIn.issueIdToken('alice', { claims: { filler: 'x'.repeat(6000) } })
  const { header } = encryptSession(cookie, { ...tokens, idToken }, NOW)
  t.match(header, /^gatehouse\.0=.*; gatehouse\.1=.*; gatehouse\.2=/)
  t.match(await checker.check(header), { kind: 'signed-in' })
  clock.advance(3600)
  const lines = setCookiesOf(await checker.check(header))
  const expired = [0, 1, 2].map((part) => new RegExp(`^gatehouse\\.${part}=; Max-Age=0`))
  t.match([lines.length, ...lines], [4, /^gatehouse=2~1~/, ...expired])
  standIn.accounts.disable('alice')
  clock.advance(3600)
  const ended = setCookiesOf(await checker.check(header))
  t.match([ended.length, ...ended], [3, ...expired], 'all parts when it ends')
})

t.test('session check: a due look-up is made once for all concurrent checks, and cached', async (t) => {
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
})

const AWAY: InjectedFault = { kind: 'html', status: 503 }

t.test('session check: id token rejected while a refresh is impossible, passes', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t, { revocationCheckSeconds: 300 })
  const { header } = await signIn()
  await checker.check(header)
  clock.advance(300)
  standIn.faults.lookupByIdToken = { kind: 'error', status: 400, message: 'TOKEN_EXPIRED' }
  const outages: InjectedFault[] = [AWAY, { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }]
  for (const outage of outages) {
    standIn.faults.refresh = outage
    t.match(await checker.check(header), { kind: 'signed-in', setCookies: [] }, JSON.stringify(outage))
    clock.advance(60)
  }
  standIn.faults.refresh = { kind: 'error', status: 400, message: 'TOKEN_EXPIRED' }
  t.match(await checker.check(header), { kind: 'ended', code: 'TOKEN_REVOKED' }, 'permanently refused')
})

t.test('session check: id token rejected and expired, the cookie stays in an outage', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t, { revocationCheckSeconds: 300 })
  const { header } = await signIn()
  await checker.check(header)
  clock.advance(3600)
  standIn.faults.lookupByIdToken = { kind: 'error', status: 400, message: 'TOKEN_EXPIRED' }
  standIn.faults.refresh = AWAY
  const check = await checker.check(header)
  t.match(check, { kind: 'unavailable', owner: { subject: 'alice', tenantId: null } })
  t.notOk('setCookies' in check)
})
