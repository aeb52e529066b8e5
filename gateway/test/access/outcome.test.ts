import t from 'tap'
import type { TenantScope } from '../../src/access/applications/tenancy.ts'
import { decideOutcome } from '../../src/access/outcome.ts'
import { challengeOf } from '../../src/access/responses/challenges.ts'
import { compileCondition } from '../../src/access/rules/conditions.ts'
import type { Requirement } from '../../src/access/rules/policy.ts'
import type { WrittenCondition } from '../../src/access/settings.ts'
import { type ErrorCode, Fault } from '../../src/errors.ts'
import type { SessionCheck } from '../../src/session/check-result.ts'
import { buildSession, type Session } from '../../src/session/session.ts'

const session = buildSession(
  'token',
  { sub: 'ada', iat: 0, exp: 9, auth_time: 0, firebase: {}, role: 'user' },
  { id: 'session', startedAtSeconds: 0, activeAtSeconds: null }
)
const PAGE = { isPageLoad: true, client: '192.0.2.1' }
const CALL = { isPageLoad: false, client: '192.0.2.1' }
const demandOf = (conditions: WrittenCondition[], more: Partial<Requirement> = {}): Requirement => ({
  level: 'signed-in',
  conditions: conditions.map(compileCondition),
  needsAppCheck: false,
  rule: null,
  ...more
})
const ANY: TenantScope = { kind: 'any' }
const oneOf = (...tenantIds: (string | null)[]): TenantScope => ({ kind: 'one-of', tenantIds })
const CLEAR = ['gatehouse=; Max-Age=0']
const away = new Fault('PROVIDER_UNAVAILABLE')
const odd = new Fault('INVALID_ARGUMENT')
const weak = new Fault('SECOND_FACTOR_REQUIRED', { detail: 'no second factor' })

type Row = [situation: string, check: SessionCheck, page: object, call: object]

const signedOut = (situation: string, code: ErrorCode): Row => {
  return [
    situation,
    { kind: 'signed-out', code },
    { kind: 'login', reason: null },
    { kind: 'unauthenticated' }
  ]
}
const over = (situation: string, code: ErrorCode): Row => {
  const ended = { code, setCookies: CLEAR }
  const page = { kind: 'login', reason: 'expired', ...ended }
  return [situation, { kind: 'ended', ...ended }, page, { kind: 'unauthenticated', ...ended }]
}

/** The state table, with the outcome for a page load and for any other request. */
const ROWS: Row[] = [
  [
    'a valid id token',
    { kind: 'signed-in', session, setCookies: [], outage: null },
    { kind: 'allow', session, setCookies: [] },
    { kind: 'allow', session, setCookies: [] }
  ],
  [
    'a refreshed id token',
    { kind: 'signed-in', session, setCookies: ['new'], outage: null },
    { kind: 'allow', setCookies: ['new'] },
    { kind: 'allow', setCookies: ['new'] }
  ],
  [
    'credentials missing',
    { kind: 'signed-out', code: 'MISSING_CREDENTIALS' },
    { kind: 'login', code: 'MISSING_CREDENTIALS', reason: null, setCookies: [] },
    { kind: 'unauthenticated', code: 'MISSING_CREDENTIALS' }
  ],
  signedOut('malformed', 'MALFORMED_CREDENTIALS'),
  signedOut('bad cookie signature', 'INVALID_COOKIE_SIGNATURE'),
  signedOut('no refresh token', 'MISSING_REFRESH_TOKEN'),
  over('revoked', 'TOKEN_REVOKED'),
  over('deleted', 'USER_NOT_FOUND'),
  over('absolute limit reached', 'SESSION_EXPIRED'),
  [
    'disabled',
    { kind: 'ended', code: 'USER_DISABLED', setCookies: CLEAR },
    { kind: 'forbidden', code: 'USER_DISABLED', session: null, setCookies: CLEAR },
    { kind: 'forbidden', code: 'USER_DISABLED' }
  ],
  [
    'a sign-in that does not meet the rules',
    { kind: 'insufficient', fault: weak, session, setCookies: ['new'] },
    {
      kind: 'login',
      code: 'SECOND_FACTOR_REQUIRED',
      reason: 'step-up',
      session,
      setCookies: ['new'],
      unmetRule: weak
    },
    { kind: 'unauthenticated', code: 'SECOND_FACTOR_REQUIRED', session, setCookies: ['new'], unmetRule: weak }
  ],
  [
    'provider away',
    { kind: 'unavailable', fault: away, owner: session },
    { kind: 'unavailable', fault: away, owner: { subject: 'ada', tenantId: null } },
    { kind: 'unavailable', fault: away }
  ],
  [
    'anything else',
    { kind: 'failed', fault: odd, setCookies: CLEAR },
    { kind: 'failed', fault: odd, setCookies: CLEAR },
    { kind: 'failed', fault: odd }
  ]
]

for (const [name, check, page, call] of ROWS) {
  t.test(`outcome: ${name}`, async (t) => {
    const requirement = demandOf([], { rule: 3 })
    t.match(decideOutcome(check, PAGE, requirement, ANY), { ...page, rule: 3 }, 'page load')
    t.match(decideOutcome(check, CALL, requirement, ANY), { ...call, rule: 3 }, 'anything else')
  })
}

t.test('outcome: without the claim forbidden and session preserved, with it allowed', async (t) => {
  const check: SessionCheck = { kind: 'signed-in', session, setCookies: ['new'], outage: null }
  const needs = (role: string) => demandOf([{ claim: 'role', oneOf: [role] }])
  t.match(decideOutcome(check, PAGE, needs('admin'), ANY), {
    kind: 'forbidden',
    code: 'FORBIDDEN',
    session,
    setCookies: ['new']
  })
  t.match(decideOutcome(check, PAGE, needs('user'), ANY), { kind: 'allow' })
})

t.test('outcome: the session must belong to one of the tenants allowed at the place', async (t) => {
  const claims = { ...session.claims, firebase: { tenant: 'acme' } }
  const acme = buildSession('token', claims, { id: 'session', startedAtSeconds: 0, activeAtSeconds: null })
  const rows: [string, Session, TenantScope, boolean][] = [
    ['any', session, ANY, true],
    ['any', acme, ANY, true],
    ['the project', session, oneOf(null), true],
    ['the project', acme, oneOf(null), false],
    ['acme', acme, oneOf('acme'), true],
    ['acme', session, oneOf('acme'), false],
    ['another', acme, oneOf('umbrella'), false],
    ['one of two', acme, oneOf('umbrella', 'acme'), true],
    ['none of two', session, oneOf('umbrella', 'acme'), false],
    ['acme or the project', acme, oneOf(null, 'acme'), true],
    ['no tenant', acme, oneOf(), false],
    ['no tenant', session, oneOf(), false],
    ['the empty name', session, oneOf(''), false]
  ]
  const requirement = demandOf([])
  for (const [name, own, welcome, passes] of rows) {
    const check: SessionCheck = { kind: 'signed-in', session: own, setCookies: ['new'], outage: null }
    const [page, call] = [PAGE, CALL].map((proxy) => decideOutcome(check, proxy, requirement, welcome))
    if (passes) {
      for (const outcome of [page, call])
        t.match(outcome, { kind: 'allow', session: own, setCookies: ['new'] }, name)
      continue
    }
    const refused = { code: 'TENANT_MISMATCH', session: own, setCookies: ['new'], rule: null }
    t.strictSame(page, { kind: 'login', reason: null, ...refused }, name)
    t.strictSame(call, { kind: 'unauthenticated', ...refused }, name)
  }
})

t.test('outcome: a token of another tenant is challenged as invalid for the place', async (t) => {
  const bearer = { issuer: 'https://issuer.example', isOfProject: true }
  const challengeFor = (own: Session) => {
    const check: SessionCheck = { kind: 'signed-in', session: own, setCookies: [], outage: null }
    const outcome = decideOutcome(check, CALL, demandOf([]), oneOf('acme'))
    return outcome.kind === 'unauthenticated' ? challengeOf(outcome) : null
  }
  const description = 'the token is not meant for this place'
  t.equal(
    challengeFor({ ...session, bearer }),
    `Bearer error="invalid_token", error_description="${description}"`
  )
  t.equal(challengeFor(session), 'Bearer', 'control: a cookie')
})

t.test('outcome: an ambiguous place is a bad request for every kind of request', async (t) => {
  for (const [name, check] of ROWS) {
    for (const proxy of [PAGE, CALL])
      t.match(
        decideOutcome(check, proxy, demandOf([]), { kind: 'ambiguous' }),
        { kind: 'failed', fault: { code: 'INVALID_REQUEST', statusCode: 400 }, setCookies: [] },
        name
      )
  }
})

t.test('outcome: tenant and claim both wrong, only the tenant mismatch is reported', async (t) => {
  const check: SessionCheck = { kind: 'signed-in', session, setCookies: [], outage: null }
  const requirement = demandOf([{ claim: 'role', oneOf: ['admin'] }])
  t.match(decideOutcome(check, CALL, requirement, oneOf('acme')), {
    kind: 'unauthenticated',
    code: 'TENANT_MISMATCH'
  })
  t.match(decideOutcome(check, CALL, requirement, oneOf(null)), { kind: 'forbidden' })
})

t.test('outcome: a session in an outage is allowed only where it would otherwise be allowed', async (t) => {
  const check: SessionCheck = { kind: 'signed-in', session, setCookies: [], outage: away }
  const requirement = demandOf([])
  t.match(decideOutcome(check, PAGE, requirement, ANY), { kind: 'allow', outage: away })
  t.match(decideOutcome(check, CALL, requirement, oneOf('acme')), { kind: 'unauthenticated' })
  const admins = demandOf([{ claim: 'role', oneOf: ['admin'] }])
  t.match(decideOutcome(check, CALL, admins, ANY), { kind: 'forbidden' })
})

t.test('outcome: optional session, a refused one passes without identity, its cookies are set', async (t) => {
  const optional = demandOf([], { level: 'optional', rule: 2 })
  for (const [name, check] of ROWS) {
    for (const proxy of [PAGE, CALL]) {
      const refused = decideOutcome(check, proxy, demandOf([]), ANY)
      const outcome = decideOutcome(check, proxy, optional, ANY)
      const setCookies = 'setCookies' in refused ? refused.setCookies : []
      if (refused.kind === 'allow') t.match(outcome, { ...refused, rule: 2, anonymousBecause: null }, name)
      else {
        const code = 'fault' in refused ? refused.fault.code : refused.code
        t.match(outcome, { kind: 'allow', session: null, setCookies, rule: 2, anonymousBecause: code }, name)
      }
    }
  }
  const check: SessionCheck = { kind: 'signed-in', session, setCookies: ['new'], outage: null }
  t.match(
    decideOutcome(check, CALL, optional, oneOf('acme')),
    { kind: 'allow', session: null, setCookies: ['new'], anonymousBecause: 'TENANT_MISMATCH' },
    'a session of another tenant is not forwarded, but preserved'
  )
  t.match(decideOutcome(check, CALL, optional, oneOf(null)), { kind: 'allow', session }, 'control: its own')
})

t.test('outcome: optional session, a refused token is refused, a refused cookie passes', async (t) => {
  const optional = demandOf([], { level: 'optional' })
  for (const [name, check] of ROWS) {
    if (check.kind === 'signed-in') continue
    const refused = decideOutcome(check, { ...CALL, hasToken: true }, demandOf([]), ANY)
    t.not(refused.kind, 'allow', name)
    t.strictSame(decideOutcome(check, { ...CALL, hasToken: true }, optional, ANY), refused, name)
    t.equal(decideOutcome(check, { ...CALL, hasToken: false }, optional, ANY).kind, 'allow', name)
  }
})
