import { readSeries } from '../../gateway/test/fixtures/wire/scrape.ts'
import { type Figure, figure, MEBIBYTE, type Plan } from '../figures.ts'
import { withGateway } from '../fixture/gateway.ts'
import { applyLoad } from '../fixture/load.ts'
import type { BenchProvider } from '../fixture/provider.ts'

/** Small, so that few sessions are needed to fill it. */
const CACHE_BYTES = 8 * MEBIBYTE
/** Sessions in use, as multiples of those that the cache holds. */
const MULTIPLES = [0.5, 1, 2, 4, 8] as const
const USERS = 100
const CONNECTIONS = 20
const HIT = 'session_cache_lookups_total{result="hit"}'
const MISS = 'session_cache_lookups_total{result="miss"}'

/** What a cache that is too small for the sessions in use costs: share of hits, and processor time of a request. */
export async function measureSizing(provider: BenchProvider, plan: Plan): Promise<Figure[]> {
  const users = await provider.signIn(USERS)
  const variables = { GATEHOUSE_SESSION_CACHE_BYTES: String(CACHE_BYTES) }
  return await withGateway(
    provider,
    async ({ gateway, headers, managementUrl }) => {
      const readMetrics = async () => readSeries(await (await fetch(`${managementUrl}/metrics`)).text())
      const buildRequests = (sessions: number) =>
        Array.from({ length: sessions }, (_, n) => {
          const user = users[n % USERS]
          if (user === undefined) throw new Error('no user')
          return {
            path: '/api/items?page=1',
            headers: { ...headers, cookie: provider.buildCookieHeader(user) }
          }
        })
      /** Each connection in a random order of its own: in turn, a cache that is a little too small would never hit. */
      const visit = async (requests: ReturnType<typeof buildRequests>, amount: number) => {
        const share = { amount: Math.round(amount / CONNECTIONS) }
        const draw = () => requests.at(Math.floor(Math.random() * requests.length)) ?? []
        const lanes = Array.from({ length: CONNECTIONS }, () =>
          applyLoad({
            url: gateway.url,
            requests: Array.from({ length: share.amount }, draw).flat(),
            connections: 1,
            amount: share
          })
        )
        await Promise.all(lanes)
      }
      const filled = buildRequests(plan.sizingSessions * 2)
      await applyLoad({
        url: gateway.url,
        requests: filled,
        connections: 1,
        amount: { amount: filled.length }
      })
      const held = (await readMetrics()).get('session_cache_entries') ?? 0
      const figures = [figure('bytes of the cache for a session', 'bytes', [CACHE_BYTES / held])]
      for (const multiple of MULTIPLES) {
        const requests = buildRequests(Math.round(held * multiple))
        await visit(requests, requests.length * 2)
        const [before, usedBefore] = [await readMetrics(), await gateway.usage()]
        const amount = plan.sizingSessions * 8
        await visit(requests, amount)
        const [after, usedAfter] = [await readMetrics(), await gateway.usage()]
        const count = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
        const what = `${multiple} × as many sessions as the cache holds`
        figures.push(
          figure(`${what}: share of hits`, '%', [(100 * count(HIT)) / (count(HIT) + count(MISS))]),
          figure(`${what}: processor time of a request`, 'µs', [
            (usedAfter.cpuMicroseconds - usedBefore.cpuMicroseconds) / amount
          ])
        )
      }
      return figures
    },
    variables
  )
}
