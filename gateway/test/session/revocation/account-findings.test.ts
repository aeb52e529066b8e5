import t from 'tap'
import type { AccountResult } from '../../../src/identity-platform/accounts/accounts.ts'
import { readUserRecord } from '../../../src/identity-platform/accounts/user-record.ts'
import type { FailureKind } from '../../../src/identity-platform/client/error-sorting.ts'
import { checkAccount, createAccountFindings } from '../../../src/session/revocation/account-findings.ts'
import { buildSession, type Session } from '../../../src/session/session.ts'
import { createClock, NOW } from '../../fixtures/clock.ts'

/** The result of a look-up of `alice`. Times in epoch seconds. */
function found({ disabled = false, validSince = 0, createdAt = 0 } = {}): AccountResult {
  const user = {
    localId: 'alice',
    disabled,
    validSince: String(validSince),
    createdAt: String(createdAt * 1000)
  }
  const record = readUserRecord(user)
  if (record === null) throw new Error('no record')
  return { kind: 'found', record }
}

function failed(kind: FailureKind, code: 'USER_NOT_FOUND' | 'PROVIDER_UNAVAILABLE'): AccountResult {
  return { kind: 'failed', failure: { kind, code, detail: '' } }
}

const GONE = failed('permanent', 'USER_NOT_FOUND')
const AWAY = failed('temporary', 'PROVIDER_UNAVAILABLE')
const DISABLED = found({ disabled: true })

/** A session whose id token was issued at `iat`; `authTime`: the sign-in. */
function sessionAt(iat: number, authTime = iat): Session {
  const claims = { sub: 'alice', iat, exp: iat + 3600, auth_time: authTime, firebase: {} }
  return buildSession(`token ${iat}`, claims, {
    id: 'session',
    startedAtSeconds: authTime,
    activeAtSeconds: null
  })
}

function startFindings() {
  const clock = createClock()
  const findings = createAccountFindings(clock.now)
  const evaluate = (session: Session) => findings.codeOf(session) ?? 'active'
  const note = (result: AccountResult, askedAtSeconds = clock.now()) =>
    findings.set(sessionAt(0), result, { askedAtSeconds, intervalSeconds: 300 })
  return { clock, findings, evaluate, note }
}

t.test('account findings: a disabled or deleted account ends earlier but no later sign-ins', async (t) => {
  for (const [result, code] of [
    [DISABLED, 'USER_DISABLED'],
    [GONE, 'USER_NOT_FOUND']
  ] as const) {
    const rows: readonly [iat: number, askedAt: number, expected: string][] = [
      [NOW - 1, NOW, code],
      [NOW - 1, NOW + 0.9, code],
      [NOW, NOW, 'active'],
      [NOW, NOW + 0.9, 'active'],
      [NOW + 1, NOW, 'active']
    ]
    for (const [iat, askedAt, expected] of rows) {
      const { evaluate, note } = startFindings()
      note(result, askedAt)
      t.equal(evaluate(sessionAt(iat, NOW - 9000)), expected, `issued ${iat - NOW}, asked ${askedAt - NOW}`)
    }
  }
})

t.test('account findings: a finding disproved by a later id token is dropped for all sessions', async (t) => {
  const { evaluate, note, findings } = startFindings()
  const [older, later] = [sessionAt(NOW - 100), sessionAt(NOW + 1)]
  note(DISABLED)
  t.equal(evaluate(older), 'USER_DISABLED')
  t.equal(evaluate(later), 'active')
  t.equal(evaluate(older), 'active')
  t.equal(findings.freshUntilSeconds(older), 0, 'and it is looked up again')
})

t.test('account findings: a revocation ends only sign-ins before its second', async (t) => {
  const rows: readonly [authTime: number, expected: string][] = [
    [NOW - 1, 'TOKEN_REVOKED'],
    [NOW - 0.001, 'TOKEN_REVOKED'],
    [NOW, 'active'],
    [NOW + 1, 'active'],
    [0, 'TOKEN_REVOKED']
  ]
  for (const [authTime, expected] of rows) {
    const { evaluate, note } = startFindings()
    note(found({ validSince: NOW }))
    t.equal(evaluate(sessionAt(NOW + 9, authTime)), expected, String(authTime - NOW))
  }
  t.equal(checkAccount(found(), { iat: 0, auth_time: 0 }), null, 'nothing was ever revoked')
})

t.test('account findings: an account created after the id token is a different one', async (t) => {
  const rows: readonly [createdAt: number, expected: string][] = [
    [NOW - 1, 'active'],
    [NOW, 'active'],
    [NOW + 5.999, 'active'],
    [NOW + 6, 'USER_NOT_FOUND']
  ]
  for (const [createdAt, expected] of rows) {
    const { evaluate, note } = startFindings()
    note(found({ createdAt }))
    t.equal(evaluate(sessionAt(NOW)), expected, String(createdAt - NOW))
  }
})

t.test('account findings: the late response to an earlier look-up changes nothing', async (t) => {
  for (const late of [DISABLED, AWAY]) {
    const { clock, findings, evaluate, note } = startFindings()
    const session = sessionAt(NOW - 1000)
    note(found(), NOW + 2)
    const freshUntil = findings.freshUntilSeconds(session)
    clock.advance(5)
    note(late, NOW)
    t.equal(evaluate(session), 'active')
    t.equal(findings.freshUntilSeconds(session), freshUntil)
    note(DISABLED, NOW + 3)
    t.equal(evaluate(session), 'USER_DISABLED', 'the response to a later one does')
  }
})

t.test('account findings: a failed look-up leaves the last finding and delays the next one', async (t) => {
  const { clock, findings, evaluate, note } = startFindings()
  const session = sessionAt(NOW - 1000)
  t.equal(findings.freshUntilSeconds(session), 0)
  note(AWAY)
  t.equal(evaluate(session), 'active', 'nothing is known')
  t.equal(findings.freshUntilSeconds(session), NOW + 30)
  note(DISABLED)
  t.equal(findings.freshUntilSeconds(session), NOW + 300)
  clock.advance(300)
  note(AWAY)
  t.equal(evaluate(session), 'USER_DISABLED')
  t.equal(findings.freshUntilSeconds(session), NOW + 330)
  t.equal(evaluate(sessionAt(NOW + 1)), 'active', 'but not for a sign-in after the finding')
})

t.test('account findings: last known valid at the id token or at a look-up that confirms it', async (t) => {
  const rows: readonly [name: string, result: AccountResult | null, expected: number][] = [
    ['nothing known', null, NOW - 100],
    ['in', found(), NOW],
    ['in, this sign-in revoked', found({ validSince: NOW - 1 }), NOW - 100],
    ['another account', found({ createdAt: NOW - 1 }), NOW - 100],
    ['disabled', DISABLED, NOW - 100],
    ['gone', GONE, NOW - 100],
    ['no answer', AWAY, NOW - 100],
    ['not found by a caller', failed('caller', 'USER_NOT_FOUND'), NOW - 100]
  ]
  for (const [name, result, expected] of rows) {
    const { findings, note } = startFindings()
    if (result !== null) note(result)
    t.equal(findings.lastConfirmedAtSeconds(sessionAt(NOW - 100)), expected, name)
  }
})
