import t from 'tap'
import { applyStepUp, type RuledOutcome } from '../../../src/access/outcome.ts'
import { challengeOf } from '../../../src/access/responses/challenges.ts'
import { buildPolicy } from '../../../src/access/rules/policy.ts'
import { addStepUps, findShortfall, type StepUp } from '../../../src/access/rules/step-up.ts'
import type { Config } from '../../../src/config/schema/schema.ts'
import { Fault } from '../../../src/errors.ts'
import { buildSession, type Session } from '../../../src/session/session.ts'
import { targetOf } from '../../fixtures/requests.ts'

const NOW = 1_000_000
const FACTOR: StepUp = { secondFactor: true, signedInWithinSeconds: null, rule: 1 }
const RECENT: StepUp = { secondFactor: false, signedInWithinSeconds: 600, rule: 2 }
const BOTH: StepUp = { secondFactor: true, signedInWithinSeconds: 600, rule: 3 }

interface SignInOf {
  provider?: string
  factor?: string
  /** Additional claims. */
  claims?: Record<string, unknown>
  /** When the session began, if different from the sign-in of its id token. */
  startedSecondsAgo?: number
}

function session(secondsAgo: number, { provider = 'password', factor, ...more }: SignInOf = {}): Session {
  const { claims = {}, startedSecondsAgo = secondsAgo } = more
  const firebase = {
    sign_in_provider: provider,
    ...(factor === undefined ? {} : { sign_in_second_factor: factor })
  }
  return buildSession(
    'token',
    { sub: 'ada', iat: NOW, exp: NOW + 9, auth_time: NOW - secondsAgo, firebase, ...claims },
    { id: 'session', startedAtSeconds: NOW - startedSecondsAgo, activeAtSeconds: null }
  )
}

const passes = (own: Session | null): RuledOutcome => ({
  kind: 'allow',
  session: own,
  setCookies: ['new'],
  outage: null,
  rule: 7
})

const CARRIED = { source_sign_in_provider: 'password', source_sign_in_second_factor: 'totp' }
/** Session, requirement, outcome for a page load, outcome for a call. */
const ROWS: [string, Session, StepUp, RuledOutcome['kind'], RuledOutcome['kind']][] = [
  ['factor used', session(9999, { factor: 'totp' }), FACTOR, 'allow', 'allow'],
  ['factor missing', session(60), FACTOR, 'login', 'unauthenticated'],
  ['factor missing, signed in just now', session(59), FACTOR, 'forbidden', 'unauthenticated'],
  ['factor missing, clock ahead', session(-200), FACTOR, 'forbidden', 'unauthenticated'],
  ['anonymous', session(9999, { provider: 'anonymous' }), FACTOR, 'forbidden', 'unauthenticated'],
  ['custom token', session(9999, { provider: 'custom' }), FACTOR, 'forbidden', 'unauthenticated'],
  ['recent', session(600), RECENT, 'allow', 'allow'],
  ['too old', session(601), RECENT, 'login', 'unauthenticated'],
  ['too old by a custom token', session(601, { provider: 'custom' }), RECENT, 'login', 'unauthenticated'],
  ['both', session(600, { factor: 'phone' }), BOTH, 'allow', 'allow'],
  ['both, too old', session(601, { factor: 'phone' }), BOTH, 'login', 'unauthenticated'],
  ['both, no factor', session(300), BOTH, 'login', 'unauthenticated'],
  [
    'a time that is no number',
    session(0, { claims: { auth_time: undefined } }),
    RECENT,
    'login',
    'unauthenticated'
  ],
  [
    'exchanged, the factor is carried',
    session(0, { provider: 'custom', claims: CARRIED }),
    FACTOR,
    'allow',
    'allow'
  ],
  [
    'exchanged, the time is in the cookie',
    session(0, { startedSecondsAgo: 601 }),
    RECENT,
    'login',
    'unauthenticated'
  ],
  [
    'carrier in a token that is not exchanged',
    session(9999, { claims: CARRIED }),
    FACTOR,
    'login',
    'unauthenticated'
  ]
]

const apply = (outcome: RuledOutcome, stepUp: StepUp, isPageLoad = true, mayLoop = true) =>
  applyStepUp(outcome, { stepUp }, { isPageLoad, mayLoop, nowSeconds: NOW })

t.test('step-up: each session against each requirement, as a page load and as a call', async (t) => {
  for (const [name, own, stepUp, page, call] of ROWS) {
    const refused = { session: own, setCookies: ['new'], rule: stepUp.rule, unmetRule: { statusCode: 401 } }
    for (const [isPageLoad, kind] of [
      [true, page],
      [false, call]
    ] as const) {
      const facts = kind === 'allow' ? { rule: 7 } : { code: 'STEP_UP_REQUIRED', ...refused }
      t.match(apply(passes(own), stepUp, isPageLoad), { kind, ...facts }, `${name}, page load ${isPageLoad}`)
    }
  }
  const facts = { isPageLoad: true, mayLoop: true, nowSeconds: NOW }
  t.equal(applyStepUp(passes(session(9999)), {}, facts).kind, 'allow', 'nothing is required')
})

t.test('step-up: just signed in and no loop possible, again unless no factor can be given', async (t) => {
  const kindOf = (own: Session, isPageLoad = true) => apply(passes(own), FACTOR, isPageLoad, false).kind
  t.equal(kindOf(session(0)), 'login')
  t.equal(kindOf(session(0), false), 'unauthenticated')
  t.equal(kindOf(session(0, { factor: 'totp' })), 'allow')
  for (const provider of ['anonymous', 'custom', 'phone'])
    t.equal(kindOf(session(0, { provider })), 'forbidden')
})

t.test('step-up: required without a session, sent to sign in', async (t) => {
  t.match(apply(passes(null), RECENT), { kind: 'login', code: 'MISSING_CREDENTIALS', reason: null })
  t.match(apply(passes(null), RECENT, false), { kind: 'unauthenticated' })
})

t.test('step-up: an outcome that is already a refusal is unchanged', async (t) => {
  const forbidden: RuledOutcome = {
    kind: 'forbidden',
    code: 'FORBIDDEN',
    session: session(0),
    setCookies: []
  }
  t.equal(apply(forbidden, BOTH), forbidden)
})

t.test('step-up: the detail names what is missing but no user', async (t) => {
  const found = findShortfall(session(601), BOTH, NOW)?.detail
  t.equal(found, 'no second factor; signed in 601 s ago, 600 s are allowed')
  t.equal(findShortfall(session(601, { factor: 'totp' }), FACTOR, NOW), null)
})

t.test('step-up: of several requirements the strictest of each kind counts', async (t) => {
  t.same(addStepUps([{}, {}]), {})
  t.same(addStepUps([{ stepUp: RECENT }, {}]), { stepUp: RECENT })
  t.same(addStepUps([{}, { stepUp: { ...RECENT, signedInWithinSeconds: 900 } }, { stepUp: BOTH }]), {
    stepUp: { secondFactor: true, signedInWithinSeconds: 600, rule: 2 }
  })
  t.same(addStepUps([{ stepUp: FACTOR }, { stepUp: RECENT }]), { stepUp: { ...BOTH, rule: 1 } })
})

t.test('step-up: an odd spelling of a path gets the requirements of every rule it may mean', async (t) => {
  const access: Config['access'] = {
    default: 'signed-in',
    rules: [
      { path: '/payments/*', allow: 'signed-in', require: { signedInWithin: 600 } },
      { path: '/payments/out/*', allow: 'signed-in', require: { secondFactor: true } },
      { path: '/off', allow: 'signed-in', require: { secondFactor: false } },
      { path: '/*', allow: 'public' }
    ]
  }
  const stepUpOf = (path: string) => buildPolicy(access)('GET', targetOf(path), 'app.example.com').stepUp
  const age = { secondFactor: false, signedInWithinSeconds: 600, rule: 1 }
  for (const path of ['/payments/x', '/payments/out/x', '/PAYMENTS/x', '/payments%2fx'])
    t.same(stepUpOf(path), age, path)
  t.same(stepUpOf('/x/%252e%252e/payments/out'), { ...age, secondFactor: true })
  t.equal(stepUpOf('/other'), undefined, 'control')
  t.equal(stepUpOf('/off'), undefined, 'false requires nothing')
})

t.test('step-up: the challenge states the requirement as in RFC 9470', async (t) => {
  const unmetRule = new Fault('STEP_UP_REQUIRED')
  const refused = { kind: 'unauthenticated', code: 'STEP_UP_REQUIRED', setCookies: [], unmetRule } as const
  const challenges = [RECENT, BOTH, FACTOR].map((stepUp) =>
    challengeOf({ ...refused, session: session(0), stepUp })
  )
  const acr = 'acr_values="http://schemas.openid.net/pape/policies/2007/06/multi-factor"'
  t.same(challenges, [
    'Bearer error="insufficient_user_authentication", max_age=600',
    `Bearer error="insufficient_user_authentication", max_age=600, ${acr}`,
    `Bearer error="insufficient_user_authentication", ${acr}`
  ])
})
