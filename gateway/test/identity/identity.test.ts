import t from 'tap'
import { createIdentities } from '../../src/identity/identity.ts'
import { buildSession } from '../../src/session/session.ts'
import { createClock, NOW } from '../fixtures/clock.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { decodeClaims } from '../fixtures/provider/provider.ts'

const CLAIMS = { sub: 'zoë', name: 'Zoë', email: 'z@example.com', email_verified: true }
const TIMES = { iat: 0, exp: 9, auth_time: 0 }
const sessionOf = (claims: object) =>
  buildSession(
    'id-token',
    { ...CLAIMS, ...TIMES, firebase: {}, ...claims },
    { id: 'session', startedAtSeconds: 0, activeAtSeconds: null }
  )

function identityOf(values: Record<string, unknown>, now = () => 0) {
  const config = testConfig(values)
  return createIdentities(config, now).as(config.identityHeaders)
}

t.test('identity: every header for the application follows from the session alone', async (t) => {
  const identityHeaders = { 'x-forwarded-email': null, 'x-roles': 'roles', authorization: '$idToken' }
  const identity = identityOf({ identityHeaders })
  const session = { ...sessionOf({ roles: ['a', 'b'], firebase: { tenant: 'acme' } }), expiredForSeconds: 7 }
  await identity.prepare(session)
  const { 'x-gatehouse-assertion': assertion, ...headers } = identity.headersOf(session)
  t.match(assertion, /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
  t.match(decodeClaims(String(assertion)), { tenant: 'acme', expired_for: 7 })
  t.same(headers, {
    'x-gatehouse-tenant': 'acme',
    'x-gatehouse-expired': '7',
    'x-forwarded-user': 'zo%C3%AB',
    'x-forwarded-preferred-username': 'Zo%C3%AB',
    'x-roles': 'a,b',
    authorization: 'Bearer id-token'
  })
  t.same(
    new Set(identity.headerNames),
    new Set([...Object.keys(identity.headersOf(session)), 'x-forwarded-email', 'x-gatehouse-issuer'])
  )
})

t.test('identity: the assertion is renewed with less than two of its five minutes left', async (t) => {
  const clock = createClock()
  const identity = identityOf({}, clock.now)
  const session = sessionOf({})
  const read = () => decodeClaims(String(identity.headersOf(session)['x-gatehouse-assertion']))
  await identity.prepare(session)
  t.match(read(), { iat: NOW, exp: NOW + 300 })
  for (const name of ['tenant', 'issuer', 'expired_for']) t.notOk(name in read(), name)
  clock.advance(179.9)
  t.equal(identity.prepare(session), null)
  clock.advance(0.1)
  await identity.prepare(session)
  t.match(read(), { iat: NOW + 180, exp: NOW + 480 })
})

t.test('identity: without a value there is no header, but its name is still reserved', async (t) => {
  const identity = identityOf({})
  const session = sessionOf({ email_verified: false, name: undefined })
  t.same(identity.headersOf(session), { 'x-forwarded-user': 'zo%C3%AB' }, 'no assertion before it is made')
  await identity.prepare(session)
  t.same(Object.keys(identity.headersOf(session)), ['x-forwarded-user', 'x-gatehouse-assertion'])
  t.equal(identity.prepare(session), null, 'a valid one is reused')
  for (const name of ['x-forwarded-email', 'x-gatehouse-tenant', 'x-gatehouse-expired'])
    t.ok(identity.headerNames.includes(name), name)
})
