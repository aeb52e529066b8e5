import t from 'tap'
import { continueTrace, traceHeaders } from '../../src/http/trace-context.ts'
import { PAGE, startGateway } from '../fixtures/gateway.ts'
import { send } from '../fixtures/http-client.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const GOOD = `00-${TRACE}-${PARENT}-01`

t.test('trace context: continued under a span id of our own, one for each request', async (t) => {
  const first = continueTrace({ traceparent: GOOD, tracestate: 'a=1, b=2' })
  const second = continueTrace({ traceparent: GOOD })
  t.match(first, { traceId: TRACE, flags: '01', tracestate: 'a=1, b=2' })
  t.match(first?.spanId, /^[0-9a-f]{16}$/)
  t.notMatch([PARENT, second?.spanId], first?.spanId)
  if (first === null) throw new Error('no trace')
  t.same(traceHeaders(first), { traceparent: `00-${TRACE}-${first.spanId}-01`, tracestate: 'a=1, b=2' })
  const ids = new Set(Array.from({ length: 2000 }, () => continueTrace({ traceparent: GOOD })?.spanId))
  t.equal(ids.size, 2000, 'also when the random bytes are used up')
})

t.test('trace context: what is no traceparent, no trace', async (t) => {
  const rows: readonly [string, string | undefined][] = [
    ['none', undefined],
    ['empty', ''],
    ['upper case', GOOD.toUpperCase()],
    ['one upper-case digit', `00-${TRACE.replace('f', 'F')}-${PARENT}-01`],
    ['zeros for a trace', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['zeros for a parent', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['version ff', `ff-${TRACE}-${PARENT}-01`],
    ['more in version 00', `${GOOD}-00`],
    ['a higher version without a dash', `01-${TRACE}-${PARENT}-01x`],
    ['too short', `00-${TRACE.slice(1)}-${PARENT}-01`],
    ['too long', `00-${TRACE}0-${PARENT}-01`],
    ['no flags', `00-${TRACE}-${PARENT}`],
    ['two headers', `${GOOD}, ${GOOD}`],
    ['spaces', ` ${GOOD}`],
    ['a line break', `${GOOD}\n`],
    ['long', `01-${TRACE}-${PARENT}-01${'x'.repeat(30_000)}`]
  ]
  for (const [name, traceparent] of rows)
    t.equal(continueTrace(traceparent === undefined ? {} : { traceparent }), null, name)
  t.match(
    continueTrace({ traceparent: `cc-${TRACE}-${PARENT}-01-more` }),
    { traceId: TRACE },
    'a higher version'
  )
  t.equal(continueTrace({ traceparent: GOOD, tracestate: 'x'.repeat(513) })?.tracestate, null)
  t.equal(continueTrace({ traceparent: GOOD, tracestate: 'x'.repeat(512) })?.tracestate?.length, 512, 'twin')
})

t.test(
  'tracing: a trace of a trusted proxy reaches application, log, JSON and page; a stranger’s reaches none',
  async (t) => {
    const gateway = await startGateway(t, {
      config: { 'access.rules': [{ path: '/public', allow: 'public' }], trustedProxies: ['127.0.0.1/32'] }
    })
    const headers = { traceparent: GOOD, tracestate: 'a=1', baggage: 'user=1' }
    const passed = await send(`${gateway.url}/public`, { headers })
    t.match(await passed.json(), {
      headers: {
        traceparent: new RegExp(`^00-${TRACE}-(?!${PARENT})[0-9a-f]{16}-01$`),
        tracestate: 'a=1',
        baggage: 'user=1'
      }
    })
    const refused = await send(`${gateway.url}/x`, { headers: { ...headers, accept: 'application/json' } })
    t.match(await refused.json(), { code: 'MISSING_CREDENTIALS', traceId: TRACE })
    const page = await send(`${gateway.url}/_auth/nothing`, { headers: { ...headers, ...PAGE } })
    t.equal(page.status, 302)
    const missing = await send(`${gateway.url}/__/nothing`, { headers: { ...headers, ...PAGE } })
    t.match(await missing.text(), `trace ${TRACE}`)
    await gateway.settled()
    const lines = gateway.logLines().filter(({ msg }) => msg === 'request')
    t.equal(lines.length, 4)
    for (const line of lines) t.match(line, { traceId: TRACE, spanId: /^[0-9a-f]{16}$/ })
    const stranger = await startGateway(t, {
      beside: gateway,
      config: { 'access.rules': [{ path: '/public', allow: 'public' }] }
    })
    const dropped = (await (await send(`${stranger.url}/public`, { headers })).json()) as { headers: object }
    for (const name of Object.keys(headers)) t.notOk(name in dropped.headers, name)
    await stranger.settled()
    t.notMatch(stranger.logText(), TRACE)
  }
)
