import type { LoadedConfig } from '../../src/config/load.ts'
import { type PreparedConfig, type ProcessSettings, prepareSettings } from '../../src/serving/apply-config.ts'
import type { ApplyConfig, Refused } from '../../src/serving/reload.ts'
import type { Reply } from './protocol.ts'
import type { WorkerHandle } from './worker-handle.ts'

/** Time limit for workers to prepare a new configuration. */
const PREPARE_SECONDS = 30
const SETTLE_SECONDS = 5

type Applying = Pick<WorkerHandle, 'number' | 'link' | 'hasBegun' | 'ports'>

/**
 * Applies a configuration in all workers or in none: each prepares it, and they switch only once all are ready. If a worker
 * dies meanwhile, its successor starts with the configuration in effect, as does a worker that has not started yet.
 */
export function createApplyToAll(options: ProcessSettings & { workers: () => readonly Applying[] }) {
  let underWay: Promise<unknown> = Promise.resolve()

  const apply: ApplyConfig = async (next) => {
    const settings = prepareSettings(options, next)
    if (settings.kind !== 'prepared') return settings
    const asked = options.workers().filter(({ hasBegun }) => hasBegun)
    const refusals = await Promise.all(
      asked.map(async (worker) =>
        refusalIn(await worker.link.ask('prepare', [settings.loaded], PREPARE_SECONDS), worker)
      )
    )
    const refused = refusals.find((refusal) => refusal !== null) ?? null
    const settled = asked.map(({ link }) => link.ask('settle', [refused === null], SETTLE_SECONDS))
    if (refused === null) settings.commit()
    else settings.discard()
    await Promise.all(settled)
    return refused ?? settings.describe()
  }

  return {
    apply(next: LoadedConfig): ReturnType<ApplyConfig> {
      const applied = apply(next)
      underWay = applied.catch(() => {})
      return applied
    },
    /** Resolves when no reload is running, so it is clear which configuration a new worker gets. */
    async idle(): Promise<void> {
      await underWay
    }
  }
}

/** Null: it is ready, gone, or never started serving. */
function refusalIn(reply: Reply<Refused | null>, { number, ports }: Applying): Refused | null {
  if (reply.kind === 'gone' || (reply.kind === 'failed' && ports === null)) return null
  if (reply.kind === 'response') return reply.value
  const message =
    reply.kind === 'late'
      ? `worker ${number} was not ready for it within ${PREPARE_SECONDS} s`
      : `worker ${number}: ${reply.failure.message}`
  const hint = 'The previous configuration stays in force in all workers. See the log.'
  return { kind: 'config.refused', problems: [{ path: 'configuration', message, hint }] }
}

/**
 * In a worker: one configuration after the other. The primary goes ahead without a worker that is late, which then discards what
 * it prepared.
 */
export function createPreparations() {
  let ready: PreparedConfig | null = null
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const turn = last.then(run, run)
    last = turn
    return turn
  }

  return {
    /** Null: ready for `settle`. */
    prepare: (run: () => Promise<PreparedConfig | Refused>): Promise<Refused | null> =>
      inTurn(async () => {
        const result = await run()
        if (result.kind !== 'prepared') return result
        ready = result
        return null
      }),
    /** Applies or discards the prepared configuration, if there is one. */
    settle: (commit: boolean): Promise<void> =>
      inTurn(async () => {
        const settled = ready
        ready = null
        if (commit) settled?.commit()
        else await settled?.discard()
      })
  }
}
