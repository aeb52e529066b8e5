import t from 'tap'
import { startAskedGateway } from '../fixtures/forward-auth.ts'
import { PAGE, startGateway, type TestGateway } from '../fixtures/gateway.ts'
import { readJson, send } from '../fixtures/wire/http-client.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const HEADERS = { traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: 'a=1,b=2', baggage: 'key=value' }
const CLOUD = { 'x-cloud-trace-context': `${TRACE}/13235353014750950193;o=1` }
const NONE = {
  traceparent: undefined,
  tracestate: undefined,
  baggage: undefined,
  'x-cloud-trace-context': undefined
}
const PUBLIC = { 'access.rules': [{ path: '/public', allow: 'public' }] }
const TRUSTED = { ...PUBLIC, trustedProxies: ['127.0.0.1/32'] }
const TRACEPARENT = new RegExp(`^00-${TRACE}-([0-9a-f]{16})-01$`)

async function lineOf({ settled, logLines }: TestGateway): Promise<Record<string, unknown> | undefined> {
  await settled()
  return logLines().findLast(({ msg }) => msg === 'request')
}

t.test('trace: from a trusted proxy, continued with our own span id, in the log as well', async (t) => {
  const gateway = await startGateway(t, { config: TRUSTED })
  await send(`${gateway.url}/public`, { headers: HEADERS })
  const [seen] = gateway.upstream.seen
  const spanId = TRACEPARENT.exec(String(seen?.headers.traceparent))?.[1]
  t.match(spanId, /^[0-9a-f]{16}$/)
  t.not(spanId, CALLER)
  t.match(seen?.headers, { tracestate: 'a=1,b=2', baggage: 'key=value' })
  t.match(await lineOf(gateway), { traceId: TRACE, spanId })

  await send(`${gateway.url}/public`, { headers: HEADERS })
  t.not(gateway.upstream.seen[1]?.headers.traceparent, seen?.headers.traceparent, 'each request has its own')
})

t.test('trace: of x-cloud-trace-context, continued in both headers with one span id', async (t) => {
  const gateway = await startGateway(t, { config: TRUSTED })
  await send(`${gateway.url}/public`, { headers: CLOUD })
  await send(`${gateway.url}/public`, { headers: { ...CLOUD, ...HEADERS } })
  for (const { headers } of gateway.upstream.seen) {
    const spanId = TRACEPARENT.exec(String(headers.traceparent))?.[1]
    t.equal(headers['x-cloud-trace-context'], `${TRACE}/${BigInt(`0x${spanId}`)};o=1`)
  }
  t.match(await lineOf(gateway), { traceId: TRACE })
})

t.test('tracing.accept: decides whose trace is continued', async (t) => {
  const cases = [
    { config: PUBLIC, isContinued: false },
    { config: TRUSTED, isContinued: true },
    { config: { ...PUBLIC, 'tracing.accept': 'all' }, isContinued: true },
    { config: { ...TRUSTED, 'tracing.accept': 'none' }, isContinued: false }
  ]
  for (const { config, isContinued } of cases) {
    const { url, upstream } = await startGateway(t, { config })
    await send(`${url}/public`, { headers: { ...HEADERS, ...CLOUD } })
    const name = JSON.stringify(config)
    if (isContinued)
      t.match(upstream.seen[0]?.headers, { traceparent: TRACEPARENT, baggage: 'key=value' }, name)
    else t.match(upstream.seen[0]?.headers, NONE, name)
  }
})

t.test('trace: the JSON of a request in a trace contains its id, others and pages do not', async (t) => {
  const { url } = await startGateway(t, { config: TRUSTED })
  const bodyOf = async (headers: Record<string, string>) => (await send(`${url}/%ff`, { headers })).text()
  t.match(readJson(await bodyOf(HEADERS)), { code: 'INVALID_REQUEST', requestId: String, traceId: TRACE })
  t.notMatch(await bodyOf({ ...HEADERS, ...PAGE }), TRACE)
  t.notOk('traceId' in readJson(await bodyOf({})))
  const refusal = await send(`${url}/private`, { headers: HEADERS })
  t.match(readJson(await refusal.text()), { code: 'MISSING_CREDENTIALS', traceId: TRACE })
})

t.test('trace: an auth request has it in log and refusal, an allowed response does not', async (t) => {
  const gateway = await startAskedGateway(t)
  const refusal = await gateway.ask({ headers: HEADERS })
  t.match(readJson(await refusal.text()), { traceId: TRACE })
  t.match(await lineOf(gateway), { traceId: TRACE, spanId: /^[0-9a-f]{16}$/ })
  const cookie = await gateway.enter()
  const pass = await gateway.ask({ headers: { ...HEADERS, cookie } })
  t.equal(pass.status, 200)
  for (const name of Object.keys(HEADERS)) t.equal(pass.headers.get(name), null, name)
})
