import { type Figure, figure, type Plan } from '../figures.ts'
import { type RunningGateway, withGateway } from '../fixture/gateway.ts'
import { type BenchProvider, PUBLIC_ORIGIN } from '../fixture/provider.ts'
import { describeRounds, type Round, runOnce, runRounds, startTarget } from '../fixture/rounds.ts'

/** Design budget of an auth request with a cached session over a bare route, in microseconds of processor time. */
const MAX_OVER_ROUTE = { under: 35 }

/** Design budget of an auth request on a new connection, as a multiple of one on a kept connection. */
const MAX_OF_KEPT = { under: 2 }
const CACHED = 'auth request, cached'
const OF_NGINX = 'auth request of nginx, cached'
const ROUTE = 'Fastify route, same request'
const RECONNECTS = ', new connection'

/** Auth requests with a cached session and with new ones, beside a bare route that gets the same. */
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
            [CACHED, { running: gateway, requests: [ask('')] }],
            [OF_NGINX, { running: gateway, requests: [ask('/status')] }],
            [ROUTE, { running: route, requests: [ask('')] }],
            [CACHED + RECONNECTS, { running: gateway, requests: [ask('')], reconnects: true }],
            [ROUTE + RECONNECTS, { running: route, requests: [ask('')], reconnects: true }]
          ]),
          plan
        )
        const cold = await runOnce({ running: gateway, requests: fresh })
        return [
          ...compare(rounds),
          figure('auth request, first sight: processor time, all threads', 'µs', [cold.cpuMicroseconds]),
          ...[...rounds].flatMap(([name, results]) => describeRounds(name, results))
        ]
      } finally {
        await route.stop()
      }
    },
    variables
  )
}

/** What a proxy forwards of the visitor's request. */
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
  /** Of two targets, round by round. */
  const both = (name: string, other: string, of: (one: number, another: number) => number) =>
    (rounds.get(name) ?? []).flatMap(({ cpuMicroseconds }, index) => {
      const another = rounds.get(other)?.[index]
      return another === undefined ? [] : [of(cpuMicroseconds, another.cpuMicroseconds)]
    })
  const over = (name: string, route: string) => both(name, route, (ours, theirs) => ours - theirs)
  const overRoute = 'processor time over the route’s'
  return [
    ...[CACHED, OF_NGINX].map((name) =>
      figure(`${name}: ${overRoute}`, 'µs', over(name, ROUTE), MAX_OVER_ROUTE)
    ),
    figure(`${CACHED + RECONNECTS}: ${overRoute}`, 'µs', over(CACHED + RECONNECTS, ROUTE + RECONNECTS)),
    figure(
      `${CACHED}: new connection / kept`,
      'x',
      both(CACHED + RECONNECTS, CACHED, (ours, kept) => ours / kept),
      MAX_OF_KEPT
    )
  ]
}
