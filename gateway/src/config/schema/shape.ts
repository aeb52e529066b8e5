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

/**
 * Validates shapes, bounds and unknown keys, and fills in defaults. `config` has its type only if there are
 * no problems.
 */
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
  const message = shapeMessage(error)
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

/** Message for a shape error, to follow the key, without a full stop. */
function shapeMessage({ keyword, params, message = 'is wrong' }: ErrorObject): string {
  const least = params.limit === 1 ? 'is empty' : null
  switch (keyword) {
    case 'additionalProperties':
      return 'is not a key of the configuration'
    case 'required':
      return 'is required'
    case 'enum':
      return 'is not one of the allowed values'
    case 'pattern':
      return 'has the wrong format'
    case 'type':
      return `must be ${nameTypes(params.type)}`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'exclusiveMinimum':
      return `must be more than ${params.limit}`
    case 'minLength':
      return least ?? `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minItems':
      return least ?? `must have at least ${params.limit} entries`
    case 'maxItems':
      return `must have at most ${params.limit} entries`
    case 'uniqueItems':
      return 'has a duplicate entry'
    default:
      return message
  }
}

function nameTypes(types: string | readonly string[]): string {
  const names = [types].flat().map((type) => TYPES[type] ?? type)
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}
