import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findStore } from './fixture/store.ts'
import { readInputs } from './model/inputs.ts'
import { measureReference, type RealPlan, runReally } from './model/real-run.ts'
import {
  describeAssumptions,
  describeModel,
  describeRealRun,
  drawModel,
  type RealRuns
} from './model/report.ts'
import { waitForQuiet, writeReport } from './report.ts'

const USAGE = 'npm run bench -- model [--no-run]\n'
const RUN_LIMIT_MS = 2 * 60_000

const PLAN: RealPlan = {
  replicas: 8,
  refresh: { sessions: 200, burst: 4, delayMs: 120, sessionsAtOnce: 10 },
  lookUps: { sessions: 60, requestsPerSecondEach: 2, intervalSeconds: 2, seconds: 12 },
  loadSeconds: 2
}

/** What many gateways come to, and whether eight of them do: `npm run bench -- model`. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { 'no-run': { type: 'boolean', default: false }, help: { type: 'boolean', default: false } }
  })
  if (values.help) {
    process.stdout.write(USAGE)
    return 0
  }
  const note = values['no-run'] ? {} : await waitForQuiet()
  setTimeout(() => {
    process.stderr.write('bench -- model took longer than two minutes\n')
    process.exit(1)
  }, RUN_LIMIT_MS).unref()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const { measured, sources } = readInputs()
  const real = values['no-run'] ? null : await runAll()
  const body = [
    describeAssumptions(),
    ...(real === null ? [] : [describeRealRun(PLAN, measured, real)]),
    describeModel(measured)
  ].join('\n\n')
  const date = new Date().toISOString().slice(0, 10)
  const file = writeReport(`${date}-model`, {
    body,
    data: { measured, sources, plan: PLAN, ...real },
    facts: {
      'measured figures of': sources.map(({ file, machine }) => `${file} (${machine})`).join('; '),
      ...note
    },
    charts: drawModel(measured)
  })
  process.stdout.write(`\n${body}\n\n${file}\n`)
  return 0
}

async function runAll(): Promise<RealRuns> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-model-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.stderr.write('one process …\n')
  const reference = await measureReference(PLAN, folder)
  process.stderr.write('8 processes, each by itself …\n')
  const runs = [{ name: 'each by itself', run: await runReally(PLAN, null, folder) }]
  const store = await findStore()
  if (store === null) return { reference, runs }
  process.stderr.write('8 processes with a store …\n')
  await store.start()
  try {
    runs.push({ name: 'with a store', run: await runReally(PLAN, store, folder) })
  } finally {
    await store.stop()
  }
  return { reference, runs }
}

process.exitCode = await main()
process.exit()
