import type { RequestTarget } from '../http/target.ts'

/** Where mails of the provider lead when nothing else is set up there; a path of Firebase. */
export const ACTION_PATH = '/__/auth/action'

/** The provider's reserved prefix: ours in every spelling, never the application's. */
export const HELPER_PREFIX = '/__'

const BELOW_HELPER_PREFIX = `${HELPER_PREFIX}/`

/** Could an application take this path for one below `HELPER_PREFIX`? */
export function isHelperPath({ readings }: Pick<RequestTarget, 'readings'>): boolean {
  for (const reading of readings)
    if (reading === HELPER_PREFIX || reading.startsWith(BELOW_HELPER_PREFIX)) return true
  return false
}

/** Is it such a path in a spelling with other readings? Those are 404. */
export function isOtherSpelling(target: Pick<RequestTarget, 'readings' | 'canonical' | 'path'>): boolean {
  return isHelperPath(target) && !(target.canonical && target.path.startsWith(BELOW_HELPER_PREFIX))
}
