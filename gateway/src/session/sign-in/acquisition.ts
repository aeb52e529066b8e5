import type { Fault } from '../../errors.ts'
import type { Session } from '../session.ts'

/** What became of a sign-in. */
export type Acquisition = { kind: 'acquired'; session: Session; cookieValue: string } | Refused

/** A sign-in that begins no session. */
export interface Refused {
  kind: 'refused'
  fault: Fault
}

/** A sign-in that begins no session, for this reason. */
export function refused(fault: Fault): Refused {
  return { kind: 'refused', fault }
}
