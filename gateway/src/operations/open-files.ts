import { readFileSync } from 'node:fs'

/** Every visitor, every connection to the application and every event stream holds one. */
const FEWEST_OPEN_FILES = 4096

/** A warning when this process may open too few files and connections; null: enough, or not known (other than Linux). */
export function warnAboutOpenFiles(limitsFile = '/proc/self/limits'): string | null {
  const limit = readSoftLimit(limitsFile)
  return limit === null || limit >= FEWEST_OPEN_FILES
    ? null
    : `the limit of open files is ${limit}, which is also that of connections: raise it (\`ulimit -n\`, \`LimitNOFILE\`) to at least ${FEWEST_OPEN_FILES}, better 65536`
}

/** Null: there is no such file, or nothing to be read in it; `unlimited` is no number either. */
function readSoftLimit(limitsFile: string): number | null {
  try {
    const found = /^Max open files +(\d+) /m.exec(readFileSync(limitsFile, 'utf8'))
    return found === null ? null : Number(found[1])
  } catch {
    return null
  }
}
