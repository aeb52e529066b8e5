import { readFileSync } from 'node:fs'

/** Every visitor, application connection and event stream holds one. */
const FEWEST_OPEN_FILES = 4096

/** A warning if the process may open too few files; null: enough, or unknown (other than Linux). */
export function warnAboutOpenFiles(limitsFile = '/proc/self/limits'): string | null {
  const limit = readSoftLimit(limitsFile)
  return limit === null || limit >= FEWEST_OPEN_FILES
    ? null
    : `the limit of open files is ${limit}, which is also that of connections: raise it (\`ulimit -n\`, \`LimitNOFILE\`) to at least ${FEWEST_OPEN_FILES}, better 65536`
}

/** Null: unreadable, or `unlimited`. */
function readSoftLimit(limitsFile: string): number | null {
  try {
    const found = /^Max open files +(\d+) /m.exec(readFileSync(limitsFile, 'utf8'))
    return found === null ? null : Number(found[1])
  } catch {
    return null
  }
}
