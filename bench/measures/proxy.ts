import { type Figure, figure, type Plan } from '../figures.ts'
import { findFreePort, type Running, startProgram } from '../fixture/child-process.ts'
import { type RunningGateway, withGateway } from '../fixture/gateway.ts'
import { applyLoad, type LoadResult } from '../fixture/load.ts'
import type { BenchProvider } from '../fixture/provider.ts'

type Round = LoadResult & { cpuMicroseconds: number }

/** Requests per second of a signed-in visitor, beside proxies that check nothing and a bare route. */
export function measureProxy(provider: BenchProvider, plan: Plan): Promise<Figure[]> {
  return withGateway(provider, async ({ gateway, upstream, headers }: RunningGateway) => {
    const body = await (await fetch(upstream.url)).text()
    const targets = new Map<string, Running>([
      ['gateway', gateway],
      ['undici dispatch', await startTarget('targets/undici-dispatch.js', upstream.url)],
      ['undici request', await startTarget('targets/undici-request.js', upstream.url)],
      ['Fastify route', await startTarget('targets/fastify-route.js', body)]
    ])
    const names = [...targets.keys()]
    const rounds = new Map<string, Round[]>(names.map((name) => [name, []]))
    try {
      for (let round = 0; round < plan.rounds; round++) {
        // Another one is first each time: what the machine does meanwhile hits all alike.
        names.push(...names.splice(0, 1))
        for (const name of names) {
          const target = targets.get(name)
          if (target !== undefined) rounds.get(name)?.push(await runRound(target, headers, plan))
        }
      }
    } finally {
      await Promise.all([...targets.values()].map((target) => target.stop()))
    }
    return [...[...rounds].flatMap(([name, results]) => describe(name, results)), ...compare(rounds)]
  })
}

async function startTarget(path: string, argument: string): Promise<Running> {
  const port = await findFreePort()
  return await startProgram({ path, args: [String(port), argument], port })
}

async function runRound(
  { url, usage }: Running,
  headers: RunningGateway['headers'],
  plan: Plan
): Promise<Round> {
  const { connections } = plan
  await applyLoad({ url, headers, connections, amount: { duration: plan.warmUpSeconds } })
  const before = await usage()
  const result = await applyLoad({ url, headers, connections, amount: { duration: plan.roundSeconds } })
  const after = await usage()
  return { ...result, cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / result.requests }
}

function describe(name: string, rounds: readonly Round[]): Figure[] {
  const samples = (field: keyof Round) => rounds.map((round) => round[field])
  return [
    figure(`${name}: requests`, '1/s', samples('requestsPerSecond')),
    figure(`${name}: processor time of a request`, 'µs', samples('cpuMicroseconds')),
    figure(`${name}: latency p50`, 'ms', samples('p50')),
    figure(`${name}: latency p97.5`, 'ms', samples('p97_5')),
    figure(`${name}: latency p99`, 'ms', samples('p99'))
  ]
}

/** Ratios within each round, of targets that ran in the same minute. */
function compare(rounds: ReadonlyMap<string, readonly Round[]>): Figure[] {
  const ratios = (other: string, ratio: (ours: Round, theirs: Round) => number) =>
    (rounds.get('gateway') ?? []).flatMap((ours, index) => {
      const theirs = rounds.get(other)?.[index]
      return theirs === undefined ? [] : [ratio(ours, theirs)]
    })
  const speed = (ours: Round, theirs: Round) => ours.requestsPerSecond / theirs.requestsPerSecond
  const processor = (ours: Round, theirs: Round) => theirs.cpuMicroseconds / ours.cpuMicroseconds
  const budget = { atLeast: 0.9 }
  return [
    figure('gateway / undici dispatch: requests', 'x', ratios('undici dispatch', speed), budget),
    figure(
      'gateway / undici dispatch: per processor second',
      'x',
      ratios('undici dispatch', processor),
      budget
    ),
    figure('gateway / undici request: requests', 'x', ratios('undici request', speed)),
    figure('gateway / undici request: per processor second', 'x', ratios('undici request', processor)),
    figure('gateway / Fastify route: requests', 'x', ratios('Fastify route', speed))
  ]
}
