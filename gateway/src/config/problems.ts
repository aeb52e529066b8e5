import { Ajv, type ErrorObject } from 'ajv'
import { type Config, configSchema } from './schema.ts'

/** One thing that is wrong with a configuration. Never holds the value that was found: it may be a secret. */
export interface Problem {
  /** Where: a key path such as `access.rules[0].path`, the name of a variable, or a file. */
  path: string
  message: string
  /** What to write instead, or which command helps. */
  hint: string
}

const ajv = new Ajv({ allErrors: true, useDefaults: true, verbose: true, strict: true, strictTypes: false })
const validate = ajv.compile<Config>(configSchema)

/**
 * Checks shapes, bounds and unknown keys, and fills in defaults.
 * Gives the configuration, or every problem. What keys mean together is the matter of `findContradictions`.
 */
export function validateShape(input: unknown): { config: Config } | { problems: Problem[] } {
  const candidate = structuredClone(input)
  if (validate(candidate)) return { config: candidate }
  const problems = (validate.errors ?? []).filter((error) => error.keyword !== 'if').map(toProblem)
  return { problems }
}

function toProblem(error: ErrorObject): Problem {
  const at = readablePath(error.instancePath)
  const within = (name: unknown) => (at === '' ? String(name) : `${at}.${String(name)}`)
  const description = String(error.parentSchema?.description ?? '')
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    const known = Object.keys(error.parentSchema?.properties ?? {})
    return {
      path: within(error.params.additionalProperty),
      message: 'is not a key of the configuration',
      hint: `Keys here: ${known.join(', ')}.`
    }
  }
  if (error.keyword === 'required') {
    const name = String(error.params.missingProperty)
    return {
      path: within(name),
      message: 'is required',
      hint: String(error.parentSchema?.properties?.[name]?.description ?? '')
    }
  }
  if (error.keyword === 'enum') {
    return {
      path: at,
      message: 'is not one of the allowed values',
      hint: `Allowed: ${error.params.allowedValues.join(', ')}. ${description}`.trim()
    }
  }
  return { path: at, message: error.message ?? 'is wrong', hint: description }
}

/** `/access/rules/0/path` -> `access.rules[0].path` */
function readablePath(instancePath: string): string {
  return instancePath
    .slice(1)
    .replaceAll('~1', '/')
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
}
