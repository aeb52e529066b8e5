import { randomBytes } from 'node:crypto'
import { close, closeSync, constants, openSync, writeSync } from 'node:fs'
import { auditFileProblem } from '../../config/checks/server-checks.ts'
import type { AuditConfig } from '../../config/schema/schema.ts'
import type { Problem } from '../../problem.ts'
import type { LogCondition } from '../condition.ts'
import { createLogDestination } from '../log-destination.ts'

/** Longest that the end of a file waits for what is not written yet. */
const FLUSH_MS = 1000
/** Never waits: a named pipe without a reader is an error, and one that nobody reads is tried again. */
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK
/** Events tell who signed in: for the owner alone. */
const MODE = 0o600

/** A file that takes lines in the background, as the log does; see `createLogDestination`. */
export interface AuditFile {
  readonly path: string
  write(line: string): void
  /** What is written from now on goes to the file that has the name now. A problem: it cannot be opened, the old one stays. */
  reopen(): Problem | null
  condition(): LogCondition
  /** For the exit of the process: writes what can be written at once. */
  writeRest(): void
  /**
   * Settles when everything is written, after 1 s at the latest; the file takes no lines any more. Gives how many lines are
   * lost beside those that `onLost` was told of. Never rejects.
   */
  close(): Promise<number>
}

interface AuditFileOptions {
  path: string
  /** After lines were lost, once there is room again. */
  onLost: (lines: number) => void
  /** Once: the file could not be written. `code`: such as `ENOSPC`. */
  onFailure: (code: string) => void
}

/** Opens a file to append to, mode 0600 where there is none. A file that exists keeps its mode. */
export function openAuditFile(
  options: AuditFileOptions
): { kind: 'opened'; file: AuditFile } | { kind: 'invalid'; problem: Problem } {
  const { path, onLost, onFailure } = options
  const opened = openToAppend(path)
  if (opened.kind === 'invalid') return opened
  const destination = createLogDestination({ fd: opened.fd, onLost, onFailure })
  const { write, condition, writeRest } = destination

  const file: AuditFile = {
    path,
    write,
    condition,
    writeRest,
    reopen() {
      const next = openToAppend(path)
      if (next.kind === 'invalid') return next.problem
      destination.moveTo(next.fd, closeLater)
      return null
    },
    async close() {
      await destination.flush(FLUSH_MS)
      destination.moveTo(null, closeLater)
      return destination.giveUp()
    }
  }
  return { kind: 'opened', file }
}

/** Appends to a file of events, at once and once; null: done. An empty line tells whether the file can be written. */
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
    return { kind: 'invalid', problem: auditFileProblem(err, `${path} cannot be opened to append to`) }
  }
}

function closeLater(fd: number): void {
  // Not waited for: it may take long on a network file system, and nothing follows from a failure.
  close(fd, () => {})
}

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
