import { type Figure, figure, type Plan } from '../figures.ts'
import type { Garbage, Running } from '../fixture/child-process.ts'
import { type RunningGateway, withGateway } from '../fixture/gateway.ts'
import { applyLoad, type LoadedRequest, type LoadOptions } from '../fixture/load.ts'
import { type BenchProvider, PUBLIC_ORIGIN } from '../fixture/provider.ts'

/** Design budgets, in bytes of a request. */
const MAX_PROMOTED = { under: 200 }
const MAX_ALLOCATED = { under: 26_000 }
/** A connection of its own costs bare `node:http` 600 bytes promoted and 6,000 allocated: its pool of parsers keeps sockets. */
const OF_A_CONNECTION = { promoted: { under: 1_000 }, allocated: { under: 32_000 } }

const VARIABLES = {
  GATEHOUSE_ACCESS_RULES: JSON.stringify([{ path: '/public/*', allow: 'public' }]),
  GATEHOUSE_FORWARD_AUTH_ENABLED: 'true',
  GATEHOUSE_FORWARD_AUTH_TRUSTED_PROXIES: '127.0.0.1/32'
}

interface Kind extends LoadedRequest {
  reconnects?: boolean
}

/** What one request of a kind leaves to the garbage collector, in bytes. */
export interface RequestGarbage {
  kind: string
  allocatedBytes: number
  promotedBytes: number
  /** Did each come on a connection of its own? */
  reconnects: boolean
}

/** Figures of `collectGarbage`, with their budgets. */
export async function measureGarbage(provider: BenchProvider, plan: Plan): Promise<Figure[]> {
  const kinds = await collectGarbage(provider, plan.garbageRequests)
  return kinds.flatMap(({ kind, allocatedBytes, promotedBytes, reconnects }) => {
    const budget = reconnects ? OF_A_CONNECTION : { promoted: MAX_PROMOTED, allocated: MAX_ALLOCATED }
    return [
      figure(`${kind}: promoted for each request`, 'B', [promotedBytes], budget.promoted),
      figure(`${kind}: allocated for each request`, 'B', [allocatedBytes], budget.allocated)
    ]
  })
}

/**
 * Bytes allocated and promoted by the gateway for requests of each kind, `amount` of each over 50 connections, after as many to
 * warm up. They hardly depend on the machine, or on what runs beside.
 */
function collectGarbage(provider: BenchProvider, amount: number): Promise<RequestGarbage[]> {
  return withGateway(
    provider,
    async ({ gateway, headers }) => {
      const collected: RequestGarbage[] = []
      for (const [kind, { reconnects = false, ...request }] of Object.entries(listKinds(headers))) {
        const load = { url: gateway.url, requests: [request], reconnects, amount: { amount } }
        const { allocatedBytes, promotedBytes } = await collect(gateway, load)
        collected.push({
          kind,
          allocatedBytes: allocatedBytes / amount,
          promotedBytes: promotedBytes / amount,
          reconnects
        })
      }
      return collected
    },
    VARIABLES
  )
}

async function collect(gateway: Running, options: Omit<LoadOptions, 'connections'>): Promise<Garbage> {
  const load = { ...options, connections: 50, isRefused: true }
  await applyLoad(load)
  await gateway.garbage()
  await applyLoad(load)
  return await gateway.garbage()
}

function listKinds(headers: RunningGateway['headers']): Record<string, Kind> {
  const { cookie, ...anonymous } = headers
  const path = '/api/items?page=1'
  const { protocol, host } = new URL(PUBLIC_ORIGIN)
  const forwarded = {
    'x-forwarded-method': 'GET',
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
    'x-forwarded-uri': path,
    'x-forwarded-for': '203.0.113.7'
  }
  const original = { 'x-original-url': `${PUBLIC_ORIGIN}${path}`, 'x-original-method': 'GET' }
  return {
    public: { path: '/public/items', headers: anonymous },
    refused: { path, headers: anonymous },
    'redirected to login': {
      path,
      headers: { ...anonymous, 'sec-fetch-mode': 'navigate', accept: 'text/html' }
    },
    proxied: { path, headers },
    'forward auth': { path: '/_auth/verify', headers: { ...headers, ...forwarded } },
    'forward auth, new connection': {
      path: '/_auth/verify',
      headers: { ...headers, ...forwarded },
      reconnects: true
    },
    'forward auth, refused': { path: '/_auth/verify', headers: { ...anonymous, ...forwarded } },
    'forward auth, nginx': { path: '/_auth/verify/status', headers: { ...headers, ...forwarded } },
    'forward auth, ingress-nginx': {
      path: '/_auth/verify/original-url',
      headers: { ...headers, ...original, 'x-forwarded-for': '203.0.113.7' }
    },
    'forward auth, Envoy': {
      path: `/_auth/verify/envoy${path}`,
      headers: { ...headers, 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-for': '203.0.113.7' }
    }
  }
}
