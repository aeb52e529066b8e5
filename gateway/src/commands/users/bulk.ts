/** What commands over many accounts share: progress, retries, and saved state to resume from. */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { SingleBar } from 'cli-progress'
import type { ProviderFailure } from '../../identity-platform/client/error-sorting.ts'
import { CommandError, EXIT, interrupted, orInterrupted } from '../command-error.ts'
import { fileError, type Io, stripControls } from '../io.ts'
import { providerError } from './account.ts'

/** Hint for errors of commands that save their state. */
export const HOW_TO_RESUME = 'run the same command again to resume'

/** Progress interval without a terminal. */
const LINE_EVERY = 10_000

/** `done` of the total; `note`: what it is waiting for. */
export type Progress = (done: number, note?: string) => void

interface ProgressOptions {
  /** Unit, such as `accounts`. */
  noun: string
  /** Omitted: unknown. */
  total?: number
  /** Done by earlier runs. Default 0. */
  start?: number
  /** Whether the terminal is free for a bar. Default true. */
  hasRoom?: boolean
}

/** Work that reports to stderr: a bar on a terminal, a counter if the total is unknown, otherwise one line per 10,000. */
export async function withProgress(
  io: Io,
  { noun, total, start = 0, hasRoom = true }: ProgressOptions,
  run: (progress: Progress) => Promise<void>
): Promise<void> {
  if (!io.isTTY.stderr) return await run(createLines(io, noun, total, start))
  if (!hasRoom) return await run(() => {})
  const format = total === undefined ? `{value} ${noun} {note}` : `[{bar}] {value}/{total} ${noun} {note}`
  const bar = new SingleBar({
    stream: io.stderr,
    format,
    barsize: 30,
    clearOnComplete: true,
    hideCursor: true
  })
  // 0 for an unknown total: the format has no bar then.
  bar.start(total ?? 0, start, { note: '' })
  try {
    await run((done, note = '') => bar.update(done, { note }))
  } finally {
    bar.stop()
  }
}

function createLines({ stderr }: Io, noun: string, total: number | undefined, start: number): Progress {
  const of = total === undefined ? '' : ` of ${total}`
  let written = Math.floor(start / LINE_EVERY)
  return (done, note) => {
    if (note !== undefined && note !== '') stderr.write(`${note}\n`)
    if (Math.floor(done / LINE_EVERY) <= written) return
    written = Math.floor(done / LINE_EVERY)
    stderr.write(`${written * LINE_EVERY}${of} ${noun}\n`)
  }
}

/** Retries; with growing pauses about three minutes, plus the calls themselves. */
const MAX_REPEATS = 8
const MAX_PAUSE_SECONDS = 60

type Result = { kind: string } | { kind: 'failed'; failure: ProviderFailure }

/** Makes a call until its result is final. `repeat`: number of earlier attempts. */
export type Retry = <R extends Result>(ask: (repeat: number) => Promise<R>) => Promise<R>

/**
 * Retries temporary failures (quota, outage): after `Retry-After`, at least 1, 2, 4 … 60 s. Of concurrent
 * failures, one call probes the provider and the others wait for it. Throws a `CommandError` when it does not
 * recover, at Ctrl-C without awaiting responses, and at once if only the operator can help; all later calls
 * throw it too. A failure of the account itself is returned.
 */
export function createRetryPolicy(io: Io, onPause: (note: string) => void): Retry {
  let recovery: Promise<void> | null = null
  let stopped: CommandError | null = null

  function giveUp(failure: ProviderFailure): CommandError {
    const { exitCode, message } = providerError(failure, 'stopped')
    stopped ??= new CommandError(exitCode, `${message}\n${HOW_TO_RESUME}`)
    return stopped
  }

  /** The temporary failure; null if the result is final. */
  function temporaryFailureOf(result: Result): ProviderFailure | null {
    if (!('failure' in result)) return null
    if (result.failure.kind === 'configuration') throw giveUp(result.failure)
    return result.failure.kind === 'temporary' ? result.failure : null
  }

  async function recover<R extends Result>(ask: (repeat: number) => Promise<R>, first: ProviderFailure) {
    let failure = first
    for (let repeat = 1; repeat <= MAX_REPEATS; repeat++) {
      const ownSeconds = Math.min(MAX_PAUSE_SECONDS, 2 ** (repeat - 1))
      const seconds = Math.max(failure.retryAfterSeconds ?? 0, ownSeconds)
      onPause(`waiting ${seconds} s (${stripControls(failure.detail)})`)
      await io.wait(seconds)
      if (io.signal.aborted) throw interrupted(HOW_TO_RESUME)
      const result = await orInterrupted(io.signal, ask(repeat), HOW_TO_RESUME)
      const next = temporaryFailureOf(result)
      if (next === null) return result
      failure = next
    }
    throw giveUp(failure)
  }

  return async (ask) => {
    for (let repeat = 0; ; repeat++) {
      while (recovery !== null) await recovery
      if (stopped !== null) throw stopped
      if (io.signal.aborted) throw interrupted(HOW_TO_RESUME)
      const result = await orInterrupted(io.signal, ask(repeat), HOW_TO_RESUME)
      const failure = temporaryFailureOf(result)
      if (failure === null) return result
      if (recovery !== null) continue
      const recovering = recover((more) => ask(repeat + more), failure)
      recovery = Promise.allSettled([recovering]).then(() => {
        recovery = null
      })
      return await recovering
    }
  }
}

/** Saved progress of a long command, for resuming. */
export interface SavedState {
  kind: 'export' | 'import'
  projectId: string
  tenantId: string | null
}

/** The progress file beside `file`. */
export function stateFileOf(file: string): string {
  return `${file}.progress`
}

/** Null: none saved. Throws a `CommandError` for the state of another command, project or tenant. */
export function readState<S extends SavedState>(
  path: string,
  expected: SavedState,
  isState: (value: object) => value is S
): S | null {
  let state: unknown
  try {
    state = JSON.parse(readFileSync(path, 'utf8'))
  } catch (err) {
    if (err instanceof Error && 'code' in err && err.code === 'ENOENT') return null
    if (!(err instanceof SyntaxError)) throw fileError(err, path, EXIT.usage)
  }
  const wrong = (reason: string) =>
    new CommandError(EXIT.usage, `${path}: ${reason}; delete it to start over`)
  if (typeof state !== 'object' || state === null || Reflect.get(state, 'kind') !== expected.kind)
    throw wrong(`is not the state of an unfinished ${expected.kind}`)
  if (!isState(state)) throw wrong('cannot be read')
  if (state.projectId !== expected.projectId || state.tenantId !== expected.tenantId)
    throw wrong('belongs to another project or tenant')
  return state
}

/** Saves progress atomically. */
export function writeState(path: string, state: SavedState): void {
  try {
    const draft = `${path}.tmp`
    writeFileSync(draft, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true })
    renameSync(draft, path)
  } catch (err) {
    throw fileError(err, path, EXIT.failed)
  }
}

/** Deletes the progress file: the command is done. */
export function removeState(path: string): void {
  rmSync(path, { force: true })
}
