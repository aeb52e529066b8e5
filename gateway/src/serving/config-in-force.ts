import { listUpstreams } from '../config/applications.ts'
import type { LoadedConfig } from '../config/load.ts'
import { type ConfigCondition, createStateSince } from '../operations/condition.ts'
import type { ConfigEvent } from '../operations/events.ts'

/** The configuration that is in force; see `createConfigInForce`. */
export interface ConfigInForce {
  current(): LoadedConfig
  replace(next: LoadedConfig): void
  /** Takes what became of a reload. */
  note(event: ConfigEvent): void
  /** For metrics and health. */
  condition(): ConfigCondition
}

/** Remembers which configuration is in force, and whether a newer one was refused or needs a restart. `now`: epoch seconds. */
export function createConfigInForce(first: LoadedConfig, now: () => number): ConfigInForce {
  const refused = createStateSince(now)
  let current = first
  let appliedAtSeconds = now()
  let needRestart: readonly string[] = []
  return {
    current: () => current,
    replace(next) {
      current = next
    },
    note(event) {
      if (event.kind === 'streams.closed') return
      refused.set(event.kind === 'config.refused')
      if (event.kind !== 'config.applied') return
      appliedAtSeconds = now()
      needRestart = event.needRestart
    },
    condition: () => ({
      hash: current.hash,
      appliedAtSeconds,
      isRefused: refused.isSo,
      needRestart,
      sinceSeconds: refused.isSo ? refused.sinceSeconds : appliedAtSeconds,
      insecureUpstreams: listUpstreams(current.config).filter(({ upstream }) => upstream.insecure).length
    })
  }
}
