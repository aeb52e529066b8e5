import { deepEqual, equal } from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { startStandIn } from '../stand-in/stand-in.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { signatureKeyOf } from '../test/fixtures/session/signature-keys.ts'
import { send } from '../test/fixtures/wire/http-client.ts'
import { readSeries } from '../test/fixtures/wire/scrape.ts'
import { startApplication } from './application.ts'
import { type OperatedGateway, startOperatedGateway } from './gateway.ts'
import { startLoad } from './load.ts'

const WORKERS = 4
const USERS = 20
const RELOADS = 10
/** With more than two former configurations, the oldest has its requests cut off; slow ones take 1.5 s. */
const BETWEEN_RELOADS_MS = 1000
/** Longer than requests in flight take after the signal, so that metrics can be read when all are done. */
const DRAIN_SECONDS = 5
const UNDER_DRAIN_MS = 1000
const LOOK_AGAIN_MS = 50
const TIMEOUT_MS = 300_000
const PAGES = 'http_requests_total{application="default",route="proxy",method="GET",status="200"}'
const UPGRADES = 'http_requests_total{application="default",route="proxy",method="GET",status="101"}'
const ENDED_STREAMS = 'streams_closed_total{by="gateway",reason="drain"}'
const UPLOADS = 'http_requests_total{application="default",route="proxy",method="POST",status="200"}'
/** Workers that are reloaded, replaced and shut down under load. */
export async function checkWorkers({ check }: Checks, folder: string): Promise<void> {
  await check(
    `workers: ${WORKERS} under load lose and miscount nothing in ${RELOADS} reloads, replacing, shutdown`,
    () => operate(folder),
    TIMEOUT_MS
  )
}

async function operate(folder: string): Promise<void> {
  const provider = await startStandIn({ projectId: 'demo-workers' })
  const application = await startApplication()
  const keys = `${signatureKeyOf('operated workers')}\n`
  const gateway = await startOperatedGateway(folder, {
    provider,
    upstreamUrl: application.url,
    first: { publicPaths: ['/r0'], keys },
    session: { signInsPerMinute: 0 },
    more: {
      workers: WORKERS,
      reload: { watch: false },
      log: { level: 'info' },
      shutdown: { drainSeconds: DRAIN_SECONDS }
    }
  })
  const { url } = gateway
  const cookies: string[] = []
  for (let user = 0; user < USERS; user++) {
    provider.accounts.create({ uid: `user-${user}` })
    cookies.push(await gateway.signIn(`user-${user}`))
  }
  const load = startLoad(url, { cookies, mayEndStreams: true })
  /** Responses to requests made here. */
  let asked = 0
  const ask = async (path: string, cookie = '') => {
    const { status } = await send(`${url}${path}`, { headers: { cookie, connection: 'close' } })
    if (status === 200) asked += 1
    return status
  }

  for (let number = 1; number <= RELOADS; number++) {
    const applied = gateway.latest('config.applied', number)
    gateway.publish({ publicPaths: [`/r${number}`], keys })
    gateway.hangUp()
    await applied
    const everywhere = Array.from({ length: WORKERS }, () => number)
    deepEqual(await Promise.all(everywhere.map(() => ask(`/r${number}`))), Array(WORKERS).fill(200))
    deepEqual(await Promise.all(everywhere.map(() => ask(`/r${number - 1}`))), Array(WORKERS).fill(401))
    await delay(BETWEEN_RELOADS_MS)
  }
  gateway.replaceWorkers()
  await until(
    async () => (await seriesOf(gateway)).get('worker_restarts_total{reason="replaced"}') === WORKERS
  )
  deepEqual(await Promise.all(cookies.map((cookie) => ask('/page', cookie))), Array(USERS).fill(200))

  gateway.terminate()
  await delay(UNDER_DRAIN_MS)
  const { errors, ...done } = await load.finish()
  deepEqual(errors, [])
  console.log(`# ${JSON.stringify(done)}`)
  const series = await whenAllIsOver(gateway)
  const { requests, uploads, eventStreams, webSockets } = done
  deepEqual(
    [PAGES, UPLOADS, UPGRADES, ENDED_STREAMS].map((name) => series.get(name)),
    [requests + asked + eventStreams, uploads, webSockets, eventStreams + webSockets]
  )
  const { code, stdout } = await gateway.ended
  equal(code, 0)
  const lines: Record<string, unknown>[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const ofRequests = lines.filter(({ msg }) => msg === 'request' || msg === 'stream closed')
  equal(ofRequests.length, sumOf(series, 'http_requests_total'), 'one line for each, across all workers')
  equal(lines.at(-1)?.inTime, true)
  application.close()
  await provider.close()
}

/** A client sees the end of its stream before the gateway counts it, which waits for the application side. */
async function whenAllIsOver(gateway: OperatedGateway): Promise<Map<string, number>> {
  let series = await seriesOf(gateway)
  await until(async () => {
    series = await seriesOf(gateway)
    return series.get('http_requests_in_flight') === 0
  })
  return series
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(LOOK_AGAIN_MS)
}

async function seriesOf({ managementUrl }: OperatedGateway): Promise<Map<string, number>> {
  return readSeries(await (await send(`${managementUrl}/metrics`)).text())
}

function sumOf(series: ReadonlyMap<string, number>, metric: string): number {
  return [...series].reduce((sum, [name, value]) => sum + (name.startsWith(`${metric}{`) ? value : 0), 0)
}
