import t from 'tap'
import { METRICS } from '../../src/operations/metrics/catalogue.ts'
import { createDurations, createTally } from '../../src/operations/metrics/tally.ts'
import { createNumbers, createTrafficCounts } from '../../src/operations/metrics/traffic-counts.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { openManagement, scrape } from '../fixtures/management.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'
import { parseScrape, readSeries } from '../fixtures/wire/scrape.ts'

const KEYS = ['first', 'second'].map(signatureKeyOf)

t.test('tally: label values, numbers of their own; those that are added first begin', async (t) => {
  const tally = createTally(['a', 'b'])
  tally.add(0, 'x', 'y')
  tally.add(1, 'x', 'z')
  tally.add(2, 'x', 'z')
  t.same(tally.read(), [
    { labels: { a: 'x', b: 'y' }, value: 0 },
    { labels: { a: 'x', b: 'z' }, value: 3 }
  ])
})

t.test('durations: bounds are inclusive, buckets add up, what is beyond counts in the last', async (t) => {
  const durations = createDurations({ name: 'd', bounds: [0.001, 0.01] })
  for (const ms of [1, 1.5, 10, 11]) durations.observe(ms)
  t.same(
    durations
      .read()
      .map(({ name, labels, value }) => [name, labels.le ?? null, Math.round(value * 1e6) / 1e6]),
    [
      ['d_bucket', '0.001', 1],
      ['d_bucket', '0.01', 3],
      ['d_bucket', '+Inf', 4],
      ['d_sum', null, 0.0235],
      ['d_count', null, 4]
    ]
  )
})

t.test('durations: label value that is none of those given, not counted', async (t) => {
  const durations = createDurations({ name: 'd', bounds: [1], label: { name: 'kind', values: ['a'] } })
  durations.observe(1, 'b')
  t.notOk(durations.read().some(({ value }) => value !== 0))
  durations.observe(1, 'a')
  t.ok(
    durations.read().some(({ value }) => value !== 0),
    'twin'
  )
})

t.test('metrics: a gateway that has just started, every metric with its type and labels', async (t) => {
  const gateway = await startGateway(t)
  const condition = {
    hash: '0123456789ab',
    appliedAtSeconds: gateway.now(),
    isRefused: false,
    needRestart: [],
    insecureUpstreams: 0,
    sinceSeconds: 0
  }
  const management = openManagement(t, gateway, { config: () => condition })
  const scraped = parseScrape(await scrape(management))
  const own = [...scraped].filter(([name]) => name.startsWith('gatehouse_'))
  t.same(
    own.map(([name, { type }]) => [name, type]),
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
})

t.test('metrics: known series begin at 0', async (t) => {
  const gateway = await startGateway(t, { config: { 'cookie.signatureKeys': [KEYS[0], KEYS[1]] } })
  const series = readSeries(await scrape(openManagement(t, gateway)))
  for (const name of [
    'decisions_total{outcome="allow",code="none"}',
    'decisions_total{outcome="unavailable",code="PROVIDER_UNAVAILABLE"}',
    'sign_ins_total{result="ok",code="none",provider="password"}',
    'session_first_sights_total{key="0"}',
    'session_first_sights_total{key="1"}',
    'session_refreshes_total{result="joined",reason="forced"}',
    'provider_requests_total{call="certificates",result="timeout"}',
    'provider_circuit_open{call="refresh"}',
    'log_lines_dropped_total',
    'websockets_open'
  ])
    t.equal(series.get(name), 0, name)
  t.notOk(series.has('session_first_sights_total{key="2"}'), 'twin: there are two keys')
})

t.test(
  'traffic counts: application that is gone, its series end and a late failure begins none',
  async (t) => {
    const numbers = createNumbers()
    const counts = createTrafficCounts(numbers, [1])
    const fail = (application: string) =>
      counts.count({ kind: 'upstream.failed', application, failure: 'reset' })
    const values = () =>
      Object.fromEntries(
        (numbers.read().upstream_errors_total ?? [])
          .filter(({ labels }) => labels.kind === 'reset')
          .map(({ labels, value }) => [labels.upstream, value])
      )
    counts.nameUpstreams(['home', 'wiki'])
    for (const name of ['home', 'wiki', 'wiki', 'nobody']) fail(name)
    t.same(values(), { home: 1, wiki: 2 })
    counts.nameUpstreams(['home'])
    fail('wiki')
    t.same(values(), { home: 1 })
    t.notOk((numbers.read().upstream_head_seconds ?? []).some(({ labels }) => labels.upstream === 'wiki'))
    counts.nameUpstreams(['home', 'wiki'])
    t.same(values(), { home: 1, wiki: 0 }, 'back, from 0')
  }
)
