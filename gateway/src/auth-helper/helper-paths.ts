import { isReserved } from '../access/redirect-target.ts'
import type { RequestTarget } from '../http/target.ts'

/** Firebase's default path for links in emails. */
export const ACTION_PATH = '/__/auth/action'

/** Firebase's reserved prefix. Never the application's, in any spelling. */
export const HELPER_PREFIX = '/__'

/** True if any reading of the path is below `HELPER_PREFIX`. */
export function isHelperPath({ readings }: Pick<RequestTarget, 'readings'>): boolean {
  return readings.some((reading) => isReserved(reading, [HELPER_PREFIX]))
}

/** True for a non-canonical spelling of a helper path. These are not served at all. */
export function isOtherSpelling(target: Pick<RequestTarget, 'readings' | 'canonical' | 'path'>): boolean {
  return isHelperPath(target) && !(target.canonical && target.path.startsWith(`${HELPER_PREFIX}/`))
}
