import t from 'tap'
import { decideOutcome } from '../src/access/outcome.ts'
import { Fault } from '../src/errors.ts'
import type { SessionCheck } from '../src/session/check.ts'
import { buildSession } from '../src/session/session.ts'

const session = buildSession(
  'token',
  { sub: 'ada', iat: 0, exp: 9, auth_time: 0, firebase: {}, role: 'user' },
  0
)
const CLEAR = ['gatehouse=; Max-Age=0']
const away = new Fault('PROVIDER_UNAVAILABLE')
const odd = new Fault('INVALID_ARGUMENT')

/** The state table: situation, what a page load gets, what everything else gets. */
const ROWS: [string, SessionCheck, object, object][] = [
  [
    'a valid id token',
    { kind: 'signed-in', session, setCookies: [] },
    { kind: 'allow', session, setCookies: [] },
    { kind: 'allow', session, setCookies: [] }
  ],
  [
    'a refreshed one',
    { kind: 'signed-in', session, setCookies: ['new'] },
    { kind: 'allow', setCookies: ['new'] },
    { kind: 'allow', setCookies: ['new'] }
  ],
  [
    'credentials missing',
    { kind: 'signed-out', code: 'MISSING_CREDENTIALS' },
    { kind: 'login', code: 'MISSING_CREDENTIALS', reason: null, setCookies: [] },
    { kind: 'unauthenticated', code: 'MISSING_CREDENTIALS' }
  ],
  [
    'malformed',
    { kind: 'signed-out', code: 'MALFORMED_CREDENTIALS' },
    { kind: 'login', reason: null },
    { kind: 'unauthenticated' }
  ],
  [
    'bad cookie signature',
    { kind: 'signed-out', code: 'INVALID_COOKIE_SIGNATURE' },
    { kind: 'login', reason: null },
    { kind: 'unauthenticated' }
  ],
  [
    'no refresh token',
    { kind: 'signed-out', code: 'MISSING_REFRESH_TOKEN' },
    { kind: 'login', reason: null },
    { kind: 'unauthenticated' }
  ],
  [
    'revoked',
    { kind: 'ended', code: 'TOKEN_REVOKED', setCookies: CLEAR },
    { kind: 'login', reason: 'expired', setCookies: CLEAR },
    { kind: 'unauthenticated', code: 'TOKEN_REVOKED', setCookies: CLEAR }
  ],
  [
    'deleted',
    { kind: 'ended', code: 'USER_NOT_FOUND', setCookies: CLEAR },
    { kind: 'login', reason: 'expired' },
    { kind: 'unauthenticated', code: 'USER_NOT_FOUND' }
  ],
  [
    'absolute life over',
    { kind: 'ended', code: 'SESSION_EXPIRED', setCookies: CLEAR },
    { kind: 'login', reason: 'expired' },
    { kind: 'unauthenticated' }
  ],
  [
    'disabled',
    { kind: 'ended', code: 'USER_DISABLED', setCookies: CLEAR },
    { kind: 'forbidden', code: 'USER_DISABLED', session: null, setCookies: CLEAR },
    { kind: 'forbidden', code: 'USER_DISABLED' }
  ],
  [
    'provider away',
    { kind: 'unavailable', fault: away },
    { kind: 'unavailable', fault: away },
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
    const demand = { session: true, conditions: [] }
    t.match(decideOutcome(check, true, demand), page, 'page load')
    t.match(decideOutcome(check, false, demand), call, 'anything else')
  })
}

t.test('outcome: signed in without the claim, forbidden with the session kept; with it, allow', async (t) => {
  const check: SessionCheck = { kind: 'signed-in', session, setCookies: ['new'] }
  const needs = (role: string) => ({ session: true, conditions: [{ claim: 'role', oneOf: [role] }] })
  t.match(decideOutcome(check, true, needs('admin')), {
    kind: 'forbidden',
    code: 'FORBIDDEN',
    session,
    setCookies: ['new']
  })
  t.match(decideOutcome(check, true, needs('user')), { kind: 'allow' })
})
