import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import type { GatewayEvent } from '../../src/operations/events.ts'
import { PUBLIC_ORIGIN } from '../fixtures/gateway.ts'
import type { Teardown } from '../fixtures/provider/stand-in.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { type Handler, startUpstream } from '../fixtures/wire/upstream.ts'

const RULES = [
  { path: '/public/*', allow: 'public' },
  { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }
]

/** A gateway that records its events, in front of an application with the given handler. */
async function startWatched(t: Teardown, handler: Handler, config: Record<string, unknown> = {}) {
  const { url: upstreamUrl } = await startUpstream(t, handler)
  const reported = new EventEmitter()
  const events: GatewayEvent[] = []
  const report = (event: GatewayEvent) => {
    events.push(event)
    reported.emit('event')
  }
  const gateway = await signedIn(t, { 'access.rules': RULES, ...config }, { upstreamUrl, report })
  await gateway.settled()
  events.length = 0
  const ended = () => events.filter((event) => event.kind === 'request.ended')
  return {
    ...gateway,
    events,
    ended,
    /** Settles once that many requests have ended. */
    async whenEnded(count: number): Promise<void> {
      while (ended().length < count) await once(reported, 'event')
    }
  }
}

t.test('traffic: each request ends once, with its route and status, whatever the response', async (t) => {
  const gateway = await startWatched(t, (req, res) => {
    if (req.url === '/public/broken')
      res.writeHead(200, { 'content-length': '9' }).write('x', () => res.destroy())
    else res.end('ok')
  })
  const { url, port, cookie } = gateway
  const rows: readonly [string, () => Promise<unknown>, string, number][] = [
    ['proxied', () => send(`${url}/public/x`), 'proxy', 200],
    ['refused', () => send(`${url}/x`), 'proxy', 401],
    ['forbidden', () => send(`${url}/admin/x`, { headers: { cookie } }), 'proxy', 403],
    ['broken off', () => send(`${url}/public/broken`).catch(() => {}), 'proxy', 200],
    ['login page', () => send(`${url}/login`), 'login', 200],
    ['unknown asset', () => send(`${url}/_auth/assets/none.js`), 'assets', 404],
    ['session', () => send(`${url}/_auth/session`, { headers: { cookie } }), 'session', 200],
    ['wrong method', () => send(`${url}/_auth/refresh`), 'refresh', 405],
    ['sign-out', () => send(`${url}/logout`, { method: 'POST' }), 'logout', 204],
    ['keys', () => send(`${url}/_auth/jwks.json`), 'jwks', 200],
    ['helper', () => send(`${url}/__/nothing`), 'helper', 404],
    ['auth requests are off', () => send(`${url}/_auth/verify`), 'verify', 404],
    ['bad target', () => send(`${url}/%zz`), 'other', 400],
    [
      'ambiguous target',
      () => sendRaw(port, 'GET /a/../b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
      'proxy',
      400
    ],
    ['no request', () => sendRaw(port, 'GE T\r\n\r\n'), 'other', 400],
    [
      'refused upgrade',
      () => sendRaw(port, 'GET /x HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'),
      'proxy',
      401
    ]
  ]
  for (const [name, ask, route, status] of rows) {
    gateway.events.length = 0
    await ask()
    await gateway.whenEnded(1)
    t.match(gateway.ended(), [{ route, status, isStream: false }], name)
    t.equal(gateway.ended().length, 1, name)
  }
})

t.test('traffic: pipelined requests and a client that leaves, each started one ends once', async (t) => {
  const arrived: unknown[] = []
  const application = new EventEmitter()
  const gateway = await startWatched(t, (req, res) => {
    arrived.push(req.url)
    if (req.url === '/public/slow') application.emit('slow')
    else res.end('ok')
  })
  const socket = connect(gateway.port, '127.0.0.1')
  const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
  socket.write(head('/public/x') + head('/public/slow') + head('/public/y'))
  await once(application, 'slow')
  socket.destroy()
  await gateway.whenEnded(2)
  const found = gateway.ended().map(({ status }) => status)
  t.same(found, [200, 0], 'one response, one pending request, and the one behind it was never read')
  t.same(arrived, ['/public/x', '/public/slow'])
  const lines = gateway.logLines().filter(({ path }) => path === '/public/slow')
  t.match(lines, [{ msg: 'request', status: 0, end: 'client_gone' }])
})

t.test('traffic: decisions have their cost and rule, the line of a refusal names the rule too', async (t) => {
  const gateway = await startWatched(t, (_req, res) => void res.end('ok'))
  const { url, cookie, events } = gateway
  const costOf = async (path: string, headers = {}) => {
    events.length = 0
    await send(`${url}${path}`, { headers })
    await gateway.settled()
    const decided = events.flatMap((event) => (event.kind === 'request.decided' ? [event] : []))
    t.equal(decided.length, 1)
    return decided[0]?.cost
  }
  t.equal(await costOf('/public/x'), 'public')
  t.equal(await costOf('/x', { cookie }), 'cold')
  t.equal(await costOf('/x', { cookie }), 'warm')
  gateway.advance(3601)
  t.equal(await costOf('/x', { cookie }), 'refresh')
  await costOf('/admin/x', { cookie })
  t.match(gateway.logLines().at(-1), {
    msg: 'request',
    code: 'FORBIDDEN',
    rule: 2,
    outcome: 'forbidden',
    route: 'proxy'
  })
  const found = events.flatMap((event) => (event.kind === 'request.refused' ? [event.describe()] : []))
  t.match(found, [{ rule: 2, code: 'FORBIDDEN' }])
})

t.test('traffic: rejected requests are reported by reason', async (t) => {
  const gateway = await startWatched(t, (_req, res) => void res.end('ok'), { 'session.signInsPerMinute': 1 })
  const { url, port, events } = gateway
  const post = (body: string) =>
    send(`${url}/_auth/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: PUBLIC_ORIGIN, authorization: 'Bearer x' },
      body
    })
  const rows: readonly [string, () => Promise<unknown>][] = [
    ['malformed', () => sendRaw(port, 'GE T\r\n\r\n')],
    ['malformed', () => send(`${url}/%zz`)],
    ['headers_size', () => sendRaw(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`)],
    [
      'body_size',
      () =>
        send(`${url}/logout`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: `"${'y'.repeat(20_000)}"`
        })
    ],
    ['rate', () => post('{}')]
  ]
  await post('{}')
  for (const [reason, ask] of rows) {
    events.length = 0
    await ask()
    await gateway.whenEnded(1)
    const found = events.filter(({ kind }) => kind === 'request.turned-away')
    t.match(found, [{ reason }], reason)
  }
  events.length = 0
  await send(`${url}/x`)
  t.same(
    events.filter(({ kind }) => kind === 'request.turned-away'),
    [],
    'a refusal is not a rejection'
  )
})

t.test('traffic: a request that aborts or is malformed within its body ends once', async (t) => {
  const gateway = await startWatched(t, (req, res) => {
    req.resume().on('end', () => res.end('ok'))
  })
  const head = `Host: a\r\nOrigin: ${PUBLIC_ORIGIN}\r\nContent-Type: application/json\r\nConnection: close\r\n`
  const left = { status: 0, end: 'client_gone', code: undefined }
  const unread = { route: 'other', status: 400, code: 'INVALID_REQUEST', detail: 'HPE_INVALID_EOF_STATE' }
  const broken = { route: 'proxy', status: 400, code: 'INVALID_REQUEST', detail: 'HPE_INVALID_CHUNK_SIZE' }
  const rows: readonly [sent: string, line: object, response: RegExp, refusals: number][] = [
    ['POST /public/x HTTP/1.1\r\nContent-Length: 8\r\n*{"a"', { route: 'proxy', ...left }, /^$/, 0],
    ['POST /public/x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n*8\r\n{"a"', left, /^$/, 0],
    ['POST /public/x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n*2\r\n{}\r\nZZ\r\n', broken, / 400 /, 1],
    ['POST /_auth/session HTTP/1.1\r\nContent-Length: 8\r\n*{"a"', { route: 'session', ...left }, /^$/, 0],
    [
      'POST /public/x HTTP/1.1\r\nContent-Length: 8\r\n*{"a": 1}',
      { route: 'proxy', status: 200 },
      / 200 /,
      0
    ],
    ['POST /public/x HTTP/1.1\r\nContent-Length: 8\r\n', unread, / 400 /, 1]
  ]
  for (const [sent, line, response, refusals] of rows) {
    gateway.events.length = 0
    const lines = gateway.logLines().length
    const ended = gateway.whenEnded(1)
    const socket = connect(gateway.port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    const over = once(socket, 'close')
    // A complete request gets its response before its client leaves.
    const isWhole = sent.endsWith('}')
    socket.write(sent.replace('*', `${head}\r\n`))
    if (!isWhole) socket.end()
    await Promise.all([over, ended])
    await gateway.settled()
    t.match(received, response, sent)
    const found = gateway
      .logLines()
      .slice(lines)
      .filter(({ msg }) => msg === 'request')
    t.match(found, [line])
    t.equal(gateway.ended().length, 1)
    t.equal(gateway.events.filter(({ kind }) => kind === 'access.refused').length, refusals)
  }
})

t.test('traffic: a failing application is reported by kind of failure', async (t) => {
  const gateway = await startWatched(t, (req, res) => {
    if (req.url === '/public/reset') req.socket.destroy()
    else if (req.url === '/public/noise') req.socket.end('no HTTP\r\n\r\n')
    else res.writeHead(200, { 'content-length': '9' }).write('x', () => res.destroy())
  })
  for (const [path, failure] of [
    ['reset', 'reset'],
    ['noise', 'protocol'],
    ['half', 'broken_off']
  ] as const) {
    gateway.events.length = 0
    await send(`${gateway.url}/public/${path}`).catch(() => {})
    await gateway.whenEnded(1)
    const found = gateway.events.filter(({ kind }) => kind === 'upstream.failed')
    t.match(found, [{ failure }], path)
  }
})
