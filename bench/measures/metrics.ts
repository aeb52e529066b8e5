import { countEvent } from '../../gateway/src/operations/event-log/event-table.ts'
import type { GatewayEvent } from '../../gateway/src/operations/events.ts'
import { createCounted } from '../../gateway/src/operations/metrics/series.ts'
import { type Figure, figure, type Plan } from '../figures.ts'
import { type RunningGateway, withGateway } from '../fixture/gateway.ts'
import type { BenchProvider } from '../fixture/provider.ts'
import { describeRounds, type Round, runRounds } from '../fixture/rounds.ts'

const PATH = '/api/items?page=1'
const BATCHES = 10
const WITHOUT = 'gateway without metrics'
const WITH = 'gateway with metrics'
/** Seconds, as many as by default. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What counting costs a request: measured alone in this process, and as the difference of two gateways under load. */
export async function measureMetrics(provider: BenchProvider, plan: Plan): Promise<Figure[]> {
  const off = { GATEHOUSE_METRICS_ENABLED: 'false' }
  const rounds = await withGateway(provider, (counting: RunningGateway) =>
    withGateway(provider, (bare) => compareUnderLoad(counting, bare, plan), off)
  )
  const differences = (rounds.get(WITH) ?? []).map(
    ({ cpuMicroseconds }, index) => cpuMicroseconds - (rounds.get(WITHOUT)?.[index]?.cpuMicroseconds ?? 0)
  )
  return [
    figure('metrics: both events of a request, counted', 'µs', measureCounting(plan), { under: 1.5 }),
    ...[...rounds].flatMap(([name, results]) => describeRounds(name, results)),
    figure('metrics: processor time of a request over that without', 'µs', differences)
  ]
}

function compareUnderLoad(
  counting: RunningGateway,
  bare: RunningGateway,
  plan: Plan
): Promise<ReadonlyMap<string, readonly Round[]>> {
  const targetOf = ({ gateway: running, headers }: RunningGateway) => ({
    running,
    requests: [{ path: PATH, headers }]
  })
  return runRounds(
    new Map([
      [WITH, targetOf(counting)],
      [WITHOUT, targetOf(bare)]
    ]),
    plan
  )
}

function measureCounting({ warmChecks }: Plan): number[] {
  const counted = createCounted(BUCKETS)
  const samples: number[] = []
  const requests = Math.ceil(warmChecks / BATCHES)
  for (let batch = 0; batch <= BATCHES; batch++) {
    const startedAtMs = performance.now()
    for (let request = 0; request < requests; request++)
      for (const event of eventsOf(request)) countEvent(event, counted)
    samples.push(((performance.now() - startedAtMs) * 1000) / requests)
  }
  // The first batch warmed up.
  return samples.slice(1)
}

/** The events of one allowed request, created as the gateway creates them. */
function eventsOf(request: number): GatewayEvent[] {
  const durationMs = (request % 100) / 10
  return [
    {
      kind: 'request.decided',
      cost: 'warm',
      outcome: 'allow',
      code: null,
      application: null,
      durationMs: 0.05
    },
    {
      kind: 'request.ended',
      route: 'proxy',
      method: 'GET',
      status: 200,
      durationMs,
      upstreamHeadMs: durationMs / 2,
      application: null,
      isStream: false
    }
  ]
}
