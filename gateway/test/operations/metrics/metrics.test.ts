import t from 'tap'
import { PLUGINS } from '../../../plugins/plugins.ts'
import { createPrimaryReport } from '../../../plugins/workers/primary-report.ts'
import { packagePath } from '../../../src/config/package-files.ts'
import { ERROR_CATALOGUE } from '../../../src/errors.ts'
import type { LogCondition } from '../../../src/operations/condition.ts'
import { countEvent } from '../../../src/operations/event-log/event-table.ts'
import type { GatewayEvent, RequestFacts } from '../../../src/operations/events.ts'
import { METRICS, type MetricDefinition, type MetricName } from '../../../src/operations/metrics/catalogue.ts'
import { type Counted, createCounted } from '../../../src/operations/metrics/series.ts'
import { createMetrics, readingsOf, renderMetrics } from '../../../src/operations/metrics.ts'
import { readBuild } from '../../../src/operations/runtime.ts'
import { NOW } from '../../fixtures/clock.ts'
import { WELL, WELL_CONFIG } from '../../fixtures/condition.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { openManagement, scrape } from '../../fixtures/management.ts'
import { readSources } from '../../fixtures/repository/layers.ts'
import { signatureKeyOf } from '../../fixtures/session/signature-keys.ts'
import { parseScrape, readSeries } from '../../fixtures/wire/scrape.ts'

const ENDED = {
  kind: 'request.ended',
  route: 'proxy',
  method: 'GET',
  status: 200,
  durationMs: 1,
  upstreamHeadMs: null,
  application: null,
  isStream: false
} as const
const proxied = (name: string | null) => ({ name, isProxied: true, answersAuthRequests: false })
const KEYS = ['first', 'second'].map(signatureKeyOf)

/** The label values and value of each series of a metric; parts of a histogram with their names. */
const valuesOf = ({ read }: Pick<Counted, 'read'>, name: MetricName) =>
  (read()[name] ?? []).map(({ metricName, labels, value }) => [
    ...(metricName === undefined ? [] : [metricName.replace(/^.*_/, '')]),
    ...Object.values(labels),
    Math.round(value * 1e6) / 1e6
  ])

t.test('counting: each combination of label values is a series, created on first use', async (t) => {
  const counting = createCounted([1])
  for (const result of ['ok', 'timeout', 'ok'] as const)
    countEvent({ kind: 'store.request', op: 'claim', result, durationMs: 1 }, counting)
  t.same(valuesOf(counting, 'store_requests_total'), [
    ['claim', 'ok', 2],
    ['claim', 'timeout', 1]
  ])
})

t.test('counting: bounds are inclusive, buckets cumulative, larger values count in the last', async (t) => {
  const counting = createCounted([0.001, 0.01])
  counting.expect({ signInProviders: [], signatureKeys: 1, applications: [proxied('home')] })
  for (const upstreamHeadMs of [1, 1.5, 10, 11])
    countEvent({ ...ENDED, upstreamHeadMs, application: 'home' }, counting)
  t.same(valuesOf(counting, 'upstream_head_seconds'), [
    ['bucket', 'home', '0.001', 1],
    ['bucket', 'home', '0.01', 3],
    ['bucket', 'home', '+Inf', 4],
    ['sum', 'home', 0.0235],
    ['count', 'home', 4]
  ])
})

t.test('counting: a histogram has no buckets before its first duration', async (t) => {
  const counting = createCounted([0.001])
  counting.expect({ signInProviders: [], signatureKeys: 1, applications: ['home', 'wiki'].map(proxied) })
  countEvent({ ...ENDED, upstreamHeadMs: 2, application: 'wiki' }, counting)
  t.same(valuesOf(counting, 'upstream_head_seconds'), [
    ['sum', 'home', 0],
    ['count', 'home', 0],
    ['bucket', 'wiki', '0.001', 0],
    ['bucket', 'wiki', '+Inf', 1],
    ['sum', 'wiki', 0.002],
    ['count', 'wiki', 1]
  ])
})

t.test('metrics: an application without requests adds less than 2.5 kB to a scrape', async (t) => {
  const sizeOf = async (count: number) => {
    const metrics = createMetrics({ durationBuckets: [0.01, 0.1, 1, 10], build: readBuild() })
    const applications = Array.from({ length: count }, (_, index) => proxied(`application-${index}`))
    metrics.counted.expect({ signInProviders: ['password', 'google.com'], signatureKeys: 1, applications })
    return (await renderMetrics([await metrics.read({})])).length
  }
  const each = ((await sizeOf(11)) - (await sizeOf(1))) / 10
  t.ok(each < 2500, `${each} bytes`)
})

t.test('metrics: a new gateway exposes every metric with its type and labels', async (t) => {
  const gateway = await startGateway(t)
  const condition = {
    hash: '0123456789ab',
    appliedAtSeconds: gateway.now(),
    isRefused: false,
    needRestart: [],
    insecureUpstreams: 0,
    changedAtSeconds: 0
  }
  const management = openManagement(t, gateway, { config: () => condition })
  const scraped = parseScrape(await scrape(management))
  const own = [...scraped].filter(([name]) => name.startsWith('gatehouse_'))
  const found = own.map(([name, { type }]) => [name, type])
  t.same(
    found,
    Object.entries(METRICS).map(([name, { type }]) => [`gatehouse_${name}`, type])
  )
  for (const [name, { series, help }] of own) {
    const definition = METRICS[name.slice('gatehouse_'.length) as keyof typeof METRICS]
    t.equal(help, definition.help, name)
    for (const { labels } of series)
      t.same(
        Object.keys(labels).filter((label) => label !== 'le'),
        definition.labels,
        name
      )
  }
  for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds', 'process_open_fds'])
    t.ok(scraped.has(name), name)
  for (const [name, { type }] of scraped) t.equal(name.endsWith('_total'), type === 'counter', name)
})

t.test('metrics: a log that cannot be written shows before a line of it is lost', async (t) => {
  const writable = (log: Partial<LogCondition>) => {
    const { log_writable: writable, log_lines_dropped_total: dropped } = readingsOf(
      { ...WELL, log: { ...WELL.log, ...log } },
      NOW
    )
    return [writable, dropped].map((samples) => samples?.map(({ value }) => value))
  }
  t.same(writable({}), [[1], [0]])
  t.same(writable({ isFailing: true, failure: 'cannot be written: EPIPE' }), [[0], [0]])
})

t.test('metrics: known series start at 0', async (t) => {
  const gateway = await startGateway(t, { config: { 'cookie.signatureKeys': [KEYS[0], KEYS[1]] } })
  const series = readSeries(await scrape(openManagement(t, gateway)))
  for (const name of [
    'decisions_total{application="default",outcome="allow",code="none"}',
    'decisions_total{application="default",outcome="unavailable",code="PROVIDER_UNAVAILABLE"}',
    'sign_ins_total{application="default",result="ok",code="none",provider="password"}',
    'sign_ins_total{application="",result="refused",code="SIGN_IN_TOO_OLD",provider="other"}',
    'http_request_duration_seconds_count{application="default",route="proxy"}',
    'session_first_sights_total{key="0"}',
    'session_first_sights_total{key="1"}',
    'session_refreshes_total{result="joined",reason="forced"}',
    'provider_requests_total{call="certificates",result="timeout"}',
    'provider_circuit_open{call="refresh"}',
    'log_lines_dropped_total',
    'websockets_open'
  ])
    t.equal(series.get(name), 0, name)
  t.notOk(series.has('session_first_sights_total{key="2"}'), 'control: there are two keys')
})

t.test('counting: series of a removed application end, and a late failure starts none', async (t) => {
  const counting = createCounted([1])
  const expect = (...names: string[]) =>
    counting.expect({ signInProviders: [], signatureKeys: 1, applications: names.map(proxied) })
  const fail = (application: string) => {
    countEvent({ kind: 'upstream.failed', application, failure: 'reset' }, counting)
    countEvent({ ...ENDED, upstreamHeadMs: 1, application }, counting)
  }
  const resets = () => valuesOf(counting, 'upstream_errors_total').filter(([, kind]) => kind === 'reset')
  const heads = () => valuesOf(counting, 'upstream_head_seconds').filter(([part]) => part === 'count')
  expect('home', 'wiki')
  for (const name of ['home', 'wiki', 'wiki', 'stranger']) fail(name)
  t.same(resets(), [
    ['home', 'reset', 1],
    ['wiki', 'reset', 2]
  ])
  expect('home')
  fail('wiki')
  t.same(resets(), [['home', 'reset', 1]])
  t.same(heads(), [['count', 'home', 1]])
  expect('home', 'wiki')
  t.same(resets(), [
    ['home', 'reset', 1],
    ['wiki', 'reset', 0]
  ])
})

const FACTS: RequestFacts = { requestId: '1', client: '192.0.2.1' }
/** At least one for each metric that events count. */
const EVENTS: readonly GatewayEvent[] = [
  { kind: 'request.decided', cost: 'warm', outcome: 'allow', code: null, application: null, durationMs: 1 },
  { ...ENDED, upstreamHeadMs: 1 },
  { kind: 'request.turned-away', reason: 'malformed' },
  { kind: 'upstream.failed', failure: 'reset', application: null },
  { kind: 'upstream.retried', application: null },
  { kind: 'upstream.certificate', application: null, notAfterSeconds: 2_000_000_000 },
  { kind: 'stream.opened', stream: 'websocket' },
  { kind: 'stream.opened', stream: 'event-stream' },
  { kind: 'stream.closed', stream: 'event-stream', by: 'client', reason: 'end' },
  { kind: 'stream.opened', stream: 'event-stream' },
  { ...FACTS, kind: 'session.started', acquire: 'exchange' },
  { ...FACTS, kind: 'session.ended', code: 'SESSION_EXPIRED', by: 'limit' },
  { ...FACTS, kind: 'session.bound' },
  { kind: 'session.sign-out', scope: 'own' },
  { kind: 'session.refresh', result: 'refreshed', reason: 'expired' },
  { kind: 'session.seen', key: 0 },
  { kind: 'session.revocation-check', result: 'fine' },
  { ...FACTS, kind: 'account.changed', what: 'name', outcome: 'done' },
  { ...FACTS, kind: 'client-sdk.token' },
  { ...FACTS, kind: 'oauth.granted', clientId: 'cli', scopes: 'openid' },
  { ...FACTS, kind: 'oauth.logout', clientId: 'cli', result: 'sent' },
  { kind: 'oauth.token', grant: 'refresh_token', result: 'ok' },
  { kind: 'provider.call', call: 'refresh', result: 'ok', durationMs: 1 },
  { kind: 'store.request', op: 'claim', result: 'ok', durationMs: 1 },
  { kind: 'config.unchanged' }
]

/** Metrics that an event changes. */
function listChanged(event: GatewayEvent, counting: Counted): string[] {
  const before = new Map(Object.entries(counting.read()).map(([name, read]) => [name, JSON.stringify(read)]))
  countEvent(event, counting)
  return Object.entries(counting.read()).flatMap(([name, read]) =>
    before.get(name) === JSON.stringify(read) ? [] : [name]
  )
}

/** Metrics read in a primary: those that are not summed over processes, or are above 0. */
async function listOfPrimary(): Promise<string[]> {
  const report = createPrimaryReport({
    config: { metrics: { enabled: true, durationBuckets: [1] } },
    count: 2,
    workers: () => [],
    countReady: () => 0,
    readiness: { notReadyBecause: () => null, draining: WELL.readiness.draining },
    logCondition: () => WELL.log,
    active: () => WELL_CONFIG,
    now: () => NOW
  })
  report.noteWorker({ kind: 'worker.replaced', number: 1, pid: 1 })
  const [own = []] = await report.metrics()
  return own
    .filter(({ aggregator, values }) => values.some(({ value }) => aggregator !== 'sum' || value > 0))
    .map(({ name }) => name.replace(/^gatehouse_/, ''))
}

t.test('metrics: every metric of the catalogue is counted or read', async (t) => {
  const counting = createCounted([1])
  counting.expect({ signInProviders: [], signatureKeys: 1, applications: [proxied(null)] })
  const store = { isUp: true, changedAtSeconds: NOW, detail: null }
  const readings = readingsOf({ ...WELL, store, tlsNotAfterSeconds: NOW }, NOW)
  const counted = new Set([
    ...EVENTS.flatMap((event) => listChanged(event, counting)),
    ...Object.entries(readings).flatMap(([name, { length }]) => (length > 0 ? [name] : [])),
    ...(await listOfPrimary())
  ])
  t.same(
    Object.keys(METRICS).filter((name) => !counted.has(name)),
    [],
    'a metric that events count needs a `count` in event-table.ts, and one of its events in EVENTS above'
  )
})

t.test('metrics: counters and histograms of an application start at 0', async (t) => {
  const counting = createCounted([1])
  const application = { name: 'shop', isProxied: true, answersAuthRequests: true }
  counting.expect({ signInProviders: ['password'], signatureKeys: 1, applications: [application] })
  const read = Object.entries(counting.read())
  for (const [name, { type, labels }] of Object.entries(METRICS)) {
    const [first] = labels
    if ((first !== 'application' && first !== 'upstream') || type === 'gauge') continue
    const own = read.find(([other]) => other === name)?.[1].filter((one) => one.labels[first] === 'shop')
    t.ok(own?.length, `${name}: see ofApplication in catalogue.ts, or expect in series.ts`)
    t.ok(own?.every(({ value }) => value === 0))
  }
})

t.test('metrics: series that start at 0 have codes of the catalogue of errors', async (t) => {
  const codes = new Set([...Object.keys(ERROR_CATALOGUE), 'none'])
  for (const [name, { labels, known, ofApplication }] of Object.entries<MetricDefinition>(METRICS)) {
    const index = labels.indexOf('code')
    if (index === -1) continue
    const found = [...known.map((row) => row[index]), ...ofApplication.map((row) => row[index - 1])]
    t.same(
      found.filter((code) => !codes.has(String(code))),
      [],
      name
    )
  }
})

t.test('metrics: every event that changes a metric is reported by a module', async (t) => {
  const sources = ['src', 'plugins']
    .flatMap((folder) => readSources(packagePath('gateway', folder)).files)
    .filter(
      ({ path }) => !/^operations\/(event|provider-event|metrics)/.test(path) && !path.includes('/test/')
    )
  const isReported = (kind: string) =>
    sources.some(({ text }) => new RegExp(`(?<!Extract<.*)\\bkind: '${kind}'`).test(text))
  const hasOauth = PLUGINS.some(({ name }) => name === 'oauth')
  const kinds = EVENTS.map(({ kind }) => kind).filter((kind) => hasOauth || !kind.startsWith('oauth.'))
  const found = kinds.filter((kind) => !isReported(kind))
  t.same(found, [])
  t.notOk(isReported('request.lost'), 'control')
})
