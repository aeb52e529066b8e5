/** Where events are written: as lines of the log, or to a file, in the configured format. It does not know what they mean. */

import { randomBytes } from 'node:crypto'
import { close, closeSync, constants, openSync, writeSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditConfig, Config } from '../config/schema/schema.ts'
import type { Problem } from '../problem.ts'
import type { LogCondition } from './condition.ts'
import { createLogDestination } from './log-destination.ts'
import type { Log } from './logging.ts'
import { auditFileProblem } from './settings-checks.ts'

/** Limit for writing the rest when a file is closed. */
const FLUSH_MS = 1000
/** Never blocks: a named pipe without a reader is an error, and a full one is retried. */
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK
/** Events tell who signed in: owner only. */
const MODE = 0o600

/** Severity of an event, as the level of its line. */
export type AuditLevel = 'info' | 'warn' | 'error'

/** An event as written, with its name, such as `session.started`. Undefined members are omitted. */
export type AuditEvent = { event: string } & Record<string, unknown>

export interface EventOutput {
  /** Never throws. */
  write(level: AuditLevel, event: AuditEvent): void
  /** Whether events go elsewhere than standard output. */
  isSeparateFile(): boolean
  /** Whether `session.refreshed` is written. */
  wantsRefreshes(): boolean
}

export type Audit = ReturnType<typeof createAudit>

/** Writes events as log lines, at any log level. */
export function writeToLog(logger: FastifyBaseLogger): EventOutput {
  // Own level, unaffected by `log.level`.
  const own = logger.child({}, { level: 'info' })
  const write: EventOutput['write'] = (level, event) => own[level](event, 'event')
  return { write, isSeparateFile: () => false, wantsRefreshes: () => false }
}

/** Writes events where the configuration says; to the log until the first `commit`. A file never blocks or stops the gateway; lines beyond 16 MiB are counted (`audit.lost`). */
export function createAudit({ log, nowMs = Date.now }: { log: Log; nowMs?: () => number }) {
  const toLog = writeToLog(log.logger)
  const own = log.logger.child({}, { level: 'info' })
  const formatOf = createEventFormats(nowMs)
  let file: AuditFile | null = null
  /** Null: as the log formats its lines. */
  let format: FormatEvent | null = null
  let wantsRefreshes = false
  let lostBefore = 0
  const closing = new Set<Promise<void>>()

  const write: EventOutput['write'] = (level, event) => {
    if (format === null) toLog.write(level, event)
    else if (file === null) log.writeLine(format(level, event))
    else file.write(format(level, event))
  }

  /** A file is written in the background, like the log. */
  function openFile(path: string) {
    const fd = openToAppend(path)
    if (typeof fd !== 'number') return fd
    const destination = createLogDestination({
      fd,
      isPrompt: log.isPrompt,
      onLost(lines) {
        own.warn({ lines }, 'audit lines lost')
        write('warn', { event: 'audit.lost', lines })
      },
      onFailure: (code) =>
        own.error({ file: path, detail: code }, 'audit file cannot be written: requests are still served')
    })
    return { ...destination, path }
  }

  function closeLater(former: AuditFile): void {
    const closed = former.flush(FLUSH_MS).then(() => {
      former.moveTo(null, closeFileLater)
      const lines = former.giveUp()
      if (lines > 0) own.warn({ lines }, 'audit lines lost')
      lostBefore += former.condition().lostLines
      closing.delete(closed)
    })
    closing.add(closed)
  }

  return {
    write,
    isSeparateFile: () => file !== null,
    wantsRefreshes: () => wantsRefreshes,
    /** Opens the output of another configuration, to be either committed or discarded. Nothing changes before `commit`. */
    prepare({ audit, publicUrl: source }: Pick<Config, 'audit' | 'publicUrl'>) {
      const { to } = audit
      const ready = (next: AuditFile | null, discard = () => {}) => ({
        kind: 'prepared' as const,
        commit(): void {
          const former = file
          file = next
          wantsRefreshes = audit.refreshes
          format = next === null && audit.format === 'json' ? null : formatOf(audit.format, source)
          if (former !== null && former !== next) closeLater(former)
        },
        discard
      })
      if (to === 'stdout') return ready(null)
      if (to === file?.path) return ready(file)
      const opened = openFile(to)
      if ('hint' in opened) return { kind: 'invalid' as const, problems: [opened] }
      return ready(opened, () => closeLater(opened))
    },
    /** Reopens the file, for example after it was renamed. On failure the old one stays, with an error in the log. */
    reopen(): void {
      if (file === null) return
      const next = openToAppend(file.path)
      if (typeof next === 'number') file.moveTo(next, closeFileLater)
      else own.error({ problems: [next] }, 'audit file cannot be reopened')
    },
    /** Condition of the file, including lines lost by previous ones. On standard output the log reports its own. */
    condition(): LogCondition {
      const now = file?.condition() ?? { lostLines: 0, isFailing: false, failure: null, changedAtSeconds: 0 }
      const failure = now.failure === null ? null : `audit file ${now.failure}`
      return { ...now, lostLines: lostBefore + now.lostLines, failure }
    },
    /** For process exit: writes what can be written at once. */
    writeRest: () => file?.writeRest(),
    /** Resolves when everything is written, after 1 s at most; logs how many lines were not. Never rejects. */
    async close(): Promise<void> {
      if (file !== null) closeLater(file)
      file = null
      format = null
      await Promise.all(closing)
    }
  }
}

type AuditFile = ReturnType<typeof createLogDestination> & { path: string }

/** Appends one line to an event file; null: done. An empty line tests whether it is writable. */
export function appendLine(path: string, line: string): Problem | null {
  const fd = openToAppend(path)
  if (typeof fd !== 'number') return fd
  try {
    writeSync(fd, line)
    return null
  } catch (err) {
    return auditFileProblem(err, `${path} cannot be written`)
  } finally {
    closeSync(fd)
  }
}

/** The descriptor, or why there is none. */
function openToAppend(path: string): number | Problem {
  try {
    return openSync(path, FLAGS, MODE)
  } catch (err) {
    return auditFileProblem(err, `${path} cannot be opened for appending`)
  }
}

/** Not awaited: it may be slow on a network file system, and errors do not matter. */
const closeFileLater = (fd: number): void => close(fd, () => {})

/** Formats an event that has just happened as one line. */
type FormatEvent = (level: AuditLevel, event: AuditEvent) => string

/** Formats events as log lines, or as CloudEvents 1.0 (https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md). */
export function createEventFormats(nowMs: () => number) {
  const ownId = randomBytes(12).toString('base64url')
  let count = 0
  const time = () => new Date(nowMs()).toISOString()
  return (format: AuditConfig['format'], source: string): FormatEvent => {
    if (format === 'json')
      return (level, event) =>
        `${JSON.stringify({ level, time: time(), service: 'gatehouse', ...event, msg: 'event' })}\n`

    return (_level, { event, subject, ...data }) => {
      count += 1
      const id = `${data.requestId ?? ownId}-${count}`
      const type = `dev.gatehouse.${event}`
      const envelope = { specversion: '1.0', id, source, type, time: time(), subject: subject ?? data.uid }
      return `${JSON.stringify({ ...envelope, datacontenttype: 'application/json', data })}\n`
    }
  }
}
