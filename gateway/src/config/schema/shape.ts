import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Problem } from '../../problem.ts'
import { packagePath } from '../package-files.ts'
import { findSchemaNode } from './published-schema.ts'
import type { Config } from './schema.ts'

/** Compiled by `gateway/prepare.mjs`; `reference.test.ts` fails if it is stale. */
const validate: ValidateFunction<Config> = createRequire(import.meta.url)(
  packagePath('dist', 'config', 'gatehouse.validate.cjs')
)

/** Validates shapes, bounds and unknown keys, and fills in defaults. `config` has its type only without problems. */
export function readShape(input: Record<string, unknown>): { config: Config; problems: Problem[] } {
  const candidate: unknown = structuredClone(input)
  validate(candidate)
  const problems = (validate.errors ?? []).filter((error) => error.keyword !== 'if').map(toProblem)
  return { config: candidate as Config, problems }
}

function toProblem(error: ErrorObject): Problem {
  const at = readablePath(error.instancePath)
  const within = (name: unknown) => (at === '' ? String(name) : `${at}.${String(name)}`)
  const { description = '', properties = {} } = findSchemaNode(error.instancePath, error.keyword)
  const message = MESSAGES[error.keyword]?.(error.params) ?? error.message ?? 'is wrong'
  if (error.keyword === 'additionalProperties') {
    const known = Object.keys(properties)
    return {
      path: within(error.params.additionalProperty),
      message,
      hint: known.length === 0 ? description : `Keys here: ${known.join(', ')}.`
    }
  }
  if (error.keyword === 'required') {
    const name = String(error.params.missingProperty)
    return { path: within(name), message, hint: properties[name]?.description ?? '' }
  }
  if (error.keyword === 'enum') {
    const allowed = error.params.allowedValues.map(String).join(', ')
    return { path: at, message, hint: `Allowed: ${allowed}. ${description}`.trim() }
  }
  return { path: at, message, hint: description }
}

/** `/access/rules/0/path` -> `access.rules[0].path` */
function readablePath(instancePath: string): string {
  return instancePath
    .slice(1)
    .replaceAll('~1', '/')
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
}

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
  required: () => 'is required',
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
