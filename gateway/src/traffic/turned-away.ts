import type { ErrorCode } from '../errors.ts'
import type { TrafficEvent } from '../operations/events.ts'
import type { RequestRecord } from './record.ts'

/** What was wrong with a request that is turned away. */
export type TurnedAwayReason = Extract<TrafficEvent, { kind: 'request.turned-away' }>['reason']

/** By the code of bytes that are no request. */
const UNREADABLE: Readonly<Partial<Record<ErrorCode, TurnedAwayReason>>> = {
  HEADERS_TOO_LARGE: 'headers_size',
  REQUEST_TIMEOUT: 'headers_timeout'
}

/** By the code of the fault that a request ends with. */
const READABLE: Readonly<Partial<Record<ErrorCode, TurnedAwayReason>>> = {
  HEADERS_TOO_LARGE: 'headers_size',
  REQUEST_TIMEOUT: 'body_timeout',
  PAYLOAD_TOO_LARGE: 'body_size',
  RATE_LIMITED: 'rate'
}

/** Why bytes that are no request were turned away. */
export function turnedAwayUnread(code: ErrorCode): TurnedAwayReason {
  return UNREADABLE[code] ?? 'malformed'
}

/** Why a request that ends with this fault was turned away; null: it was not, its fault is another matter. */
export function turnedAwayBy(code: ErrorCode, { decision }: RequestRecord): TurnedAwayReason | null {
  if (code === 'INVALID_REQUEST') return decision === null ? 'malformed' : null
  return READABLE[code] ?? null
}
