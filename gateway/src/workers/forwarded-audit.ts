import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/schema/schema.ts'
import { type Audit, writeToLog } from '../operations/audit/audit.ts'
import type { AuditEvent, AuditLevel } from '../operations/audit/audit-lines.ts'
import type { LogCondition } from '../operations/condition.ts'

/** Events on their way to the primary; beyond, they are lost and counted. */
const MOST_WAITING = 10_000

export interface ForwardedAuditOptions {
  /** Of this worker. */
  logger: FastifyBaseLogger
  /** Hands an event to the primary; `false`: it could not. Never rejects. */
  forward: (level: AuditLevel, event: AuditEvent) => Promise<boolean>
}

/**
 * Where a worker writes events: to its log, where they are lines of the log, else through the primary, which has the file and
 * numbers them.
 */
export function createForwardedAudit({ logger, forward }: ForwardedAuditOptions): Audit {
  const toLog = writeToLog(logger)
  const underWay = new Set<Promise<void>>()
  let settings: Pick<Config['audit'], 'to' | 'format' | 'refreshes'> | null = null
  let lostLines = 0

  function hand(level: AuditLevel, event: AuditEvent): void {
    if (underWay.size >= MOST_WAITING) {
      lostLines += 1
      return
    }
    const handed = forward(level, event).then((isHanded) => {
      if (!isHanded) lostLines += 1
      underWay.delete(handed)
    })
    underWay.add(handed)
  }

  const condition = (): LogCondition => ({ lostLines, isFailing: false, failure: null, sinceSeconds: 0 })
  return {
    write(level, event) {
      if (settings === null || (settings.to === 'stdout' && settings.format === 'json'))
        toLog.write(level, event)
      else hand(level, event)
    },
    isApart: () => settings !== null && settings.to !== 'stdout',
    wantsRefreshes: () => settings?.refreshes ?? false,
    prepare: ({ audit }) => ({
      kind: 'prepared',
      commit() {
        settings = audit
      },
      discard() {}
    }),
    reopen() {},
    condition,
    writeRest() {},
    async close() {
      await Promise.all(underWay)
      if (lostLines > 0) logger.warn({ lines: lostLines }, 'audit lines lost')
    }
  }
}
