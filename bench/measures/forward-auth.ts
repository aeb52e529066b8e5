import { type Figure, figure, type Plan } from '../figures.ts'
import { type RunningGateway, withGateway } from '../fixture/gateway.ts'
import { type BenchProvider, PUBLIC_ORIGIN } from '../fixture/provider.ts'
import { describeRounds, type Round, runOnce, runRounds, startTarget } from '../fixture/rounds.ts'

/** Design budget of a warm verdict over a bare route, in microseconds of processor time. */
const MAX_OVER_ROUTE = { under: 35 }

/** Questions of a proxy about a session that is remembered and about new ones, beside a bare route that gets the same. */
export function measureForwardAuth(provider: BenchProvider, plan: Plan): Promise<Figure[]> {
  const variables = {
    GATEHOUSE_FORWARD_AUTH_ENABLED: 'true',
    GATEHOUSE_FORWARD_AUTH_TRUSTED_PROXIES: '127.0.0.1/32'
  }
  return withGateway(
    provider,
    async ({ gateway, headers }: RunningGateway) => {
      const ask = (adapter: string, cookie = headers.cookie) => ({
        path: `/_auth/verify${adapter}`,
        headers: { ...headers, ...(cookie === undefined ? {} : { cookie }), ...forwardAuthHeaders() }
      })
      const fresh = (await provider.signIn(plan.coldChecks)).map((tokens) =>
        ask('', provider.buildCookieHeader(tokens))
      )
      const route = await startTarget('targets/fastify-route.js', '')
      try {
        const rounds = await runRounds(
          new Map([
            ['question, remembered', { running: gateway, requests: [ask('')] }],
            ['question of nginx, remembered', { running: gateway, requests: [ask('/status')] }],
            ['Fastify route, same question', { running: route, requests: [ask('')] }]
          ]),
          plan
        )
        const cold = await runOnce({ running: gateway, requests: fresh })
        return [
          ...compare(rounds),
          figure('question, first sight: processor time, all threads', 'µs', [cold.cpuMicroseconds]),
          ...[...rounds].flatMap(([name, results]) => describeRounds(name, results))
        ]
      } finally {
        await route.stop()
      }
    },
    variables
  )
}

/** What a proxy tells about the visitor's request. */
function forwardAuthHeaders(): Record<string, string> {
  const { protocol, host } = new URL(PUBLIC_ORIGIN)
  return {
    'x-forwarded-method': 'GET',
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
    'x-forwarded-uri': '/api/items?page=1',
    'x-forwarded-for': '203.0.113.7'
  }
}

function compare(rounds: ReadonlyMap<string, readonly Round[]>): Figure[] {
  const bare = rounds.get('Fastify route, same question') ?? []
  return ['question, remembered', 'question of nginx, remembered'].map((name) =>
    figure(
      `${name}: processor time over the route’s`,
      'µs',
      (rounds.get(name) ?? []).map(
        ({ cpuMicroseconds }, index) => cpuMicroseconds - (bare[index]?.cpuMicroseconds ?? 0)
      ),
      MAX_OVER_ROUTE
    )
  )
}
