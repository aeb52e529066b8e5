import { randomBytes } from 'node:crypto'
import type { AuditConfig } from '../../config/schema/schema.ts'

/** How much an event matters, as the level of its line. */
export type AuditLevel = 'info' | 'warn' | 'error'

/** An event as it is written. Members that are undefined are left out. */
export interface AuditEvent {
  /** Its name, such as `session.started`. */
  event: string
  requestId?: string | undefined
  /** Uid of whom it is about. */
  subject?: string | undefined
  /** The same, of an account that was changed. */
  uid?: string | undefined
  [field: string]: unknown
}

/** One line with its end, for an event that has just happened. */
export type FormatEvent = (level: AuditLevel, event: AuditEvent) => string

/** Gives an event its id, from that of its request where it has one. */
export type NumberEvent = (requestId?: string) => string

/** Ids for the events of one process: a counter makes each another one. */
export function createEventNumbers(): NumberEvent {
  const own = randomBytes(12).toString('base64url')
  let count = 0
  return (requestId = own) => {
    count += 1
    return `${requestId}-${count}`
  }
}

interface LineOptions {
  format: AuditConfig['format']
  /** Where events come from: `publicUrl`. */
  source: string
  idOf: NumberEvent
  /** Epoch milliseconds. */
  nowMs: () => number
}

/**
 * What makes lines of events. `json`: the same as a line of the log. `cloudevents`: CloudEvents 1.0 in structured JSON,
 * with name, subject and time in the envelope and all else in `data`.
 * https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md
 */
export function createEventFormat({ format, source, idOf, nowMs }: LineOptions): FormatEvent {
  const time = () => new Date(nowMs()).toISOString()
  if (format === 'json')
    return (level, event) =>
      `${JSON.stringify({ level, time: time(), service: 'gatehouse', ...event, msg: 'event' })}\n`

  return (_level, { event, subject, ...data }) => {
    const id = idOf(data.requestId)
    const type = `dev.gatehouse.${event}`
    const envelope = { specversion: '1.0', id, source, type, time: time(), subject: subject ?? data.uid }
    return `${JSON.stringify({ ...envelope, datacontenttype: 'application/json', data })}\n`
  }
}
