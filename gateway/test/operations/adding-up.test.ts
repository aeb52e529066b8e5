import t from 'tap'
import {
  addUp,
  type Family,
  renderFamilies,
  sumsOf,
  withoutGoneUpstreams
} from '../../src/operations/metrics/family.ts'
import { createDurations, type Reading } from '../../src/operations/metrics/tally.ts'
import { createProcessMetrics } from '../../src/operations/metrics.ts'
import { readSeries } from '../fixtures/wire/scrape.ts'

const gauge = (name: string, value: number, labels = {}): Family => ({
  name,
  help: 'a gauge',
  type: 'gauge',
  values: [{ labels, value }]
})
const counter = (name: string, ...values: Reading[]): Family => ({
  name,
  help: 'a counter',
  type: 'counter',
  values
})

/** Name -> value of what two processes say together. */
const together = async (...processes: Family[][]) => readSeries(await renderFamilies(addUp(processes)))

t.test('adding up: counters and histograms of two processes, added series by series', async (t) => {
  const durations = [1, 7].map((ms) => {
    const one = createDurations({ name: 'd', bounds: [0.005] })
    one.observe(ms)
    return { name: 'd', help: 'durations', type: 'histogram', values: one.read() } as const
  })
  const both = await together(
    [
      counter('c', { labels: { a: 'x' }, value: 1 }, { labels: { a: 'y' }, value: 2 }),
      ...durations.slice(0, 1)
    ],
    [counter('c', { labels: { a: 'y' }, value: 3 }, { labels: { a: 'z' }, value: 4 }), ...durations.slice(1)]
  )
  t.strictSame(Object.fromEntries(both), {
    'c{a="x"}': 1,
    'c{a="y"}': 5,
    'c{a="z"}': 4,
    'd_bucket{le="0.005"}': 1,
    'd_bucket{le="+Inf"}': 2,
    d_sum: 0.008,
    d_count: 2
  })
})

t.test('adding up: labels in another order, one series; another value, two', async (t) => {
  const both = addUp([
    [counter('c', { labels: { a: 'x', b: 'y' }, value: 1 })],
    [counter('c', { labels: { b: 'y', a: 'x' }, value: 1 })],
    [counter('c', { labels: { a: 'y', b: 'x' }, value: 1 })]
  ])
  t.strictSame(
    both[0]?.values.map(({ value }) => value),
    [2, 1]
  )
})

t.test('adding up: gauges, each by its meaning', async (t) => {
  for (const [name, one, other, expected] of [
    ['gatehouse_connections_open', 2, 3, 5],
    ['gatehouse_websockets_open', 2, 3, 5],
    ['gatehouse_ready', 1, 1, 1],
    ['gatehouse_ready', 0, 1, 0],
    ['gatehouse_provider_circuit_open', 0, 1, 1],
    ['gatehouse_provider_certificates', 2, 1, 1],
    ['gatehouse_provider_certificates_age_seconds', 10, 90, 90],
    ['gatehouse_clock_offset_seconds', -3, 2, -3],
    ['process_resident_memory_bytes', 100, 50, 150],
    ['process_open_fds', 20, 30, 30],
    ['process_max_fds', 2048, 1024, 1024],
    ['process_start_time_seconds', 7, 9, 7],
    ['nodejs_eventloop_lag_p99_seconds', 0.1, 0.3, 0.3],
    ['nodejs_eventloop_lag_min_seconds', 0.1, 0.3, 0.1]
  ] as const)
    t.equal(addUp([[gauge(name, one)], [gauge(name, other)]])[0]?.values[0]?.value, expected, name)
})

t.test('adding up: a number that is none, and a metric that one process has alone', async (t) => {
  const name = 'nodejs_eventloop_lag_mean_seconds'
  t.equal(addUp([[gauge(name, Number.NaN)], [gauge(name, 0.2)]])[0]?.values[0]?.value, 0.2)
  t.strictSame(addUp([[gauge(name, Number.NaN)]])[0]?.values, [])
  t.equal(addUp([[], [gauge('process_open_fds', 5)]])[0]?.values[0]?.value, 5)
})

t.test('adding up: a process that has ended, its sums stay and its gauges go', async (t) => {
  const ended = [counter('c', { labels: {}, value: 8 }), gauge('gatehouse_connections_open', 3)]
  const both = await together([counter('c', { labels: {}, value: 1 })], sumsOf(ended))
  t.strictSame(Object.fromEntries(both), { c: 9 })
})

t.test('adding up: sums of an application that a reload has dropped end, those of others stay', async (t) => {
  const gone = [
    counter('e', { labels: { upstream: 'wiki' }, value: 2 }, { labels: { upstream: 'home' }, value: 1 }),
    counter('c', { labels: { code: 'none' }, value: 4 })
  ]
  const current = [counter('e', { labels: { upstream: 'home' }, value: 0 })]
  t.strictSame(
    withoutGoneUpstreams(gone, current).map(({ values }) => values),
    [[{ labels: { upstream: 'home' }, value: 1 }], [{ labels: { code: 'none' }, value: 4 }]]
  )
})

t.test('process metrics: plain values that survive a message, also the parts of histograms', async (t) => {
  const metrics = createProcessMetrics()
  await metrics.watch()
  globalThis.gc?.()
  const families = JSON.parse(JSON.stringify(await metrics.read()))
  const series = readSeries(await renderFamilies(addUp([families, families])))
  const once = readSeries(await renderFamilies(families))
  t.equal(series.get('process_resident_memory_bytes'), 2 * (once.get('process_resident_memory_bytes') ?? 0))
  t.equal(series.get('process_open_fds'), once.get('process_open_fds'))
})
