import * as client from 'openid-client'
import t, { type Test } from 'tap'
import { realClock } from '../../../src/async.ts'
import { createMemoryState } from '../../../src/shared-state/memory.ts'
import { startGateway, type TestGateway, type TestGatewayOptions } from '../../../test/fixtures/gateway.ts'
import { joinStore, NEEDS_STORE, startStore } from '../../../test/fixtures/processes/store-server.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'
import { createGrants } from '../accounts.ts'
import {
  CALLBACK,
  connect,
  errorOf,
  grantOf,
  SECRET,
  startSignedIn,
  watch
} from './fixtures/authorization-server.ts'

const PATH = '/_auth/account/applications'
const ACCOUNT = { 'account.enabled': true }

const start = (t: Test, more: Record<string, unknown> = {}) => startSignedIn(t, { ...ACCOUNT, ...more })

type Started = Awaited<ReturnType<typeof start>>

const refresh = (oidc: Started['oidc'], token = ''): Promise<unknown> =>
  errorOf(client.refreshTokenGrant(oidc, token))

type Asking = Pick<Started, 'origin' | 'request' | 'visitor'>

async function list({ origin, request, visitor }: Asking, query = '', at?: TestGateway) {
  const headers = { cookie: visitor.cookie(), origin }
  const response = await request(`${PATH}${query}`, headers, { ...(at && { at }) })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const end = ({ origin, request, visitor }: Asking, query: string, headers = {}, at?: TestGateway) => {
  const own = { cookie: visitor.cookie(), origin, ...headers }
  return request(`${PATH}${query}`, own, { method: 'DELETE', ...(at && { at }) })
}

t.test('connected applications: listed in words once allowed, with the time, and none before', async (t) => {
  const started = await start(t, { 'authorizationServer.accessTokenSeconds': 300 })
  t.same(await list(started), { status: 200, body: { endWithinSeconds: 300, applications: [] } })
  await connect(started)
  const { body } = await list(started)
  const { since, usedAt, ...application } = body.applications[0]
  t.same(application, {
    id: 'dashboard',
    name: 'Dashboard',
    publisher: null,
    scopes: ['Recognize your account', 'See your email address']
  })
  t.ok(Math.abs(since - Date.now() / 1000) < 60)
  t.ok(Math.abs(usedAt - since) < 60)
  await connect(started)
  t.equal((await list(started)).body.applications.length, 1, 'once for all its requests')
  t.notMatch(JSON.stringify(body), /eyJ|grant/i)
})

t.test('connected applications: last use is noted to the hour, however often it is refreshed', async (t) => {
  const started = await start(t)
  const { gateway, oidc, visitor } = started
  let noted = 0
  watch(gateway, 'addToList', (list, entry) => {
    if (!list.startsWith('oauth-grants ')) return
    noted += 1
    // The consent seems to be an hour ago, but for five minutes.
    const grant = JSON.parse(entry.text)
    if (noted === 1) entry.text = JSON.stringify({ ...grant, usedAt: grant.usedAt - 3300 })
  })
  let token = String((await connect({ oidc, visitor })).refresh_token)
  const refreshAfter = async (seconds: number) => {
    gateway.advance(seconds)
    token = String((await client.refreshTokenGrant(oidc, token)).refresh_token)
    return (await list(started)).body.applications[0].usedAt
  }
  const began = gateway.now()
  for (let times = 0; times < 3; times++) t.equal(await refreshAfter(90), began - 3300)
  t.equal(noted, 1, 'by the consent')
  t.equal(await refreshAfter(90), began + 360)
  t.equal(await refreshAfter(90), began + 360)
  t.equal(noted, 2)
})

t.test('connected applications: scopes are in the language that is asked for', async (t) => {
  const started = await start(t)
  await connect(started, { scope: 'openid' })
  const scopesIn = async (query: string) => (await list(started, query)).body.applications[0].scopes
  t.same(await scopesIn('?lang=de'), ['Ihr Konto erkennen'])
  t.same(await scopesIn('?lang=xx'), ['Recognize your account'])
})

t.test('connected applications: an ended one gets no further token until allowed again', async (t) => {
  const started = await start(t)
  const { oidc, gateway } = started
  const tokens = await connect(started)
  const next = await client.refreshTokenGrant(oidc, String(tokens.refresh_token))
  t.equal((await end(started, '?client=dashboard')).status, 204)
  t.equal(await refresh(oidc, next.refresh_token), 'invalid_grant')
  await t.rejects(client.fetchUserInfo(oidc, next.access_token, 'ada'), 'the access token for userinfo, too')
  t.same((await list(started)).body.applications, [])
  t.equal((await end(started, '?client=dashboard')).status, 404, 'only once')
  await gateway.settled()
  const ends = gateway.logLines().filter(({ event }) => event === 'oauth.ended')
  t.match(ends, [{ subject: 'ada', clientId: 'dashboard' }])
  const page = await started.visitor.ask()
  t.equal(page.status, 200, 'asks for consent again')
  await connect(started)
  t.equal((await list(started)).body.applications.length, 1)
})

t.test('connected applications: a code that is under way ends as well', async (t) => {
  const started = await start(t)
  const { oidc, visitor } = started
  await connect(started)
  const { location, checks } = await visitor.ask()
  await end(started, '?client=dashboard')
  const exchange = client.authorizationCodeGrant(oidc, new URL(location), checks)
  t.equal(await errorOf(exchange), 'invalid_grant')
})

t.test('connected applications: of two consents at the same moment, both grants end', async (t) => {
  const started = await start(t)
  const { oidc, visit } = started
  const [here, phone] = [started.visitor, await visit()]
  const [first, second] = [await here.ask(), await phone.ask()]
  const tokensOf = async ({ location }: { location: string }, { checks }: typeof first) =>
    await client.authorizationCodeGrant(oidc, new URL(location), checks)
  const tokens = [
    await tokensOf(await here.allow(first), first),
    await tokensOf(await phone.allow(second), second)
  ]
  t.equal((await list(started)).body.applications.length, 1)
  t.equal((await end(started, '?client=dashboard')).status, 204)
  for (const { refresh_token } of tokens) t.equal(await refresh(oidc, refresh_token), 'invalid_grant')
})

t.test('connected applications: many sign-ins of some hide no other, which can be ended', async (t) => {
  const grants = createGrants(createMemoryState(realClock))
  const now = realClock()
  const note = (client: number, authTime: number) =>
    grants.note('ada', grantOf(client, { authTime, expiresAt: now + 1000 + authTime }))
  await note(10, 0)
  for (let client = 0; client < 10; client++)
    for (let signIn = 1; signIn <= 13; signIn++) await note(client, signIn)
  const listed = await grants.list('ada')
  t.equal(listed.length, 11, 'one entry for each grant')
  t.ok(listed.some(({ clientId }) => clientId === 'c10'))
  const signIn = { provider: 'password' }
  t.match(await grants.find('ada', 'g3', 13), { clientId: 'c3', authTime: 13, signIn })
  t.equal(await grants.find('ada', 'g3', 14), undefined, 'twin: a sign-in that it was not used with')
  t.equal(await grants.find('eve', 'g3', 13), undefined, 'twin: another account')
})

t.test('connected applications: a grant that others have displaced gets no token', async (t) => {
  const started = await start(t)
  const { gateway, oidc } = started
  const { refresh_token: token = '' } = await connect(started)
  const next = await client.refreshTokenGrant(oidc, token)
  const grants = createGrants(gateway.state.shared)
  for (let index = 0; index < 128; index++) await grants.note('ada', grantOf(index))
  t.notOk((await grants.list('ada')).some(({ clientId }) => clientId === 'dashboard'))
  t.equal(await refresh(oidc, next.refresh_token), 'invalid_grant')
})

t.test('connected applications: a client with several places is one, with all that it may do', async (t) => {
  const other = 'https://other.example.com/callback'
  const clients = [{ id: 'dashboard', secret: SECRET, redirectUris: [CALLBACK, other] }]
  const started = await start(t, { 'authorizationServer.clients': clients })
  const tokens = [
    await connect(started, { scope: 'openid email' }),
    await connect(started, { scope: 'openid profile', redirect_uri: other })
  ]
  const { applications } = (await list(started)).body
  t.equal(applications.length, 1)
  t.match(applications[0].scopes.join(), /your account.*email.*name/)
  t.equal((await end(started, '?client=dashboard')).status, 204)
  for (const { refresh_token } of tokens) t.equal(await refresh(started.oidc, refresh_token), 'invalid_grant')
})

t.test('connected applications: those of another account can be neither seen nor ended', async (t) => {
  const started = await start(t)
  const tokens = await connect(started)
  const eve = await started.visit('eve')
  t.same((await list({ ...started, visitor: eve })).body.applications, [])
  t.equal((await end({ ...started, visitor: eve }, '?client=dashboard')).status, 404)
  t.ok(await client.refreshTokenGrant(started.oidc, String(tokens.refresh_token)), 'control')
})

t.test('connected applications: no session 401, another site 403, no client 400', async (t) => {
  const started = await start(t)
  const tokens = await connect(started)
  const stranger = await started.visit(null)
  t.equal((await list({ ...started, visitor: stranger })).status, 401)
  t.equal((await end({ ...started, visitor: stranger }, '?client=dashboard')).status, 401)
  t.equal((await end(started, '?client=dashboard', { origin: 'https://evil.example' })).status, 403)
  for (const query of ['', '?client=', '?id=dashboard'])
    t.equal((await end(started, query)).status, 400, query)
  t.equal((await end(started, '?client=%27%00%F0')).status, 404)
  t.ok(await client.refreshTokenGrant(started.oidc, String(tokens.refresh_token)), 'control')
})

t.test('connected applications: no path without authorization server or account page', async (t) => {
  const [withoutServer, withoutPage] = [
    await startGateway(t, { config: ACCOUNT }),
    await startGateway(t, { acquire: 'exchange', config: { 'authorizationServer.enabled': true } })
  ]
  for (const gateway of [withoutServer, withoutPage]) {
    const cookie = await gateway.signIn('ada')
    await send(`${gateway.url}${PATH}`, { headers: { cookie } })
    t.equal(gateway.upstream.seen.at(-1)?.url ?? PATH, PATH, 'an address of the application')
  }
  const cookie = await withoutServer.signIn('ada')
  const account = await send(`${withoutServer.url}/_auth/account`, { headers: { cookie } })
  t.match(await account.json(), { may: { applications: false } })
})

t.test('connected applications: ended at all, 503 without store', { skip: NEEDS_STORE }, async (t) => {
  const store = await startStore(t)
  const shared: TestGatewayOptions['shared'] = (report) => joinStore(t, store.url, { report })
  const started = await startSignedIn(t, { ...ACCOUNT, 'store.url': store.url }, {}, { shared })
  const { oidc, visitor } = started
  const other = await started.startAnother()
  const tokens = await connect({ oidc, visitor })
  t.match((await list(started, '', other)).body, { applications: [{ id: 'dashboard' }] })
  t.equal((await end(started, '?client=dashboard', {}, other)).status, 204)
  t.equal(await refresh(oidc, tokens.refresh_token), 'invalid_grant')
  await connect({ oidc, visitor })
  await store.stop()
  t.equal((await list(started, '', other)).status, 503)
  const lost = await end(started, '?client=dashboard', {}, other)
  t.match(await lost.json(), { code: 'STORE_UNAVAILABLE' }, 'nothing is claimed to be ended')
})
