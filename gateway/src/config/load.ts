import type { Problem } from '../problem.ts'
import type { Credentials } from './credentials/credentials.ts'
import { hashConfig } from './hash.ts'
import { type ConfigPart, isSection, type Meaning, WHOLE, withoutSections } from './partial-config.ts'
import type { Config } from './schema/schema.ts'
import { readShape } from './schema/shape.ts'
import { checkUnknownVariables, nameVariables, overlayEnvironment } from './sources/environment.ts'
import { readConfigFile } from './sources/files.ts'

/** Where a configuration comes from. */
export interface ConfigSources {
  /** YAML or JSON file; null: environment alone. */
  file: string | null
  env: Readonly<Record<string, string | undefined>>
  /** Flags that Node itself was started with; none when left out. */
  nodeFlags?: readonly string[]
}

/** Everything that is wrong with a configuration, as far as it was checked. */
export interface InvalidConfig {
  kind: 'invalid'
  problems: Problem[]
}

/** A configuration, or a part of one, that is ready to use. */
export interface Loaded<C> extends Pick<Meaning, 'credentials' | 'managementToken'> {
  kind: 'loaded'
  config: C
  /** As `hashConfig` gives it. */
  hash: string
  /** Things that work but deserve a line in the log at start. */
  warnings: string[]
  /** Things that an operator may expect otherwise, for `check-config --verbose` alone. */
  notices: string[]
}

/** A configuration that is ready to run. Without `credentials`, sessions begin by handover. */
export type LoadedConfig = Loaded<Config>

/** A configuration as far as it can be used, for whoever looks for what is wrong. */
export interface InspectedConfig {
  /** The sections in which nothing is wrong. */
  config: Partial<Config>
  credentials: Credentials | null
  problems: readonly Problem[]
  /** As `hashConfig` gives it; null: there are problems. */
  hash: string | null
  /** Of a configuration with problems: those of its surroundings alone. */
  warnings: readonly string[]
}

/**
 * Reads file, environment and secret files (in that order, later ones win) and checks them in two passes: first the shape
 * of the keys and, when nothing is wrong there, what their values mean. Gives the configuration, or the part of it that a
 * command needs, or all problems of one pass at once. Never throws, never shows a value that may be a secret.
 */
export function loadConfig(sources: ConfigSources): LoadedConfig | InvalidConfig
export function loadConfig<C>(sources: ConfigSources, part: ConfigPart<C>): Loaded<C> | InvalidConfig
export function loadConfig(
  sources: ConfigSources,
  part: ConfigPart<unknown> = WHOLE
): Loaded<unknown> | InvalidConfig {
  const { problems, warnings, understood } = check(sources, part)
  if (problems.length > 0 || understood === null) return { kind: 'invalid', problems }
  const { config, written, meaning } = understood
  const { credentials, managementToken } = meaning
  return {
    kind: 'loaded',
    config,
    hash: hashConfig(config),
    credentials,
    managementToken,
    warnings: [...warnings, ...meaning.listWarnings()],
    notices: meaning.listNotices(written)
  }
}

/**
 * The same, but sections without problems are there although others have some. While a shape is wrong, problems of meaning
 * are not among those that it gives, and sections that have one are left out.
 */
export function inspectConfig(sources: ConfigSources): InspectedConfig {
  const whole = check(sources, WHOLE)
  const { problems, warnings } = whole
  if (problems.length === 0 && whole.understood !== null) {
    const { config, meaning } = whole.understood
    const all = [...warnings, ...meaning.listWarnings()]
    return { config, credentials: meaning.credentials, problems, hash: hashConfig(config), warnings: all }
  }
  const wrong = sectionsOf(problems)
  const rest = whole.understood === null ? check(sources, withoutSections(wrong)) : whole
  const unusable = new Set([...wrong, ...sectionsOf(rest.problems)])
  const usable = Object.entries(rest.understood?.config ?? {}).filter(([name]) => !unusable.has(name))
  const credentials = rest.understood?.meaning.credentials ?? null
  return { config: Object.fromEntries(usable), credentials, problems, hash: null, warnings }
}

/** What both passes found. */
interface Checked<C> {
  problems: Problem[]
  /** Of variables alone. */
  warnings: string[]
  /** Null: the file cannot be read, or the shape is wrong. `written`: what file and environment say, without defaults. */
  understood: { config: C; written: Readonly<Record<string, unknown>>; meaning: Meaning } | null
}

function check<C>({ file, env, nodeFlags = [] }: ConfigSources, part: ConfigPart<C>): Checked<C> {
  const fromFile = file === null ? null : readConfigFile(file)
  if (fromFile?.kind === 'invalid') return { problems: fromFile.problems, warnings: [], understood: null }
  const { merged: written, unknown } = overlayEnvironment(fromFile?.keys ?? {}, env)
  const variables = checkUnknownVariables(unknown, part.checksVariables)
  const { warnings } = variables
  const shape = readShape(part.select(written))
  const wrong = shape.problems.filter(({ path }) => isOfPart(path, part))
  if (wrong.length > 0)
    return { problems: nameVariables([...variables.problems, ...wrong], env), warnings, understood: null }
  const config = part.pick(shape.config)
  const meaning = part.understand(config, { env, flags: nodeFlags })
  const problems = nameVariables([...variables.problems, ...meaning.problems], env)
  return { problems, warnings, understood: { config, written, meaning } }
}

/** A key that does not exist is of every part: it may be a misspelt section. */
function isOfPart(path: string, part: ConfigPart<unknown>): boolean {
  const name = sectionOf(path)
  return part.reads(name) || !isSection(name)
}

function sectionOf(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? ''
}

function sectionsOf(problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(problems.map(({ path }) => sectionOf(path)))
}
