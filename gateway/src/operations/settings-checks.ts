import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config/schema/schema.ts'
import { codeOf } from '../config/sources/files.ts'
import type { Problem } from '../problem.ts'
/** Histogram buckets must ascend. */
export function checkDurationBuckets({ metrics: { durationBuckets } }: Config): Problem | null {
  const isAscending = durationBuckets.every((bound, index) => bound > (durationBuckets[index - 1] ?? 0))
  if (isAscending) return null
  return {
    path: 'metrics.durationBuckets',
    message: 'is not in ascending order',
    hint: 'List each bound once in ascending order, such as [0.01, 0.1, 1].'
  }
}

const HINT =
  'Create its folder with write access for the user of the gateway, or use `stdout` to write events to the log.'

/** The audit file must be appendable, going by permissions; nothing is created or opened. */
export function checkAuditFile({ audit: { to } }: Pick<Config, 'audit'>): Problem | null {
  if (to === 'stdout') return null
  try {
    const found = statSync(to, { throwIfNoEntry: false })
    if (found === undefined) accessSync(dirname(to), constants.W_OK | constants.X_OK)
    else if (isAppendable(found)) accessSync(to, constants.W_OK)
    else return { path: 'audit.to', message: `${to} is neither a file nor a pipe`, hint: HINT }
    return null
  } catch (err) {
    return auditFileProblem(err, `${to} cannot be opened for appending`)
  }
}

/** A problem with the audit file, with the system's error code such as `EACCES`. */
export function auditFileProblem(err: unknown, what: string): Problem {
  return { path: 'audit.to', message: `${what} (${codeOf(err)})`, hint: HINT }
}

/** Includes terminals and devices such as `/dev/stderr`. */
const isAppendable = (found: Stats): boolean => found.isFile() || found.isFIFO() || found.isCharacterDevice()
