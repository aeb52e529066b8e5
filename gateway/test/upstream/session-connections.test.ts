import t from 'tap'
import { PUBLIC_ORIGIN, startGateway, type TestGateway } from '../fixtures/gateway.ts'
import { CONNECTION_KINDS, type OpenConnection, startConnectedGateway } from '../fixtures/wire/connections.ts'
import { send } from '../fixtures/wire/http-client.ts'

type All = Record<(typeof CONNECTION_KINDS)[number], OpenConnection>

const endsOf = async (all: All) => await Promise.all(CONNECTION_KINDS.map((kind) => all[kind].ended))
const openOnes = (all: All) => CONNECTION_KINDS.filter((kind) => all[kind].isOpen())
const reasonsOf = (gateway: Pick<TestGateway, 'logLines'>) =>
  gateway
    .logLines({ msg: 'stream closed' })
    .sort((one, other) => String(other.stream).localeCompare(String(one.stream)))

/** The cookies of two sessions of ada and one of bob. */
const signInAll = async ({ signIn }: Pick<TestGateway, 'signIn'>) =>
  [await signIn('ada'), await signIn('ada'), await signIn('bob')] as const

t.test('connections: sign-out in another tab ends those of the session and no others', async (t) => {
  const gateway = await startConnectedGateway(t)
  const [cookie, phone, bob] = await signInAll(gateway)
  const mine = await gateway.openAll(cookie)
  const others = [await gateway.openAll(phone), await gateway.openAll(bob)]
  const calls = { ...gateway.provider.calls }
  t.equal((await gateway.visit(cookie, '/logout', 'POST')).status, 204)
  t.equal(await mine.socket.ended, '4401 signed out', 'at once')
  t.equal(await mine.events.ended, 'end of the body')
  await gateway.pass(0.5)
  t.equal(await mine.download.ended, 'cut')
  t.equal(await mine.wait.ended, '401 SESSION_ENDED', 'not begun: the response can give the reason')
  await gateway.pass(10)
  for (const other of others) t.same(openOnes(other), CONNECTION_KINDS)
  t.same({ ...gateway.provider.calls }, calls, 'no provider call')
  t.match(reasonsOf(gateway), [
    { stream: 'websocket', by: 'gateway', reason: 'signed_out', because: 'signed out', code: 4401 },
    { stream: 'event-stream', by: 'gateway', reason: 'signed_out', because: 'signed out', subject: 'ada' }
  ])
  t.match(gateway.logLines({ path: '/download', msg: 'request' }), [{ end: 'session_ended', level: 'info' }])
})

t.test('connections: sign-out everywhere ends those of all sessions of the account, no others', async (t) => {
  const gateway = await startConnectedGateway(t, { acquire: 'exchange' })
  const [cookie, phone, bob] = await signInAll(gateway)
  const mine = [await gateway.openAll(cookie), await gateway.openAll(phone)]
  const other = await gateway.openAll(bob)
  t.equal((await gateway.visit(cookie, '/logout?everywhere=1', 'POST')).status, 204)
  await gateway.pass(0.5)
  for (const all of mine) t.match(await endsOf(all), ['4401 signed out', 'end of the body', 'cut', /^401 /])
  await gateway.pass(10)
  t.same(openOnes(other), CONNECTION_KINDS)
})

for (const acquire of ['handover', 'exchange'] as const) {
  t.test(`connections: ${acquire}, open ones keep the account check running, once for all`, async (t) => {
    const config = { 'session.revocationCheckSeconds': 60 }
    const gateway = await startConnectedGateway(t, { acquire, config })
    const [cookie, phone, bob] = await signInAll(gateway)
    const mine = [await gateway.openAll(cookie), await gateway.openAll(phone)]
    const other = await gateway.open('socket', bob)
    const { calls } = gateway.provider
    const count = () => calls.lookup + calls.lookupByIdToken
    const lookUps = count()
    await gateway.pass(59)
    t.equal(count(), lookUps, 'not due before')
    await gateway.pass(2)
    await gateway.until(() => count() >= lookUps + 2)
    t.equal(count(), lookUps + 2, 'once for each account')
    for (const all of mine) t.same(openOnes(all), CONNECTION_KINDS)

    gateway.provider.accounts.disable('ada')
    await gateway.pass(61)
    await gateway.until(() => count() >= lookUps + 4)
    await gateway.pass(4)
    for (const all of mine)
      t.same(await endsOf(all), ['4401 session revoked', 'end of the body', 'cut', '403 USER_DISABLED'])
    t.ok(other.isOpen())
    t.equal(count(), lookUps + 4)
    const ended = { code: 'USER_DISABLED', by: 'provider', subject: 'ada', sessionId: String }
    t.match(gateway.logLines({ event: 'session.ended' }), [ended, ended])
    t.match(reasonsOf(gateway)[0], { reason: 'signed_out', because: 'sign-in revoked' })
  })
}

t.test('connections: a revocation found by a request ends those of the other sessions', async (t) => {
  const config = { 'session.revocationCheckSeconds': 60 }
  const gateway = await startConnectedGateway(t, { acquire: 'exchange', config })
  const [cookie, phone] = [await gateway.signIn('ada'), await gateway.signIn('ada')]
  const socket = await gateway.open('socket', cookie)
  gateway.advance(60)
  gateway.provider.accounts.revoke('ada')
  t.equal((await gateway.visit(phone)).status, 401)
  t.equal(await socket.ended, '4401 session revoked', 'without a look-up for it')
})

t.test('connections: without account checks, no provider call until the id token expires', async (t) => {
  const gateway = await startConnectedGateway(t)
  const socket = await gateway.open('socket', await gateway.signIn('ada'))
  const calls = { ...gateway.provider.calls }
  gateway.provider.accounts.disable('ada')
  await gateway.pass(3590)
  t.same({ ...gateway.provider.calls }, calls)
  t.ok(socket.isOpen())
  await gateway.pass(11)
  t.equal(await socket.ended, '4401 session revoked')
  t.equal(gateway.provider.calls.refresh, calls.refresh + 1)
})

t.test('connections: one refresh per expired id token serves all connections and requests', async (t) => {
  const gateway = await startConnectedGateway(t)
  const cookie = await gateway.signIn('ada')
  const all = await gateway.openAll(cookie)
  const { refresh } = gateway.provider.calls
  await gateway.pass(3602)
  await gateway.until(() => gateway.provider.calls.refresh > refresh)
  t.equal(gateway.provider.calls.refresh, refresh + 1)
  const renewed = await gateway.visit(cookie)
  t.equal(renewed.status, 200)
  t.equal(renewed.headers.getSetCookie().length, 1, 'the request gets the cookie of the same refresh')
  t.equal(gateway.provider.calls.refresh, refresh + 1)
  await gateway.pass(3602)
  await gateway.until(() => gateway.provider.calls.refresh > refresh + 1)
  t.equal(gateway.provider.calls.refresh, refresh + 2)
  t.same(openOnes(all), CONNECTION_KINDS)
})

t.test('connections: with account look-ups by the project, connections refresh nothing', async (t) => {
  const config = { 'session.revocationCheckSeconds': 600 }
  // Shorter than the access token of the project, because the library that fetches it uses the real clock.
  const idTokenTtlSeconds = 1200
  const gateway = await startConnectedGateway(t, { acquire: 'exchange', idTokenTtlSeconds, config })
  const cookie = await gateway.signIn('ada')
  const socket = await gateway.open('socket', cookie)
  const { refresh, lookup } = gateway.provider.calls
  await gateway.pass(2450)
  t.equal(gateway.provider.calls.refresh, refresh)
  t.equal(gateway.provider.calls.lookup, lookup + 4)
  t.ok(socket.isOpen())
  gateway.provider.accounts.revoke('ada')
  await gateway.pass(601)
  t.equal(await socket.ended, '4401 session revoked')
})

t.test('connections: a provider outage ends none, a refusal after it ends them', async (t) => {
  const config = { 'session.revocationCheckSeconds': 60 }
  const gateway = await startConnectedGateway(t, { config })
  const all = await gateway.openAll(await gateway.signIn('ada'))
  const { faults } = gateway.provider
  faults.identityToolkit = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  faults.refresh = { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }
  await gateway.pass(3700)
  t.same(openOnes(all), CONNECTION_KINDS)
  gateway.provider.accounts.disable('ada')
  faults.reset()
  await gateway.pass(300)
  t.match(await endsOf(all), ['4401 session revoked', 'end of the body', 'cut', /^40[13] /])
})

t.test('connections: the absolute limit ends them, however busy the session is', async (t) => {
  const gateway = await startConnectedGateway(t, { config: { 'session.absoluteSeconds': 600 } })
  const cookie = await gateway.signIn('ada')
  const all = await gateway.openAll(cookie)
  await gateway.pass(590)
  t.same(openOnes(all), CONNECTION_KINDS)
  t.equal((await gateway.visit(cookie)).status, 200)
  await gateway.pass(11)
  t.same(await endsOf(all), ['4401 session expired', 'end of the body', 'cut', '401 SESSION_EXPIRED'])
  t.match(reasonsOf(gateway)[0], { reason: 'expired', because: 'session over' })
  t.match(gateway.logLines({ event: 'session.ended' }), [{ code: 'SESSION_EXPIRED', by: 'limit' }])
})

t.test('connections: an idle session ends them, requests keep them, their bytes do not', async (t) => {
  const gateway = await startConnectedGateway(t, { config: { 'session.idleSeconds': 300 } })
  let cookie = await gateway.signIn('ada')
  const socket = await gateway.open('socket', cookie)
  for (let round = 0; round < 3; round++) {
    await gateway.pass(200)
    const response = await gateway.visit(cookie)
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
  }
  t.ok(socket.isOpen(), 'requests came in between')
  await gateway.pass(298)
  t.ok(socket.isOpen())
  await gateway.pass(3)
  t.equal(await socket.ended, '4401 session expired')
  t.match(reasonsOf(gateway)[0], { reason: 'idle', because: 'session idle' })
  t.equal((await gateway.visit(cookie)).status, 401)
})

t.test('connections: with streamsCountAsActivity an open one keeps the session alive', async (t) => {
  const config = { 'session.idleSeconds': 300, 'session.streamsCountAsActivity': true }
  const gateway = await startConnectedGateway(t, { config })
  const cookie = await gateway.signIn('ada')
  const idle = await gateway.signIn('ada')
  const socket = await gateway.open('socket', cookie)
  await gateway.pass(1000)
  t.ok(socket.isOpen())
  t.equal((await gateway.visit(idle)).status, 401, 'a session without one is over')
  const response = await gateway.visit(cookie)
  t.equal(response.status, 200)
  t.equal(response.headers.getSetCookie().length, 1, 'the new cookie includes it')
  await gateway.visit(cookie, '/logout', 'POST')
  t.equal(await socket.ended, '4401 signed out')
})

t.test('connections: maxStreamSeconds ends long-lasting ones, also without a session', async (t) => {
  const config = { 'upstream.maxStreamSeconds': 100, 'access.rules': [{ path: '/events', allow: 'public' }] }
  const gateway = await startConnectedGateway(t, { config })
  const all = await gateway.openAll(await gateway.signIn('ada'))
  await gateway.pass(50)
  const anonymous = await gateway.open('events', '')
  await gateway.pass(49)
  t.same(openOnes(all), CONNECTION_KINDS)
  await gateway.pass(2)
  t.equal(await all.socket.ended, '1001 time limit')
  t.equal(await all.events.ended, 'end of the body')
  t.equal(await all.download.ended, 'cut')
  t.ok(all.wait.isOpen(), 'it has not begun: headersTimeoutMs is its limit')
  t.ok(anonymous.isOpen())
  await gateway.pass(50)
  t.equal(await anonymous.ended, 'end of the body')
  t.match(reasonsOf(gateway), [
    { reason: 'expired', because: 'maxStreamSeconds', code: 1001 },
    { reason: 'expired' },
    { reason: 'expired' }
  ])
})

t.test('connections: those of the previous configuration end with their session after reload', async (t) => {
  const before = await startConnectedGateway(t)
  const [cookie, bob] = [await before.signIn('ada'), await before.signIn('bob')]
  const [mine, other] = [await before.open('socket', cookie), await before.open('socket', bob)]
  const after = await startGateway(t, { beside: before, state: before.state })
  const signOut = { method: 'POST', headers: { cookie, origin: PUBLIC_ORIGIN } }
  t.equal((await send(`${after.url}/logout`, signOut)).status, 204)
  t.equal(await mine.ended, '4401 signed out')
  t.ok(other.isOpen())
})

t.test('connections: websocketCloseCode 1008 is used, and no timer is left at the end', async (t) => {
  const gateway = await startConnectedGateway(t, { config: { 'upstream.websocketCloseCode': 1008 } })
  const cookie = await gateway.signIn('ada')
  await gateway.pass(1)
  const idle = gateway.count()
  const socket = await gateway.open('socket', cookie)
  t.equal(gateway.count(), idle + 1, 'one for all connections')
  await gateway.open('events', cookie)
  t.equal(gateway.count(), idle + 1)
  await gateway.visit(cookie, '/logout', 'POST')
  t.equal(await socket.ended, '1008 signed out')
  // Also the timer of the event limit, which the sign-out started.
  await gateway.pass(61)
  t.equal(gateway.count(), idle)
})
