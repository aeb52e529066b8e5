import { isReserved } from '../access/redirect-target.ts'
import type { RequestTarget } from '../http/target.ts'

/** Where mails of the provider lead when nothing else is set up there; a path of Firebase. */
export const ACTION_PATH = '/__/auth/action'

/** The provider's reserved prefix: ours in every spelling, never the application's. */
export const HELPER_PREFIX = '/__'

const HELPER_PATHS = [HELPER_PREFIX]

/** Could an application take this path for one below `HELPER_PREFIX`? */
export function isHelperPath({ readings }: Pick<RequestTarget, 'readings'>): boolean {
  return readings.some((reading) => isReserved(reading, HELPER_PATHS))
}

/** Is it such a path in a spelling with other readings? Those are 404. */
export function isOtherSpelling(target: Pick<RequestTarget, 'readings' | 'canonical' | 'path'>): boolean {
  return isHelperPath(target) && !(target.canonical && target.path.startsWith(`${HELPER_PREFIX}/`))
}
