import t, { type Test } from 'tap'
import { postSession, startGateway, type TestGateway, type TestGatewayOptions } from '../fixtures/gateway.ts'
import {
  joinStore,
  NEEDS_STORE,
  type StoreMember,
  startRelay,
  startStore
} from '../fixtures/processes/store-server.ts'
import { type ConnectedGateway, startConnectedGateway } from '../fixtures/wire/connections.ts'
import { send } from '../fixtures/wire/http-client.ts'

const skip = NEEDS_STORE
const MAX_LOOKS = 5000

/** Options of a replica, and its shared state. */
function replica(t: Test, url: string, settings: Parameters<typeof joinStore>[2] = {}) {
  const joined: StoreMember[] = []
  const shared: TestGatewayOptions['shared'] = (report) => {
    const member = joinStore(t, url, { ...settings, report })
    joined.push(member)
    return member
  }
  return { shared, member: () => joined[0] as StoreMember }
}

/** Replicas with one provider, one clock and one store. */
async function startReplicas(t: Test, url: string, count: number, config: Record<string, unknown> = {}) {
  const replicas: TestGateway[] = []
  for (let index = 0; index < count; index++) {
    const [beside] = replicas
    const { shared } = replica(t, url)
    replicas.push(await startGateway(t, { shared, config, ...(beside === undefined ? {} : { beside }) }))
  }
  await Promise.all(replicas.map(({ state }) => state.shared.ready()))
  return replicas as [TestGateway, ...TestGateway[]]
}

/** Resolves when a request with this cookie gets this status. */
async function untilAnswered({ url }: TestGateway, cookie: string, status: number): Promise<void> {
  for (let looks = 0; looks < MAX_LOOKS; looks++)
    if ((await send(`${url}/app`, { headers: { cookie } })).status === status) return
  throw new Error(`never answered with ${status}`)
}

t.test('replicas: 200 requests with one expired cookie at 4 make one provider call', { skip }, async (t) => {
  const server = await startStore(t)
  const replicas = await startReplicas(t, server.url, 4)
  const [first] = replicas
  first.provider.accounts.create({ uid: 'ada' })
  const cookie = await first.signIn('ada')
  first.advance(4000)
  first.provider.calls.reset()
  const visitAll = async () => {
    const visits = replicas.flatMap(({ url }) =>
      Array.from({ length: 50 }, () => send(`${url}/app`, { headers: { cookie } }))
    )
    const responses = await Promise.all(visits)
    t.same([...new Set(responses.map(({ status }) => status))], [200])
    return new Set(responses.map(({ headers }) => headers.getSetCookie().join()))
  }
  t.equal((await visitAll()).size, 1, 'all get the same cookie')
  t.equal(first.provider.calls.refresh, 1)

  await server.stop()
  const another = await first.signIn('ada')
  first.advance(4000)
  first.provider.calls.reset()
  const visits = replicas.flatMap(({ url }) =>
    Array.from({ length: 50 }, () => send(`${url}/app`, { headers: { cookie: another } }))
  )
  const statuses = (await Promise.all(visits)).map(({ status }) => status)
  t.same([...new Set(statuses)], [200], 'store killed')
  t.equal(first.provider.calls.refresh, 4, 'one by each replica')
})

t.test(
  'replicas: a session ended at one is refused by another, with its connections',
  { skip },
  async (t) => {
    const server = await startStore(t)
    const here = await startGateway(t, { ...replica(t, server.url) })
    const there: ConnectedGateway = await startConnectedGateway(t, {
      ...replica(t, server.url),
      beside: here
    })
    await Promise.all([here.state.shared.ready(), there.state.shared.ready()])
    const [cookie, other] = [await here.signIn('ada'), await here.signIn('ada')]
    const { socket, events } = await there.openAll(cookie)
    const bystander = await there.open('socket', other)
    const signOut = { method: 'POST', headers: { cookie, origin: 'http://localhost:8080' } }
    t.equal((await send(`${here.url}/logout`, signOut)).status, 204)
    t.equal(await socket.ended, '4401 signed out')
    t.equal(await events.ended, 'end of the body')
    await untilAnswered(there, cookie, 401)
    t.ok(bystander.isOpen(), 'another session of the account')
    t.equal((await there.visit(other)).status, 200)
  }
)

t.test('replicas: a sign-out everywhere at one ends the sessions at another', { skip }, async (t) => {
  const server = await startStore(t)
  const here = await startGateway(t, { ...replica(t, server.url), acquire: 'exchange' })
  const there = await startConnectedGateway(t, {
    ...replica(t, server.url),
    acquire: 'exchange',
    beside: here
  })
  await Promise.all([here.state.shared.ready(), there.state.shared.ready()])
  const [cookie, other, bob] = [await here.signIn('ada'), await here.signIn('ada'), await here.signIn('bob')]
  const socket = await there.open('socket', other)
  const signOut = { method: 'POST', headers: { cookie, origin: 'http://localhost:8080' } }
  t.equal((await send(`${here.url}/logout?everywhere=1`, signOut)).status, 204)
  t.match(await socket.ended, /^4401 /)
  await untilAnswered(there, other, 401)
  t.equal((await there.visit(bob)).status, 200, 'another account')
})

t.test('replicas: one that was disconnected refuses ended sessions once it is back', { skip }, async (t) => {
  const server = await startStore(t)
  const relay = await startRelay(t, server.port)
  const far = replica(t, relay.url, { timeoutMs: 200 })
  const here = await startGateway(t, { ...replica(t, server.url) })
  const there = await startGateway(t, { ...far, beside: here })
  await Promise.all([here.state.shared.ready(), there.state.shared.ready()])
  here.provider.accounts.create({ uid: 'ada' })
  const cookie = await here.signIn('ada')
  relay.hold()
  const signOut = { method: 'POST', headers: { cookie, origin: 'http://localhost:8080' } }
  await send(`${here.url}/logout`, signOut)
  await far.member().happened('store.lost')
  t.equal((await send(`${there.url}/app`, { headers: { cookie } })).status, 200, 'not notified yet')
  relay.release()
  await untilAnswered(there, cookie, 401)
})

for (const everywhere of ['', '?everywhere=1'])
  t.test(
    `replicas: after /logout${everywhere} with a full store, others learn of it later`,
    { skip },
    async (t) => {
      const server = await startStore(t, ['--maxmemory-policy', 'noeviction'])
      const near = replica(t, server.url)
      const here = await startGateway(t, { ...near, acquire: 'exchange' })
      const there = await startGateway(t, { ...replica(t, server.url), acquire: 'exchange', beside: here })
      await Promise.all([here.state.shared.ready(), there.state.shared.ready()])
      for (const uid of ['ada', 'bob']) here.provider.accounts.create({ uid })
      const [cookie, other, bob] = [
        await here.signIn('ada'),
        await here.signIn('ada'),
        await here.signIn('bob')
      ]
      await server.command('CONFIG', 'SET', 'maxmemory', '1')
      const signOut = { method: 'POST', headers: { cookie, origin: 'http://localhost:8080' } }
      t.equal((await send(`${here.url}/logout${everywhere}`, signOut)).status, 204)
      await near.member().happened('store.lost')
      t.equal((await send(`${there.url}/app`, { headers: { cookie } })).status, 200, 'not notified yet')
      await server.command('CONFIG', 'SET', 'maxmemory', '0')
      await untilAnswered(there, cookie, 401)
      await untilAnswered(there, other, everywhere === '' ? 200 : 401)
      t.equal((await send(`${there.url}/app`, { headers: { cookie: bob } })).status, 200, 'another account')
    }
  )

t.test(
  'replicas: sign-ins of an address are counted by all, without the store by each',
  { skip },
  async (t) => {
    const server = await startStore(t)
    const config = { 'session.signInsPerMinute': 3 }
    const [here, there] = await startReplicas(t, server.url, 2, config)
    if (there === undefined) throw new Error('two were started')
    const tryAt = async ({ url }: TestGateway) => (await postSession(url, 'no token', '')).status
    const tries = [await tryAt(here), await tryAt(there), await tryAt(here)]
    t.notOk(tries.includes(429))
    t.equal(await tryAt(there), 429)
    await server.stop()
    t.not(await tryAt(there), 429, 'its third by local count')
    t.equal(await tryAt(there), 429)
  }
)
