import type { FastifyInstance } from 'fastify'
import { yieldToRequests } from '../async.ts'
import { listUpstreams } from '../config/applications.ts'
import { fingerprintOf, listChangedKeys } from '../config/changes.ts'
import { keepUntilRestart, type LoadedConfig } from '../config/load.ts'
import type { SettingsPlugin } from '../config/schema/schema.ts'
import type { ProviderState } from '../identity-platform/provider-state.ts'
import type { Audit } from '../operations/audit.ts'
import { type ConfigCondition, createTimedFlag } from '../operations/condition.ts'
import type { ConfigEvent } from '../operations/events.ts'
import { type Log, lineFormatOf } from '../operations/logging.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import type { Generations } from './generations.ts'
import { type Applied, type ApplyConfig, type Refused, refusalOf } from './reload.ts'

/** A configuration to be either committed or discarded. */
export interface PreparedConfig {
  kind: 'prepared'
  /** The event once it is committed. */
  describe(): Applied
  commit(): void
  /** Changes nothing. Never rejects. */
  discard(): Promise<void>
}

/** Log, events and the configuration in effect of a process. */
export interface ProcessSettings {
  active: Pick<ActiveConfig, 'current' | 'replace'>
  log: Pick<Log, 'logger' | 'setFormat'>
  audit: Pick<Audit, 'prepare'>
  plugins: readonly SettingsPlugin[]
}

/** What serves no requests: log, events, and the configuration in effect. To be either committed or discarded. */
export function prepareSettings({ active, log, audit, plugins }: ProcessSettings, next: LoadedConfig) {
  const { logger } = log
  const former = active.current()
  const { loaded, needRestart } = keepUntilRestart(former, next, plugins)
  if (loaded.kind === 'invalid') return { kind: 'config.refused', problems: loaded.problems } as const
  const { config, warnings } = loaded
  const events = audit.prepare(config)
  if (events.kind === 'invalid') return { kind: 'config.refused', problems: events.problems } as const
  return {
    kind: 'prepared' as const,
    former,
    /** In force after the commit: keys that need a restart keep their previous values. */
    loaded,
    describe: (): Applied => describeApplied(former, loaded, needRestart),
    commit(): void {
      logger.level = config.log.level
      log.setFormat(lineFormatOf(config))
      events.commit()
      active.replace(loaded)
      for (const warning of warnings) logger.warn(warning)
    },
    discard: events.discard
  }
}

/** Returns what prepares a configuration, one at a time, with a `pause` between steps of tens of milliseconds. Never rejects. `build`: its app, not yet ready. */
export function createPrepareConfig(
  options: ProcessSettings & {
    generations: Pick<Generations, 'current' | 'replace'>
    build: (loaded: LoadedConfig) => Promise<FastifyInstance>
    provider: Pick<ProviderState, 'activate' | 'revert'>
    shared: Pick<SharedState, 'setSignatureKeys'>
    pause?: () => Promise<void>
  }
) {
  const { generations, build, provider, shared, pause = yieldToRequests, ...process } = options
  const { logger } = process.log
  return async (next: LoadedConfig): Promise<PreparedConfig | Refused> => {
    const settings = prepareSettings(process, next)
    if (settings.kind !== 'prepared') return settings
    const { former, loaded } = settings
    let app: FastifyInstance
    try {
      await pause()
      app = await build(loaded)
      await pause()
      await app.ready()
    } catch (err) {
      settings.discard()
      provider.revert()
      logger.error({ code: 'INTERNAL_ERROR', err }, 'new configuration cannot be applied')
      return refusalOf(err)
    }
    return {
      ...settings,
      commit() {
        provider.activate()
        shared.setSignatureKeys?.(loaded.config.cookie.signatureKeys)
        settings.commit()
        generations.replace(app, former.config.shutdown.graceSeconds)
      },
      async discard() {
        settings.discard()
        provider.revert()
        generations.current().activate()
        const report = (err: unknown) =>
          logger.error({ code: 'INTERNAL_ERROR', err }, 'discarded configuration not closed')
        await app.close().catch(report)
      }
    }
  }
}

/** Prepares a configuration and commits it at once. */
export function createApplyConfig(
  prepare: ReturnType<typeof createPrepareConfig>,
  pause: () => Promise<void> = yieldToRequests
): ApplyConfig {
  return async (next) => {
    const prepared = await prepare(next)
    if (prepared.kind !== 'prepared') return prepared
    await pause()
    prepared.commit()
    await pause()
    return prepared.describe()
  }
}

function describeApplied(former: LoadedConfig, loaded: LoadedConfig, needRestart: readonly string[]) {
  const keys = new Set(listChangedKeys(former.config, loaded.config))
  // Credentials come from files that the configuration only names.
  if (fingerprintOf(former.credentials) !== fingerprintOf(loaded.credentials))
    keys.add('identityPlatform.credentials')
  return { kind: 'config.applied', hash: loaded.hash, changed: [...keys].sort(), needRestart } as const
}

export type ActiveConfig = ReturnType<typeof createActiveConfig>

/** Tracks the configuration in effect, and whether a newer one was rejected or needs a restart. `now`: epoch seconds. */
export function createActiveConfig(first: LoadedConfig, now: () => number) {
  const refused = createTimedFlag(now)
  let current = first
  let appliedAtSeconds = now()
  let needRestart: readonly string[] = []
  return {
    current: (): LoadedConfig => current,
    replace(next: LoadedConfig): void {
      current = next
    },
    /** Records a reload result. */
    note(event: ConfigEvent): void {
      if (event.kind === 'streams.closed') return
      refused.set(event.kind === 'config.refused')
      if (event.kind !== 'config.applied') return
      appliedAtSeconds = now()
      needRestart = event.needRestart
    },
    /** For metrics and health. */
    condition: (): ConfigCondition => ({
      hash: current.hash,
      appliedAtSeconds,
      isRefused: refused.value,
      needRestart,
      changedAtSeconds: Math.max(refused.changedAtSeconds, appliedAtSeconds),
      insecureUpstreams: listUpstreams(current.config).filter(({ upstream }) => upstream.insecure).length
    })
  }
}
