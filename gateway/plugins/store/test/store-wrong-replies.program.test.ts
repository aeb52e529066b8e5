import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { startGatewayProcess } from '../../../test/fixtures/processes/gateway-process.ts'
import { joinStore, NEEDS_STORE, startStoreAt } from '../../../test/fixtures/processes/store-server.ts'
import { textWork } from '../../../test/fixtures/session/shared-state.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'
import { findFreePorts } from '../../../test/fixtures/wire/ports.ts'

type Reply = (socket: Socket) => void

const always =
  (reply: string): Reply =>
  (socket) =>
    void socket.write(reply)

/** Impostors of a store, and the reason logged for not using them. */
const IMPOSTORS: Readonly<Record<string, readonly [reply: Reply, detail: RegExp]>> = {
  'null to everything': [always('$-1\r\n'), /^PROTOCOL$/],
  '0 to everything': [always(':0\r\n'), /^PROTOCOL$/],
  'OK to everything': [always('+OK\r\n'), /^PROTOCOL$/],
  '1 to everything': [always('$1\r\n1\r\n'), /^PROTOCOL$/],
  'an empty list to everything': [always('*0\r\n'), /^PROTOCOL$/],
  'a missing list to everything': [always('*-1\r\n'), /^PROTOCOL$/],
  'a map to everything': [always('%1\r\n+a\r\n+b\r\n'), /^PROTOCOL$/],
  'a megabyte to everything': [always(`$1048576\r\n${'x'.repeat(1_048_576)}\r\n`), /^PROTOCOL$/],
  'an error to everything': [always('-ERR not today\r\n'), /^ERR$/],
  'an endless list to everything': [always('*99999999\r\n'), /./],
  'a number that is none to everything': [always(':x\r\n'), /./],
  'an error without a text to everything': [always('-\r\n'), /./],
  HTTP: [always('HTTP/1.1 400 Bad Request\r\n\r\n'), /^connection closed$/],
  nothing: [() => {}, /^(timeout|not connected yet)$/],
  'an end of the connection': [(socket) => void socket.destroy(), /./]
}

/** Responds like this to each command at this port until closed. */
async function startImpostor(t: Test, reply: Reply, port = 0) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      for (const _command of bytes.toString('latin1').matchAll(/^\*\d+\r\n/gm))
        if (socket.writable) reply(socket)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  t.teardown(close)
  return { close, stopListening: () => void server.close() }
}

for (const [name, [reply, detail]] of Object.entries(IMPOSTORS))
  t.test(`store: ${name} is not used and logged, a real one is`, { skip: NEEDS_STORE }, async (t) => {
    const [port = 0] = await findFreePorts(1)
    const impostor = await startImpostor(t, reply, port)
    const member = joinStore(t, `redis://127.0.0.1:${port}`, { timeoutMs: 2000 })
    await member.ready()
    t.match(await member.happened('store.lost'), { detail })
    t.equal(member.condition()?.isUp, false)
    t.equal(await member.singleFlight('a', 60, textWork()), 'made 1', 'work is done locally')
    await impostor.close()
    await startStoreAt(t, port, ['--port', String(port)])
    await member.happened('store.found')
    t.match(member.condition(), { isUp: true, detail: null })
  })

t.test('store: one that never answered is replaced by a real one', { skip: NEEDS_STORE }, async (t) => {
  const [port = 0] = await findFreePorts(1)
  const impostor = await startImpostor(t, () => {}, port)
  const member = joinStore(t, `redis://127.0.0.1:${port}`, { timeoutMs: 100 })
  await member.ready()
  await member.happened('store.lost')
  impostor.stopListening()
  await startStoreAt(t, port, ['--port', String(port)])
  await member.happened('store.found')
  t.match(member.condition(), { isUp: true, detail: null })
})

t.test('start: workers serve with a store that is none, and report it', { skip: NEEDS_STORE }, async (t) => {
  const [port = 0] = await findFreePorts(1)
  const { close } = await startImpostor(t, always(':0\r\n'), port)
  const gateway = await startGatewayProcess(t, {
    env: { GATEHOUSE_STORE_URL: `redis://127.0.0.1:${port}`, GATEHOUSE_WORKERS: '2' }
  })
  const storeCheck = async () =>
    JSON.parse(await (await send(`${gateway.managementUrl}/readyz?verbose`)).text()).checks.store
  t.equal((await send(`${gateway.url}/open`)).status, 200)
  await gateway.printed(/"event":"store\.lost"/)
  t.match(await storeCheck(), { status: 'warn', reason: /./ })
  await close()
  await startStoreAt(t, port, ['--port', String(port)])
  await gateway.printed(/"event":"store\.found"/)
  t.equal((await send(`${gateway.url}/open`)).status, 200)
  const { code, stdout } = await gateway.end()
  t.equal(code, 0)
  t.notMatch(stdout, /"msg":"uncaught"/)
})
