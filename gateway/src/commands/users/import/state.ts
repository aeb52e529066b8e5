import { appendFileSync, rmSync, truncateSync } from 'node:fs'
import { EXIT } from '../../command-error.ts'
import type { ExistingPolicy } from '../../command-line/options.ts'
import { fileError, safeJson } from '../../io.ts'
import type { Line } from '../bulk/lines.ts'
import type { SavedState } from '../bulk/saved-state.ts'

export type LineResult =
  | { kind: 'created' | 'updated' | 'skipped'; ignoredFactors: number }
  | { kind: 'refused'; code: string; detail: string }

export interface Counts {
  created: number
  updated: number
  skipped: number
  failed: number
  ignoredFactors: number
}

/** Progress of an import. */
export interface ImportState extends SavedState {
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

export function beginImport(
  facts: Pick<ImportState, 'projectId' | 'tenantId' | 'sha256' | 'onExisting'>
): ImportState {
  const counts = { created: 0, updated: 0, skipped: 0, failed: 0, ignoredFactors: 0 }
  return { kind: 'import', ...facts, line: 0, begun: [], counts, failedBytes: 0 }
}

/** Records a completed batch; its failed lines go to their file. */
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

/** The file for failed lines of `path`. */
export function failuresOf(path: string): string {
  return `${path}.failed`
}

/** Removes failures of an earlier import, or of lines to be retried. */
export function cutFailures(path: string, { failedBytes }: ImportState): void {
  try {
    if (failedBytes === 0) rmSync(failuresOf(path), { force: true })
    else truncateSync(failuresOf(path), failedBytes)
  } catch (err) {
    throw fileError(err, failuresOf(path), EXIT.failed)
  }
}

/** Returns the number of bytes added. */
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
