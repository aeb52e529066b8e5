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

/** Workers by name; what they last sent, and the combined metrics. */
function startWorkers() {
  const workers = new Map<string, { metrics: readonly Family[] }>()
  const { retire, read } = createCollectedMetrics(() => [...workers.values()])
  return {
    note(name: string, ...metrics: Family[]): void {
      workers.set(name, Object.assign(workers.get(name) ?? {}, { metrics }))
    },
    exit(...names: string[]): void {
      for (const name of names) {
        retire(workers.get(name) ?? { metrics: [] })
        workers.delete(name)
      }
    },
    together: async () => Object.fromEntries(readSeries(await renderMetrics(await read([]))))
  }
}

t.test('collected metrics: when a worker exits, its counters stay and its gauges are removed', async (t) => {
  const { note, exit, together } = startWorkers()
  note('a', requests(10), connections(3))
  note('b', requests(5), connections(2))
  t.strictSame(await together(), { requests_total: 15, connections: 5 })
  exit('a')
  t.strictSame(await together(), { requests_total: 15, connections: 2 })
  note('c', requests(1), connections(1))
  t.strictSame(await together(), { requests_total: 16, connections: 3 })
})

t.test('collected metrics: workers that exit during a scrape count once each', async (t) => {
  const { note, exit, together } = startWorkers()
  for (const worker of ['a', 'b', 'c']) note(worker, requests(1))
  const scrapes = [together()]
  for (const worker of ['a', 'b']) {
    exit(worker)
    scrapes.push(together())
  }
  t.strictSame(
    await Promise.all(scrapes),
    scrapes.map(() => ({ requests_total: 3 }))
  )
})

t.test('collected metrics: those that cannot be added are lost, all others stay', async (t) => {
  const { note, exit, together } = startWorkers()
  note('a', requests(10))
  note('b', { ...requests(5), name: 'broken_total', aggregator: 'none' as Family['aggregator'] })
  note('c', requests(1))
  exit('a', 'b', 'c')
  t.strictSame(await together(), { requests_total: 11 })
})

t.test('collected metrics: series of an application that a reload removed end, others stay', async (t) => {
  const { note, exit, together } = startWorkers()
  const decided = (application: string, value: number) =>
    family('decisions_total', 'counter', value, { application })
  note('a', errors('home', 1), decided('home', 1), requests(4))
  note('b', errors('wiki', 2), decided('wiki', 2))
  note('c', decided('', 3))
  exit('a', 'b', 'c')
  note('d', errors('home', 0), decided('home', 0))
  t.strictSame(await together(), {
    'errors_total{upstream="home"}': 1,
    requests_total: 4,
    'decisions_total{application="home"}': 1,
    'decisions_total{application=""}': 3
  })
})

t.test('checks: the result is the worst of the workers, with its number', async (t) => {
  const joined = joinChecks([
    { number: 1, value: { clock: OK, 'provider.refresh': OK } },
    { number: 2, value: { clock: OK, 'provider.refresh': warn('held back') } },
    { number: 3, value: null }
  ])
  t.strictSame(joined, { clock: OK, 'provider.refresh': warn('worker 2: held back') })
})
