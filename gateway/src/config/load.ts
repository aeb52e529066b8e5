/** Loading of the configuration: file, environment and secret files, validated in two passes (shape, then values). Never shows a secret. */

import type { Credentials } from '../identity-platform/credentials/credentials.ts'
import type { Problem } from '../problem.ts'
import { hashConfig } from './changes.ts'
import { type ConfigPlugin, checkValues } from './checks/checks.ts'
import { isPlainObject } from './json-members.ts'
import { findSchemaNode, publishedSchema } from './schema/published-schema.ts'
import type { Config } from './schema/schema.ts'
import { MISSING, readShape } from './schema/shape.ts'
import {
  checkUnknownVariables,
  type Environment,
  nameVariables,
  overlayEnvironment
} from './sources/environment.ts'
import { HOW_TO_BEGIN, type Invalid, readConfigFile } from './sources/files.ts'
import { checkPlatform, overlayPlatform, readPlatform } from './sources/platform.ts'

type Written = Readonly<Record<string, unknown>>

export interface ConfigSources {
  /** Null: environment only. */
  file: string | null
  env: Environment
  nodeFlags?: readonly string[]
  plugins?: readonly ConfigPlugin[]
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
  const { file, env, nodeFlags = [], plugins = [] } = sources
  const fromFile = file === null ? null : readConfigFile(file)
  if (fromFile?.kind === 'invalid') return fromFile
  const platform = readPlatform(env)
  const unusable = checkPlatform(platform)
  if (unusable.length > 0) return { kind: 'invalid', problems: unusable }
  const written = overlayPlatform(overlayEnvironment(fromFile?.keys ?? {}, env), platform)
  const variables = checkUnknownVariables(env, (keyPath) => needs?.shape(keyPath) ?? true)
  const { warnings } = variables
  const invalid = (found: readonly Problem[]): InvalidConfig => {
    const named = nameApplications(nameVariables(found, env), written)
    return { kind: 'invalid', problems: file === null ? named.map(adviseOnFile) : named, warnings }
  }
  const shape = readShape(written)
  const hasShape = ({ path }: Problem) => needs?.shape(path) ?? true
  const misspelt = variables.problems.filter(hasShape)
  const wrong = shape.problems.filter(hasShape)
  if (wrong.length > 0) return invalid([...misspelt, ...wrong])
  const config =
    needs !== undefined && shape.problems.length > 0
      ? readShape(setAside(written, shape.problems, needs)).config
      : shape.config
  const values = checkValues(config, {
    node: { env, flags: nodeFlags },
    plugins,
    isUsed: needs?.value ?? null
  })
  const problems = values.problems.filter(({ path }) => needs?.value(path) ?? true)
  if (problems.length > 0 || misspelt.length > 0) return invalid([...misspelt, ...problems])
  const { credentials, managementToken } = values
  const all = [...warnings, ...values.listWarnings()]
  return { kind: 'loaded', config, hash: hashConfig(config), credentials, managementToken, warnings: all }
}

/** The input without what is wrong, and with what is required. */
function setAside(written: Written, problems: readonly Problem[], needs: Needs): Record<string, unknown> {
  const rest = structuredClone(written) as Record<string, unknown>
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
  return {
    ...problem,
    hint: `No configuration file was named: use \`--config gatehouse.yaml\`. ${HOW_TO_BEGIN}`
  }
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
