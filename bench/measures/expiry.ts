import { Agent } from 'node:http'
import { type Figure, figure, type Plan } from '../figures.ts'
import { withGateway } from '../fixture/gateway.ts'
import type { BenchProvider } from '../fixture/provider.ts'
import { statusOf } from '../fixture/status.ts'
import { findStore } from '../fixture/store.ts'

const SESSIONS = 1000
/** To each replica: the runner is client and provider at once, and must answer within the time limit of a call. */
const CONNECTIONS = 200
const PATH = '/api/items?page=1'
const LIMIT_MS = 60_000

/**
 * Sessions whose id tokens expire at once, each asked for at two replicas with a store at the same moment: the calls that it takes, which
 * are one for each session. No figures without a store program.
 */
export async function measureExpiry(provider: BenchProvider, { starts }: Plan): Promise<Figure[]> {
  const store = await findStore()
  if (store === null) return []
  await store.start()
  const variables = { GATEHOUSE_STORE_URL: store.url }
  try {
    const rounds = await withGateway(
      provider,
      (here) =>
        withGateway(
          provider,
          async (there) => {
            const done: { calls: number; ms: number }[] = []
            while (done.length < Math.min(starts, 3))
              done.push(await expire(provider, [here.gateway.url, there.gateway.url]))
            return done
          },
          variables
        ),
      variables
    )
    const title = `${SESSIONS} sessions expire at once, two replicas with a store`
    const calls = rounds.map((round) => round.calls)
    return [
      figure(`${title}: calls to the provider`, '', calls, { under: SESSIONS + 1 }),
      figure(
        `${title}: until all are answered`,
        'ms',
        rounds.map(({ ms }) => ms)
      )
    ]
  } finally {
    await store.stop()
  }
}

async function expire(provider: BenchProvider, urls: readonly string[]) {
  const cookies = await provider.buildExpiredCookies(SESSIONS)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const before = provider.calls.refresh
  const startedAtMs = performance.now()
  const statuses = await Promise.all(
    cookies.flatMap((cookie) =>
      urls.map((url) => statusOf(`${url}${PATH}`, { cookie, accept: 'application/json' }, agent, LIMIT_MS))
    )
  )
  const ms = performance.now() - startedAtMs
  agent.destroy()
  const refused = statuses.filter((status) => status !== 200)
  if (refused.length > 0)
    throw new Error(
      `not answered with 200: ${refused.length}, of them ${refused.filter((status) => status === 0).length} without an answer`
    )
  return { calls: provider.calls.refresh - before, ms }
}
