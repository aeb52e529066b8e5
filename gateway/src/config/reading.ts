import { isDeepStrictEqual } from 'node:util'
import { checkConfig } from './checks/checks.ts'
import { hashConfig } from './hash.ts'
import { setValueAt, valueAt } from './json-members.ts'
import { type ConfigSources, type InvalidConfig, type LoadedConfig, loadConfig } from './load.ts'
import { fingerprintOf } from './reuse.ts'
import { type NotedReads, noteReads } from './sources/noted-reads.ts'

/** A config together with the state of its files. */
export interface Reading {
  loaded: LoadedConfig | InvalidConfig
  /** All files it depends on, including missing ones. */
  files: NotedReads
  /** Equal if the same files had the same content. */
  fingerprint: string
}

/** Loads a config and records its files. Never throws; see `loadConfig`. */
export function readConfiguration(sources: ConfigSources): Reading {
  const { result, files } = noteReads(() => loadConfig(sources))
  return { loaded: result, files, fingerprint: fingerprintFiles(files) }
}

/** The `fingerprint` of these files. */
export function fingerprintFiles(files: NotedReads): string {
  return fingerprintOf([...files])
}

/** Keys that need a restart: sockets are bound once, with their header limit; counters start at 0; and workers share both. */
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

export interface ReloadableConfig {
  loaded: LoadedConfig | InvalidConfig
  /** Keys with new values that need a restart; the former values remain. */
  needRestart: readonly string[]
}

/** `next` with the values of `former` for keys that need a restart. Reports problems of the combination. */
export function keepUntilRestart(former: LoadedConfig, next: LoadedConfig): ReloadableConfig {
  const needRestart = RESTART_KEYS.filter(
    (key) => !isDeepStrictEqual(valueAt(former.config, key), valueAt(next.config, key))
  )
  if (needRestart.length === 0) return { loaded: next, needRestart }
  const config = structuredClone(next.config)
  for (const key of needRestart) setValueAt(config, key, valueAt(former.config, key))
  const problems = checkConfig(config).map(({ path, message }) => ({
    path,
    message,
    hint: `Until a restart, ${needRestart.join(' and ')} keep${needRestart.length === 1 ? 's its value' : ' their values'}: restart the gateway with this configuration.`
  }))
  if (problems.length > 0) return { loaded: { kind: 'invalid', problems }, needRestart }
  const { managementToken } = needRestart.includes('management') ? former : next
  return { loaded: { ...next, config, hash: hashConfig(config), managementToken }, needRestart }
}
