import t, { type Test } from 'tap'
import { postSession, startGateway, type TestGateway, type TestGatewayOptions } from '../fixtures/gateway.ts'
import { joinStore, NEEDS_STORE, type StoreMember, startStore } from '../fixtures/processes/store-server.ts'
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

t.test('replicas: a session ended at one is ended at the other', { skip }, async (t) => {
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
})

for (const everywhere of ['', '?everywhere=1'])
  t.test(`replicas: /logout${everywhere} with a full store reaches others later`, { skip }, async (t) => {
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
  })

t.test('replicas: sign-ins of an address are counted by all', { skip }, async (t) => {
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
})
