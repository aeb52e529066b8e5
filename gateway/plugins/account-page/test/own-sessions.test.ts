import t, { type Test } from 'tap'
import {
  cookiesAt,
  outcomeOf,
  PAGE,
  PUBLIC_ORIGIN,
  postSession,
  startGateway,
  type TestGateway,
  type TestGatewayOptions
} from '../../../test/fixtures/gateway.ts'
import { startPrimary } from '../../../test/fixtures/processes/primary.ts'
import { joinStore, NEEDS_STORE, startStore } from '../../../test/fixtures/processes/store-server.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const HOST = { host: 'localhost:8080' }
const ON = { 'account.enabled': true }
const PATH = '/_auth/account/sessions'
/** Longer ago than a sign-in may be that ends other sessions. */
const NOT_RECENT_SECONDS = 301

const start = (t: Test, options: TestGatewayOptions = {}): Promise<TestGateway> =>
  startGateway(t, { ...options, config: { ...ON, ...options.config } })

/** Signs a user in a second after the last one, and returns the response. `redirect`: where the visitor goes. */
async function postSignIn(
  { url, provider, advance, now }: TestGateway,
  uid: string,
  { agent = FIREFOX, cookie = '', redirect = '/' } = {}
): Promise<Response> {
  advance(1)
  const { idToken, refreshToken } = await provider.signIn(uid, { authTimeSeconds: now() })
  return postSession(url, idToken, refreshToken, { ...HOST, 'user-agent': agent, cookie }, { redirect })
}

async function signIn(gateway: TestGateway, uid: string, options: Parameters<typeof postSignIn>[2] = {}) {
  const response = await postSignIn(gateway, uid, options)
  if (response.status !== 200) throw new Error(`sign-in: ${response.status} ${await response.text()}`)
  return cookiesAt(response, '/_auth/session')
}

async function list({ url }: TestGateway, cookie: string) {
  const response = await send(`${url}${PATH}`, { headers: { ...HOST, cookie } })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

function end({ url }: TestGateway, cookie: string, query: string, headers = {}): Promise<Response> {
  return send(`${url}${PATH}${query}`, {
    method: 'DELETE',
    headers: { cookie, origin: PUBLIC_ORIGIN, ...headers }
  })
}

async function statusOf({ url }: TestGateway, cookie: string): Promise<number> {
  return (await send(`${url}/`, { headers: { cookie } })).status
}

const idsOf = ({ body }: { body: { sessions: readonly { id: string }[] } }) =>
  body.sessions.map(({ id }) => id)

t.test('own sessions: device in words, masked address, times, and the one that looks first', async (t) => {
  const gateway = await start(t)
  const phone = await signIn(gateway, 'ada', { agent: IPHONE })
  const laptop = await signIn(gateway, 'ada')
  const { status, body } = await list(gateway, laptop)
  t.equal(status, 200)
  t.match(body, {
    known: 'gateway',
    sessions: [
      {
        current: true,
        browser: 'Firefox',
        system: 'Linux',
        kind: 'computer',
        address: '127.0.0.…',
        startedAt: gateway.now(),
        usedAt: gateway.now(),
        newDevice: true
      },
      { current: false, browser: 'Safari', system: 'iOS', kind: 'phone', startedAt: gateway.now() - 1 }
    ]
  })
  t.notMatch(JSON.stringify(body), /Mozilla|eyJ|127\.0\.0\.1/)
  t.same(idsOf(await list(gateway, phone)).reverse(), idsOf({ body }), 'each sees its own first')
})

t.test('own sessions: a refresh is a use', async (t) => {
  const gateway = await start(t, { idTokenTtlSeconds: 600 })
  const phone = await signIn(gateway, 'ada', { agent: IPHONE })
  const laptop = await signIn(gateway, 'ada')
  gateway.advance(700)
  const usedAt = gateway.now()
  await statusOf(gateway, phone)
  const { body } = await list(gateway, laptop)
  t.match(body.sessions[1], { browser: 'Safari', usedAt, startedAt: usedAt - 701 })
})

t.test('own sessions: the application is that of the redirect target', async (t) => {
  const gateway = await start(t, {
    config: {
      applications: [
        { name: 'wiki', path: '/wiki/*', upstream: { url: 'http://127.0.0.1:9' } },
        { name: 'home', upstream: { url: 'http://127.0.0.1:9' } }
      ]
    }
  })
  const cookie = await signIn(gateway, 'ada', { redirect: '/wiki/start' })
  t.match((await list(gateway, cookie)).body.sessions, [{ application: 'Wiki' }])
})

t.test('own sessions: one that ends is out at once, the others stay (ASVS 7.5.2)', async (t) => {
  const gateway = await start(t)
  const [phone, tablet] = [await signIn(gateway, 'ada', { agent: IPHONE }), await signIn(gateway, 'ada')]
  const laptop = await signIn(gateway, 'ada')
  const [, tabletId, phoneId] = idsOf(await list(gateway, laptop))
  const response = await end(gateway, laptop, `?id=${phoneId}`)
  t.equal(response.status, 204)
  t.equal(await statusOf(gateway, phone), 401)
  t.same([await statusOf(gateway, tablet), await statusOf(gateway, laptop)], [200, 200])
  t.same(idsOf(await list(gateway, laptop)).slice(1), [tabletId])
  await gateway.settled()
  const [ended, ...more] = gateway.logLines({ event: 'session.ended' })
  t.match(ended, { subject: 'ada', sessionId: phoneId, code: 'SESSION_ENDED', by: 'visitor' })
  t.same(more, [])
})

t.test('own sessions: one is ended by its exact id, not by another account or site', async (t) => {
  const gateway = await start(t)
  const other = await signIn(gateway, 'ada', { agent: IPHONE })
  const cookie = await signIn(gateway, 'ada')
  const [own = '', id = ''] = idsOf(await list(gateway, cookie))
  for (const query of ['', '?id=', '?others=0', '?others=', `?id=${id}&others=1`, '?others=1&others=1&id='])
    t.equal((await end(gateway, cookie, query)).status, 400, query)
  t.equal((await end(gateway, cookie, `?id=${own}`)).status, 404, 'its own')
  const eve = await signIn(gateway, 'eve')
  t.equal((await list(gateway, eve)).body.sessions.length, 1)
  t.equal((await end(gateway, eve, `?id=${id}`)).status, 404, 'of another account')
  t.equal((await end(gateway, cookie, '?id=unknown')).status, 404)
  t.equal((await end(gateway, cookie, `?id=${id}`, { origin: 'https://evil.example' })).status, 403)
  const unstated = await send(`${gateway.url}${PATH}?id=${id}`, { method: 'DELETE', headers: { cookie } })
  t.equal(unstated.status, 403, 'without an origin')
  t.equal(await statusOf(gateway, other), 200)
  t.equal((await end(gateway, cookie, `?id=${id}`)).status, 204, 'control')
})

t.test('own sessions: all others end, listed or not, after a recent sign-in (ASVS 7.5.2)', async (t) => {
  const gateway = await start(t)
  const forgotten = await startGateway(t, { beside: gateway, config: ON })
  const unlisted = await signIn(forgotten, 'ada')
  const [phone, eve] = [await signIn(gateway, 'ada', { agent: IPHONE }), await signIn(gateway, 'eve')]
  const laptop = await signIn(gateway, 'ada')
  t.equal((await end(gateway, laptop, '?others=1')).status, 204)
  t.same([await statusOf(gateway, phone), await statusOf(gateway, unlisted)], [401, 401])
  t.same([await statusOf(gateway, laptop), await statusOf(gateway, eve)], [200, 200])
  t.equal((await list(gateway, laptop)).body.sessions.length, 1)
})

t.test('own sessions: a sign-in over five minutes ago ends neither one nor all (ASVS 7.5.2)', async (t) => {
  const gateway = await start(t)
  const phone = await signIn(gateway, 'ada', { agent: IPHONE })
  const laptop = await signIn(gateway, 'ada')
  const [, id] = idsOf(await list(gateway, laptop))
  for (const query of [`?id=${id}`, '?others=1', '?id=unknown']) {
    gateway.advance(NOT_RECENT_SECONDS)
    const refused = await outcomeOf(await end(gateway, laptop, query))
    t.match(refused, { status: 401, code: 'STEP_UP_REQUIRED' }, query)
    t.equal(await statusOf(gateway, phone), 200)
  }
  const again = await signIn(gateway, 'ada', { cookie: laptop })
  gateway.advance(NOT_RECENT_SECONDS - 1)
  t.equal((await end(gateway, again, `?id=${id}`)).status, 204, 'control')
  t.equal(await statusOf(gateway, phone), 401)
  t.equal((await end(gateway, again, '?others=1')).status, 204)
})

t.test('own sessions: not offered with account.sessions off, and without a session', async (t) => {
  const off = await start(t, { config: { 'account.sessions': false } })
  const cookie = await signIn(off, 'ada')
  t.equal((await list(off, cookie)).status, 404)
  t.equal((await end(off, cookie, '?others=1')).status, 404)
  const gateway = await start(t)
  t.equal((await list(gateway, '')).status, 401)
})

t.test('own sessions: workers without a store have no list', async (t) => {
  const primary = startPrimary()
  const shared = () => primary.join().shared
  const gateway = await start(t, { shared, config: { workers: 2 } })
  const cookie = await signIn(gateway, 'ada')
  t.equal((await list(gateway, cookie)).status, 404)
  const account = await send(`${gateway.url}/_auth/account`, { headers: { cookie } })
  t.match(await account.json(), { may: { sessions: false } })
})

t.test('own sessions: with a store, listed and ended at all replicas', { skip: NEEDS_STORE }, async (t) => {
  const store = await startStore(t)
  const shared: TestGatewayOptions['shared'] = (report) => joinStore(t, store.url, { report })
  const withStore = { shared, config: { 'store.url': store.url } }
  const a = await start(t, withStore)
  const b = await start(t, { ...withStore, beside: a })
  const phone = await signIn(a, 'ada', { agent: IPHONE })
  const laptop = await signIn(b, 'ada')
  const { body } = await list(b, laptop)
  t.match(body, { known: 'all', sessions: [{ browser: 'Firefox' }, { browser: 'Safari' }] })
  t.equal((await end(b, laptop, `?id=${body.sessions[1].id}`)).status, 204)
  t.equal(await statusOf(b, phone), 401)
  await store.stop()
  const lost = await list(b, laptop)
  t.match(lost, { status: 503, body: { code: 'STORE_UNAVAILABLE' } })
})

t.test('session limit: a sign-in beyond it ends the oldest session, whose visitor is informed', async (t) => {
  const gateway = await start(t, { config: { 'session.maxPerAccount': 2 } })
  const [first, second] = [await signIn(gateway, 'ada'), await signIn(gateway, 'ada')]
  const third = await signIn(gateway, 'ada')
  const page = await send(`${gateway.url}/report`, { headers: { ...PAGE, cookie: first } })
  t.match(page.headers.get('location'), /^\/login\?redirect=%2Freport&reason=replaced$/)
  const call = await send(`${gateway.url}/`, { headers: { cookie: first } })
  t.match(await call.json(), { code: 'SESSION_REPLACED' })
  t.same([await statusOf(gateway, second), await statusOf(gateway, third)], [200, 200])
  await gateway.settled()
  const ended = gateway.logLines({ event: 'session.ended' })
  t.match(ended, [{ subject: 'ada', code: 'SESSION_REPLACED', by: 'limit' }])
})

/** Of each sign-in so far, whether its device was new. */
function signInsOf(gateway: TestGateway): boolean[] {
  const newOnes = gateway.logLines({ event: 'session.new-device' })
  const started = gateway.logLines({ event: 'session.started' })
  return started.map(({ sessionId }) => newOnes.some((line) => line.sessionId === sessionId))
}

t.test('known devices: only the first sign-in of an account with its own cookie is marked', async (t) => {
  const gateway = await start(t)
  const foreign = await start(t, {
    config: { 'cookie.signatureKeys': ['another-key-that-is-long-enough-for-its-purpose-0123456789'] }
  })
  const known = await signIn(gateway, 'ada')
  for (const [uid, cookie] of [
    ['ada', known],
    ['eve', known],
    ['ada', known.replace(/(?<=-known=)./, (first) => (first === '_' ? '-' : '_'))],
    ['ada', await signIn(foreign, 'ada')],
    ['ada', `${known}x`],
    ['ada', known]
  ] as const)
    await signIn(gateway, uid, { cookie })
  await gateway.settled()
  t.same(signInsOf(gateway), [true, false, true, true, true, true, false])
})

t.test('known devices: four accounts of a device are remembered, the last used ones', async (t) => {
  const gateway = await start(t)
  let cookie = ''
  for (const uid of ['a', 'b', 'c', 'd', 'e']) cookie = await signIn(gateway, uid, { cookie })
  await signIn(gateway, 'b', { cookie })
  await signIn(gateway, 'a', { cookie })
  await gateway.settled()
  t.same(signInsOf(gateway).slice(5), [false, true])
})

t.test('known devices: the cookie names no account, lasts 400 days, is for sign-ins alone', async (t) => {
  const [, cookie] = (await postSignIn(await start(t), 'ada')).headers.getSetCookie()
  t.match(
    cookie,
    /^gatehouse-known=[\w-]{43}\.[\w-]{16}; Max-Age=34560000; Path=\/_auth\/session; HttpOnly; SameSite=Lax$/
  )
})

t.test('known devices: not remembered with session.rememberDevices off', async (t) => {
  const gateway = await start(t, { config: { 'session.rememberDevices': false } })
  const response = await postSignIn(gateway, 'ada')
  t.equal(response.headers.getSetCookie().length, 1)
  await gateway.settled()
  t.same(signInsOf(gateway), [false])
})

const REPLICAS = [
  { name: 'one process', start: async (t: Test, options: TestGatewayOptions) => [await start(t, options)] },
  {
    name: 'two replicas with a store',
    skip: NEEDS_STORE,
    async start(t: Test, options: TestGatewayOptions) {
      const store = await startStore(t)
      const all: TestGatewayOptions = { ...options, shared: (report) => joinStore(t, store.url, { report }) }
      const first = await start(t, all)
      return [first, await start(t, { ...all, beside: first })]
    }
  }
]

for (const { name, skip = false, start: startAll } of REPLICAS)
  for (const seconds of [0.004, 3, 400])
    t.test(
      `own sessions: ${name}, a uid that is used again ${seconds} s later lists none of the former account`,
      { skip },
      async (t) => {
        const [first, last] = await startAll(t, {})
        if (first === undefined) throw new Error('no gateway')
        const other = last ?? first
        const { accounts } = first.provider
        const before = await postSignIn(first, 'ada', { agent: IPHONE })
        const device = cookiesAt(before, '/_auth/session')
        accounts.delete('ada')
        first.advance(seconds)
        accounts.create({ uid: 'ada' })
        const cookie = await signIn(other, 'ada', { cookie: device.replace(/gatehouse=[^;]*(; )?/, '') })
        const { body } = await list(other, cookie)
        t.match(body.sessions, [{ current: true, newDevice: true }])
        t.equal(body.sessions.length, 1)
        await signIn(first, 'ada', { agent: IPHONE })
        t.equal((await list(first, cookie)).body.sessions.length, 2, 'twin: those of its own')
      }
    )

t.test('own sessions: a process that does not know the account, no list without a look-up', async (t) => {
  const gateway = await start(t, { config: { 'session.revocationCheckSeconds': 300 } })
  const cookie = await signIn(gateway, 'ada')
  const restarted = await start(t, { beside: gateway, config: { 'session.revocationCheckSeconds': 300 } })
  const { faults } = gateway.provider
  faults.identityToolkit = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  t.equal((await list(restarted, cookie)).status, 503)
  faults.reset()
  t.equal((await list(restarted, cookie)).status, 200)
})

for (const { name, skip = false, start: startAll } of REPLICAS)
  for (const [atMaxPerAccount, maxPerAccount] of [
    ['refuse', 2],
    ['end-oldest', 3]
  ] as const)
    t.test(
      `limit: ${name}, ${atMaxPerAccount}, 14 sign-ins at once leave exactly ${maxPerAccount}`,
      { skip },
      async (t) => {
        const config = { 'session.maxPerAccount': maxPerAccount, 'session.atMaxPerAccount': atMaxPerAccount }
        const gateways = await startAll(t, { config })
        const [first] = gateways
        if (first === undefined) throw new Error('no gateway')
        const pages = await Promise.all(
          Array.from({ length: 14 }, (_, index) =>
            first.provider.signIn('ada', { authTimeSeconds: first.now() - index })
          )
        )
        const other = await signIn(first, 'eve')
        const post = (index: number) => {
          const { idToken = '', refreshToken = '' } = pages[index] ?? {}
          return postSession(gateways[index % gateways.length]?.url ?? '', idToken, refreshToken, HOST)
        }
        const responses = await Promise.all(pages.map((_, index) => post(index)))
        const cookies = responses.flatMap((one) => (one.status === 200 ? [cookiesAt(one, '/')] : []))
        t.equal(cookies.length, atMaxPerAccount === 'refuse' ? 2 : 14)
        const statuses = await Promise.all(cookies.map((cookie) => statusOf(first, cookie)))
        t.equal(statuses.filter((status) => status === 200).length, maxPerAccount)
        t.equal(await statusOf(first, other), 200, 'another account')
        if (atMaxPerAccount === 'end-oldest') return
        t.equal((await list(first, cookies[0] ?? '')).body.sessions.length, 2)
        const headers = { cookie: cookies[0] ?? '', origin: PUBLIC_ORIGIN, ...HOST }
        t.equal((await send(`${first.url}/logout`, { method: 'POST', headers })).status, 204)
        const refused = responses.findIndex(({ status }) => status === 403)
        const again = refused % gateways.length === 0 ? refused : refused + 1
        t.equal((await post(again)).status, 200, 'twin: a place that is free is taken')
      }
    )

t.test('limit: a sign-in that fails at the provider takes no place', async (t) => {
  const config = { 'session.maxPerAccount': 1, 'session.atMaxPerAccount': 'refuse' }
  const gateway = await start(t, { config })
  gateway.provider.faults.refresh = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  t.equal((await postSignIn(gateway, 'ada')).status, 503)
  gateway.provider.faults.reset()
  gateway.advance(2)
  t.equal((await postSignIn(gateway, 'ada')).status, 200)
  const refused = await outcomeOf(await postSignIn(gateway, 'ada'))
  t.same(refused, { status: 403, code: 'TOO_MANY_SESSIONS', cookies: [] }, 'twin: one that succeeds does')
})
