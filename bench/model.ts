import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { configSchema } from '../gateway/src/config/schema/schema.ts'
import { readInputs } from './model/inputs.ts'
import { type RealPlan, type RealRun, runReally } from './model/real-run.ts'
import { describeAssumptions, describeModel, describeRealRun, drawModel } from './model/report.ts'
import { noteBusyMachine, writeReport } from './report.ts'
import { findStore } from './soak/store.ts'

const USAGE = 'npm run bench:model -- [--no-run]\n'
const RUN_LIMIT_MS = 10 * 60_000

const PLAN: RealPlan = {
  replicas: 8,
  refresh: { sessions: 200, burst: 4, delayMs: 120, sessionsAtOnce: 10 },
  lookUps: { sessions: 60, requestsPerSecondEach: 1, intervalSeconds: 3, seconds: 20 },
  loadSeconds: 4
}

/** What many gateways come to, and whether eight of them do: `npm run bench:model`. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { 'no-run': { type: 'boolean', default: false }, help: { type: 'boolean', default: false } }
  })
  if (values.help) {
    process.stdout.write(USAGE)
    return 0
  }
  setTimeout(() => {
    process.stderr.write('bench:model took longer than ten minutes\n')
    process.exit(1)
  }, RUN_LIMIT_MS).unref()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const note = noteBusyMachine()
  const { measured, sources } = readInputs()
  const runs = values['no-run'] ? [] : await runAll()
  const body = [
    describeAssumptions(),
    ...(runs.length === 0 ? [] : [describeRealRun(PLAN, measured, runs)]),
    describeModel(measured)
  ].join('\n\n')
  const date = new Date().toISOString().slice(0, 10)
  const file = writeReport(`${date}-model`, {
    body,
    data: { measured, plan: PLAN, runs },
    facts: { 'measured figures of': sources.join(', '), ...note },
    charts: drawModel(measured)
  })
  process.stdout.write(`\n${body}\n\n${file}\n`)
  return 0
}

async function runAll(): Promise<{ name: string; run: RealRun }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-model-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.stderr.write('8 processes, each by itself …\n')
  const runs = [{ name: 'each by itself', run: await runReally(PLAN, null, folder) }]
  const store = Object.hasOwn(configSchema.properties, 'store') ? await findStore() : null
  if (store === null) return runs
  process.stderr.write('8 processes with a store …\n')
  await store.start()
  try {
    runs.push({ name: 'with a store', run: await runReally(PLAN, store, folder) })
  } finally {
    await store.stop()
  }
  return runs
}

process.exitCode = await main()
process.exit()
