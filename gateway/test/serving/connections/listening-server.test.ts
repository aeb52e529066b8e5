import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { connect, createServer as createSocketServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import t, { type Test } from 'tap'
import { OpenRequests } from '../../../src/http/connections/open-responses.ts'
import {
  createListeningServer,
  type ListenPlan,
  planTcp,
  portOf
} from '../../../src/serving/connections/listening-server.ts'
import { startAskedGateway } from '../../fixtures/forward-auth.ts'
import { signal } from '../../fixtures/signal.ts'
import { send, sendRaw } from '../../fixtures/wire/http-client.ts'

const createAt = (plan: ListenPlan, keepAliveTimeoutMs = 72_000) =>
  createListeningServer({ plan, keepAliveTimeoutMs, largestHeadersBytes: 4096 })

/** A listening server in front of `target`. */
async function startListening(t: Test, target: Server | null, host = '127.0.0.1') {
  const listening = createAt(planTcp({ host, port: 0 }))
  if (target !== null) listening.serve(target)
  const port = await listening.listen()
  t.teardown(async () => {
    listening.abort()
    await listening.close()
  })
  return { ...listening, port }
}

const answering = (text: string) => createServer((_raw, response) => response.end(text))

const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
const skip = addresses.some(({ address }) => address === '::1') ? false : 'no ::1 on this machine'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const LAST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

/** A connection, and the next response on it. */
function visit(t: Test, port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  t.teardown(() => socket.destroy())
  return {
    socket,
    async ask() {
      socket.write(GET)
      const [answer] = await once(socket, 'data')
      return String(answer).split('\r\n\r\n')[1]
    }
  }
}

t.test('listening server: a new target serves the next request even on an open connection', async (t) => {
  const { port, serve } = await startListening(t, answering('first'))
  const { ask } = visit(t, port)
  t.equal(await ask(), 'first')
  serve(answering('second'))
  t.equal(await ask(), 'second')
  t.match(await sendRaw(port, LAST), 'second', 'a new connection too')
})

t.test('listening server: a request begun before a change of target is served by the former', async (t) => {
  const arrived = signal<ServerResponse>()
  const slow: RequestListener = (_raw, response) => arrived.settle(response)
  const { port, serve } = await startListening(t, createServer(slow))
  const waiting = visit(t, port).ask()
  const response = await arrived.promise
  serve(answering('second'))
  t.match(await sendRaw(port, LAST), 'second')
  response.end('slow')
  t.equal(await waiting, 'slow')
})

t.test('listening server: unreadable bytes are refused once, by the current target', async (t) => {
  const refusals: string[] = []
  const refusing = (name: string) =>
    answering(name).on('clientError', (_err, socket) => {
      refusals.push(name)
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    })
  const { port, serve } = await startListening(t, refusing('first'))
  serve(refusing('second'))
  const responses = await sendRaw(port, 'nonsense\r\n\r\n')
  t.equal(responses.split('HTTP/1.1 ').length - 1, 1)
  t.same(refusals, ['second'])
})

t.test(
  'listening server: localhost is both loopback addresses, an address that alone',
  { skip },
  async (t) => {
    const both = await startListening(t, answering('here'), 'localhost')
    const one = await startListening(t, answering('here'))
    t.match(await sendRaw(both.port, LAST), 'here')
    const second = connect(both.port, '::1')
    second.write(LAST)
    t.match(String(await once(second, 'data')), 'here')
    const refused = connect(one.port, '::1')
    t.match(await once(refused, 'error'), [{ code: 'ECONNREFUSED' }])
  }
)

t.test('listening server: connections on both addresses are counted and ended on close', async (t) => {
  const { port, close, connections } = await startListening(t, answering('here'), 'localhost')
  const sockets = ['127.0.0.1', '::1'].map((host) => connect(port, host))
  for (const socket of sockets) {
    socket.write(GET)
    await once(socket, 'data')
  }
  t.equal(connections(), 2)
  const ended = sockets.map((socket) => once(socket, 'close'))
  await close()
  await Promise.all(ended)
  t.equal(connections(), 0)
})

t.test('listening server: localhost with its second address in use is rejected', { skip }, async (t) => {
  const other = createSocketServer().listen(0, '::1')
  await once(other, 'listening')
  t.teardown(() => other.close())
  const plan = planTcp({ host: 'localhost', port: portOf(other.address()) })
  const listening = createAt(plan)
  await t.rejects(listening.listen(), { code: 'EADDRINUSE' })
  await listening.close()
})

t.test('listening server: connections end while there is no target', async (t) => {
  const { port } = await startListening(t, null)
  t.equal(await sendRaw(port, 'nonsense\r\n\r\n'), '')
  t.equal(await sendRaw(port, GET), '')
  t.equal(
    await sendRaw(port, GET.replace('\r\n\r\n', '\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n')),
    ''
  )
})

/** A server that responds on demand and counts open requests. */
async function startCounting(t: Test) {
  const requests = new OpenRequests()
  const responses: ServerResponse[] = []
  let arrived = signal()
  const target = createServer((_raw, response) => {
    const request = { listIndex: -1, response }
    requests.add(request)
    response.on('close', () => requests.remove(request))
    responses.push(response)
    arrived.settle()
  })
  const { port } = await startListening(t, target)
  let isNone = false
  return {
    requests,
    responses,
    isNone: () => isNone,
    async watch() {
      await requests.waitUntilEmpty()
      isNone = true
    },
    async open() {
      arrived = signal()
      const visitor = visit(t, port)
      visitor.socket.write(GET)
      await arrived.promise
      return visitor.socket
    }
  }
}

t.test('open requests: none is left once one has its response and one becomes a stream', async (t) => {
  const { requests, responses, open, watch, isNone } = await startCounting(t)
  const first = await open()
  await open()
  const none = watch()
  responses[0]?.end('done')
  await once(first, 'data')
  t.notOk(isNone(), 'the second one is still open')
  for (const response of responses.slice(1)) requests.becomeStream(response)
  await none
  t.ok(isNone())
})

t.test('open requests: a cut ends their connections, but not a stream', async (t) => {
  const { requests, responses, open, watch } = await startCounting(t)
  const stream = await open()
  for (const response of responses) requests.becomeStream(response)
  const cut = await open()
  const ended = once(cut, 'close')
  const none = watch()
  requests.destroyAll()
  await none
  await ended
  t.equal(stream.destroyed, false)
  responses[0]?.end('done')
  t.match(String(await once(stream, 'data')), 'done')
})

t.test('listening server: idle connections time out, all have TCP keep-alive', async (t) => {
  const servers: Server[] = []
  const plan = planTcp({ host: 'localhost', port: 0 })
  const createServer: typeof plan.createServer = (options) => {
    t.match(options, { keepAlive: true, keepAliveInitialDelay: 60_000, keepAliveTimeout: 650_000 })
    const server = plan.createServer(options)
    servers.push(server)
    return server
  }
  const listening = createAt({ ...plan, createServer }, 650_000)
  listening.serve(answering('x'))
  const port = await listening.listen()
  t.teardown(() => listening.close())
  t.equal(servers[0]?.keepAliveTimeout, 650_000)
  const { socket, ask } = visit(t, port)
  await ask()
  socket.destroy()
})

t.test('listen.keepAliveTimeoutMs: applies to visitors and to auth requests', async (t) => {
  const { url, ports } = await startAskedGateway(t, {
    config: { 'forwardAuth.listen': { host: '127.0.0.1', port: 0 }, 'listen.keepAliveTimeoutMs': 650_000 }
  })
  for (const at of [`${url}/`, `http://127.0.0.1:${ports['forwardAuth.listen']}/_auth/verify`])
    t.equal((await send(at)).headers.get('keep-alive'), 'timeout=650', at)
})
