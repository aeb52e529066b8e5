import t from 'tap'
import { countEvent } from '../../src/operations/event-log/event-table.ts'
import type { MetricName } from '../../src/operations/metrics/catalogue.ts'
import type { Reading } from '../../src/operations/metrics/series.ts'
import { addUp, createMetrics, type Family, one, renderMetrics } from '../../src/operations/metrics.ts'
import { readSeries } from '../fixtures/wire/scrape.ts'

const BUILD = { version: '0', revision: '0', node: process.version }
const create = () => createMetrics({ durationBuckets: [0.005], build: BUILD })
const nameOf = (name: MetricName) => `gatehouse_${name}`

const counter = (...values: Reading[]): Family => ({
  name: 'c',
  help: 'a counter',
  type: 'counter',
  aggregator: 'sum',
  values
})

/** The metrics of a process as sent in a message, one of them with this value. */
async function familiesWith(name: string, value: number): Promise<Family[]> {
  const families = await create().read({})
  if (!families.some((family) => family.name === name)) throw new Error(`no ${name}`)
  return JSON.parse(
    JSON.stringify(
      families.map((family) => (family.name === name ? { ...family, values: one(value) } : family))
    )
  )
}

/** The combined value of a metric of several processes. */
async function together(name: string, ...values: number[]): Promise<number | undefined> {
  const processes = await Promise.all(values.map((value) => familiesWith(name, value)))
  return (await addUp(processes)).find((family) => family.name === name)?.values[0]?.value
}

t.test('adding up: counters and histograms of two processes are added series by series', async (t) => {
  const durations = await Promise.all(
    [1, 7].map(async (durationMs) => {
      const metrics = create()
      countEvent({ kind: 'provider.call', call: 'sign', result: 'ok', durationMs }, metrics.counted)
      const families = await metrics.read({})
      return families.filter(({ name }) => name === nameOf('provider_request_duration_seconds'))
    })
  )
  const both = readSeries(
    await renderMetrics([
      [
        counter({ labels: { a: 'x' }, value: 1 }, { labels: { a: 'y' }, value: 2 }),
        ...durations.slice(0, 1).flat()
      ],
      [
        counter({ labels: { a: 'y' }, value: 3 }, { labels: { a: 'z' }, value: 4 }),
        ...durations.slice(1).flat()
      ]
    ])
  )
  t.match(Object.fromEntries(both), {
    'c{a="x"}': 1,
    'c{a="y"}': 5,
    'c{a="z"}': 4,
    'provider_request_duration_seconds_bucket{call="sign",le="0.025"}': 2,
    'provider_request_duration_seconds_bucket{call="sign",le="+Inf"}': 2,
    'provider_request_duration_seconds_sum{call="sign"}': 0.008,
    'provider_request_duration_seconds_count{call="sign"}': 2
  })
})

t.test('adding up: labels in another order are the same series, another value is a second one', async (t) => {
  const both = await addUp([
    [counter({ labels: { a: 'x', b: 'y' }, value: 1 })],
    [counter({ labels: { b: 'y', a: 'x' }, value: 1 })],
    [counter({ labels: { a: 'y', b: 'x' }, value: 1 })]
  ])
  const found = both[0]?.values.map(({ value }) => value)
  t.strictSame(found, [2, 1])
})

t.test('adding up: each gauge is combined according to its meaning', async (t) => {
  for (const [name, first, second, expected] of [
    [nameOf('connections_open'), 2, 3, 5],
    [nameOf('websockets_open'), 2, 3, 5],
    [nameOf('ready'), 1, 1, 1],
    [nameOf('ready'), 0, 1, 1],
    [nameOf('provider_circuit_open'), 0, 1, 1],
    [nameOf('provider_certificates'), 2, 1, 1],
    [nameOf('provider_certificates_age_seconds'), 10, 90, 90],
    [nameOf('clock_offset_seconds'), -3, 2, -3],
    ['process_resident_memory_bytes', 100, 50, 150],
    ['process_open_fds', 20, 30, 30],
    ['process_max_fds', 2048, 1024, 1024],
    ['process_start_time_seconds', 7, 9, 7],
    ['nodejs_eventloop_lag_seconds', 0.1, 0.3, 0.3],
    ['nodejs_eventloop_lag_mean_seconds', 0.1, 0.3, 0.3],
    ['nodejs_eventloop_lag_p99_seconds', 0.1, 0.3, 0.3],
    ['nodejs_eventloop_lag_min_seconds', 0.1, 0.3, 0.1]
  ] as const)
    t.equal(await together(name, first, second), expected, name)
})

t.test('adding up: NaN is ignored, and a metric that only one process has is unchanged', async (t) => {
  const mean = 'nodejs_eventloop_lag_mean_seconds'
  t.equal(await together(mean, Number.NaN, 0.2), 0.2)
  t.equal(await together(mean, Number.NaN, Number.NaN), undefined)
  t.strictSame((await addUp([[], [counter({ labels: {}, value: 5 })]]))[0]?.values, one(5))
})

t.test('rendering: NaN is written as in the text format', async (t) => {
  t.match(await renderMetrics([[counter({ labels: {}, value: Number.NaN })]]), /^c NaN$/m)
})

t.test('process metrics: plain values that can be sent in a message, histograms included', async (t) => {
  const metrics = create()
  await metrics.watchProcess()
  globalThis.gc?.()
  const families: Family[] = JSON.parse(JSON.stringify(await metrics.read({})))
  const series = readSeries(await renderMetrics([families, families]))
  const once = readSeries(await renderMetrics([families]))
  t.equal(series.get('process_resident_memory_bytes'), 2 * (once.get('process_resident_memory_bytes') ?? 0))
  t.equal(series.get('process_open_fds'), once.get('process_open_fds'))
})
