import { connect } from 'node:net'
import * as api from '@opentelemetry/api'
import {
  BasicTracerProvider,
  type InMemorySpanExporter,
  type ReadableSpan
} from '@opentelemetry/sdk-trace-base'
import t from 'tap'
import {
  PUBLIC_ORIGIN,
  startGateway,
  type TestGateway,
  type TestGatewayOptions
} from '../../../test/fixtures/gateway.ts'
import type { Teardown } from '../../../test/fixtures/provider/stand-in.ts'
import { isParent, recordSpans } from '../../../test/fixtures/session/recorded-spans.ts'
import { readJson, send } from '../../../test/fixtures/wire/http-client.ts'
import { loadRecorder } from '../recorder.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const HEADERS = { traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: 'a=1', baggage: 'key=value' }
const TRUSTED = { trustedProxies: ['127.0.0.1/32'], 'access.rules': [{ path: '/public/*', allow: 'public' }] }

interface RecordedGateway extends TestGateway {
  /** The spans of one request, by name. */
  spansOf(path: string, headers?: Record<string, string>): Promise<Map<string, ReadableSpan>>
  exporter: InMemorySpanExporter
}

/** A gateway with an SDK that stores its spans. */
async function startRecorded(t: Teardown, options: TestGatewayOptions = {}): Promise<RecordedGateway> {
  const { recorder, exporter } = await recordSpans(t)
  const gateway = await startGateway(t, { config: TRUSTED, recorder, ...options })
  gateway.provider.accounts.create({ uid: 'uid-of-ada', email: 'ada@example.com', emailVerified: true })
  const spansOf = async (path: string, headers = {}) => {
    exporter.reset()
    await send(`${gateway.url}${path}`, { headers })
    await gateway.settled()
    return new Map(exporter.getFinishedSpans().map((span) => [span.name, span]))
  }
  return { ...gateway, spansOf, exporter }
}

t.test('spans: a refreshed session is traced from the caller to the application', async (t) => {
  const { spansOf, signIn, advance, upstream, logLines } = await startRecorded(t)
  const cookie = await signIn('uid-of-ada')
  advance(3601)
  const spans = await spansOf('/reports/7?token=secret', { ...HEADERS, cookie })
  const names = ['gatehouse.request', 'session.check', 'session.refresh', 'provider.refresh', 'upstream']
  t.same([...spans.keys()].sort(), [...names].sort())
  for (const span of spans.values()) t.equal(span.spanContext().traceId, TRACE, span.name)
  const [request, check, refresh, call, sent] = names.map((name) => spans.get(name))
  t.equal(request?.parentSpanContext?.spanId, CALLER)
  t.ok(isParent(request, check))
  t.ok(isParent(check, refresh))
  t.ok(isParent(refresh, call))
  t.ok(isParent(request, sent))
  t.equal(request?.kind, api.SpanKind.SERVER)
  for (const span of [call, sent]) t.equal(span?.kind, api.SpanKind.CLIENT)
  t.match(request?.attributes, {
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'server.address': 'localhost',
    'gatehouse.outcome': 'allow'
  })
  for (const span of [call, sent])
    t.match(span?.attributes, { 'http.response.status_code': 200, 'server.address': '127.0.0.1' })
  for (const span of spans.values()) t.equal(span.status.code, api.SpanStatusCode.UNSET, span.name)

  const { headers } = upstream.seen.at(-1) ?? {}
  t.equal(headers?.traceparent, `00-${TRACE}-${sent?.spanContext().spanId}-01`)
  t.match(headers, { tracestate: 'a=1', baggage: 'key=value' })
  t.match(logLines().at(-1), { traceId: TRACE, spanId: request?.spanContext().spanId })
  const text = JSON.stringify([...spans.values()].map(({ attributes, status }) => ({ attributes, status })))
  t.notMatch(text, /uid-of-ada|ada@example|reports|secret|token|https?:\/\//, 'nothing personal by default')
})

t.test('spans: tracing.paths and tracing.subject add the path without query and the uid', async (t) => {
  const config = { ...TRUSTED, 'tracing.paths': true, 'tracing.subject': true }
  const { spansOf, signIn } = await startRecorded(t, { config })
  const spans = await spansOf('/reports/7?token=secret', { cookie: await signIn('uid-of-ada') })
  t.match(spans.get('gatehouse.request')?.attributes, {
    'url.path': '/reports/7',
    'enduser.id': 'uid-of-ada'
  })
  const warm = await spansOf('/reports/7', { cookie: await signIn('uid-of-ada') })
  t.ok(warm.has('session.check'), 'a session that is seen for the first time')
})

t.test('spans: a cached session has no check span, a foreign trace is not continued', async (t) => {
  const { spansOf, signIn, upstream } = await startRecorded(t, { config: { 'access.rules': [] } })
  const cookie = await signIn('uid-of-ada')
  await spansOf('/', { cookie })
  const spans = await spansOf('/', { ...HEADERS, cookie })
  t.same([...spans.keys()].sort(), ['gatehouse.request', 'upstream'])
  const { traceId } = spans.get('gatehouse.request')?.spanContext() ?? {}
  t.not(traceId, TRACE)
  const { headers } = upstream.seen.at(-1) ?? {}
  t.match(headers?.traceparent, `00-${traceId}-`)
  t.match(headers, { tracestate: undefined, baggage: undefined })
})

t.test('spans: failures are marked with their code, refusals are not', async (t) => {
  const { spansOf, signIn, advance, provider, upstream, url } = await startRecorded(t)
  const refused = await spansOf('/private')
  t.match(refused.get('gatehouse.request'), {
    status: { code: api.SpanStatusCode.UNSET },
    attributes: { 'http.response.status_code': 401 }
  })
  const cookie = await signIn('uid-of-ada')
  advance(3601)
  provider.faults.refresh = { kind: 'html', status: 503 }
  const failed = await spansOf('/private', { cookie })
  for (const name of ['gatehouse.request', 'session.check', 'session.refresh', 'provider.refresh'])
    t.match(
      failed.get(name),
      {
        status: { code: api.SpanStatusCode.ERROR, message: undefined },
        attributes: { 'error.type': 'PROVIDER_UNAVAILABLE' }
      },
      name
    )
  await upstream.close()
  const gone = await spansOf('/public/x')
  for (const name of ['gatehouse.request', 'upstream'])
    t.match(gone.get(name)?.attributes, { 'error.type': 'UPSTREAM_UNREACHABLE' }, name)
  const { traceId } = gone.get('gatehouse.request')?.spanContext() ?? {}
  t.ok(traceId)
  t.match(readJson(await (await send(`${url}/private`)).text()), { traceId: /^[0-9a-f]{32}$/ })
})

/** Signs in with a request whose body is sent only after `100 Continue`. */
function signInSlowly(port: number, idToken: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    let received = ''
    socket.on('error', reject).on('close', () => resolve(received))
    socket.on('data', (text: string) => {
      received += text
      if (text.startsWith('HTTP/1.1 100')) socket.write(body)
    })
    const lines = [
      ...['POST /_auth/session HTTP/1.1', 'Host: a', 'Connection: close', 'Expect: 100-continue'],
      ...[`Origin: ${PUBLIC_ORIGIN}`, `Authorization: Bearer ${idToken}`, 'Content-Type: application/json'],
      ...[`Content-Length: ${body.length}`]
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}

t.test('spans: calls after a late body still belong to their request', async (t) => {
  const { port, provider, exporter, settled } = await startRecorded(t)
  const { idToken, refreshToken } = await provider.signIn('uid-of-ada', {})
  exporter.reset()
  t.match(await signInSlowly(port, idToken, JSON.stringify({ refreshToken })), 'HTTP/1.1 200')
  await settled()
  const spans = exporter.getFinishedSpans()
  const request = spans.find(({ name }) => name === 'gatehouse.request')
  const calls = spans.filter(({ name }) => /^provider\.(account|refresh)$/.test(name))
  t.equal(calls.length, 2)
  for (const call of calls) t.ok(isParent(request, call), call.name)
})

t.test('recorder: none without package or SDK, a broken package with an SDK is an error', async (t) => {
  const fail = (code: string) => async () => {
    throw Object.assign(new Error('no'), { code })
  }
  const registered = Symbol.for('opentelemetry.js.api.1')
  Reflect.deleteProperty(globalThis, registered)
  t.equal(await loadRecorder(fail('ERR_DLOPEN_FAILED')), null, 'without an SDK it is not loaded')
  await recordSpans(t)
  t.ok(registered in globalThis, 'where an SDK registers itself')
  t.equal(await loadRecorder(fail('ERR_MODULE_NOT_FOUND')), null)
  await t.rejects(loadRecorder(fail('ERR_DLOPEN_FAILED')), { code: 'ERR_DLOPEN_FAILED' })
  api.trace.disable()
  t.equal(await loadRecorder(), null, 'the package alone')
})

t.test('recorder: flush makes the SDK send its spans, and settles if it fails or is missing', async (t) => {
  let flushed = 0
  const countFlush = async () => {
    flushed += 1
  }
  const tracer = new BasicTracerProvider().getTracer('any')
  for (const [forceFlush, count] of [
    [countFlush, 1],
    [() => Promise.reject(new Error('no')), 1],
    [undefined, 1]
  ] as const) {
    api.trace.disable()
    api.trace.setGlobalTracerProvider({ getTracer: () => tracer, ...(forceFlush && { forceFlush }) })
    await (await loadRecorder())?.flush()
    t.equal(flushed, count)
  }
  api.trace.disable()
})
