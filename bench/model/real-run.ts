import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../../gateway/test/fixtures/wire/ports.ts'
import { compiled, GATEHOUSE, startProgram } from '../fixture/child-process.ts'
import { applyLoad } from '../fixture/load.ts'
import { type BenchProvider, startProvider } from '../fixture/provider.ts'
import { statusOf } from '../fixture/status.ts'
import type { Store } from '../fixture/store.ts'
import { readTree } from '../peers/process-tree.ts'
import { type RunningProgram, runProgram } from '../peers/program.ts'

/** What is done with some gateways on this machine, small enough for two cores. */
export interface RealPlan {
  replicas: number
  refresh: { sessions: number; burst: number; delayMs: number; sessionsAtOnce: number }
  lookUps: { sessions: number; requestsPerSecondEach: number; intervalSeconds: number; seconds: number }
  loadSeconds: number
}

/** What came of it. */
export interface RealRun {
  refreshes: number
  lookUpsPerSecond: number
  /** Requests of all sessions a second that were really sent meanwhile. */
  requestsPerSecond: number
  requestMicroseconds: number
  /** Of all processes together, after the load. */
  memoryBytes: number
  /** Null: no store. */
  storeCommands: number | null
}

/** One gateway by itself on this machine: what predictions for several start from. */
export type Reference = Pick<RealRun, 'requestMicroseconds' | 'memoryBytes'>

const ANSWER_LIMIT_MS = 20_000
const PATH = '/api/items?page=1'

/** Runs them. `store`: started already; null: each gateway is by itself. Rejects when an answer is not 200. */
export async function runReally(plan: RealPlan, store: Store | null, folder: string): Promise<RealRun> {
  return await withGateways(plan, { store, folder, count: plan.replicas }, async (provider, gateways) => {
    const urls = gateways.map(({ url }) => url)
    const agent = new Agent({ keepAlive: true })
    const refreshed = await countRefreshes(provider, { urls, agent, plan, store })
    const lookedUp = await countLookUps(provider, urls, agent, plan)
    agent.destroy()
    return { ...refreshed, ...lookedUp, ...(await measureLoad(provider, gateways, plan)) }
  })
}

/** The same load for one gateway alone. */
export async function measureReference(plan: RealPlan, folder: string): Promise<Reference> {
  return await withGateways(plan, { store: null, folder, count: 1 }, (provider, gateways) =>
    measureLoad(provider, gateways, plan)
  )
}

interface RunOptions {
  store: Store | null
  folder: string
  count: number
}

/** Starts so many gateways with a provider and an application, and ends all of them. */
async function withGateways<Result>(
  plan: RealPlan,
  { store, folder, count }: RunOptions,
  run: (provider: BenchProvider, gateways: readonly RunningGateway[]) => Promise<Result>
): Promise<Result> {
  const provider = await startProvider()
  const port = await findFreePort()
  const upstream = await startProgram({ path: 'targets/upstream.js', args: [String(port)], port })
  const gateways: RunningGateway[] = []
  const variables = {
    GATEHOUSE_SESSION_REVOCATION_CHECK_SECONDS: String(plan.lookUps.intervalSeconds),
    ...(store === null ? {} : { GATEHOUSE_STORE_URL: store.url })
  }
  try {
    while (gateways.length < count)
      gateways.push(await startGateway(provider, { upstreamUrl: upstream.url, folder, variables }))
    return await run(provider, gateways)
  } finally {
    await Promise.all(gateways.map(({ program }) => program.close()))
    await upstream.stop()
    await provider.close()
  }
}

interface RunningGateway {
  url: string
  program: RunningProgram
}

interface GatewayOptions {
  upstreamUrl: string
  folder: string
  variables: Readonly<Record<string, string>>
}

async function startGateway(
  provider: BenchProvider,
  { upstreamUrl, folder, variables }: GatewayOptions
): Promise<RunningGateway> {
  const [port, managementPort] = [await findFreePort(), await findFreePort()]
  const env = { ...provider.gatewayVariables({ upstreamUrl, port, managementPort }), ...variables }
  const args = [compiled(GATEHOUSE), 'start']
  const program = await runProgram({ program: process.execPath, args, port, folder, env })
  return { url: `http://127.0.0.1:${port}`, program }
}

interface RefreshOptions {
  urls: readonly string[]
  agent: Agent
  plan: RealPlan
  store: Store | null
}

/** Bursts of requests with sessions that have ended, each request to any gateway. */
async function countRefreshes(
  provider: BenchProvider,
  { urls, agent, plan, store }: RefreshOptions
): Promise<Pick<RealRun, 'refreshes' | 'storeCommands'>> {
  const { sessions, burst, delayMs, sessionsAtOnce } = plan.refresh
  provider.faults.refresh = {
    kind: 'hold',
    get until() {
      return wait(delayMs)
    }
  }
  const cookies = await provider.buildExpiredCookies(sessions)
  const before = provider.calls.refresh
  const commandsBefore = store === null ? null : await countCommands(store)
  for (let first = 0; first < cookies.length; first += sessionsAtOnce) {
    const those = cookies.slice(first, first + sessionsAtOnce)
    const asked = those.flatMap((cookie) =>
      Array.from({ length: burst }, () => ask(pick(urls), cookie, agent))
    )
    await Promise.all(asked)
  }
  provider.faults.refresh = { kind: 'ok' }
  const commands = store === null ? null : await countCommands(store)
  return {
    refreshes: provider.calls.refresh - before,
    storeCommands: commands === null || commandsBefore === null ? null : commands - commandsBefore
  }
}

/** Requests at random times to any gateway; counted once all gateways know all sessions. */
async function countLookUps(
  provider: BenchProvider,
  urls: readonly string[],
  agent: Agent,
  { replicas, lookUps }: RealPlan
): Promise<Pick<RealRun, 'lookUpsPerSecond' | 'requestsPerSecond'>> {
  const { sessions, requestsPerSecondEach, intervalSeconds, seconds } = lookUps
  const cookies = (await provider.signIn(sessions)).map((tokens) => provider.buildCookieHeader(tokens, 0))
  const load = startRandomLoad(() => ask(pick(urls), pick(cookies), agent), sessions * requestsPerSecondEach)
  await wait((2 * intervalSeconds + replicas / requestsPerSecondEach) * 1000)
  const count = () => provider.calls.lookup + provider.calls.lookupByIdToken
  const [before, sentBefore, startedAtMs] = [count(), load.sent(), performance.now()]
  await wait(seconds * 1000)
  const passedSeconds = (performance.now() - startedAtMs) / 1000
  const lookUpsPerSecond = (count() - before) / passedSeconds
  const requestsPerSecond = (load.sent() - sentBefore) / passedSeconds
  await load.stop()
  return { lookUpsPerSecond, requestsPerSecond }
}

function startRandomLoad(send: () => Promise<void>, perSecond: number) {
  const open = new Set<Promise<void>>()
  let sent = 0
  let failure: unknown = null
  const startedAtMs = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAtMs) / 1000) * perSecond
    for (; sent < due; sent++) {
      const request: Promise<void> = send()
        .catch((err) => {
          failure ??= err
        })
        .then(() => void open.delete(request))
      open.add(request)
    }
  }, 5)
  return {
    sent: () => sent,
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      if (failure !== null) throw failure
    }
  }
}

/** All gateways at once, with one session. */
async function measureLoad(
  provider: BenchProvider,
  gateways: readonly RunningGateway[],
  { loadSeconds }: RealPlan
): Promise<Pick<RealRun, 'requestMicroseconds' | 'memoryBytes'>> {
  const [cookie = ''] = (await provider.signIn(1)).map((tokens) => provider.buildCookieHeader(tokens))
  const requests = [{ path: PATH, headers: { cookie } }]
  const apply = (duration: number) =>
    Promise.all(gateways.map(({ url }) => applyLoad({ url, requests, connections: 6, amount: { duration } })))
  const pids = gateways.map(({ program }) => program.pid)
  await apply(loadSeconds)
  const before = readTree(pids)
  const results = await apply(loadSeconds)
  const after = readTree(pids)
  const count = results.reduce((sum, { requests }) => sum + requests, 0)
  const requestMicroseconds = (after.cpuMicroseconds - before.cpuMicroseconds) / count
  return { requestMicroseconds, memoryBytes: after.memoryBytes }
}

async function ask(url: string, cookie: string, agent: Agent): Promise<void> {
  const status = await statusOf(
    `${url}${PATH}`,
    { cookie, accept: 'application/json' },
    agent,
    ANSWER_LIMIT_MS
  )
  if (status !== 200) throw new Error(`${url}: ${status === 0 ? 'no answer' : `status ${status}`}`)
}

function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** Scripts that the server has run, which is how gateways share a refresh. */
async function countCommands({ url }: Store): Promise<number> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setTimeout(ANSWER_LIMIT_MS)
  let text = ''
  socket.on('data', (chunk) => {
    text += String(chunk)
  })
  socket.write('INFO commandstats\r\nQUIT\r\n')
  await once(socket, 'close')
  return [...text.matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm)].reduce(
    (sum, [, calls]) => sum + Number(calls),
    0
  )
}
