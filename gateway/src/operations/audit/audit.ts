import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/schema/schema.ts'
import type { Problem } from '../../problem.ts'
import type { LogCondition } from '../condition.ts'
import type { Log } from '../logging.ts'
import {
  type AuditEvent,
  type AuditFile,
  type AuditLevel,
  createEventFormat,
  createEventNumbers,
  type FormatEvent,
  openAuditFile
} from './audit-file.ts'

export interface EventOutput {
  /** Never throws. */
  write(level: AuditLevel, event: AuditEvent): void
  /** Whether events go elsewhere than standard output. */
  isApart(): boolean
  /** Whether `session.refreshed` is written. */
  wantsRefreshes(): boolean
}

/** The settings that say where events go. */
type AuditSettings = Pick<Config, 'audit' | 'publicUrl'>

/** An output to be either committed or discarded. */
type PreparedAudit =
  | { kind: 'prepared'; commit(): void; discard(): void }
  | { kind: 'invalid'; problems: Problem[] }

export type Audit = ReturnType<typeof createAudit>

/** Writes events as log lines, at any log level. */
export function writeToLog(logger: FastifyBaseLogger): EventOutput {
  // Own level, unaffected by `log.level`.
  const own = logger.child({}, { level: 'info' })
  return {
    write: (level, event) => own[level](event, 'event'),
    isApart: () => false,
    wantsRefreshes: () => false
  }
}

/**
 * Writes events where the configuration says; as log lines until the first `commit`. A file has the
 * guarantees of the log: it never blocks or stops the gateway, buffers up to 16 MiB, and counts lines beyond
 * that in an event `audit.lost` and in the log. `nowMs`: epoch milliseconds.
 */
export function createAudit({ log, nowMs = Date.now }: { log: Log; nowMs?: () => number }) {
  const toLog = writeToLog(log.logger)
  const own = log.logger.child({}, { level: 'info' })
  const idOf = createEventNumbers()
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

  function open(path: string): ReturnType<typeof openAuditFile> {
    return openAuditFile(path, {
      isPrompt: log.isPrompt,
      onLost(lines) {
        own.warn({ lines }, 'audit lines lost')
        write('warn', { event: 'audit.lost', lines })
      },
      onFailure: (code) =>
        own.error({ file: path, detail: code }, 'audit file cannot be written: requests are still served')
    })
  }

  function leave(former: AuditFile): Promise<void> {
    const closed = former.close().then((lines) => {
      if (lines > 0) own.warn({ lines }, 'audit lines lost')
      lostBefore += former.condition().lostLines
      closing.delete(closed)
    })
    closing.add(closed)
    return closed
  }

  function use(next: AuditFile | null, { audit, publicUrl: source }: AuditSettings): void {
    const former = file
    file = next
    wantsRefreshes = audit.refreshes
    format =
      next === null && audit.format === 'json'
        ? null
        : createEventFormat({ format: audit.format, source, idOf, nowMs })
    if (former !== null && former !== next) void leave(former)
  }

  return {
    write,
    isApart: () => file !== null,
    wantsRefreshes: () => wantsRefreshes,
    /** Opens the output of another configuration. Nothing changes before `commit`. */
    prepare(settings: AuditSettings): PreparedAudit {
      const { to } = settings.audit
      const ready = (next: AuditFile | null, discard: () => void): PreparedAudit => ({
        kind: 'prepared',
        commit: () => use(next, settings),
        discard
      })
      if (to === 'stdout') return ready(null, () => {})
      if (to === file?.path) return ready(file, () => {})
      const opened = open(to)
      if (opened.kind === 'invalid') return { kind: 'invalid', problems: [opened.problem] }
      return ready(opened.file, () => void leave(opened.file))
    },
    /** Reopens the file, for example after it was renamed. On failure the old one stays, with an error in the log. */
    reopen(): void {
      const problem = file?.reopen() ?? null
      if (problem !== null) own.error({ problems: [problem] }, 'audit file cannot be reopened')
    },
    /** Condition of the file, including lines lost by previous ones. On standard output the log reports its own. */
    condition(): LogCondition {
      const { lostLines = 0, isFailing = false, failure = null, sinceSeconds = 0 } = file?.condition() ?? {}
      return {
        lostLines: lostBefore + lostLines,
        isFailing,
        failure: failure === null ? null : `audit file ${failure}`,
        sinceSeconds
      }
    },
    /** For process exit: writes what can be written at once. */
    writeRest: () => file?.writeRest(),
    /** Resolves when everything is written, after 1 s at most; logs how many lines were not. Never rejects. */
    async close(): Promise<void> {
      if (file !== null) void leave(file)
      file = null
      format = null
      await Promise.all(closing)
    }
  }
}
