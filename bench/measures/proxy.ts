import { type Figure, figure, type Plan } from '../figures.ts'
import { type RunningGateway, withGateway } from '../fixture/gateway.ts'
import type { BenchProvider } from '../fixture/provider.ts'
import { describeRounds, type Round, runRounds, startTarget } from '../fixture/rounds.ts'

const PATH = '/api/items?page=1'
/** The reference of the budget. */
const BARE = 'undici dispatch'
/** Design budget of requests per processor second, as a share of those of the bare proxy. */
const MIN_OF_BARE = { atLeast: 0.7 }

/** Requests of a signed-in visitor, by processor time first, beside proxies that check nothing and a bare route. */
export function measureProxy(provider: BenchProvider, plan: Plan): Promise<Figure[]> {
  return withGateway(provider, async ({ gateway, upstream, headers }: RunningGateway) => {
    const body = await (await fetch(upstream.url)).text()
    const others = {
      [BARE]: await startTarget('targets/undici-dispatch.js', upstream.url),
      'undici request': await startTarget('targets/undici-request.js', upstream.url),
      'Fastify route': await startTarget('targets/fastify-route.js', body)
    }
    const requests = [{ path: PATH, headers }]
    const all = Object.entries({ gateway, ...others })
    try {
      const rounds = await runRounds(
        new Map(all.map(([name, running]) => [name, { running, requests }])),
        plan
      )
      return [...compare(rounds), ...[...rounds].flatMap(([name, results]) => describeRounds(name, results))]
    } finally {
      await Promise.all(Object.values(others).map((target) => target.stop()))
    }
  })
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
  return [
    figure(`gateway / ${BARE}: per processor second`, 'x', ratios(BARE, processor), MIN_OF_BARE),
    figure('gateway / undici request: per processor second', 'x', ratios('undici request', processor)),
    figure(`gateway / ${BARE}: requests`, 'x', ratios(BARE, speed)),
    figure('gateway / undici request: requests', 'x', ratios('undici request', speed)),
    figure('gateway / Fastify route: requests', 'x', ratios('Fastify route', speed))
  ]
}
