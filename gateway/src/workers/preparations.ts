import type { PreparedConfig } from '../serving/apply-config.ts'
import type { Refused } from '../serving/reload.ts'

/** The configurations that a worker gets ready by; see `createPreparations`. */
export interface Preparations {
  /**
   * Gets a configuration ready, after the one before it. Null: it is ready, and `settle` says what becomes of it; or it was given up
   * meanwhile, and nobody waits for it. `reload`: its number; never one that was settled.
   */
  prepare(reload: number, run: () => Promise<PreparedConfig | Refused>): Promise<Refused | null>
  /**
   * Puts what was prepared in force, or gives it up. One that is not ready yet is given up when it is: the others did not wait for
   * it.
   */
  settle(reload: number, commit: boolean): Promise<void>
}

/**
 * Keeps at most one prepared configuration, whose connections and timers end when it is given up: in order too when getting it ready
 * took so long that the primary has gone on.
 */
export function createPreparations(): Preparations {
  let ready: { reload: number; prepared: PreparedConfig } | null = null
  let lastSettled = 0
  let queue: Promise<unknown> = Promise.resolve()

  async function prepareNow(
    reload: number,
    run: () => Promise<PreparedConfig | Refused>
  ): Promise<Refused | null> {
    if (reload <= lastSettled) return null
    const result = await run()
    if (result.kind !== 'prepared') return result
    if (reload <= lastSettled) await result.discard()
    else ready = { reload, prepared: result }
    return null
  }

  return {
    prepare(reload, run) {
      const prepared = queue.then(() => prepareNow(reload, run))
      queue = prepared.catch(() => {})
      return prepared
    },
    async settle(reload, commit) {
      lastSettled = Math.max(lastSettled, reload)
      const settled = ready
      ready = null
      if (commit && settled?.reload === reload) settled.prepared.commit()
      else await settled?.prepared.discard()
    }
  }
}
