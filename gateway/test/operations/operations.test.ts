import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import t from 'tap'
import { createShutdown } from '../../src/operations/shutdown.ts'
import { startGateway, testConfig } from '../fixtures/gateway.ts'
import { signal } from '../fixtures/signal.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

t.test('management: on the public listener, its paths are the application’s (ASVS 13.4.5)', async (t) => {
  const { url, upstream, signIn } = await startGateway(t, {
    config: { 'access.rules': [{ path: '/readyz', allow: 'public' }] }
  })
  const cookie = await signIn('ada')
  for (const path of ['/livez', '/metrics', '/sessions', '/sessions/revoke']) {
    t.equal((await send(`${url}${path}`)).status, 401, path)
    t.same(upstream.seen, [], path)
    await send(`${url}${path}`, { headers: { cookie } })
    t.equal(upstream.seen.splice(0)[0]?.url, path, 'the application responds')
  }
  await send(`${url}/readyz`)
  t.equal(upstream.seen[0]?.url, '/readyz', 'also a public path')
})

t.test('management: it listens on loopback by default (ASVS 13.4.5)', async (t) => {
  t.equal(testConfig({}).management.host, '127.0.0.1')
})

t.test('shutdown: it becomes unready at once, drains, then finishes', async (t) => {
  const steps: string[] = []
  const shutdown = createShutdown({
    announce: () => steps.push('announce'),
    drainMs: () => 5000,
    endStreams: async (overMs) => {
      steps.push(`streams ${overMs}`)
    },
    graceMs: () => 30_000,
    async finish() {
      steps.push('finish')
    },
    abort: () => steps.push('abort'),
    wait: async (ms) => {
      steps.push(`wait ${ms}`)
      if (ms === 30_000) await new Promise(() => {})
    }
  })
  t.equal(shutdown.notReadyBecause(), null)
  const ended = shutdown.begin()
  t.equal(shutdown.notReadyBecause(), 'shutting down')
  t.equal(shutdown.begin(), ended, 'a second call returns the same promise')
  t.equal(await ended, true)
  t.same(steps, ['announce', 'wait 5000', 'streams 5000', 'finish', 'wait 30000'])
})

t.test('shutdown: a request that exceeds the grace period is cut off', async (t) => {
  const cut = signal()
  const shutdown = createShutdown({
    announce: () => {},
    drainMs: () => 0,
    endStreams: async () => {},
    graceMs: () => 1000,
    finish: () => cut.promise,
    abort: cut.settle,
    wait: async () => {}
  })
  t.equal(await shutdown.begin(), false)
})

t.test('shutdown: while draining, every response is sent and closes its connection', async (t) => {
  const { app, get } = await signedIn(t)
  t.not((await get('/')).headers.get('connection'), 'close')
  app.lifecycle.ending = true
  for (const [status, headers] of [[200], [401, { cookie: '' }]] as const) {
    const response = await get('/', headers)
    t.same([response.status, response.headers.get('connection')], [status, 'close'])
  }
})

t.test('shutdown: a request in flight completes, new connections are refused', async (t) => {
  const application = new EventEmitter()
  const { url: upstreamUrl } = await startUpstream(t, (_req, res) => void application.emit('request', res))
  const { app, port, cookie } = await signedIn(t, {}, { upstreamUrl })
  const arrived = once(application, 'request')
  const sent = sendRaw(port, `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`)
  const [waiting] = await arrived
  const closed = app.close()
  await t.rejects(sendRaw(port, 'GET / HTTP/1.1\r\n\r\n'), { code: /ECONN(REFUSED|RESET)/ })
  waiting.end('done')
  const response = await sent
  t.match(response, /^HTTP\/1.1 200 /)
  t.match(response, /connection: close/i)
  await closed
})

t.test('shutdown: a connection without a complete request does not delay it', async (t) => {
  const gateway = await startGateway(t)
  const kept = [
    connect(gateway.port, '127.0.0.1'),
    connect(gateway.port, '127.0.0.1'),
    connect(gateway.port, '127.0.0.1')
  ]
  const closed = kept.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())))
  for (const socket of kept) socket.on('error', () => {})
  const [, half, after] = kept
  half?.write('GET /half HTTP/1.1\r\nHost:')
  after?.write('GET /login HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(after as Socket, 'data')
  await gateway.app.close()
  await Promise.all(closed)
  t.pass('all three ended with the server')
})
