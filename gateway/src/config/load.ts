/**
 * Loading of the configuration: file, environment and secret files, validated in two passes (shape, then
 * meaning). This folder owns the schema, all checks and warnings. It must not know about requests, sessions
 * or running servers, and never shows a secret.
 */

import { APPLICATION_NAME } from '../access/settings.ts'
import type { Credentials } from '../identity-platform/credentials/credentials.ts'
import type { Problem } from '../problem.ts'
import { hashConfig } from './changes.ts'
import { isPlainObject } from './json-members.ts'
import { type ConfigPart, isSection, type ValidatedConfig, WHOLE, withoutSections } from './partial-config.ts'
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

export interface ConfigSources {
  /** YAML or JSON file; null: environment only. */
  file: string | null
  env: Environment
  /** Flags of the Node process. Default: none. */
  nodeFlags?: readonly string[]
}

/** All problems found, as far as checking got. */
export type InvalidConfig = Invalid

/** A valid config, or a part of one, with warnings to log. */
export interface Loaded<C> extends Omit<ValidatedConfig, 'problems'> {
  kind: 'loaded'
  config: C
  /** See `hashConfig`. */
  hash: string
}

/** A complete valid config. Without `credentials`, sessions begin by handover. */
export type LoadedConfig = Loaded<Config>

/** The usable part of a possibly invalid config, for diagnosis. */
export interface InspectedConfig {
  /** Sections without problems. */
  config: Partial<Config>
  credentials: Credentials | null
  problems: readonly Problem[]
  /** See `hashConfig`; null if there are problems. */
  hash: string | null
  /** If there are problems, warnings about the environment only. */
  warnings: readonly string[]
}

/**
 * Reads file, environment and secret files (later ones win) and validates shapes, then values. Returns the config, the part
 * that a command needs, or all problems of one pass. Never throws, and never shows a possible secret.
 */
export function loadConfig(sources: ConfigSources): LoadedConfig | InvalidConfig
export function loadConfig<C>(sources: ConfigSources, part: ConfigPart<C>): Loaded<C> | InvalidConfig
export function loadConfig(
  sources: ConfigSources,
  part: ConfigPart<unknown> = WHOLE
): Loaded<unknown> | InvalidConfig {
  const { problems, warnings, understood } = check(sources, part)
  if (problems.length > 0 || understood === null) return { kind: 'invalid', problems }
  const { config, meaning } = understood
  const { credentials, managementToken } = meaning
  const all = [...warnings, ...meaning.warnings]
  const hash = hashConfig(config)
  return { kind: 'loaded', config, hash, credentials, managementToken, warnings: all }
}

/**
 * Like `loadConfig`, but returns valid sections even if others are invalid. While shapes are invalid, values are not checked.
 */
export function inspectConfig(sources: ConfigSources): InspectedConfig {
  const { problems, warnings, understood } = check(sources, WHOLE)
  if (problems.length === 0 && understood !== null) {
    const { config, meaning } = understood
    const all = [...warnings, ...meaning.warnings]
    return { config, credentials: meaning.credentials, problems, hash: hashConfig(config), warnings: all }
  }
  const wrong = sectionsOf(problems)
  const rest = understood === null ? check(sources, withoutSections(wrong)) : { problems, understood }
  const unusable = new Set([...wrong, ...sectionsOf(rest.problems)])
  const usable = Object.entries(rest.understood?.config ?? {}).filter(([name]) => !unusable.has(name))
  const credentials = rest.understood?.meaning.credentials ?? null
  return { config: Object.fromEntries(usable), credentials, problems, hash: null, warnings }
}

interface Checked<C> {
  problems: Problem[]
  /** About environment variables only. */
  warnings: string[]
  /** Null if the file is unreadable or shapes are invalid. */
  understood: { config: C; meaning: ValidatedConfig } | null
}

function check<C>({ file, env, nodeFlags = [] }: ConfigSources, part: ConfigPart<C>): Checked<C> {
  const fromFile = file === null ? null : readConfigFile(file)
  if (fromFile?.kind === 'invalid') return { problems: fromFile.problems, warnings: [], understood: null }
  const platform = readPlatform(env)
  const unusable = checkPlatform(platform)
  if (unusable.length > 0) return { problems: unusable, warnings: [], understood: null }
  const written = overlayPlatform(overlayEnvironment(fromFile?.keys ?? {}, env), platform)
  const variables = checkUnknownVariables(env, part.checksVariables)
  const { warnings } = variables
  const shape = readShape(part.select(written))
  const named = (found: readonly Problem[]) =>
    nameApplications(nameVariables(found, env), written).map(
      file === null ? adviseOnFile : (problem) => problem
    )
  // Unknown keys belong to every part: they may be misspelt sections.
  const wrong = shape.problems.filter(
    ({ path }) => part.reads(sectionOf(path)) || !isSection(sectionOf(path))
  )
  if (wrong.length > 0)
    return { problems: named([...variables.problems, ...wrong]), warnings, understood: null }
  const config = part.pick(shape.config)
  const meaning = part.validate(config, { env, flags: nodeFlags })
  const problems = named([...variables.problems, ...meaning.problems])
  return { problems, warnings, understood: { config, meaning } }
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
function nameApplications(problems: readonly Problem[], written: Record<string, unknown>): Problem[] {
  const applications = Array.isArray(written.applications) ? written.applications : []
  return problems.map((problem) => {
    const index = /^applications\[(\d+)\]/.exec(problem.path)?.[1]
    const entry: unknown = index === undefined ? undefined : applications[Number(index)]
    const name = isPlainObject(entry) ? entry.name : undefined
    return typeof name === 'string' && NAME.test(name) ? { ...problem, application: name } : problem
  })
}

const NAME = new RegExp(APPLICATION_NAME)

function sectionOf(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? ''
}

function sectionsOf(problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(problems.map(({ path }) => sectionOf(path)))
}
