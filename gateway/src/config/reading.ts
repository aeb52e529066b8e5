import { stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Schedule } from '../async.ts'
import { fingerprintOf, hashConfig } from './changes.ts'
import { checkConfig } from './checks/checks.ts'
import { setValueAt, valueAt } from './json-members.ts'
import { type ConfigSources, type InvalidConfig, type LoadedConfig, loadConfig } from './load.ts'
import type { SettingsPlugin } from './settings-plugin.ts'
import { type FileDigests, trackFileReads } from './sources/files.ts'

/** A config together with the state of its files. */
export interface Reading {
  loaded: LoadedConfig | InvalidConfig
  /** All files it depends on, including missing ones. */
  files: FileDigests
  fingerprint: string
}

/** Loads a config and records its files. Never throws; see `loadConfig`. */
export function readConfiguration(sources: ConfigSources): Reading {
  const { result, files } = trackFileReads(() => loadConfig(sources))
  return { loaded: result, files, fingerprint: fingerprintFiles(files) }
}

/** The `fingerprint` of these files. */
export function fingerprintFiles(files: FileDigests): string {
  return fingerprintOf([...files])
}

/** Keys that need a restart: sockets are bound once, with their header limit; counters start at 0; and workers share both. */
const RESTART_KEYS =
  'listen management metrics store workers forwardAuth.enabled forwardAuth.listen forwardAuth.grpc'.split(' ')

interface ReloadableConfig {
  loaded: LoadedConfig | InvalidConfig
  needRestart: readonly string[]
}

/** `next` with the values of `former` for keys that need a restart. Reports problems of the combination. */
export function keepUntilRestart(
  former: LoadedConfig,
  next: LoadedConfig,
  plugins: readonly SettingsPlugin[]
): ReloadableConfig {
  const needRestart = RESTART_KEYS.filter(
    (key) => !isDeepStrictEqual(valueAt(former.config, key), valueAt(next.config, key))
  )
  if (needRestart.length === 0) return { loaded: next, needRestart }
  const config = structuredClone(next.config)
  for (const key of needRestart) setValueAt(config, key, valueAt(former.config, key))
  const problems = checkConfig(config, plugins).map(({ path, message }) => ({
    path,
    message,
    hint: `Until a restart, ${needRestart.join(' and ')} keep${needRestart.length === 1 ? 's its value' : ' their values'}: restart the gateway with this configuration.`
  }))
  if (problems.length > 0) return { loaded: { kind: 'invalid', problems }, needRestart }
  const { managementToken } = needRestart.includes('management') ? former : next
  return { loaded: { ...next, config, hash: hashConfig(config), managementToken }, needRestart }
}

/** Files from this size are parsed in a thread; smaller ones take a few hundredths of a second. */
const MIN_THREAD_BYTES = 32 * 1024
/** Timeout of the thread. 200 applications with 50 rules each take one to two seconds. */
const MAX_SECONDS = 60
const THREAD = new URL(import.meta.resolve('./reading-thread.js'))

interface ReadAsideOptions {
  schedule: Schedule
  signal: AbortSignal
  thread?: URL
}

/** Like `readConfiguration`, but large files are parsed in a thread. Invalid if that fails or times out. Rejects if it cannot be started. */
export async function readInThreadIfLarge(sources: ConfigSources, options: ReadAsideOptions) {
  const { size } = (sources.file === null ? null : await stat(sources.file).catch(() => null)) ?? { size: 0 }
  return size < MIN_THREAD_BYTES ? readConfiguration(sources) : await readInThread(sources, options)
}

function readInThread(
  sources: ConfigSources,
  { schedule, signal, thread = THREAD }: ReadAsideOptions
): Promise<Reading | InvalidConfig> {
  return new Promise((resolve) => {
    // It has a list of plugins of its own.
    const workerData = { ...sources, plugins: [], env: { ...sources.env } }
    // Without flags of this process, which may load modules only meant for it.
    const worker = new Worker(thread, { workerData, execArgv: [] })
    const stop = () => end(failure('was stopped'))
    const cancel = schedule(MAX_SECONDS, () => end(failure(`took longer than ${MAX_SECONDS} s`)))
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', end)
    worker.once('messageerror', () => end(failure('returned nothing readable')))
    worker.once('error', (err) => end(failure(`failed (${'code' in err ? err.code : err.name})`)))
    worker.once('exit', (code) => end(failure(`ended with exit code ${code}`)))

    function end(result: Reading | InvalidConfig): void {
      cancel()
      signal.removeEventListener('abort', stop)
      resolve(result)
      void worker.terminate()
    }
  })
}

function failure(what: string): InvalidConfig {
  const hint = 'Memory or CPU time may be short. `gatehouse check-config` checks the files.'
  return {
    kind: 'invalid',
    problems: [{ path: 'configuration files', message: `not read: the thread that reads them ${what}`, hint }]
  }
}
