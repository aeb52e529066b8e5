import type { ErrorObject } from 'ajv'

/** As the reference of the configuration calls them. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a section with keys',
  null: 'null'
}

/** What is wrong with a value of the wrong shape, in words that go behind its key, without a full stop. */
export function shapeMessage({ keyword, params, message = 'is wrong' }: ErrorObject): string {
  const least = params.limit === 1 ? 'is empty' : null
  switch (keyword) {
    case 'additionalProperties':
      return 'is not a key of the configuration'
    case 'required':
      return 'is required'
    case 'enum':
      return 'is not one of the allowed values'
    case 'pattern':
      return 'has the wrong form'
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
      return 'has the same entry twice'
    default:
      return message
  }
}

/** `types`: one, or several, as JSON Schema writes them. */
function nameTypes(types: string | readonly string[]): string {
  const names = [types].flat().map((type) => TYPES[type] ?? type)
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}
