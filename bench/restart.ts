import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findFreePort } from '../gateway/test/fixtures/wire/ports.ts'
import { type Figure, figure } from './figures.ts'
import { startProgram } from './fixture/child-process.ts'
import { signedInHeaders } from './fixture/gateway.ts'
import { type BenchProvider, startProvider } from './fixture/provider.ts'
import { renderTable, writeResults } from './report.ts'
import { type Balancer, listBalancers } from './restart/balancers.ts'
import { createGateway, type Gateway } from './restart/gateways.ts'
import { type Responses, startLoad } from './restart/load.ts'

const PER_SECOND = 300
/** Between two restarts: balancers with checks need that long to send requests to a gateway again. */
const SETTLE_MS = 5000
const RUN_LIMIT_MS = 20 * 60_000

interface Trial {
  name: string
  signal: 'SIGTERM' | 'SIGKILL'
  restarts: number
  /** Most requests that may break: none, or those in flight at each kill. */
  brokenAllowed: number
}

const USAGE = 'npm run bench -- restart [--quick] [--only nginx|haproxy|tcp]\n'

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } }
  })
  const restarts = values.quick ? 2 : 6
  const trials: Trial[] = [
    { name: 'rolling restarts', signal: 'SIGTERM', restarts, brokenAllowed: 0 },
    { name: 'kill -9', signal: 'SIGKILL', restarts, brokenAllowed: restarts * 10 }
  ]
  setTimeout(() => {
    process.stderr.write('bench -- restart took longer than 20 minutes\n')
    process.exit(1)
  }, RUN_LIMIT_MS).unref()
  const provider = await startProvider()
  const upstreamPort = await findFreePort()
  const upstream = await startProgram({
    path: 'targets/upstream.js',
    args: [String(upstreamPort)],
    port: upstreamPort
  })
  const figures: Figure[] = []
  for (const balancer of listBalancers()) {
    if (!balancer.name.toLowerCase().startsWith(values.only)) continue
    process.stderr.write(`${balancer.name} …\n`)
    figures.push(...(await runTrials(balancer, trials, { provider, upstreamUrl: upstream.url })))
  }
  await Promise.all([upstream.stop(), provider.close()])
  const date = new Date().toISOString().slice(0, 10)
  const file = writeResults(`${date}-restart${values.quick ? '-quick' : ''}`, figures)
  process.stdout.write(`\n${renderTable(figures)}\n\n${file}\n`)
  return 0
}

interface Surroundings {
  provider: BenchProvider
  upstreamUrl: string
}

async function runTrials(
  balancer: Balancer,
  trials: readonly Trial[],
  surroundings: Surroundings
): Promise<Figure[]> {
  const options = { ...surroundings, drainSeconds: balancer.drainSeconds }
  const gateways = [await createGateway(options), await createGateway(options)]
  await Promise.all(gateways.map((gateway) => gateway.start()))
  const port = await findFreePort()
  const running = await balancer.start(port, gateways)
  const headers = await signedInHeaders(surroundings.provider)
  try {
    const figures: Figure[] = []
    for (const trial of trials) {
      process.stderr.write(`  ${trial.name} …\n`)
      await wait(SETTLE_MS)
      const responses = await runTrial(trial, gateways, { url: `http://127.0.0.1:${port}/`, headers })
      figures.push(...describe(balancer, trial, responses))
    }
    return figures
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.end('SIGKILL')))
    await running.close()
  }
}

async function runTrial(
  { signal, restarts }: Trial,
  gateways: readonly Gateway[],
  { url, headers }: { url: string; headers: Record<string, string> }
): Promise<Responses> {
  const load = startLoad(url, headers, PER_SECOND)
  await wait(SETTLE_MS)
  for (let count = 0; count < restarts; count++) {
    const gateway = gateways[count % gateways.length]
    await gateway?.end(signal)
    await gateway?.start()
    await wait(SETTLE_MS)
  }
  return await load.stop()
}

function describe({ name, drainSeconds }: Balancer, trial: Trial, responses: Responses): Figure[] {
  const what = `${name}, drain ${drainSeconds} s, ${trial.restarts} × ${trial.name}`
  return [
    figure(`${what}: broken`, describeBroken(responses), [responses.broken], {
      under: trial.brokenAllowed + 1
    }),
    figure(`${what}: sessions lost`, 'responses', [responses.sessionsLost], { under: 1 })
  ]
}

/** The unit of that figure, with what the clients saw. */
function describeBroken({ sent, brokenBy }: Responses): string {
  const seen = [...brokenBy].map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`)
  return [`of ${sent} requests`, ...seen].join(', ')
}

if (process.argv.includes('--help')) process.stdout.write(USAGE)
else process.exitCode = await main()
process.exit()
