import type { LoadedConfig } from '../../src/config/load.ts'
import { type ProcessSettings, prepareSettings } from '../../src/serving/apply-config.ts'
import type { ApplyConfig, Refused } from '../../src/serving/reload.ts'
import type { Reply } from './protocol.ts'
import type { WorkerHandle } from './worker-handle.ts'

/** Time limit for workers to prepare a new configuration. */
const PREPARE_SECONDS = 30
const SETTLE_SECONDS = 5

export interface ApplyToAllOptions extends ProcessSettings {
  workers: () => readonly { number: number; worker: Pick<WorkerHandle, 'link' | 'hasBegun' | 'ports'> }[]
}

/**
 * Applies a configuration in all workers or in none: each prepares it, and they switch only once all are ready. If a worker
 * dies meanwhile, its successor starts with the configuration in effect, as does a worker that has not started yet.
 */
export function createApplyToAll(options: ApplyToAllOptions) {
  let underWay: Promise<unknown> = Promise.resolve()

  const apply: ApplyConfig = async (next) => {
    const settings = prepareSettings(options, next)
    if (settings.kind !== 'prepared') return settings
    const asked = options.workers().filter(({ worker }) => worker.hasBegun())
    const responses = await Promise.all(
      asked.map(async (one) => {
        return refusalIn(await one.worker.link.ask('prepare', settings.loaded, PREPARE_SECONDS), one)
      })
    )
    const refused = responses.find((response) => response !== null) ?? null
    const settled = Promise.all(
      asked.map(({ worker }) => worker.link.ask('settle', refused === null, SETTLE_SECONDS))
    )
    if (refused === null) settings.commit()
    else settings.discard()
    await settled
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
function refusalIn(
  response: Reply<Refused | null>,
  { number, worker }: { number: number; worker: Pick<WorkerHandle, 'ports'> }
): Refused | null {
  if (response.kind === 'gone' || (response.kind === 'failed' && worker.ports() === null)) return null
  if (response.kind === 'response') return response.value
  const message =
    response.kind === 'late'
      ? `worker ${number} was not ready for it within ${PREPARE_SECONDS} s`
      : `worker ${number}: ${response.failure.message}`
  const hint = 'The previous configuration stays in force in all workers. See the log.'
  return { kind: 'config.refused', problems: [{ path: 'configuration', message, hint }] }
}
