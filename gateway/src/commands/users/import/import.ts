import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { describeProblem } from '../../../problem.ts'
import { CommandError, EXIT, type ExitCode, interrupted } from '../../command-error.ts'
import { readChoice } from '../../command-line/command.ts'
import { EXISTING_POLICIES } from '../../command-line/options.ts'
import { fileError, type Io, safeJson, say, stripControls, write } from '../../io.ts'
import { type AccountCall, type Connection, withAccounts } from '../account.ts'
import { type Line, readLines } from '../bulk/lines.ts'
import { startProgress } from '../bulk/progress.ts'
import { createRetryPolicy } from '../bulk/retry-policy.ts'
import { readState, removeState, stateFileOf, writeState } from '../bulk/saved-state.ts'
import { confirm } from '../prompt.ts'
import { cutBatches, importBatch } from './batch.ts'
import { parseImportLine } from './line.ts'
import {
  beginImport,
  type Counts,
  cutFailures,
  failuresOf,
  type ImportState,
  isImportState,
  settleBatch
} from './state.ts'

/** Lines imported concurrently. */
const BATCH_SIZE = 10

/** `gatehouse users import`. */
export const importAccounts = withAccounts(run, { endsItself: true })

async function run(call: AccountCall): Promise<ExitCode> {
  const { io, args } = call
  const path = resolve(io.cwd, args.words[0] ?? '')
  const onExisting = readChoice(args, 'on-existing', EXISTING_POLICIES) ?? 'skip'
  if (args.flag('dry-run') === true) return await checkLines(io, path)
  const connection = await call.connect()
  const { projectId, tenantId } = connection
  const statePath = stateFileOf(path)
  const { sha256, lines } = await measure(io, path)
  const saved = readState(statePath, { kind: 'import', projectId, tenantId }, isImportState)
  if (saved !== null && (saved.sha256 !== sha256 || saved.onExisting !== onExisting)) {
    const what = saved.sha256 === sha256 ? '--on-existing' : 'the file'
    throw new CommandError(
      EXIT.usage,
      `${what} has changed since the import was interrupted; delete ${statePath} to start over`
    )
  }
  if (onExisting === 'update')
    await confirm(io, args, `Overwrite existing accounts listed in ${path}? This cannot be undone.`)
  const state = saved ?? beginImport({ projectId, tenantId, sha256, onExisting })
  if (saved !== null) await say(io, `resuming after line ${saved.line}`)
  cutFailures(path, state)
  await importLines(io, connection, { path, total: lines, state })
  removeState(statePath)
  return await report(call, path, state.counts)
}

/** `total`: number of lines. */
async function importLines(
  io: Io,
  { accounts }: Connection,
  { path, total, state }: { path: string; total: number; state: ImportState }
): Promise<void> {
  const statePath = stateFileOf(path)
  const hint = 'run the same command again to resume'
  const progress = startProgress(io, { noun: 'lines', total, start: state.line })
  const retry = createRetryPolicy(io, { hint, onPause: (note) => progress.update(state.line, note) })
  try {
    for await (const batch of cutBatches(after(state.line, readLines(path)), BATCH_SIZE)) {
      if (io.signal.aborted) throw interrupted(hint)
      const results = await importBatch(batch, {
        accounts,
        retry,
        onExisting: state.onExisting,
        begun: new Set(state.begun),
        onBegin(uids) {
          state.begun = uids
          writeState(statePath, state)
        }
      })
      settleBatch(path, state, batch, results)
      writeState(statePath, state)
      progress.update(state.line)
    }
  } finally {
    progress.stop()
  }
}

/** The hash and the line count of the file. */
async function measure({ signal }: Io, path: string): Promise<{ sha256: string; lines: number }> {
  const hash = createHash('sha256')
  let lines = 0
  async function* hashed() {
    for await (const chunk of createReadStream(path)) {
      if (signal.aborted) throw interrupted()
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    for await (const { number } of readLines(Readable.from(hashed()))) lines = number
  } catch (err) {
    if (err instanceof CommandError) throw err
    throw fileError(err, path, EXIT.usage)
  }
  return { sha256: hash.digest('hex'), lines }
}

async function* after(done: number, lines: AsyncIterable<Line>): AsyncGenerator<Line, void> {
  for await (const line of lines) if (line.number > done) yield line
}

async function report({ io, args }: AccountCall, path: string, counts: Counts): Promise<ExitCode> {
  const { created, updated, skipped, failed, ignoredFactors } = counts
  const text = `${created} created, ${updated} updated, ${skipped} skipped, ${failed} failed`
  await write(io.stdout, args.flag('json') ? `${safeJson(counts)}\n` : `${text}\n`)
  if (ignoredFactors > 0)
    await say(io, `${ignoredFactors} second factors were skipped: they must be set up again`)
  if (failed === 0) return EXIT.done
  await say(io, `the failed lines are in ${failuresOf(path)}`)
  return EXIT.partly
}

/** Lists all invalid lines of a file without any calls. */
async function checkLines(io: Io, path: string): Promise<ExitCode> {
  const linesByUid = new Map<string, number>()
  let bad = 0
  for await (const { number, text } of readLines(path)) {
    if (io.signal.aborted) throw interrupted()
    if (text?.trim() === '') continue
    const reason = findProblem(number, text, linesByUid)
    if (reason === null) continue
    bad += 1
    await write(io.stdout, `line ${number}: ${stripControls(reason)}\n`)
  }
  await write(io.stdout, `${linesByUid.size} valid lines, ${bad} invalid ones; no calls were made\n`)
  return bad === 0 ? EXIT.done : EXIT.usage
}

/** Null: valid, which adds its uid to `linesByUid`: each may occur once. */
function findProblem(number: number, text: string | null, linesByUid: Map<string, number>): string | null {
  const parsed = parseImportLine(text)
  if (parsed.kind === 'invalid') return describeProblem(parsed.problem)
  const { uid } = parsed.line.account
  const earlier = linesByUid.get(uid)
  if (earlier !== undefined) return `uid: is the same as in line ${earlier}`
  linesByUid.set(uid, number)
  return null
}
