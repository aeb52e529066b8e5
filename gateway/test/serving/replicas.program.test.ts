import t from 'tap'
import { postSession, startGateway, type TestGateway, type TestGatewayOptions } from '../fixtures/gateway.ts'
import { joinStore, NEEDS_STORE, startStore } from '../fixtures/processes/store-server.ts'

t.test('replicas: sign-ins of an address are counted by all', { skip: NEEDS_STORE }, async (t) => {
  const server = await startStore(t)
  const shared: TestGatewayOptions['shared'] = (report) => joinStore(t, server.url, { report })
  const config = { 'session.signInsPerMinute': 3 }
  const here = await startGateway(t, { shared, config })
  const there = await startGateway(t, { shared, config, beside: here })
  await Promise.all([here.state.shared.ready(), there.state.shared.ready()])
  const tryAt = async ({ url }: TestGateway) => (await postSession(url, 'no token', '')).status
  const tries = [await tryAt(here), await tryAt(there), await tryAt(here)]
  t.notOk(tries.includes(429))
  t.equal(await tryAt(there), 429)
  await server.stop()
  t.not(await tryAt(there), 429, 'its third by local count')
  t.equal(await tryAt(there), 429)
})
