import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import {
  createNameLookUps,
  createOutboundPool,
  type LookUpAll
} from '../../../src/http/connections/outbound-pool.ts'
import { createClock } from '../../fixtures/clock.ts'

const HOSTS = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Servers on one port of several loopback addresses, each of which says its address and the number of the connection. */
async function startServers(t: Test, hosts: readonly string[]) {
  const servers = new Map<string, Server>()
  let connections = 0
  let port = 0
  async function start(host: string): Promise<void> {
    const server = createServer((_request, response) => response.end(host))
    server.on('connection', () => {
      connections += 1
    })
    port = await listen(server, host, port)
    servers.set(host, server)
  }
  function stop(host: string): Promise<void> {
    const server = servers.get(host)
    servers.delete(host)
    server?.closeAllConnections()
    return new Promise((resolve) => (server === undefined ? resolve() : server.close(() => resolve())))
  }
  for (const host of hosts) await start(host)
  t.teardown(() => Promise.all([...servers.keys()].map(stop)))
  return { origin: `http://app.test:${port}`, connections: () => connections, start, stop }
}

/** A pool whose name has these addresses, with a connection of its own for each request unless `keepAliveTimeoutMs` is given. */
function openPool(
  t: Test,
  origin: string,
  options: { addresses: () => readonly string[]; keepAliveTimeoutMs?: number; maxAgeMs?: number }
) {
  const clock = createClock()
  const lookUp: LookUpAll = (_hostname, callback) =>
    callback(
      null,
      options.addresses().map((address) => ({ address, family: 4 }))
    )
  const pool = createOutboundPool(origin, {
    connections: null,
    connectTimeoutMs: 5000,
    headersTimeoutMs: 5000,
    bodyTimeoutMs: 5000,
    keepAliveTimeoutMs: options.keepAliveTimeoutMs ?? 0,
    maxAgeMs: options.maxAgeMs ?? 0,
    nowMs: () => clock.now() * 1000,
    lookUp: createNameLookUps(lookUp)
  })
  t.teardown(() => pool.destroy())
  const ask = async () => {
    const text = await (await pool.request({ path: '/', method: 'GET' })).body.text()
    // Until then the connection is not free for the next request.
    await new Promise((resolve) => setImmediate(resolve))
    return text
  }
  return {
    clock,
    ask,
    askAll: async (count: number) => {
      const seen: string[] = []
      for (let n = 0; n < count; n++) seen.push(await ask())
      return seen
    }
  }
}

t.test('outbound pool: the addresses of a name are used in turn', async (t) => {
  const { origin } = await startServers(t, HOSTS)
  const { askAll } = openPool(t, origin, { addresses: () => HOSTS })
  t.same(await askAll(6), [...HOSTS, ...HOSTS])
})

t.test('outbound pool: an address that refuses comes last for ten seconds', async (t) => {
  const { origin, start, stop } = await startServers(t, HOSTS)
  const { askAll, clock } = openPool(t, origin, { addresses: () => HOSTS })
  const [first, second, third] = HOSTS
  await stop(second)
  const seen = await askAll(9)
  t.same([...new Set(seen)].sort(), [first, third])
  await start(second)
  t.notOk((await askAll(6)).includes(second), 'it is back, but avoided')
  clock.advance(10)
  t.ok((await askAll(3)).includes(second))
})

t.test('outbound pool: if every address refuses, the request fails until one is back', async (t) => {
  const { origin, start, stop } = await startServers(t, HOSTS)
  const { ask } = openPool(t, origin, { addresses: () => HOSTS })
  for (const host of HOSTS) await stop(host)
  await t.rejects(ask(), { code: 'ECONNREFUSED' })
  await start(HOSTS[0])
  t.equal(await ask(), HOSTS[0])
})

t.test('outbound pool: a connection beyond its age carries one more request, then DNS counts', async (t) => {
  const { origin, connections } = await startServers(t, HOSTS)
  let addresses: readonly string[] = [HOSTS[0]]
  const options = { addresses: () => addresses, keepAliveTimeoutMs: 60_000, maxAgeMs: 300_000 }
  const { askAll, clock } = openPool(t, origin, options)
  t.same(await askAll(2), [HOSTS[0], HOSTS[0]])
  addresses = [HOSTS[1]]
  clock.advance(300)
  t.same(await askAll(2), [HOSTS[0], HOSTS[0]], 'as old as the limit')
  t.equal(connections(), 1)
  clock.advance(1)
  t.same(await askAll(3), [HOSTS[0], HOSTS[1], HOSTS[1]])
})

t.test('outbound pool: without a limit of age the connection stays', async (t) => {
  const { origin, connections } = await startServers(t, HOSTS)
  const { askAll, clock } = openPool(t, origin, { addresses: () => HOSTS, keepAliveTimeoutMs: 60_000 })
  await askAll(1)
  clock.advance(100_000)
  await askAll(3)
  t.equal(connections(), 1)
})
