import t from 'tap'
import type { InjectedFault } from '../../stand-in/server/faults.ts'
import { NOW } from '../fixtures/clock.ts'
import { setCookiesOf } from '../fixtures/session/session-checks.ts'
import { encryptSession, startSessions } from '../fixtures/session/sessions.ts'

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
