/**
 * At an origin with a session cookie of its own: begins a new attempt to get the session of the sign-in origin, whatever session is there.
 * Visitors come here from the login page: otherwise a session that stands at this origin alone would outlive a change of account.
 */
export const BEGIN_PATH = '/_auth/begin'

/** Says what to open there. */
export const BEGIN_TARGET_PARAMETER = 'to'

/** The address that leads by a new attempt to a target of its own origin. */
export function beginAddress(target: string): string {
  return `${BEGIN_PATH}?${BEGIN_TARGET_PARAMETER}=${encodeURIComponent(target)}`
}
