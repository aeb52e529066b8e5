import t, { type Test } from 'tap'
import { postSession, startGateway, type TestGateway, type TestGatewayOptions } from '../fixtures/gateway.ts'
import { joinStore, NEEDS_STORE, startStore } from '../fixtures/processes/store-server.ts'
import { startConnectedGateway } from '../fixtures/wire/connections.ts'
import { send } from '../fixtures/wire/http-client.ts'

const skip = NEEDS_STORE
const MAX_LOOKS = 5000

/** Replicas with one provider, one clock and one store, the second with its connections. */
async function startReplicas(t: Test, config: Record<string, unknown> = {}) {
  const server = await startStore(t)
  const shared: TestGatewayOptions['shared'] = (report) => joinStore(t, server.url, { report })
  const here = await startGateway(t, { shared, config })
  const there = await startConnectedGateway(t, { shared, config, beside: here })
  await Promise.all([here.state.shared.ready(), there.state.shared.ready()])
  return { server, here, there }
}

/** Resolves when a request with this cookie gets this status. */
async function untilAnswered({ url }: TestGateway, cookie: string, status: number): Promise<void> {
  for (let looks = 0; looks < MAX_LOOKS; looks++)
    if ((await send(`${url}/app`, { headers: { cookie } })).status === status) return
  throw new Error(`never answered with ${status}`)
}

t.test('replicas: a session ended at one is ended at the other', { skip }, async (t) => {
  const { here, there } = await startReplicas(t)
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

t.test('replicas: sign-ins of an address are counted by all', { skip }, async (t) => {
  const { server, here, there } = await startReplicas(t, { 'session.signInsPerMinute': 3 })
  const tryAt = async ({ url }: TestGateway) => (await postSession(url, 'no token', '')).status
  const tries = [await tryAt(here), await tryAt(there), await tryAt(here)]
  t.notOk(tries.includes(429))
  t.equal(await tryAt(there), 429)
  await server.stop()
  t.not(await tryAt(there), 429, 'its third by local count')
  t.equal(await tryAt(there), 429)
})
