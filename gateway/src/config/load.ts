/** Loading of the configuration: file, environment and secret files, validated in two passes (shape, then values). Never shows a secret. */

import { stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Schedule } from '../async.ts'
import type { Credentials } from '../identity-platform/credentials/credentials.ts'
import type { Problem } from '../problem.ts'
import { fingerprintOf, hashConfig } from './changes.ts'
import { type ConfigPlugin, checkConfig, checkValues } from './checks/checks.ts'
import { isPlainObject, setValueAt, valueAt } from './json-members.ts'
import { findSchemaNode, publishedSchema } from './schema/published-schema.ts'
import type { Config, SettingsPlugin } from './schema/schema.ts'
import { MISSING, readShape } from './schema/shape.ts'
import {
  checkUnknownVariables,
  type Environment,
  nameVariables,
  overlayEnvironment
} from './sources/environment.ts'
import {
  type FileDigests,
  HOW_TO_BEGIN,
  type Invalid,
  invalid,
  readConfigFile,
  trackFileReads
} from './sources/files.ts'
import { checkPlatform, overlayPlatform, readPlatform } from './sources/platform.ts'

type Written = Readonly<Record<string, unknown>>

export interface ConfigSources {
  /** Null: environment only. */
  file: string | null
  env: Environment
  nodeFlags?: readonly string[]
  plugins: readonly ConfigPlugin[]
}

/** All problems found, as far as checking got. */
export interface InvalidConfig extends Invalid {
  /** About environment variables only. */
  warnings?: readonly string[]
}

/** A complete valid config, with warnings to log. */
export interface LoadedConfig {
  kind: 'loaded'
  config: Config
  hash: string
  /** Null: none; sessions then begin by handover. */
  credentials: Credentials | null
  /** Of the management listener; null if none is required. */
  managementToken: string | null
  warnings: readonly string[]
}

/** What a command needs of the configuration, by key paths, variables and flags. Other problems are ignored. */
export interface Needs {
  /** Whether a key must have the right shape; elsewhere, wrong keys get their defaults. */
  shape(path: string): boolean
  value(path: string): boolean
}

/** Needs by patterns. A key that is not in the schema may be a misspelt section of any command. */
export function needsOf(shape: RegExp, value: RegExp): Needs {
  const isSection = (path: string) => Object.hasOwn(publishedSchema.properties ?? {}, sectionOf(path))
  return { shape: (path) => !isSection(path) || shape.test(path), value: (path) => value.test(path) }
}

/** Returns the config or all problems of one pass. Never throws. `needs`: default: everything. */
export function loadConfig(sources: ConfigSources, needs?: Needs): LoadedConfig | InvalidConfig {
  const { file, env, nodeFlags = [], plugins } = sources
  const fromFile = file === null ? null : readConfigFile(file)
  if (fromFile?.kind === 'invalid') return fromFile
  const platform = readPlatform(env)
  const unusable = checkPlatform(platform)
  if (unusable.length > 0) return { kind: 'invalid', problems: unusable }
  const written = overlayPlatform(overlayEnvironment(fromFile?.keys ?? {}, env), platform)
  const variables = checkUnknownVariables(env, (keyPath) => needs?.shape(keyPath) ?? true)
  const { warnings } = variables
  const refuse = (found: readonly Problem[]): InvalidConfig => {
    const named = nameApplications(nameVariables(found, env), written)
    return { kind: 'invalid', problems: file === null ? named.map(adviseOnFile) : named, warnings }
  }
  const shape = readShape(written)
  const hasShape = ({ path }: Problem) => needs?.shape(path) ?? true
  const misspelt = variables.problems.filter(hasShape)
  const wrong = shape.problems.filter(hasShape)
  if (wrong.length > 0) return refuse([...misspelt, ...wrong])
  const config =
    needs !== undefined && shape.problems.length > 0
      ? readShape(setAside(written, shape.problems, needs)).config
      : shape.config
  const node = { env, flags: nodeFlags }
  const values = checkValues(config, { node, plugins, isUsed: needs?.value ?? null })
  const problems = values.problems.filter(({ path }) => needs?.value(path) ?? true)
  if (problems.length > 0 || misspelt.length > 0) return refuse([...misspelt, ...problems])
  const { credentials, managementToken } = values
  const all = [...warnings, ...values.listWarnings()]
  return { kind: 'loaded', config, hash: hashConfig(config), credentials, managementToken, warnings: all }
}

/** The input without what is wrong, and with what is required. */
function setAside(written: Written, problems: readonly Problem[], needs: Needs): Record<string, unknown> {
  const rest: Record<string, unknown> = structuredClone(written)
  for (const { path } of problems) {
    const [section = '', key = ''] = path.split(/[.[]/, 2)
    if (needs.shape(section)) delete Object(rest[section])[key]
    else delete rest[section]
  }
  return { publicUrl: 'http://localhost', identityPlatform: { projectId: 'unknown' }, ...rest }
}

/** Without a file, what is missing is most likely the file. */
function adviseOnFile(problem: Problem): Problem {
  if (problem.path !== 'publicUrl' || problem.message !== MISSING) return problem
  const hint = `No configuration file was named: use \`--config gatehouse.yaml\`. ${HOW_TO_BEGIN}`
  return { ...problem, hint }
}

/** Among forty applications, an index is hard to find. Names that are not valid are not shown. */
function nameApplications(problems: readonly Problem[], { applications }: Written): Problem[] {
  return problems.map((problem) => {
    const index = /^applications\[(\d+)\]/.exec(problem.path)?.[1]
    const entry: unknown = Reflect.get(Object(applications), index ?? '')
    const name = isPlainObject(entry) ? entry.name : undefined
    const { pattern = '' } = findSchemaNode('/applications/0/name', 'pattern')
    return typeof name === 'string' && new RegExp(pattern).test(name)
      ? { ...problem, application: name }
      : problem
  })
}

/** The top-level key of a key path. */
export function sectionOf(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? ''
}

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
  return { loaded: result, files, fingerprint: fingerprintOf([...files]) }
}

/** Keys that need a restart: sockets are bound once, with their header limit; counters start at 0; and workers share both. */
const RESTART_KEYS =
  'listen management metrics store workers forwardAuth.enabled forwardAuth.listen forwardAuth.grpc'.split(' ')

/** `next` with the values of `former` for keys that need a restart. Reports problems of the combination. */
export function keepUntilRestart(
  former: LoadedConfig,
  next: LoadedConfig,
  plugins: readonly SettingsPlugin[]
): { loaded: LoadedConfig | InvalidConfig; needRestart: readonly string[] } {
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

interface ReadingOptions {
  schedule: Schedule
  signal: AbortSignal
  thread?: URL
}

/** Like `readConfiguration`, but large files are parsed in a thread. Invalid if that fails or times out. Rejects if it cannot be started. */
export async function readInThreadIfLarge(sources: ConfigSources, options: ReadingOptions) {
  const { size } = (sources.file === null ? null : await stat(sources.file).catch(() => null)) ?? { size: 0 }
  return size < MIN_THREAD_BYTES ? readConfiguration(sources) : await readInThread(sources, options)
}

function readInThread(sources: ConfigSources, { schedule, signal, thread = THREAD }: ReadingOptions) {
  return new Promise<Reading | InvalidConfig>((resolve) => {
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
  return invalid('configuration files', `not read: the thread that reads them ${what}`, hint)
}
