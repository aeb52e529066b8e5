import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Problem } from '../../problem.ts'
import type { Config } from '../schema/schema.ts'

const HINT =
  'Make its folder, and let the user of the gateway write there; or write `stdout` to have events in the log.'

/**
 * The file of events can be appended to by this user, as far as access rights tell; nothing is made or opened. Not looked
 * at: whether a named pipe has a reader, and whether there is room.
 */
export function checkAuditFile({ audit: { to } }: Pick<Config, 'audit'>): Problem | null {
  if (to === 'stdout') return null
  try {
    const found = statSync(to, { throwIfNoEntry: false })
    if (found === undefined) accessSync(dirname(to), constants.W_OK | constants.X_OK)
    else if (isAppendable(found)) accessSync(to, constants.W_OK)
    else return { path: 'audit.to', message: `${to} is neither a file nor a pipe`, hint: HINT }
    return null
  } catch (err) {
    return auditFileProblem(err, `${to} cannot be opened to append to`)
  }
}

/** What went wrong with the file of events, by the code of the system, such as `EACCES`. */
export function auditFileProblem(err: unknown, what: string): Problem {
  const code = err instanceof Error && 'code' in err ? String(err.code) : 'unknown reason'
  return { path: 'audit.to', message: `${what} (${code})`, hint: HINT }
}

/** Terminals and devices such as `/dev/stderr` can be. */
function isAppendable(found: Stats): boolean {
  return found.isFile() || found.isFIFO() || found.isCharacterDevice()
}
