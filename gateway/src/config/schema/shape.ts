import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Problem } from '../../problem.ts'
import { packagePath } from '../package-files.ts'
import { findSchemaNode } from './published-schema.ts'
import type { Config } from './schema.ts'
import { shapeMessage } from './shape-words.ts'

/** Compiled from the schema by `gateway/prepare.mjs`; `reference.test.ts` fails when it is stale. */
const validate: ValidateFunction<Config> = createRequire(import.meta.url)(
  packagePath('dist', 'config', 'gatehouse.validate.cjs')
)

/**
 * Checks shapes, bounds and unknown keys, and fills in defaults.
 * `config` is one only where nothing is wrong: a section with problems is not what its type says.
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
