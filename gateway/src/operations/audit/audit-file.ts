import { randomBytes } from 'node:crypto'
import { close, closeSync, constants, openSync, writeSync } from 'node:fs'
import { auditFileProblem } from '../../config/checks/server-checks.ts'
import type { AuditConfig } from '../../config/schema/schema.ts'
import type { Problem } from '../../problem.ts'
import { createLogDestination, type LogDestinationOptions } from '../log-destination.ts'

/** Limit for writing the rest when a file is closed. */
const FLUSH_MS = 1000
/** Never blocks: a named pipe without a reader is an error, and a full one is retried. */
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK
/** Events tell who signed in: owner only. */
const MODE = 0o600

export type AuditFile = Extract<ReturnType<typeof openAuditFile>, { kind: 'opened' }>['file']

/** Opens a file for appending, with mode 0600 if it is new. It is written in the background, like the log. */
export function openAuditFile(path: string, options: Omit<LogDestinationOptions, 'fd'>) {
  const opened = openToAppend(path)
  if (opened.kind === 'invalid') return opened
  const destination = createLogDestination({ fd: opened.fd, ...options })
  const { write, condition, writeRest } = destination

  const file = {
    path,
    write,
    condition,
    writeRest,
    /** Reopens the path for new lines. A problem: it cannot be opened, and the old file stays. */
    reopen(): Problem | null {
      const next = openToAppend(path)
      if (next.kind === 'invalid') return next.problem
      destination.moveTo(next.fd, closeLater)
      return null
    },
    /** Resolves after 1 s at most to the number of lost lines not yet passed to `onLost`. Accepts none afterwards. */
    async close(): Promise<number> {
      await destination.flush(FLUSH_MS)
      destination.moveTo(null, closeLater)
      return destination.giveUp()
    }
  }
  return { kind: 'opened' as const, file }
}

/** Appends one line to an event file; null: done. An empty line tests whether it is writable. */
export function appendLine(path: string, line: string): Problem | null {
  const opened = openToAppend(path)
  if (opened.kind === 'invalid') return opened.problem
  try {
    writeSync(opened.fd, line)
    return null
  } catch (err) {
    return auditFileProblem(err, `${path} cannot be written`)
  } finally {
    closeSync(opened.fd)
  }
}

function openToAppend(path: string): { kind: 'opened'; fd: number } | { kind: 'invalid'; problem: Problem } {
  try {
    return { kind: 'opened', fd: openSync(path, FLAGS, MODE) }
  } catch (err) {
    return { kind: 'invalid', problem: auditFileProblem(err, `${path} cannot be opened for appending`) }
  }
}

function closeLater(fd: number): void {
  // Not awaited: it may be slow on a network file system, and errors do not matter.
  close(fd, () => {})
}

/** Severity of an event, as the level of its line. */
export type AuditLevel = 'info' | 'warn' | 'error'

/** An event as written. Undefined members are omitted. */
export interface AuditEvent {
  /** Its name, such as `session.started`. */
  event: string
  requestId?: string | undefined
  /** Uid of the account concerned. */
  subject?: string | undefined
  /** Uid of an account that was changed. */
  uid?: string | undefined
  [field: string]: unknown
}

/** Formats an event that has just happened as one line. */
export type FormatEvent = (level: AuditLevel, event: AuditEvent) => string

/** Makes event ids, from the request id if given, unique in this process by a counter. */
export function createEventNumbers(): (requestId?: string) => string {
  const own = randomBytes(12).toString('base64url')
  let count = 0
  return (requestId = own) => {
    count += 1
    return `${requestId}-${count}`
  }
}

/**
 * Formats events. `json`: the same as a log line. `cloudevents`: CloudEvents 1.0 in structured JSON, with
 * name, subject and time in the envelope and all else in `data`. `source`: `publicUrl`. `nowMs`: epoch milliseconds.
 * https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md
 */
export function createEventFormat(options: {
  format: AuditConfig['format']
  source: string
  idOf: ReturnType<typeof createEventNumbers>
  nowMs: () => number
}): FormatEvent {
  const { format, source, idOf, nowMs } = options
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
