import { checkConfig } from './checks/checks.ts'
import { hashConfig } from './hash.ts'
import { type ConfigSources, type InvalidConfig, type LoadedConfig, loadConfig } from './load.ts'
import { fingerprintOf } from './reuse.ts'
import type { Config } from './schema/schema.ts'
import { type NotedReads, noteReads } from './sources/noted-reads.ts'

/** A configuration as its files were at one moment. */
export interface Reading {
  loaded: LoadedConfig | InvalidConfig
  /** Every file that it depends on, those among them that do not exist. */
  files: NotedReads
  /** The same for two readings that found the same content in the same files. */
  fingerprint: string
}

/** Reads a configuration and notes which files it comes from. Never throws; see `loadConfig`. */
export function readConfiguration(sources: ConfigSources): Reading {
  const { result, files } = noteReads(() => loadConfig(sources))
  return { loaded: result, files, fingerprint: fingerprintFiles(files) }
}

/** The `fingerprint` that a reading of these files has, if what it finds is this. */
export function fingerprintFiles(files: NotedReads): string {
  return fingerprintOf([...files])
}

/**
 * What a gateway that listens cannot take over without being started anew: sockets are bound once, and how large the head
 * of a request may be is settled with them; counters begin at 0, and workers share both.
 */
const RESTART_KEYS = [
  'listen',
  'management',
  'metrics',
  'store',
  'workers',
  'forwardAuth.enabled',
  'forwardAuth.listen',
  'forwardAuth.grpc'
]

/** A configuration that a running gateway can take over. */
export interface ReloadableConfig {
  loaded: LoadedConfig | InvalidConfig
  /** Keys whose new values need a restart, and which keep those of `running`. */
  needRestart: readonly string[]
}

/** `next` with the values of `former` where a restart is needed. Problems are those that only the two together have. */
export function keepUntilRestart(former: LoadedConfig, next: LoadedConfig): ReloadableConfig {
  const running = former.config
  const needRestart = RESTART_KEYS.filter((key) => !isSame(valueAt(running, key), valueAt(next.config, key)))
  if (needRestart.length === 0) return { loaded: next, needRestart }
  const { enabled, listen, grpc } = running.forwardAuth
  const config: Config = {
    ...next.config,
    listen: running.listen,
    management: running.management,
    metrics: running.metrics,
    store: running.store,
    workers: running.workers,
    forwardAuth: { ...next.config.forwardAuth, enabled, listen, grpc }
  }
  const problems = checkConfig(config).map(({ path, message }) => ({
    path,
    message,
    hint: `Until a restart, ${needRestart.join(' and ')} keep${needRestart.length === 1 ? 's its value' : ' their values'}: restart the gateway with this configuration.`
  }))
  if (problems.length > 0) return { loaded: { kind: 'invalid', problems }, needRestart }
  const { managementToken } = needRestart.includes('management') ? former : next
  return { loaded: { ...next, config, hash: hashConfig(config), managementToken }, needRestart }
}

function valueAt(config: Config, key: string): unknown {
  return key.split('.').reduce<unknown>((node, name) => Reflect.get(Object(node), name), config)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
