import { createHash } from 'node:crypto'
import { appendFileSync, rmSync, truncateSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Accounts } from '../../identity-platform/accounts/accounts.ts'
import { describeProblem } from '../../problem.ts'
import { CommandError, EXIT, type ExitCode, interrupted } from '../command-error.ts'
import { EXISTING_POLICIES, type ExistingPolicy, readChoice } from '../command-line/command.ts'
import {
  confirm,
  fileError,
  type Io,
  type Line,
  readChunks,
  readLines,
  safeJson,
  say,
  stripControls,
  write
} from '../io.ts'
import { type AccountCall, withAccounts } from './account.ts'
import {
  createRetryPolicy,
  HOW_TO_RESUME,
  type Progress,
  readState,
  removeState,
  type SavedState,
  stateFileOf,
  withProgress,
  writeState
} from './bulk.ts'
import { cutBatches, importBatch, type LineResult, parseImportLine } from './import-batch.ts'

/** Lines imported concurrently. */
const BATCH_SIZE = 10

/** `gatehouse users import`. */
export const importAccounts = withAccounts(run, { endsItself: true })

async function run(call: AccountCall): Promise<ExitCode> {
  const { io, args } = call
  const path = resolve(io.cwd, args.words[0] ?? '')
  const onExisting = readChoice(args, 'on-existing', EXISTING_POLICIES) ?? 'skip'
  if (args.flag('dry-run') === true) return await checkLines(io, path)
  const { accounts, projectId, tenantId } = await call.connect()
  const statePath = stateFileOf(path)
  const { sha256, lines } = await measure(io, path)
  const owner = { kind: 'import', projectId, tenantId } as const
  const saved = readState(statePath, owner, isImportState)
  if (saved !== null && (saved.sha256 !== sha256 || saved.onExisting !== onExisting)) {
    const what = saved.sha256 === sha256 ? '--on-existing' : 'the file'
    throw new CommandError(
      EXIT.usage,
      `${what} has changed since the import was interrupted; delete ${statePath} to start over`
    )
  }
  if (onExisting === 'update')
    await confirm(io, args, `Overwrite existing accounts listed in ${path}? This cannot be undone.`)
  const state: ImportState = saved ?? {
    ...owner,
    sha256,
    onExisting,
    line: 0,
    begun: [],
    counts: { created: 0, updated: 0, skipped: 0, failed: 0, ignoredFactors: 0 },
    failedBytes: 0
  }
  if (saved !== null) await say(io, `resuming after line ${saved.line}`)
  cutFailures(path, state)
  await withProgress(io, { noun: 'lines', total: lines, start: state.line }, (progress) =>
    importLines(io, accounts, { path, state }, progress)
  )
  removeState(statePath)
  return await report(call, path, state.counts)
}

async function importLines(
  io: Io,
  accounts: Accounts,
  { path, state }: { path: string; state: ImportState },
  progress: Progress
): Promise<void> {
  const save = () => writeState(stateFileOf(path), state)
  const retry = createRetryPolicy(io, (note) => progress(state.line, note))
  for await (const batch of cutBatches(after(state.line, readLines(path)), BATCH_SIZE)) {
    if (io.signal.aborted) throw interrupted(HOW_TO_RESUME)
    const results = await importBatch(batch, {
      accounts,
      retry,
      onExisting: state.onExisting,
      begun: new Set(state.begun),
      onBegin(uids) {
        state.begun = uids
        save()
      }
    })
    settleBatch(path, state, batch, results)
    save()
    progress(state.line)
  }
}

/** The hash and the line count of the file. */
async function measure({ signal }: Io, path: string): Promise<{ sha256: string; lines: number }> {
  const hash = createHash('sha256')
  let lines = 0
  async function* hashed() {
    for await (const chunk of readChunks(path)) {
      if (signal.aborted) throw interrupted()
      hash.update(chunk)
      yield chunk
    }
  }
  for await (const { number } of readLines(hashed())) lines = number
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

type Counts = Record<'created' | 'updated' | 'skipped' | 'failed' | 'ignoredFactors', number>

interface ImportState extends SavedState {
  kind: 'import'
  sha256: string
  onExisting: ExistingPolicy
  /** The last completed line. */
  line: number
  /** Uids after it that this import may have created. */
  begun: string[]
  counts: Counts
  /** Length of FILE.failed. */
  failedBytes: number
}

/** Records a completed batch; its failed lines go to their file. */
function settleBatch(path: string, state: ImportState, batch: Line[], results: LineResult[]): void {
  const failures: object[] = []
  for (const [index, result] of results.entries()) {
    if (result.kind === 'refused') {
      const { code, detail } = result
      failures.push({ line: batch[index]?.number, code, detail })
    } else {
      state.counts[result.kind] += 1
      state.counts.ignoredFactors += result.ignoredFactors
    }
  }
  state.failedBytes += appendFailures(failuresOf(path), failures)
  state.counts.failed += failures.length
  state.line = batch.at(-1)?.number ?? state.line
  state.begun = []
}

/** The file for failed lines of `path`. */
function failuresOf(path: string): string {
  return `${path}.failed`
}

/** Removes failures of an earlier import, or of lines to be retried. */
function cutFailures(path: string, { failedBytes }: ImportState): void {
  try {
    if (failedBytes === 0) rmSync(failuresOf(path), { force: true })
    else truncateSync(failuresOf(path), failedBytes)
  } catch (err) {
    throw fileError(err, failuresOf(path), EXIT.failed)
  }
}

/** Returns the number of bytes added. */
function appendFailures(file: string, failures: readonly object[]): number {
  if (failures.length === 0) return 0
  const text = failures.map((failure) => `${safeJson(failure)}\n`).join('')
  try {
    appendFileSync(file, text, { mode: 0o600 })
  } catch (err) {
    throw fileError(err, file, EXIT.failed)
  }
  return Buffer.byteLength(text)
}

function isImportState(value: object): value is ImportState {
  const state: Partial<ImportState> = value
  return (
    typeof state.sha256 === 'string' &&
    Number.isSafeInteger(state.line) &&
    Number.isSafeInteger(state.failedBytes) &&
    Array.isArray(state.begun) &&
    typeof state.counts === 'object'
  )
}
