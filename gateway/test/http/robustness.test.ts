import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import t, { type Test } from 'tap'
import type { Responses } from '../../src/access/responses/responses.ts'
import { codeOfUnreadable, OWN_HEADERS } from '../../src/http/own-response.ts'
import { createLog } from '../../src/operations/logging.ts'
import { createServer } from '../../src/server.ts'
import { portOf } from '../../src/serving/connections/listening-server.ts'
import { PAGE, PUBLIC_ORIGIN, startGateway } from '../fixtures/gateway.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { send, sendAndReset, sendRaw } from '../fixtures/wire/http-client.ts'

const PAGE_LINES = 'Accept: text/html\r\nSec-Fetch-Mode: navigate\r\n'

/** The process still responds to requests with and without a session. */
async function stillServes(t: Test, gateway: Awaited<ReturnType<typeof signedIn>>): Promise<void> {
  t.equal((await send(`${gateway.url}/_auth/session`)).status, 401, 'without a session')
  t.equal((await gateway.get('/app')).status, 200, 'a session passes')
}

t.test('robustness: a path that cannot be decoded gets 400 and one log line (ASVS 16.4.1)', async (t) => {
  const gateway = await signedIn(t)
  const paths = '/sale-50%-off?code=hidden-in-the-query /%zz /%ff /a/% /login% /logout/%f /_auth/%c3%28'
  for (const path of paths.split(' '))
    for (const accept of ['', PAGE_LINES]) {
      const response = await sendRaw(
        gateway.port,
        `GET ${path} HTTP/1.1\r\nHost: a\r\n${accept}Connection: close\r\n\r\n`
      )
      t.match(response, /^HTTP\/1\.1 400 /, `${path} ${accept === '' ? 'call' : 'page'}`)
      const [, id] = /x-request-id: (\S+)/.exec(response) ?? []
      const lines = gateway.logLines().filter(({ msg, requestId }) => msg === 'request' && requestId === id)
      t.equal(lines.length, 1)
      t.match(lines[0], { code: 'INVALID_REQUEST', detail: 'request target: encoding' })
      t.match(response, accept === '' ? '"code":"INVALID_REQUEST"' : '<h1>')
    }
  t.notMatch(gateway.logText(), 'hidden-in-the-query')
  await stillServes(t, gateway)
})

/** Event -> the most listeners that any connection of this port has had for it, from now on. */
function countListeners(t: Test, port: number): Map<string, number> {
  const most = new Map<string, number>()
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    if (socket.localPort !== port) return
    socket.on('newListener', (event: string) =>
      most.set(event, Math.max(most.get(event) ?? 0, socket.listenerCount(event) + 1))
    )
  }
  subscribe('net.server.socket', watch)
  t.teardown(() => unsubscribe('net.server.socket', watch))
  return most
}

const PUBLIC = { 'access.rules': [{ path: '/open', allow: 'public' }] }

t.test('robustness: pipelined requests before garbage add no listeners to the connection', async (t) => {
  const { port } = await startGateway(t, { config: PUBLIC })
  const most = countListeners(t, port)
  const floodWith = async (count: number) => {
    for (const path of ['/open', '/login', '/app']) {
      const requests = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(count)
      t.match(await sendRaw(port, `${requests}nonsense\r\n\r\n`), /HTTP\/1\.1 400 /)
    }
    return Object.fromEntries(most)
  }
  const ofTwo = await floodWith(2)
  t.ok((ofTwo.close ?? 0) > 0, 'listeners are counted')
  t.same(await floodWith(200), ofTwo)
})

t.test('robustness: a client that reset its connection or is not writable gets no response', async (t) => {
  const codeFor = (code: string, writable: boolean) =>
    codeOfUnreadable(Object.assign(new Error('unreadable'), { code }), { writable } as Socket)
  t.equal(codeFor('ECONNRESET', true), null)
  for (const code of ['HPE_HEADER_OVERFLOW', 'HPE_INVALID_METHOD']) t.equal(codeFor(code, false), null, code)
  t.equal(codeFor('HPE_INVALID_METHOD', true), 'INVALID_REQUEST', 'control')
  t.equal(codeFor('HPE_HEADER_OVERFLOW', true), 'HEADERS_TOO_LARGE')
})

t.test('robustness: still serves after a connection reset at any step of an upgrade', async (t) => {
  const gateway = await signedIn(t)
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  for (const path of ['/login?lang=de', '/', '/%zz', '/logout', '/__/auth/handler', '/_auth/session'])
    for (const who of ['', `Cookie: ${gateway.cookie}\r\n`])
      for (const after of ['sending', 'response'] as const)
        await sendAndReset(gateway.port, `GET ${path} HTTP/1.1\r\nHost: a\r\n${who}${upgrade}\r\n`, after)
  await stillServes(t, gateway)
})

t.test('robustness: an upgrade pipelined behind a pending request ends that connection', async (t) => {
  const gateway = await signedIn(t)
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
  for (const path of ['/login', '/app', '/%zz'])
    t.notMatch(
      await sendRaw(
        gateway.port,
        `GET ${path} HTTP/1.1\r\nHost: a\r\nCookie: ${gateway.cookie}\r\n\r\nGET /live HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`
      ),
      /^HTTP\/1\.1 101/m
    )
  await stillServes(t, gateway)
})

t.test('robustness: an aborted sign-in is not logged as an error of the gateway', async (t) => {
  const gateway = await signedIn(t)
  const { idToken } = await gateway.provider.signIn('ada')
  for (let round = 0; round < 20; round++)
    await sendAndReset(
      gateway.port,
      `POST /_auth/session HTTP/1.1\r\nHost: a\r\nOrigin: ${PUBLIC_ORIGIN}\r\nAuthorization: Bearer ${idToken}\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{`
    )
  await stillServes(t, gateway)
  t.notMatch(gateway.logText(), 'INTERNAL_ERROR')
})

t.test('robustness: an exception in a response gives a 500 and one line (ASVS 16.3.4, 16.5.3)', async (t) => {
  const lines: Record<string, unknown>[] = []
  const { logger } = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const broken = () => {
    throw new Error('secret detail of a bug')
  }
  const responses: Responses = {
    ...{ ownHeaders: OWN_HEADERS, refuse: broken, fault: broken },
    ...{ plainFault: broken, leadToLogin: broken, page: broken }
  }
  const app = createServer(responses, { logger, publicOrigin: PUBLIC_ORIGIN, isTrustedProxy: () => false })
  app.get('/throws', broken)
  app.get('/rejects', async () => broken())
  t.teardown(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const port = portOf(app.server.address())
  for (const path of ['/throws', '/rejects', '/nothing-here', '/%zz', '/..'])
    for (const headers of [{}, PAGE]) {
      lines.length = 0
      const response = await send(`http://127.0.0.1:${port}${path}`, { headers })
      const text = await response.text()
      t.equal(response.status, 500, path)
      t.match(JSON.parse(text), { code: 'INTERNAL_ERROR', requestId: response.headers.get('x-request-id') })
      t.notMatch(text, 'secret detail')
      t.equal(lines.filter(({ msg }) => msg === 'error response failed').length, 1)
    }
})
