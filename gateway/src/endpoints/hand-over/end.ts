import type { Applications } from '../../access/applications.ts'
import type { HandOverAttempts } from '../../access/hand-over.ts'
import type { EndpointOptions } from '../options.ts'

/** What getting sessions to other origins works with beside the attempts. */
export interface HandOverOptions extends EndpointOptions {
  applications: Applications
  /** Epoch seconds. */
  now: () => number
}

/** What both ends work with. */
export interface HandOverEnd extends HandOverOptions {
  attempts: HandOverAttempts
  /** The redirect target on an origin that has a session cookie of its own; home where it is none. */
  redirectTargetAt(origin: string, wanted: unknown): string
}
