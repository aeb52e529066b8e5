import type { Problem } from '../problem.ts'
import { isSound } from './checks/check.ts'
import { checkMeaning } from './checks/checks.ts'
import { type ConfigPart, isSection } from './partial-config.ts'
import type { Config } from './schema/schema.ts'
import { readShape } from './schema/shape.ts'
import { overlayEnvironment } from './sources/environment.ts'
import { readConfigFile } from './sources/files.ts'
import { readApiKey, readSignatureKeys, readStoreUrl, SECRET_KEYS } from './sources/secrets.ts'
import { checkUnknownVariables } from './sources/unknown-variables.ts'

/** Where a configuration comes from. */
export interface ConfigSources {
  /** YAML or JSON file; null: environment alone. */
  file: string | null
  env: Readonly<Record<string, string | undefined>>
  /** Flags that Node itself was started with; none when left out. */
  nodeFlags?: readonly string[]
}

/** Everything that is wrong with a configuration. */
export interface InvalidConfig {
  kind: 'invalid'
  problems: Problem[]
}

/** A part of a configuration with secrets filled in, and what was found so far. */
export interface Draft<C> {
  kind: 'draft'
  /** Only where `shapeProblems` names nothing, it is what its type says. */
  config: C
  problems: Problem[]
  /** Those of them that say that a value has another type. */
  shapeProblems: readonly Problem[]
  warnings: string[]
  /** What file and environment say, without defaults. */
  written: Readonly<Record<string, unknown>>
}

/** Reads a part of a configuration; `part`: which. Invalid: the file cannot be read. */
export function readDraft<C extends Partial<Config>>(
  { file, env }: ConfigSources,
  part: ConfigPart<C>
): Draft<C> | InvalidConfig {
  const fromFile = file === null ? null : readConfigFile(file)
  if (fromFile?.kind === 'invalid') return fromFile
  const { merged: written, unknown } = overlayEnvironment(fromFile?.keys ?? {}, env)
  const variables = checkUnknownVariables(unknown, part.checksVariables)
  const shape = readShape(part.select(written))
  const config = part.pick(shape.config)
  const shapeProblems = shape.problems.filter(({ path }) => isOfPart(path, part))
  const problems = [...variables.problems, ...shapeProblems]
  if (areSound(SECRET_KEYS, shapeProblems)) problems.push(...readSecrets(config))
  problems.push(...checkMeaning(config, problems))
  return { kind: 'draft', config, problems, shapeProblems, warnings: variables.warnings, written }
}

/** A key that does not exist is of every part: it may be a misspelt section. */
function isOfPart(path: string, part: ConfigPart<Partial<Config>>): boolean {
  const [name = ''] = path.split(/[.[]/, 1)
  return part.reads(name) || !isSection(name)
}

function readSecrets({ identityPlatform, cookie, store }: Partial<Config>): Problem[] {
  return [
    ...(identityPlatform === undefined ? [] : readApiKey(identityPlatform)),
    ...(cookie === undefined ? [] : readSignatureKeys(cookie)),
    ...(store == null ? [] : readStoreUrl(store))
  ]
}

/** Is nothing wrong at any of these key paths? */
export function areSound(paths: readonly string[], problems: readonly Problem[]): boolean {
  return paths.every((path) => isSound(path, problems))
}
