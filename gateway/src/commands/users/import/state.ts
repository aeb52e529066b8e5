import { appendFileSync, rmSync, truncateSync } from 'node:fs'
import { EXIT } from '../../command-error.ts'
import type { ExistingPolicy } from '../../command-line/options.ts'
import { fileError } from '../../io.ts'
import { safeJson } from '../../safe-text.ts'
import type { Line } from '../bulk/lines.ts'
import type { SavedState } from '../bulk/saved-state.ts'

/** What became of a line. */
export type LineResult =
  | { kind: 'created' | 'updated' | 'skipped'; ignoredFactors: number }
  | { kind: 'refused'; code: string; detail: string }

/** What became of the lines. */
export interface Counts {
  created: number
  updated: number
  skipped: number
  failed: number
  ignoredFactors: number
}

/** How far an import is. */
export interface ImportState extends SavedState {
  kind: 'import'
  sha256: string
  onExisting: ExistingPolicy
  /** The last line that is done. */
  line: number
  /** Uids after it that may be there already because this import made them. */
  begun: string[]
  counts: Counts
  /** Length of FILE.failed. */
  failedBytes: number
}

/** The state before the first line. */
export function beginImport(
  facts: Pick<ImportState, 'projectId' | 'tenantId' | 'sha256' | 'onExisting'>
): ImportState {
  const counts = { created: 0, updated: 0, skipped: 0, failed: 0, ignoredFactors: 0 }
  return { kind: 'import', ...facts, line: 0, begun: [], counts, failedBytes: 0 }
}

/** Takes note that the lines of a batch are done; those that failed are written to their file. */
export function settleBatch(
  path: string,
  state: ImportState,
  batch: readonly Line[],
  results: readonly LineResult[]
): void {
  state.failedBytes += appendFailures(path, batch, results)
  count(state.counts, results)
  state.line = batch.at(-1)?.number ?? state.line
  state.begun = []
}

/** The file that failed lines of `path` are written to. */
export function failuresOf(path: string): string {
  return `${path}.failed`
}

/** Failures of an earlier import, or of lines that will be done again, go away. */
export function cutFailures(path: string, { failedBytes }: ImportState): void {
  try {
    if (failedBytes === 0) rmSync(failuresOf(path), { force: true })
    else truncateSync(failuresOf(path), failedBytes)
  } catch (err) {
    throw fileError(err, failuresOf(path), EXIT.failed)
  }
}

/** Gives the number of bytes that were added. */
function appendFailures(path: string, batch: readonly Line[], results: readonly LineResult[]): number {
  const text = results
    .map((result, index) =>
      result.kind === 'refused'
        ? `${safeJson({ line: batch[index]?.number, code: result.code, detail: result.detail })}\n`
        : ''
    )
    .join('')
  if (text === '') return 0
  try {
    appendFileSync(failuresOf(path), text, { mode: 0o600 })
  } catch (err) {
    throw fileError(err, failuresOf(path), EXIT.failed)
  }
  return Buffer.byteLength(text)
}

function count(counts: Counts, results: readonly LineResult[]): void {
  for (const result of results) {
    if (result.kind === 'refused') counts.failed += 1
    else {
      counts[result.kind] += 1
      counts.ignoredFactors += result.ignoredFactors
    }
  }
}

/** Has a file's content the shape of a state? */
export function isImportState(value: object): value is ImportState {
  const state: Partial<ImportState> = value
  return (
    typeof state.sha256 === 'string' &&
    Number.isSafeInteger(state.line) &&
    Number.isSafeInteger(state.failedBytes) &&
    Array.isArray(state.begun) &&
    typeof state.counts === 'object'
  )
}
