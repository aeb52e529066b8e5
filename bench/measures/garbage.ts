import { importFromPlugins } from '../../config/plugin-exports.ts'
import { findFreePort } from '../../gateway/test/fixtures/wire/ports.ts'
import { type Figure, figure, type Plan } from '../figures.ts'
import { type Running, untilAnswered } from '../fixture/child-process.ts'
import { type RunningGateway, withGateway } from '../fixture/gateway.ts'
import { type BenchProvider, PUBLIC_ORIGIN } from '../fixture/provider.ts'
import {
  buildRequests,
  CONNECTIONS,
  type Load,
  loadHttp,
  measureRequests,
  PATH,
  VARIABLES_OF_KINDS
} from '../fixture/request-garbage.ts'
import { findStore } from '../fixture/store.ts'
import { echoMessages, readEvents } from '../fixture/stream-load.ts'

type Budget = Pick<Figure, 'budget'>

/** Design budgets of a request, in bytes. */
export const OF_REQUEST = { promoted: { under: 200 }, allocated: { under: 26_000 } }
/** What is measured beside: a reference, or what has no budget. */
const NONE = { promoted: undefined, allocated: undefined }
/** How long the application takes where answers are slow, which is long enough to be tied to their sessions. */
const SLOW_MS = 600
/** With more at a time, or longer ones, requests would survive two scavenges because they last. */
const SLOW_CONNECTIONS = 100
const MAX_SLOW = 3000
/** Events and messages for each request of the other kinds: each leaves less. */
const EVENTS = 8
/** Half of the program's own: more scavenges of as many requests, and what survives the first one alone is not promoted. */
export const YOUNG_GENERATION = { flags: ['--min-semi-space-size=16', '--max-semi-space-size=16'] }

interface Row {
  kind: string
  /** Whose garbage it is. */
  running: Running
  load: Load
  /** No more than so many; absent: as many as of the others. */
  max?: number
  /** So many times as many; default: 1. */
  times?: number
  budget: { promoted: Budget['budget']; allocated: Budget['budget'] }
}

/** Bytes that a request, an event or a message of each kind allocates, and those promoted to the old space. */
export async function measureGarbage(provider: BenchProvider, plan: Plan): Promise<Figure[]> {
  const measure = (rows: readonly Row[]) => measureRows(rows, plan.garbageRequests)
  return [
    ...(await measureAlone(provider, measure)),
    ...(await measureWithStore(provider, measure)),
    ...(await measureWorkers(provider, measure))
  ]
}

type Measure = (rows: readonly Row[]) => Promise<Figure[]>

async function measureRows(rows: readonly Row[], amount: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { kind, running, load, max = amount, times = 1, budget } of rows) {
    const { promoted, allocated } = await measureRequests(running, load, Math.min(amount, max) * times)
    figures.push(
      figure(`${kind}: promoted for each`, 'B', [promoted], budget.promoted),
      figure(`${kind}: allocated for each`, 'B', [allocated], budget.allocated)
    )
  }
  return figures
}

/** A plugin's `test/load.ts`: what goes through a listener of its own. */
interface OfPlugin {
  KIND: string
  PORT_VARIABLE: string
  createLoad(
    port: number,
    asked: { url: string; headers: Readonly<Record<string, string>>; concurrency: number }
  ): Load
}

/** One process: every kind. */
async function measureAlone(provider: BenchProvider, measure: Measure): Promise<Figure[]> {
  const port = await findFreePort()
  const ofPlugins = await importFromPlugins<OfPlugin>('test/load')
  const ports = Object.fromEntries(ofPlugins.map(({ PORT_VARIABLE }) => [PORT_VARIABLE, String(port)]))
  return await withGateway(
    provider,
    (running) => {
      const { gateway, headers } = running
      return measure([
        ...Object.entries(buildRequests(headers)).map(([kind, request]) => ({
          kind,
          running: gateway,
          load: loadHttp(gateway, request),
          budget: OF_REQUEST
        })),
        ...ofPlugins.map(({ KIND, createLoad }) => ({
          kind: KIND,
          running: gateway,
          load: createLoad(port, { url: `${PUBLIC_ORIGIN}${PATH}`, headers, concurrency: CONNECTIONS }),
          budget: OF_REQUEST
        })),
        ...listStreams(running),
        ...listNewConnections(running)
      ])
    },
    { ...VARIABLES_OF_KINDS, ...ports },
    YOUNG_GENERATION
  )
}

/** What lasts: answers that are waited for, events, and messages with their echoes. */
function listStreams({ gateway, headers }: RunningGateway): Row[] {
  const { proxied } = buildRequests(headers)
  const streams = { url: gateway.url, headers, connections: CONNECTIONS }
  const slow = { ...proxied, path: `/api/items?afterMs=${SLOW_MS}` }
  const row = { running: gateway, budget: NONE }
  return [
    {
      ...row,
      kind: `proxied, an answer after ${SLOW_MS} ms`,
      load: loadHttp(gateway, slow, { connections: SLOW_CONNECTIONS }),
      max: MAX_SLOW
    },
    {
      ...row,
      kind: 'event of an event stream',
      load: (amount) => readEvents({ ...streams, amount }),
      times: EVENTS
    },
    {
      ...row,
      kind: 'WebSocket message and its echo',
      load: (amount) => echoMessages({ ...streams, amount }),
      times: EVENTS
    }
  ]
}

/** A connection for each request; beside the application itself, a bare server of `node:http`. */
function listNewConnections({ gateway, upstream, headers }: RunningGateway): Row[] {
  const requests = buildRequests(headers)
  const row = (kind: string, running: Running, name: keyof typeof requests): Row => ({
    kind: `${kind}, new connection`,
    running,
    load: loadHttp(running, requests[name], { reconnects: true }),
    budget: NONE
  })
  return [
    row('proxied', gateway, 'proxied'),
    row('forward auth (Traefik, Caddy)', gateway, 'forward auth (Traefik, Caddy)'),
    row('forward auth (nginx)', gateway, 'forward auth (nginx)'),
    row('bare node:http', upstream, 'proxied')
  ]
}

async function measureWithStore(provider: BenchProvider, measure: Measure): Promise<Figure[]> {
  const store = await findStore()
  if (store === null) return []
  await store.start()
  const variables = { ...VARIABLES_OF_KINDS, GATEHOUSE_STORE_URL: store.url }
  try {
    return await withGateway(
      provider,
      (running) => measure(listFew(running, 'with a store')),
      variables,
      YOUNG_GENERATION
    )
  } finally {
    await store.stop()
  }
}

/** In figures of the worker processes. */
async function measureWorkers(provider: BenchProvider, measure: Measure): Promise<Figure[]> {
  const managementPort = await findFreePort()
  return await withGateway(
    provider,
    async (running) => {
      // The first worker answers before the last one is there; this listener comes after all of them.
      await untilAnswered(`http://127.0.0.1:${managementPort}/readyz`)
      return await measure(listFew(running, '2 workers', 4))
    },
    { ...VARIABLES_OF_KINDS, GATEHOUSE_WORKERS: '2', GATEHOUSE_MANAGEMENT_PORT: String(managementPort) },
    YOUNG_GENERATION
  )
}

/** The kinds that differ most. `times`: for processes that share them, each of which has to become steady. */
function listFew({ gateway, headers }: RunningGateway, where: string, times = 1): Row[] {
  const requests = buildRequests(headers)
  return (['proxied', 'refused (401)', 'refused (403)', 'forward auth (nginx)'] as const).map((kind) => ({
    kind: `${kind}, ${where}`,
    running: gateway,
    load: loadHttp(gateway, requests[kind]),
    times,
    budget: OF_REQUEST
  }))
}
