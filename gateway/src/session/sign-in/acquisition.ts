import type { Fault } from '../../errors.ts'
import type { Session } from '../session.ts'

/** Result of a sign-in. */
export type Acquisition = { kind: 'acquired'; session: Session; cookieValue: string } | Refused

export interface Refused {
  kind: 'refused'
  fault: Fault
}

/** A sign-in that begins no session. */
export function refused(fault: Fault): Refused {
  return { kind: 'refused', fault }
}
