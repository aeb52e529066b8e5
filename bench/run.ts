import { parseArgs } from 'node:util'
import type { Figure, Plan } from './figures.ts'
import { type BenchProvider, startProvider } from './fixture/provider.ts'
import { measureBinding } from './measures/binding.ts'
import { measureCheck } from './measures/check.ts'
import { measureExpiry } from './measures/expiry.ts'
import { measureForwardAuth } from './measures/forward-auth.ts'
import { measureGarbage } from './measures/garbage.ts'
import { measureMemory } from './measures/memory.ts'
import { measureMetrics } from './measures/metrics.ts'
import { measureParts } from './measures/parts.ts'
import { measureProxy } from './measures/proxy.ts'
import { measureReady } from './measures/ready.ts'
import { measureReload } from './measures/reload.ts'
import { measureRules } from './measures/rules.ts'
import { measureSignIn } from './measures/sign-in.ts'
import { measureSizing } from './measures/sizing.ts'
import { measureSmall } from './measures/small.ts'
import { measureStreaming } from './measures/streaming.ts'
import { measureWorkers } from './measures/workers.ts'
import { renderTable, writeResults } from './report.ts'

const MEASURES: Readonly<Record<string, (provider: BenchProvider, plan: Plan) => Promise<Figure[]>>> = {
  proxy: measureProxy,
  'forward-auth': measureForwardAuth,
  check: measureCheck,
  binding: measureBinding,
  rules: measureRules,
  metrics: measureMetrics,
  garbage: measureGarbage,
  memory: measureMemory,
  sizing: measureSizing,
  ready: measureReady,
  reload: measureReload,
  streaming: measureStreaming,
  workers: measureWorkers,
  expiry: measureExpiry,
  'sign-in': measureSignIn,
  small: measureSmall,
  parts: measureParts
}

const FULL: Plan = {
  warmUpRequests: 30_000,
  rounds: 5,
  warmUpSeconds: 1,
  roundSeconds: 3,
  connections: 50,
  warmChecks: 200_000,
  coldChecks: 2_000,
  garbageRequests: 16_000,
  memoryRequests: 200_000,
  memorySessions: 100_000,
  sizingSessions: 5_000,
  starts: 7,
  reloads: 7,
  streamBytes: 1024 ** 3
}

/** Under 40 seconds: enough to see that something broke, not to compare two versions. */
const QUICK: Plan = {
  ...FULL,
  warmUpRequests: 2_000,
  rounds: 2,
  warmUpSeconds: 1,
  roundSeconds: 1,
  coldChecks: 500,
  garbageRequests: 1_500,
  memoryRequests: 10_000,
  memorySessions: 20_000,
  sizingSessions: 3_000,
  starts: 3,
  reloads: 2,
  streamBytes: 128 * 1024 ** 2
}

/** What `npm run bench -- NAME` runs in place of the measures. */
const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  login: () => import('./login.ts'),
  restart: () => import('./restart.ts'),
  soak: () => import('./soak.ts'),
  peers: () => import('./peers.ts'),
  model: () => import('./model.ts'),
  walk: () => import('./walk.ts')
}

const USAGE = `npm run bench -- [${Object.keys(PROGRAMS).join('|')}]\nnpm run bench -- [--quick] [--only ${Object.keys(MEASURES).join(',')}] [--requests 1000000]\n`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      requests: { type: 'string' },
      help: { type: 'boolean', default: false }
    }
  })
  const names = values.only?.split(',') ?? Object.keys(MEASURES)
  const wrong =
    names.some((name) => !Object.hasOwn(MEASURES, name)) || !/^[1-9]\d{3,7}$/.test(values.requests ?? '1000')
  if (values.help || wrong) {
    process.stderr.write(USAGE)
    return values.help ? 0 : 2
  }
  const plan = { ...(values.quick ? QUICK : FULL) }
  if (values.requests !== undefined) plan.memoryRequests = Number(values.requests)

  const provider = await startProvider()
  const figures: Figure[] = []
  for (const name of names) {
    process.stderr.write(`${name} …\n`)
    figures.push(...((await MEASURES[name]?.(provider, plan)) ?? []))
  }
  await provider.close()
  const date = new Date().toISOString().slice(0, 10)
  const parts = [date, ...(values.quick ? ['quick'] : []), ...(values.only === undefined ? [] : names)]
  const file = writeResults(parts.join('-'), figures)
  process.stdout.write(`\n${renderTable(figures)}\n\n${file}\n`)
  return 0
}

const program = PROGRAMS[process.argv[2] ?? '']
if (program === undefined) {
  process.exitCode = await main()
  process.exit()
}
process.argv.splice(2, 1)
await program()
