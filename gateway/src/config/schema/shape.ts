import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Problem } from '../../problem.ts'
import { packagePath } from '../package-files.ts'
import { findNearestName } from '../sources/environment.ts'
import { findSchemaNode, unescapePointer } from './published-schema.ts'
import type { Config } from './schema.ts'

/** Compiled by `gateway/prepare.mjs`; `reference.test.ts` fails if it is stale. */
const validate: ValidateFunction<Config> = createRequire(import.meta.url)(
  packagePath('dist', 'config', 'gatehouse.validate.cjs')
)

/** Validates shapes, bounds and unknown keys, and fills in defaults. `config` has its type only without problems. */
export function readShape(input: Record<string, unknown>): { config: Config; problems: Problem[] } {
  const candidate: unknown = structuredClone(input)
  validate(candidate)
  const problems = (validate.errors ?? [])
    .filter((error) => error.keyword !== 'if')
    .map((error) => toProblem(error, candidate))
  return { config: candidate as Config, problems }
}

function toProblem(error: ErrorObject, input: unknown): Problem {
  const at = readablePath(error.instancePath)
  const value = findValue(input, error.instancePath)
  const within = (name: unknown) => (at === '' ? String(name) : `${at}.${String(name)}`)
  const { description = '', properties = {} } = findSchemaNode(error.instancePath, error.keyword)
  const message = MESSAGES[error.keyword]?.(error.params) ?? error.message ?? 'is wrong'
  if (error.keyword === 'additionalProperties') {
    const known = Object.keys(properties)
    const written = String(error.params.additionalProperty)
    const nearest = findNearestName(written, known)
    const listed = known.length === 0 ? description : `Keys here: ${known.join(', ')}.`
    const hint = nearest === null ? listed : `Did you mean \`${nearest}\`?`
    return { path: within(written), message, hint }
  }
  if (error.keyword === 'required') {
    const name = String(error.params.missingProperty)
    return { path: within(name), message, hint: properties[name]?.description ?? '' }
  }
  if (error.keyword === 'enum') {
    const allowed = error.params.allowedValues.map(String).join(', ')
    return { path: at, message, hint: `Allowed: ${allowed}. ${description}`.trim() }
  }
  const advice = error.keyword === 'pattern' ? adviseOnUrl(error.params.pattern, value) : null
  const [key] = Object.keys(properties)
  if (typeof value === 'string' && key !== undefined && error.keyword === 'type') {
    const hint = `Write it below a key of the section, such as \`${at}: { ${key}: … }\`.`
    return { path: at, message, hint }
  }
  return { path: at, message, hint: advice === null ? description : `${advice} ${description}` }
}

/** What is wrong with the address of a web server, of those things that are often forgotten; null: nothing of it. */
function adviseOnUrl(pattern: string, value: unknown): string | null {
  if (!pattern.includes('https?://') || typeof value !== 'string') return null
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return 'Begin with `http://` or `https://`.'
  if (!/^https?:\/\//.test(value)) return 'The scheme is `http://` or `https://`.'
  const rest = value.replace(/^https?:\/\//, '')
  if (/\s/.test(rest)) return 'Remove the space.'
  if (/^[^/?#]*@/.test(rest)) return 'Remove the user name and password.'
  return /[/?#]./.test(rest) ? 'Remove what follows host and port.' : null
}

function findValue(input: unknown, instancePath: string): unknown {
  const names = instancePath.split('/').slice(1).map(unescapePointer)
  return names.reduce<unknown>((node, name) => Object(node)[name], input)
}

/** `/access/rules/0/path` -> `access.rules[0].path` */
function readablePath(instancePath: string): string {
  return instancePath
    .slice(1)
    .replaceAll('~1', '/')
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
}

/** Message of a required key that is not there. */
export const MISSING = 'is required'

/** Type names as in the config reference. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a section with keys',
  null: 'null'
}

/** Messages by keyword, to follow the key, without a full stop. `limit`, `type`: parameters of the keyword. */
const MESSAGES: Readonly<Record<string, (params: { limit?: number; type?: string | string[] }) => string>> = {
  additionalProperties: () => 'is not a key of the configuration',
  required: () => MISSING,
  enum: () => 'is not one of the allowed values',
  pattern: () => 'has the wrong format',
  type: ({ type = [] }) => `must be ${nameTypes(type)}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  minLength: ({ limit }) => (limit === 1 ? 'is empty' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minItems: ({ limit }) => (limit === 1 ? 'is empty' : `must have at least ${limit} entries`),
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  uniqueItems: () => 'has a duplicate entry'
}

function nameTypes(types: string | readonly string[]): string {
  const names = [types].flat().map((type) => TYPES[type] ?? type)
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}
