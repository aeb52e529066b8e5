import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { findFreePort } from '../gateway/test/fixtures/wire/ports.ts'
import { startProgram } from './fixture/child-process.ts'
import { comparePeers } from './peers/compare.ts'
import { listPeers } from './peers/peers.ts'
import { FULL, QUICK } from './peers/plan.ts'
import { lookForProgramsIn } from './peers/program.ts'
import { describePeers, drawPeers } from './peers/report.ts'
import { startOidcProvider } from './peers/sign-in/oidc-provider.ts'
import { waitForQuiet, writeReport } from './report.ts'

const USAGE = `npm run bench -- peers [--quick] [--peers FOLDER] [--only PART-OF-NAME,…] [--node PATH] [--workers 2] [--rounds 3]

The same work through Gatehouse and others. FOLDER holds their programs, as far as they are not in PATH.
`

/** Before the limit of the run: enough to end all programs and to write what there is. */
const REPORT_MS = 20_000

/** Compares Gatehouse with others: `npm run bench -- peers`. Exit code 1: something was measured badly or not at all. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      peers: { type: 'string' },
      only: { type: 'string' },
      node: { type: 'string' },
      workers: { type: 'string', default: String(cpus().length) },
      rounds: { type: 'string' },
      help: { type: 'boolean', default: false }
    }
  })
  const workers = Number(values.workers)
  const usual = values.quick ? QUICK : FULL
  const rounds = Number(values.rounds ?? usual.rounds)
  if (values.help || ![workers, rounds].every((value) => Number.isInteger(value) && value >= 1)) {
    process.stderr.write(USAGE)
    return values.help ? 0 : 2
  }
  if (process.platform !== 'linux') throw new Error('processor time is read from /proc: Linux alone')
  const plan = { ...usual, rounds }
  const note = values.quick ? {} : await waitForQuiet()
  const loadBefore = describeLoad()
  endAfter(plan.limitMs)
  if (values.peers !== undefined) lookForProgramsIn(values.peers)
  const parts = values.only?.toLowerCase().split(',') ?? ['']
  const all = listPeers({ workers, node: values.node ?? null })
  // A part that is the whole name of a row means that row alone.
  const isWhole = (part: string) => all.some(({ name }) => name.toLowerCase() === part)
  const peers = all.filter(({ name }) =>
    parts.some((part) => (isWhole(part) ? name.toLowerCase() === part : name.toLowerCase().includes(part)))
  )

  const oidc = await startOidcProvider()
  const port = await findFreePort()
  const upstream = await startProgram({ path: 'targets/upstream.js', args: [String(port)], port })
  const shared = {
    upstreamUrl: upstream.url,
    upstreamBody: await (await fetch(upstream.url)).text(),
    oidc,
    refreshAfterSeconds: null,
    refreshDelayMs: 0
  }
  const results = await comparePeers(peers, {
    shared,
    plan,
    deadline: AbortSignal.timeout(plan.limitMs - REPORT_MS),
    say: (text) => process.stderr.write(`${text}\n`)
  })
  await upstream.stop()
  await oidc.close()
  const body = describePeers(results, plan)
  const date = new Date().toISOString().slice(0, 10)
  const names = [date, 'peers', ...(values.quick ? ['quick'] : []), ...(values.only?.split(',') ?? [])]
  const file = writeReport(names.join('-').toLowerCase(), {
    body,
    data: { plan, results },
    facts: { 'load average before / after': `${loadBefore} / ${describeLoad()}`, ...note },
    charts: values.quick || values.only !== undefined ? {} : drawPeers(results, plan)
  })
  process.stdout.write(`\n${body}\n\n${file}\n`)
  return results.some(({ failures }) => failures.length > 0) ? 1 : 0
}

/** Every program that was started ends with this process. */
function endAfter(limitMs: number): void {
  setTimeout(() => {
    process.stderr.write(`bench -- peers took longer than ${limitMs / 60_000} minutes\n`)
    process.exit(1)
  }, limitMs).unref()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
}

function describeLoad(): string {
  return (loadavg()[0] ?? 0).toFixed(1)
}

process.exitCode = await main()
process.exit()
