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

const signedIn = (own = session, setCookies = ['new'], outage: Fault | null = null): SessionCheck => ({
  kind: 'signed-in',
  session: own,
  setCookies,
  outage
})

type Row = [situation: string, check: SessionCheck, page: object, call: object]

const alike = (situation: string, check: SessionCheck, outcome: object): Row => [
  situation,
  check,
  outcome,
  outcome
]
const signedOut = (situation: string, code: ErrorCode): Row => [
  situation,
  { kind: 'signed-out', code },
  { kind: 'login', code, reason: null, setCookies: [] },
  { kind: 'unauthenticated', code }
]
const over = (situation: string, code: ErrorCode): Row => {
  const ended = { code, setCookies: CLEAR }
  const page = { kind: 'login', reason: 'expired', ...ended }
  return [situation, { kind: 'ended', ...ended }, page, { kind: 'unauthenticated', ...ended }]
}
const DISABLED = { code: 'USER_DISABLED', setCookies: CLEAR } as const
const WEAK = { code: 'SECOND_FACTOR_REQUIRED', session, setCookies: ['new'], unmetRule: weak }

/** The state table, with the outcome for a page load and for any other request. */
const ROWS: Row[] = [
  alike('a valid id token', signedIn(session, []), { kind: 'allow', session, setCookies: [] }),
  alike('a refreshed id token', signedIn(), { kind: 'allow', setCookies: ['new'] }),
  signedOut('credentials missing', 'MISSING_CREDENTIALS'),
  signedOut('malformed', 'MALFORMED_CREDENTIALS'),
  signedOut('bad cookie signature', 'INVALID_COOKIE_SIGNATURE'),
  signedOut('no refresh token', 'MISSING_REFRESH_TOKEN'),
  over('revoked', 'TOKEN_REVOKED'),
  over('deleted', 'USER_NOT_FOUND'),
  over('absolute limit reached', 'SESSION_EXPIRED'),
  alike('disabled', { kind: 'ended', ...DISABLED }, { kind: 'forbidden', session: null, ...DISABLED }),
  [
    'a sign-in that does not meet the rules',
    { kind: 'insufficient', fault: weak, session, setCookies: ['new'] },
    { kind: 'login', reason: 'step-up', ...WEAK },
    { kind: 'unauthenticated', ...WEAK }
  ],
  alike(
    'provider away',
    { kind: 'unavailable', fault: away, owner: session },
    { kind: 'unavailable', fault: away, owner: { subject: 'ada', tenantId: null } }
  ),
  alike(
    'anything else',
    { kind: 'failed', fault: odd, setCookies: CLEAR },
    { kind: 'failed', fault: odd, setCookies: CLEAR }
  )
]

t.test('outcome: each result of the session check, for a page load and any other request', async (t) => {
  const requirement = demandOf([], { rule: 3 })
  for (const [name, check, page, call] of ROWS) {
    t.match(decideOutcome(check, PAGE, requirement, ANY), { ...page, rule: 3 }, `${name}: page load`)
    t.match(decideOutcome(check, CALL, requirement, ANY), { ...call, rule: 3 }, name)
  }
})

t.test('outcome: without the claim forbidden and session preserved, with it allowed', async (t) => {
  const needs = (role: string) => demandOf([{ claim: 'role', oneOf: [role] }])
  const forbidden = { kind: 'forbidden', code: 'FORBIDDEN', session, setCookies: ['new'] }
  t.match(decideOutcome(signedIn(), PAGE, needs('admin'), ANY), forbidden)
  t.match(decideOutcome(signedIn(), PAGE, needs('user'), ANY), { kind: 'allow' })
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
    const found = [PAGE, CALL].map((proxy) => decideOutcome(signedIn(own), proxy, requirement, welcome))
    const allowed = { kind: 'allow', session: own, setCookies: ['new'] }
    const refused = { code: 'TENANT_MISMATCH', session: own, setCookies: ['new'], rule: null }
    if (passes) t.match(found, [allowed, allowed], name)
    else
      t.strictSame(
        found,
        [
          { kind: 'login', reason: null, ...refused },
          { kind: 'unauthenticated', ...refused }
        ],
        name
      )
  }
})

t.test('outcome: a token of another tenant is challenged as invalid for the place', async (t) => {
  const bearer = { issuer: 'https://issuer.example', isOfProject: true }
  const challengeFor = (own: Session) => {
    const outcome = decideOutcome(signedIn(own), CALL, demandOf([]), oneOf('acme'))
    return outcome.kind === 'unauthenticated' ? challengeOf(outcome) : null
  }
  const description = 'error_description="the token is not meant for this place"'
  t.equal(challengeFor({ ...session, bearer }), `Bearer error="invalid_token", ${description}`)
  t.equal(challengeFor(session), 'Bearer', 'control: a cookie')
})

t.test('outcome: an ambiguous place is a bad request for every kind of request', async (t) => {
  const failed = { kind: 'failed', fault: { code: 'INVALID_REQUEST', statusCode: 400 }, setCookies: [] }
  for (const [name, check] of ROWS)
    for (const proxy of [PAGE, CALL])
      t.match(decideOutcome(check, proxy, demandOf([]), { kind: 'ambiguous' }), failed, name)
})

t.test('outcome: tenant and claim both wrong, only the tenant mismatch is reported', async (t) => {
  const requirement = demandOf([{ claim: 'role', oneOf: ['admin'] }])
  const found = [oneOf('acme'), oneOf(null)].map((scope) =>
    decideOutcome(signedIn(), CALL, requirement, scope)
  )
  t.match(found, [{ kind: 'unauthenticated', code: 'TENANT_MISMATCH' }, { kind: 'forbidden' }])
})

t.test('outcome: a session in an outage is allowed only where it would otherwise be allowed', async (t) => {
  const check = signedIn(session, [], away)
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
  const unknown = { kind: 'allow', session: null, setCookies: ['new'], anonymousBecause: 'TENANT_MISMATCH' }
  t.match(decideOutcome(signedIn(), CALL, optional, oneOf('acme')), unknown, 'of another tenant, preserved')
  const found = decideOutcome(signedIn(), CALL, optional, oneOf(null))
  t.match(found, { kind: 'allow', session }, 'control: its own')
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
