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
  const failures = results.flatMap((result, index) =>
    result.kind === 'refused'
      ? [{ line: batch[index]?.number, code: result.code, detail: result.detail }]
      : []
  )
  state.failedBytes += appendFailures(failuresOf(path), failures)
  state.counts.failed += failures.length
  for (const result of results) {
    if (result.kind === 'refused') continue
    state.counts[result.kind] += 1
    state.counts.ignoredFactors += result.ignoredFactors
  }
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
