import t from 'tap'
import type { HealthCheck } from '../../src/operations/health.ts'
import type { Family } from '../../src/operations/metrics/family.ts'
import { createCollectedMetrics, joinChecks } from '../../src/workers/primary-report.ts'

const SINCE = '2026-01-31T12:00:00.000Z'
const OK: HealthCheck = { status: 'ok', since: SINCE, reason: null }
const warn = (reason: string): HealthCheck => ({ status: 'warn', since: SINCE, reason })

const requests = (value: number): Family => ({
  name: 'gatehouse_http_requests_total',
  help: 'requests',
  type: 'counter',
  values: [{ labels: { route: 'proxy' }, value }]
})
const connections = (value: number): Family => ({
  name: 'gatehouse_connections_open',
  help: 'connections',
  type: 'gauge',
  values: [{ labels: {}, value }]
})
const valuesOf = (families: readonly Family[]) =>
  Object.fromEntries(families.map(({ name, values }) => [name.replace('gatehouse_', ''), values[0]?.value]))

t.test('collected metrics: a worker is gone, its counters stay and its gauges go', async (t) => {
  const collected = createCollectedMetrics<string>()
  collected.note('a', [requests(10), connections(3)])
  collected.note('b', [requests(5), connections(2)])
  t.strictSame(valuesOf(collected.together([])), { http_requests_total: 15, connections_open: 5 })
  collected.retire('a')
  t.strictSame(valuesOf(collected.together([])), { http_requests_total: 15, connections_open: 2 })
  collected.note('c', [requests(1), connections(1)])
  t.strictSame(valuesOf(collected.together([])), { http_requests_total: 16, connections_open: 3 })
})

t.test('collected metrics: a worker that is stuck, counts with what it said last', async (t) => {
  const collected = createCollectedMetrics<string>()
  collected.note('a', [requests(10)])
  collected.note('b', [requests(5)])
  collected.note('a', [requests(12)])
  t.strictSame(valuesOf(collected.together([])), { http_requests_total: 17 })
})

t.test('checks: the worst of the workers, with its number; well everywhere, well', async (t) => {
  const joined = joinChecks([
    { number: 1, checks: { clock: OK, 'provider.refresh': OK } },
    { number: 2, checks: { clock: OK, 'provider.refresh': warn('held back') } },
    { number: 3, checks: null }
  ])
  t.strictSame(joined, { clock: OK, 'provider.refresh': warn('worker 2: held back') })
})
