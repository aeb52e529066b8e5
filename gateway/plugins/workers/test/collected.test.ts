import t from 'tap'
import type { HealthCheck } from '../../../src/operations/condition.ts'
import { type Family, renderMetrics } from '../../../src/operations/metrics.ts'
import { readSeries } from '../../../test/fixtures/wire/scrape.ts'
import { createCollectedMetrics, joinChecks } from '../primary-report.ts'

const SINCE = '2026-01-31T12:00:00.000Z'
const OK: HealthCheck = { status: 'ok', since: SINCE, reason: null }
const warn = (reason: string): HealthCheck => ({ status: 'warn', since: SINCE, reason })

const family = (
  name: string,
  type: 'counter' | 'gauge',
  value: number,
  labels: Record<string, string> = {}
): Family => ({ name, help: name, type, aggregator: 'sum', values: [{ labels, value }] })
const requests = (value: number) => family('requests_total', 'counter', value)
const connections = (value: number) => family('connections', 'gauge', value)
const errors = (upstream: string, value: number) => family('errors_total', 'counter', value, { upstream })

/** The combined metrics. */
async function together({ read }: ReturnType<typeof createCollectedMetrics<string>>) {
  return Object.fromEntries(readSeries(await renderMetrics(await read([]))))
}

t.test('collected metrics: when a worker exits, its counters stay and its gauges are removed', async (t) => {
  const collected = createCollectedMetrics<string>()
  collected.note('a', [requests(10), connections(3)])
  collected.note('b', [requests(5), connections(2)])
  t.strictSame(await together(collected), { requests_total: 15, connections: 5 })
  collected.retire('a')
  t.strictSame(await together(collected), { requests_total: 15, connections: 2 })
  collected.note('c', [requests(1), connections(1)])
  t.strictSame(await together(collected), { requests_total: 16, connections: 3 })
})

t.test('collected metrics: workers that exit during a scrape count once each', async (t) => {
  const collected = createCollectedMetrics<string>()
  for (const worker of ['a', 'b', 'c']) collected.note(worker, [requests(1)])
  const scrapes = [together(collected)]
  for (const worker of ['a', 'b']) {
    collected.retire(worker)
    scrapes.push(together(collected))
  }
  for (const scrape of scrapes) t.strictSame(await scrape, { requests_total: 3 })
})

t.test('collected metrics: those that cannot be added fail one scrape, later ones succeed', async (t) => {
  const collected = createCollectedMetrics<string>()
  collected.note('a', [requests(10)])
  collected.note('b', [{ ...requests(5), name: 'broken_total', aggregator: 'none' as Family['aggregator'] }])
  collected.note('c', [requests(1)])
  for (const worker of ['a', 'b', 'c']) collected.retire(worker)
  await t.rejects(together(collected), /aggregator/)
  t.strictSame(await together(collected), { requests_total: 11 })
})

t.test('collected metrics: a stuck worker counts with its last known values', async (t) => {
  const collected = createCollectedMetrics<string>()
  collected.note('a', [requests(10)])
  collected.note('b', [requests(5)])
  collected.note('a', [requests(12)])
  t.strictSame(await together(collected), { requests_total: 17 })
})

t.test('collected metrics: series of an application that a reload removed end', async (t) => {
  const collected = createCollectedMetrics<string>()
  collected.note('a', [errors('home', 1), requests(4)])
  collected.note('b', [errors('wiki', 2)])
  for (const worker of ['a', 'b']) collected.retire(worker)
  collected.note('c', [errors('home', 0)])
  t.strictSame(await together(collected), { 'errors_total{upstream="home"}': 1, requests_total: 4 })
})

t.test('collected metrics: those by application end too, those of no application stay', async (t) => {
  const collected = createCollectedMetrics<string>()
  const decided = (application: string, value: number) =>
    family('decisions_total', 'counter', value, { application })
  collected.note('a', [decided('home', 1)])
  collected.note('b', [decided('wiki', 2)])
  collected.note('c', [decided('', 3)])
  for (const worker of ['a', 'b', 'c']) collected.retire(worker)
  collected.note('d', [decided('home', 0)])
  t.strictSame(await together(collected), {
    'decisions_total{application="home"}': 1,
    'decisions_total{application=""}': 3
  })
})

t.test('checks: the result is the worst of the workers, with its number', async (t) => {
  const joined = joinChecks([
    { number: 1, checks: { clock: OK, 'provider.refresh': OK } },
    { number: 2, checks: { clock: OK, 'provider.refresh': warn('held back') } },
    { number: 3, checks: null }
  ])
  t.strictSame(joined, { clock: OK, 'provider.refresh': warn('worker 2: held back') })
})
