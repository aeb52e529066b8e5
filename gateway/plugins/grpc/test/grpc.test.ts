import { once } from 'node:events'
import { connect } from 'node:http2'
import { isDeepStrictEqual } from 'node:util'
import { Metadata } from '@grpc/grpc-js'
import t from 'tap'
import { AUTH, startAskedGateway, WIKI } from '../../../test/fixtures/forward-auth.ts'
import { PAGE, type TestGatewayOptions } from '../../../test/fixtures/gateway.ts'
import { changesBy, openManagement } from '../../../test/fixtures/management.ts'
import { isParent, recordSpans } from '../../../test/fixtures/session/recorded-spans.ts'
import {
  APPEND_IF_EXISTS_OR_ADD,
  type CheckResponse,
  loadAuthorizationService,
  OVERWRITE_IF_EXISTS_OR_ADD
} from '../protocol.ts'
import { buildCheckRequest, connectCheckClient } from './fixtures/client.ts'

interface AskOptions {
  url?: string
  method?: string
  headers?: Record<string, string>
  /** What the proxy sends in addition to the auth request. */
  metadata?: Record<string, string>
  /** Lines instead of a map, as with `encode_raw_headers`. */
  lines?: readonly (readonly [string, string | Buffer])[]
}

/** A gateway with a gRPC listener, and a client for it. */
async function startAsked(
  t: Tap,
  config: Record<string, unknown> = {},
  options: Pick<TestGatewayOptions, 'recorder'> = {}
) {
  const gateway = await startAskedGateway(t, {
    ...options,
    config: { 'forwardAuth.grpc': { host: '127.0.0.1', port: 0 }, ...config }
  })
  const port = gateway.ports['forwardAuth.grpc'] ?? 0
  const client = connectCheckClient(port)
  t.teardown(client.close)
  const send = (request: object, metadata: Record<string, string> = {}) =>
    client.check(request, metadataOf(metadata))
  const ask = (options: AskOptions = {}) => send(messageOf(options), options.metadata)
  return { ...gateway, askHttp: gateway.ask, send, ask, port }
}

type Tap = Parameters<typeof startAskedGateway>[0]

function metadataOf(entries: Record<string, string>): Metadata {
  const metadata = new Metadata()
  for (const [name, value] of Object.entries(entries)) metadata.set(name, value)
  return metadata
}

function messageOf({ url = `${WIKI}/pages/1?q=%2F`, headers = PAGE, ...asked }: AskOptions): object {
  return buildCheckRequest(url, { headers, ...asked })
}

const headersOf = (options: { header: { key: string; value: string } }[]) =>
  Object.fromEntries(options.map(({ header }) => [header.key, header.value]))

t.test('gRPC: more than 200 header fields, refused with 431', async (t) => {
  const gateway = await startAsked(t)
  const cookie = await gateway.enter()
  const ask = async (count: number) => {
    const lines = Array.from({ length: count }, (_, n) => [`x-${n}`, '1'] as const)
    const response = await gateway.ask({ lines: [...lines, ['cookie', cookie]] })
    if ('ok_response' in response) return 'ok'
    return 'denied_response' in response ? response.denied_response.status.code : response
  }
  t.equal(await ask(190), 'ok')
  t.equal(await ask(201), 431)
})

t.test('gRPC: an allowed request gets identity and cookies, empty headers are removed', async (t) => {
  const gateway = await startAsked(t)
  const session = await gateway.enter()
  for (const asked of [
    { headers: { cookie: `a=1; ${session}` } },
    {
      lines: [
        ['cookie', 'a=1'],
        ['cookie', session],
        [':path', '/evil']
      ] as const
    }
  ]) {
    const response = await gateway.ask(asked)
    if (!('ok_response' in response)) throw new Error(JSON.stringify(response))
    t.equal(response.status.code, 0)
    const { headers, headers_to_remove, response_headers_to_add } = response.ok_response
    t.match(headersOf(headers), { 'x-forwarded-user': 'ada', cookie: 'a=1' })
    t.ok(headers.every(({ append_action }) => append_action === OVERWRITE_IF_EXISTS_OR_ADD))
    t.same(headers_to_remove.sort(), ['x-gatehouse-expired', 'x-gatehouse-issuer', 'x-gatehouse-tenant'])
    t.same(response_headers_to_add, [])
  }
})

t.test('gRPC: a public path without a session removes all identity headers and the cookie', async (t) => {
  const gateway = await startAsked(t)
  const response = await gateway.ask({ url: `${WIKI}/public/x`, headers: { 'x-forwarded-user': 'evil' } })
  if (!('ok_response' in response)) throw new Error(JSON.stringify(response))
  t.same(response.ok_response.headers, [])
  for (const name of ['x-forwarded-user', 'x-gatehouse-assertion', 'cookie'])
    t.ok(response.ok_response.headers_to_remove.includes(name), name)
})

t.test('gRPC: an upgrade to anything but WebSocket is refused on a public path', async (t) => {
  const gateway = await startAsked(t)
  const url = `${WIKI}/public/x`
  const asked = async (...upgrades: string[]) => {
    const lines = [['origin', WIKI] as const, ...upgrades.map((value) => ['upgrade', value] as const)]
    const response = await gateway.ask({ url, lines })
    if (!('status' in response)) throw new Error(JSON.stringify(response))
    return response.status.code
  }
  t.equal(await asked('websocket'), 0)
  t.equal(await asked('WebSocket'), 0)
  for (const upgrades of [['h2c'], ['websocket', 'h2c'], ['h2c', 'websocket'], ['websocket, h2c']])
    t.equal(await asked(...upgrades), 7, upgrades.join(' | '))
})

t.test('gRPC: a refreshed session returns each cookie separately and forbids shared caching', async (t) => {
  const gateway = await startAsked(t)
  const cookie = await gateway.enter()
  gateway.advance(3700)
  const response = await gateway.ask({ headers: { cookie } })
  if (!('ok_response' in response)) throw new Error(JSON.stringify(response))
  const added = response.ok_response.response_headers_to_add
  t.match(added, [
    { header: { key: 'set-cookie' }, append_action: APPEND_IF_EXISTS_OR_ADD },
    {
      header: { key: 'cache-control', value: 'private, no-store' },
      append_action: OVERWRITE_IF_EXISTS_OR_ADD
    }
  ])
})

t.test('gRPC: a refusal never has status 0 and holds the whole response for the visitor', async (t) => {
  const gateway = await startAsked(t, {
    'access.rules': [{ path: '/admin/*', allow: { claim: 'role', oneOf: ['x'] } }]
  })
  const cookie = await gateway.enter()
  const rows = [
    [{}, 16, 302],
    [{ method: 'POST' }, 16, 303],
    [{ headers: {} }, 16, 401],
    [{ url: `${WIKI}/admin/x`, headers: { cookie } }, 7, 403],
    [{ url: 'https://other.example/' }, 7, 403],
    [{ url: `${WIKI}/a/../b` }, 7, 400],
    [{ method: '' }, 7, 400],
    [
      {
        lines: [
          ['origin', 'https://a.example'],
          ['origin', WIKI]
        ] as const,
        headers: {}
      },
      7,
      400
    ]
  ] as const
  for (const [asked, code, status] of rows) {
    const response = await gateway.ask(asked)
    if (!('denied_response' in response)) throw new Error(JSON.stringify(response))
    const label = JSON.stringify(asked).slice(0, 80)
    t.equal(response.status.code, code, label)
    t.equal(response.denied_response.status.code, status, label)
    t.match(
      headersOf(response.denied_response.headers),
      { 'cache-control': 'no-store', 'x-request-id': 'question-1' },
      label
    )
  }
  const [page] = [await gateway.ask()]
  if (!('denied_response' in page)) throw new Error('passed')
  t.match(headersOf(page.denied_response.headers).location, `${AUTH}/login?redirect=`)
})

t.test('gRPC: allowed and refused requests are counted and logged like over HTTP', async (t) => {
  const gateway = await startAsked(t, {
    'access.rules': [{ path: '/admin/*', allow: { claim: 'role', oneOf: ['x'] } }]
  })
  const management = openManagement(t, gateway)
  const headers = { cookie: await gateway.enter() }
  const admin = { url: `${WIKI}/admin/x`, headers }
  const requestsIn = (changes: Record<string, number>) =>
    Object.fromEntries(Object.entries(changes).filter(([name]) => name.startsWith('http_requests_total')))
  const lines = () => gateway.logLines().filter(({ event }) => event === 'access.refused')
  const byHttp = requestsIn(
    await changesBy(management, async () => {
      t.equal((await gateway.askHttp({ headers })).status, 200)
      t.equal((await gateway.askHttp(admin)).status, 403)
      await gateway.settled()
    })
  )
  t.equal(Object.keys(byHttp).length, 2)
  const before = lines()
  t.equal(before.length, 1)
  const byGrpc = requestsIn(
    await changesBy(management, async () => {
      t.match(await gateway.ask({ headers }), { status: { code: 0 } })
      t.match(await gateway.ask(admin), { status: { code: 7 } })
    })
  )
  const asPost = Object.entries(byHttp).map(([name, count]) => [name.replace('"GET"', '"POST"'), count])
  t.same(byGrpc, Object.fromEntries(asPost))
  t.match(lines(), [
    ...before,
    { code: 'FORBIDDEN', path: '/admin/x', subject: 'ada', rule: 1, client: '203.0.113.7' }
  ])
})

/** A protobuf field: its number, and text or a message. */
function field(number: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  if (bytes.length > 127) throw new Error('a length of two bytes')
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes])
}

/** The fields of a message: number and content (text, bytes or a number). */
function fieldsOf(message: Buffer): [number: number, content: Buffer | number][] {
  const fields: [number, Buffer | number][] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = message[at++] ?? 0
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = varint()
    if ((tag & 7) === 0) fields.push([tag >> 3, varint()])
    else {
      const length = varint()
      fields.push([tag >> 3, message.subarray(at, at + length)])
      at += length
    }
  }
  return fields
}

// https://www.envoyproxy.io/docs/envoy/latest/api-v3/service/auth/v3/external_auth.proto and attribute_context.proto
t.test('gRPC: request and response use the field numbers of the Envoy API', async (t) => {
  const entry = (key: string, value: string) => field(3, Buffer.concat([field(1, key), field(2, value)]))
  const line = (key: string, raw: string) => field(1, Buffer.concat([field(1, key), field(3, raw)]))
  const forwardAuthRequest = (...headers: Buffer[]) => {
    const http = Buffer.concat([
      field(1, 'stream-1'),
      field(2, 'GET'),
      ...headers,
      field(4, '/public/x'),
      field(5, new URL(WIKI).host),
      field(6, 'https')
    ])
    const source = field(1, field(1, field(1, field(2, '203.0.113.7'))))
    return field(1, Buffer.concat([source, field(4, field(2, http))]))
  }
  const { Check } = loadAuthorizationService()
  const read = (bytes: Buffer) => Check?.requestDeserialize(bytes)
  const http = { id: 'stream-1', method: 'GET', path: '/public/x', host: new URL(WIKI).host, scheme: 'https' }
  const source = { address: { socket_address: { address: '203.0.113.7' } } }
  t.match(read(forwardAuthRequest(entry('accept', '*/*'))), {
    attributes: { source, request: { http: { ...http, headers: [{ key: 'accept', value: '*/*' }] } } }
  })
  t.match(read(forwardAuthRequest(field(13, line('accept', '*/*')))), {
    attributes: {
      request: { http: { header_map: { headers: [{ key: 'accept', raw_value: Buffer.from('*/*') }] } } }
    }
  })
  const write = (response: CheckResponse) => fieldsOf(Check?.responseSerialize(response) ?? Buffer.alloc(0))
  const contentOf = (fields: ReturnType<typeof fieldsOf>, number: number) => {
    const found = fields.filter(([one]) => one === number).map(([, content]) => content)
    return found.map((content) => (typeof content === 'number' ? content : fieldsOf(content)))
  }
  const header = { header: { key: 'a', value: 'b' }, append_action: OVERWRITE_IF_EXISTS_OR_ADD }
  const onWire = [
    [1, Buffer.concat([field(1, 'a'), field(2, 'b')])],
    [3, 2]
  ]
  const passed = write({
    status: { code: 0 },
    ok_response: { headers: [header], headers_to_remove: ['c'], response_headers_to_add: [header] }
  })
  const [ok] = contentOf(passed, 3)
  if (!Array.isArray(ok)) throw new Error('no ok_response')
  t.same(contentOf(ok, 2), [onWire])
  t.same(
    ok.filter(([number]) => number === 5),
    [[5, Buffer.from('c')]]
  )
  t.same(contentOf(ok, 6), [onWire])
  t.same(contentOf(passed, 2), [], 'no denied_response')
  const refused = write({
    status: { code: 7 },
    denied_response: { status: { code: 403 }, headers: [header], body: 'no' }
  })
  t.same(contentOf(refused, 1), [[[1, 7]]])
  const [denied] = contentOf(refused, 2)
  if (!Array.isArray(denied)) throw new Error('no denied_response')
  t.same(contentOf(denied, 1), [[[1, 403]]])
  t.same(contentOf(denied, 2), [onWire])
  t.same(
    denied.filter(([number]) => number === 3),
    [[3, Buffer.from('no')]]
  )
  t.same(contentOf(refused, 3), [], 'no ok_response')
  const added = { ...header, append_action: APPEND_IF_EXISTS_OR_ADD }
  const withAdded = write({
    status: { code: 0 },
    ok_response: { headers: [], headers_to_remove: [], response_headers_to_add: [added] }
  })
  const [adding] = contentOf(withAdded, 3)
  if (!Array.isArray(adding)) throw new Error('no ok_response')
  const [[, ...action] = []] = contentOf(adding, 6).filter(Array.isArray)
  t.ok(action.length === 0 || isDeepStrictEqual(action, [[3, 0]]), 'a header to append')
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const TRACED = { traceparent: `00-${TRACE}-${CALLER}-01` }

t.test('gRPC: the request id comes from the header, else from the stream id', async (t) => {
  const gateway = await startAsked(t)
  const rows: [AskOptions, string][] = [
    [{ headers: { 'x-request-id': 'visit-1' } }, 'visit-1'],
    [{ lines: [['x-request-id', 'visit-2']] }, 'visit-2'],
    [{ headers: { 'x-request-id': 'not one' } }, 'question-1'],
    [{}, 'question-1']
  ]
  for (const [asked, id] of rows) {
    const response = await gateway.ask(asked)
    if (!('denied_response' in response)) throw new Error(JSON.stringify(response))
    t.equal(headersOf(response.denied_response.headers)['x-request-id'], id)
  }
})

t.test('gRPC: framework, other addresses of a page and actions, by the strictest rule', async (t) => {
  const rules = [
    { path: '/_next/*', allow: 'public' },
    { path: '/public/*', allow: 'public' }
  ]
  const { ask } = await startAsked(t, { framework: 'nextjs', 'access.rules': rules })
  const code = async (path: string, options: AskOptions = {}) => {
    const response = await ask({ url: `${WIKI}${path}`, headers: {}, ...options })
    return 'status' in response ? response.status?.code : response
  }
  t.equal(await code('/_next/data/B/public/x.json'), 0)
  t.equal(await code('/_next/data/B/x.json'), 16)
  const post = (headers: Record<string, string>) => code('/public/hello', { method: 'POST', headers })
  t.equal(await post({ 'content-type': 'text/plain' }), 0)
  t.equal(await post({ 'content-type': 'text/plain', 'next-action': '40ab' }), 7)
})

t.test('gRPC: a port besides that of the auth requests over HTTP is accepted', async (t) => {
  const { ports } = await startAsked(t, { 'forwardAuth.listen': { host: '127.0.0.1', port: 0 } })
  t.equal(new Set(Object.values(ports)).size, 2)
})

t.test('gRPC: a connection allows 256 concurrent calls', async (t) => {
  const { port } = await startAsked(t)
  const session = connect(`http://127.0.0.1:${port}`)
  t.teardown(() => session.destroy())
  const [settings] = await once(session, 'remoteSettings')
  t.equal(settings.maxConcurrentStreams, 256)
})

t.test('gRPC: an empty auth request and an untrusted peer are refused', async (t) => {
  const gateway = await startAsked(t)
  for (const request of [{}, { attributes: {} }, { attributes: { request: {} } }])
    t.match(await gateway.send(request), { status: { code: 7 }, denied_response: { status: { code: 400 } } })
  const stranger = await startAsked(t, { 'forwardAuth.trustedProxies': ['10.0.0.0/8'] })
  const response = await stranger.ask({ url: `${WIKI}/public/x` })
  t.match(response, { status: { code: 7 }, denied_response: { status: { code: 403 } } })
  t.match(
    stranger.logLines().filter(({ msg }) => msg === 'forward auth request rejected'),
    [{ code: 'FORBIDDEN', peer: '127.0.0.1', cause: /forwardAuth\.trustedProxies/ }]
  )
})

t.test('gRPC: a trace of the metadata is in log and refusal, one of a visitor in neither', async (t) => {
  const { ask, logLines } = await startAsked(t)
  const refusalOf = async (options: AskOptions) =>
    JSON.stringify(await ask({ method: 'POST', headers: {}, ...options }))
  t.match(await refusalOf({ metadata: TRACED }), `\\"traceId\\":\\"${TRACE}\\"`)
  t.match(logLines().at(-1), { msg: 'request', traceId: TRACE, spanId: /^[0-9a-f]{16}$/ })
  t.notMatch(await refusalOf({ headers: TRACED }), TRACE)
  t.notOk('traceId' in (logLines().at(-1) ?? {}))
})

t.test('gRPC: spans of a refresh are in the trace of a trusted peer, otherwise in a new one', async (t) => {
  const { recorder, exporter } = await recordSpans(t)
  const { ask, enter, advance, settled } = await startAsked(t, {}, { recorder })
  const cookie = await enter()
  for (const [metadata, parent] of [
    [TRACED, CALLER],
    [{}, undefined]
  ] as const) {
    advance(3601)
    exporter.reset()
    t.match(await ask({ headers: { cookie }, metadata }), { status: { code: 0 } })
    await settled()
    const spans = new Map(exporter.getFinishedSpans().map((span) => [span.name, span]))
    const names = ['gatehouse.request', 'session.check', 'session.refresh', 'provider.refresh']
    t.same([...spans.keys()].sort(), [...names].sort())
    const [request, ...below] = names.map((name) => spans.get(name))
    t.equal(request?.parentSpanContext?.spanId, parent)
    t.equal(request?.spanContext().traceId === TRACE, parent === CALLER)
    below.reduce((above, span) => {
      t.ok(isParent(above, span), String(span?.name))
      t.equal(span?.spanContext().traceId, request?.spanContext().traceId)
      return span
    }, request)
  }
})
