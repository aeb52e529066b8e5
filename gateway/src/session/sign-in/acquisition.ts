import type { Fault } from '../../errors.ts'
import type { Session } from '../session.ts'

/** What became of a sign-in. */
export type Acquisition =
  | { kind: 'acquired'; session: Session; cookieValue: string }
  | { kind: 'refused'; fault: Fault }

/** A sign-in that begins no session. */
export function refused(fault: Fault): Extract<Acquisition, { kind: 'refused' }> {
  return { kind: 'refused', fault }
}
