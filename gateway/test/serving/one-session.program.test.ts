import t, { type Test } from 'tap'
import {
  cookieHeader,
  PUBLIC_ORIGIN,
  postSession,
  startGateway,
  type TestGateway,
  type TestGatewayOptions
} from '../fixtures/gateway.ts'
import { environmentWith } from '../fixtures/processes/environment.ts'
import { joinStore, NEEDS_STORE, type StoreServer, startStore } from '../fixtures/processes/store-server.ts'
import { startWorkerProcesses } from '../fixtures/processes/worker-processes.ts'
import { startTestStandIn } from '../fixtures/provider/stand-in.ts'
import { send } from '../fixtures/wire/http-client.ts'

const skip = NEEDS_STORE
/** How long a repeated sign-in returns the same session, in seconds. */
const REPEAT_SECONDS = 60
const USED = { status: 401, code: 'SIGN_IN_USED', cookie: '' }
const WORKERS = 4

interface PageTokens {
  idToken: string
  refreshToken: string | null
}

/** Gateways with one provider and clock but separate memory, sharing a store if there is one. */
function buildReplicas(t: Test, server: StoreServer | null, options: TestGatewayOptions = {}) {
  let first: TestGateway | undefined
  return async (): Promise<TestGateway> => {
    const shared: TestGatewayOptions['shared'] =
      server === null
        ? undefined
        : (report) => joinStore(t, server.url, { report, ...(first === undefined ? {} : { now: first.now }) })
    const gateway = await startGateway(t, {
      ...options,
      ...(shared === undefined ? {} : { shared }),
      ...(first === undefined ? {} : { beside: first })
    })
    await gateway.state.shared.ready()
    first ??= gateway
    return gateway
  }
}

async function post({ url }: { url: string }, { idToken, refreshToken }: PageTokens, headers = {}) {
  const response = await postSession(url, idToken, refreshToken, headers)
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code, cookie: cookieHeader(response) }
}

const statusOf = async ({ url }: TestGateway, cookie: string) =>
  (await send(`${url}/app`, { headers: { cookie } })).status

const signOut = ({ url }: TestGateway, cookie: string) =>
  send(`${url}/logout`, { method: 'POST', headers: { cookie, origin: PUBLIC_ORIGIN } })

for (const acquire of ['handover', 'exchange'] as const) {
  t.test(`one session: ${acquire}, repeated for a minute (ASVS 10.5.1)`, { skip }, async (t) => {
    const build = buildReplicas(t, await startStore(t), { acquire })
    // Provides the others with its clock, also for their store.
    await build()
    const [here, there] = [await build(), await build()]
    const page = await here.provider.signIn('ada')
    const begun = await post(here, page)
    t.match(begun, { status: 200 })
    t.match(await post(there, page), { status: 200, cookie: begun.cookie })
    here.advance(REPEAT_SECONDS + 1)
    t.match(await post(there, page), USED)
    t.match(await post(await build(), page), USED, 'a new replica')
    t.equal(await statusOf(there, begun.cookie), 200, 'the session stays valid')
    t.match(await post(there, await here.provider.signIn('bob')), { status: 200 }, 'another sign-in')
  })

  t.test(`one session: ${acquire}, a restart changes nothing (ASVS 10.5.1)`, { skip }, async (t) => {
    for (const [name, server, expected] of [
      ['with a store', await startStore(t), USED],
      ['without', null, { status: 200 }]
    ] as const) {
      const build = buildReplicas(t, server, { acquire })
      await build()
      const gateway = await build()
      const page = await gateway.provider.signIn('ada')
      t.match(await post(gateway, page), { status: 200 }, name)
      gateway.advance(REPEAT_SECONDS + 1)
      await gateway.app.close()
      t.match(await post(await build(), page), expected, name)
    }
  })
}

t.test('replicas: sign-ins of an address are counted by all', { skip }, async (t) => {
  const server = await startStore(t)
  const build = buildReplicas(t, server, { config: { 'session.signInsPerMinute': 3 } })
  const [here, there] = [await build(), await build()]
  const tryAt = async (at: TestGateway) => (await post(at, { idToken: 'no token', refreshToken: '' })).status
  const tries = [await tryAt(here), await tryAt(there), await tryAt(here)]
  t.notOk(tries.includes(429))
  t.equal(await tryAt(there), 429)
  await server.stop()
  t.not(await tryAt(there), 429, 'its third by local count')
  t.equal(await tryAt(there), 429)
})

t.test('one session: refresh token of another account, none (ASVS 10.5.1)', { skip }, async (t) => {
  const build = buildReplicas(t, await startStore(t))
  const [here, there, elsewhere] = [await build(), await build(), await build()]
  const page = await here.provider.signIn('ada')
  const { cookie } = await post(here, page)
  const { refreshToken } = await here.provider.signIn('bob')
  t.match(await post(there, { ...page, refreshToken }), { code: 'INVALID_CREDENTIALS', cookie: '' })
  t.match(await post(elsewhere, page), { status: 200, cookie }, 'control: with its refresh token')
})

t.test('one session: without the store, one each replica (ASVS 10.5.1)', { skip }, async (t) => {
  const server = await startStore(t)
  const build = buildReplicas(t, server)
  const [here, there] = [await build(), await build()]
  await server.stop()
  const page = await here.provider.signIn('ada')
  t.match(await post(here, page), { status: 200 })
  t.match(await post(there, page), { status: 200 }, 'unknown to the other replica')
  here.advance(REPEAT_SECONDS + 1)
  for (const replica of [here, there]) t.match(await post(replica, page), USED)
})

t.test(`one session: ${WORKERS} workers share it and its sign-out (ASVS 10.5.1, 7.4.1)`, async (t) => {
  const provider = await startTestStandIn(t, { projectId: 'demo-test', now: () => Date.now() / 1000 })
  provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true })
  const gateway = await startWorkerProcesses(t, WORKERS, { env: environmentWith(provider) })
  const headers = { origin: gateway.url.replace('127.0.0.1', 'localhost'), connection: 'close' }
  const page = await provider.signIn('ada')
  const postToAll = () => Promise.all(Array.from({ length: WORKERS * 4 }, () => post(gateway, page, headers)))
  const begun = await postToAll()
  t.same([...new Set(begun.map(({ status }) => status))], [200])
  t.equal(new Set(begun.map(({ cookie }) => cookie)).size, 1)
  const [{ cookie = '' } = {}] = begun
  const left = await send(`${gateway.url}/logout`, { method: 'POST', headers: { ...headers, cookie } })
  t.equal(left.status, 204)
  for (const response of await postToAll()) t.match(response, USED)
  t.equal((await gateway.end()).code, 0)
})

t.test('sign-out: after a restart only a store refuses the cookie (ASVS 7.4.1)', { skip }, async (t) => {
  for (const [name, server, expected] of [
    ['with a store', await startStore(t), 401],
    ['without', null, 200]
  ] as const) {
    const build = buildReplicas(t, server)
    const gateway = await build()
    const [cookie, other] = [await gateway.signIn('ada'), await gateway.signIn('bob')]
    t.equal((await signOut(gateway, cookie)).status, 204)
    t.equal(await statusOf(gateway, cookie), 401, `${name}, before`)
    await gateway.app.close()
    const restarted = await build()
    t.equal(await statusOf(restarted, cookie), expected, name)
    t.equal(await statusOf(restarted, other), 200, `${name}, another session`)
  }
})
