import { keepUntilRestart } from '../config/reading.ts'
import type { Audit } from '../operations/audit/audit.ts'
import type { Log } from '../operations/logging.ts'
import { describeApplied } from '../serving/apply-config.ts'
import type { ConfigInForce } from '../serving/config-in-force.ts'
import type { ApplyConfig, Refused } from '../serving/reload.ts'
import type { Answer } from './link.ts'
import { packConfig } from './packed-config.ts'
import type { ToWorker } from './protocol.ts'
import type { WorkerHandle } from './worker-handle.ts'

/** Longest that workers get ready by a new configuration. */
const PREPARE_SECONDS = 30
const SETTLE_SECONDS = 5

export interface ApplyToAllOptions {
  inForce: Pick<ConfigInForce, 'current' | 'replace'>
  workers: () => readonly { number: number; worker: Pick<WorkerHandle, 'link'> }[]
  log: Pick<Log, 'logger' | 'setFormat'>
  audit: Pick<Audit, 'prepare'>
}

/** Puts configurations in force in all workers, or in none; see `createApplyToAll`. */
export interface ApplyToAll {
  apply: ApplyConfig
  /** Settles when none is on its way: which one a new worker has to have is sure then. */
  idle(): Promise<void>
}

/**
 * Puts a configuration in force in all workers or in none: each gets ready first, and only when all of them are, they are told to
 * go on. One that dies on the way has a successor, which begins with what is in force.
 */
export function createApplyToAll({ inForce, workers, log, audit }: ApplyToAllOptions): ApplyToAll {
  const { logger } = log
  let underWay: Promise<unknown> = Promise.resolve()

  const apply: ApplyConfig = async (next) => {
    const former = inForce.current()
    const { loaded, needRestart } = keepUntilRestart(former, next)
    if (loaded.kind === 'invalid') return { kind: 'config.refused', problems: loaded.problems }
    const { config, warnings } = loaded
    const events = audit.prepare(config)
    if (events.kind === 'invalid') return { kind: 'config.refused', problems: events.problems }
    const asked = workers()
    const packed = packConfig(loaded)
    const answers = await Promise.all(
      asked.map(async ({ number, worker }) =>
        refusalIn(await worker.link.ask('prepare', { loaded: packed }, PREPARE_SECONDS), number)
      )
    )
    const refused = answers.find((answer) => answer !== null) ?? null
    const settled = Promise.all(
      asked.map(({ worker }) => worker.link.ask('settle', { commit: refused === null }, SETTLE_SECONDS))
    )
    if (refused !== null) {
      events.discard()
      await settled
      return refused
    }
    logger.level = config.log.level
    log.setFormat(config.log.format)
    events.commit()
    inForce.replace(loaded)
    await settled
    for (const warning of warnings) logger.warn(warning)
    return describeApplied(former, { loaded, needRestart })
  }

  return {
    apply(next) {
      const applied = apply(next)
      underWay = applied.catch(() => {})
      return applied
    },
    async idle() {
      await underWay
    }
  }
}

/** Null: it is ready, or gone. */
function refusalIn(answer: Answer<ToWorker['prepare']['answer']>, number: number): Refused | null {
  if (answer.kind === 'gone') return null
  if (answer.kind === 'answer')
    return answer.value.kind === 'prepared'
      ? null
      : { kind: 'config.refused', problems: answer.value.problems }
  const message =
    answer.kind === 'late'
      ? `worker ${number} was not ready for it within ${PREPARE_SECONDS} s`
      : `worker ${number}: ${answer.message}`
  const hint = 'The configuration before it stays in force in all workers. The log says more.'
  return { kind: 'config.refused', problems: [{ path: 'configuration', message, hint }] }
}
