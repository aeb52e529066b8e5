import { type Figure, figure, type Plan } from '../figures.ts'
import { withGateway } from '../fixture/gateway.ts'
import type { BenchProvider } from '../fixture/provider.ts'
import { type Round, runRounds, startTarget, type Target } from '../fixture/rounds.ts'

const PATH = '/api/items?page=1'
const BARE = 'bare proxy'
/** Programs without any check, each with one thing more than the one before. */
const TARGETS = {
  [BARE]: 'targets/undici-dispatch.js',
  "… with headers as long as the gateway's": 'targets/long-headers.js',
  '… behind a route of Fastify': 'targets/fastify-dispatch.js'
}
const NO_LOG = { GATEHOUSE_LOG_REQUESTS: 'none' }
const NO_METRICS = { GATEHOUSE_METRICS_ENABLED: 'false' }
const NO_CHECK = { GATEHOUSE_ACCESS_DEFAULT: 'public' }
/** Gateways, each with one thing more than the one before. */
const GATEWAYS = {
  'gateway without session check, metrics and log': { ...NO_LOG, ...NO_METRICS, ...NO_CHECK },
  '… with session check and identity headers': { ...NO_LOG, ...NO_METRICS },
  '… with metrics': NO_LOG,
  '… with a line of log: the gateway': {}
}
/** So many short rounds: what the machine does meanwhile hits all alike. */
const ROUNDS_TIMES = 2

/** What each part of the gateway adds to the processor time of a request, as a multiple of that of the bare proxy. */
export async function measureParts(provider: BenchProvider, plan: Plan): Promise<Figure[]> {
  const short = {
    ...plan,
    rounds: plan.rounds * ROUNDS_TIMES,
    roundSeconds: Math.max(1, plan.roundSeconds / 4)
  }
  return await withGateways(
    provider,
    Object.entries(GATEWAYS),
    new Map(),
    async (gateways, { headers, upstreamUrl }) => {
      const requests = [{ path: PATH, headers }]
      const others: [string, Target][] = []
      for (const [name, path] of Object.entries(TARGETS))
        others.push([name, { running: await startTarget(path, upstreamUrl), requests }])
      try {
        return describe(await runRounds(new Map([...others, ...gateways]), short))
      } finally {
        await Promise.all(others.map(([, { running }]) => running.stop()))
      }
    }
  )
}

interface Around {
  headers: Record<string, string>
  upstreamUrl: string
}

/** Runs these gateways beside each other while `measure` lasts. */
function withGateways<Result>(
  provider: BenchProvider,
  [next, ...rest]: readonly (readonly [string, Record<string, string>])[],
  running: ReadonlyMap<string, Target>,
  measure: (running: ReadonlyMap<string, Target>, around: Around) => Promise<Result>,
  around: Around = { headers: {}, upstreamUrl: '' }
): Promise<Result> {
  if (next === undefined) return measure(running, around)
  const [name, variables] = next
  return withGateway(
    provider,
    ({ gateway, upstream, headers }) => {
      const target: Target = { running: gateway, requests: [{ path: PATH, headers }] }
      const all = new Map<string, Target>([...running, [name, target]])
      return withGateways(provider, rest, all, measure, { headers, upstreamUrl: upstream.url })
    },
    variables
  )
}

function describe(rounds: ReadonlyMap<string, readonly Round[]>): Figure[] {
  const bare = rounds.get(BARE) ?? []
  return [...rounds].flatMap(([name, results]) => {
    const times = results.map(
      ({ cpuMicroseconds }, index) => cpuMicroseconds / (bare[index]?.cpuMicroseconds ?? 0)
    )
    return [
      figure(`${name}: processor time of a request`, 'x', times),
      figure(
        `${name}: in all threads`,
        'µs',
        results.map(({ cpuMicroseconds }) => cpuMicroseconds)
      )
    ]
  })
}
