import type { FastifyInstance } from 'fastify'
import { hashConfig, listChangedKeys } from '../config/hash.ts'
import type { LoadedConfig } from '../config/load.ts'
import { keepUntilRestart } from '../config/reading.ts'
import { fingerprintOf } from '../config/reuse.ts'
import type { ProviderState } from '../identity-platform/provider-state.ts'
import type { Audit } from '../operations/audit/audit.ts'
import type { Log } from '../operations/logging.ts'
import type { ConfigInForce } from './config-in-force.ts'
import type { Generations } from './generations.ts'
import { type ApplyConfig, refusalOf } from './reload.ts'

export interface ApplyOptions {
  inForce: Pick<ConfigInForce, 'current' | 'replace'>
  generations: Pick<Generations, 'replace'>
  /** The app of a configuration; it need not be ready. */
  build: (loaded: LoadedConfig) => Promise<FastifyInstance>
  log: Pick<Log, 'logger' | 'setFormat'>
  audit: Pick<Audit, 'prepare'>
  provider: Pick<ProviderState, 'adopt' | 'revert'>
}

/** What puts configurations in force. */
export function createApplyConfig(options: ApplyOptions): ApplyConfig {
  const { inForce, generations, build, log, audit, provider } = options
  const { logger } = log
  return async (next) => {
    const former = inForce.current()
    const { loaded, needRestart } = keepUntilRestart(former, next)
    if (loaded.kind === 'invalid') return { kind: 'config.refused', problems: loaded.problems }
    const { config, warnings } = loaded
    const events = audit.prepare(config)
    if (events.kind === 'invalid') return { kind: 'config.refused', problems: events.problems }
    let app: FastifyInstance
    try {
      app = await build(loaded)
      await app.ready()
    } catch (err) {
      events.discard()
      provider.revert()
      logger.error({ code: 'INTERNAL_ERROR', err }, 'new configuration cannot be put in force')
      return refusalOf(err)
    }
    logger.level = config.log.level
    log.setFormat(config.log.format)
    events.commit()
    provider.adopt()
    inForce.replace(loaded)
    generations.replace(app, former.config.shutdown.graceSeconds)
    for (const warning of warnings) logger.warn(warning)
    return {
      kind: 'config.applied',
      hash: hashConfig(config),
      changed: listChanges(former, loaded),
      needRestart
    }
  }
}

/** Credentials are read from files that the configuration only names. */
function listChanges(before: LoadedConfig, after: LoadedConfig): string[] {
  const keys = listChangedKeys(before.config, after.config)
  const isSame = fingerprintOf(before.credentials) === fingerprintOf(after.credentials)
  return isSame ? keys : [...new Set([...keys, 'identityPlatform.credentials'])].sort()
}
