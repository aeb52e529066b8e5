import { createRequire } from 'node:module'
import type { Ajv, SchemaObject, ValidateFunction } from 'ajv'

/** What the members of a JSON object must be. */
export interface ObjectShape {
  required: readonly string[]
  /** Name -> JSON Schema. Members without one are not looked at. */
  members: Readonly<Record<string, SchemaObject>>
}

/** Is a text of some format? */
type Formats = Readonly<Record<string, (text: string) => boolean>>

/** A member that is missing or not what it must be. */
interface BrokenMember {
  name: string
  /** The first rule that it breaks: a keyword of JSON Schema such as `required` or `type`, or the name of a format. */
  rule: string
}

/**
 * A check of the members of JSON objects. `formats`: those that schemas may name. Shapes are plain JSON Schema: the library
 * that the configuration's schema is written with takes as long to load as the rest of a start. The check gives all members that are
 * broken, in the order of the shape; undefined is missing.
 */
export function createMemberCheck(formats: Formats) {
  // Loaded and compiled when a shape is met first: few processes meet any.
  let ajv: Ajv | undefined
  const compiled = new WeakMap<ObjectShape, ValidateFunction>()

  function compile({ required, members }: ObjectShape): ValidateFunction {
    // These are our own schemas, and each runs a few times: neither checked nor polished.
    const options = { validateSchema: false, meta: false, code: { optimize: false } } as const
    ajv ??= new (loadAjv().Ajv)({ allErrors: true, strictTypes: false, formats: { ...formats }, ...options })
    return ajv.compile({ type: 'object', required: [...required], properties: members })
  }

  return (shape: ObjectShape, value: object): BrokenMember[] => {
    const validate = compiled.get(shape) ?? compile(shape)
    compiled.set(shape, validate)
    validate(value)
    const errors = (validate.errors ?? []).map(({ instancePath, keyword, params }) => {
      const [, name] = instancePath.split('/', 2)
      return { name: name ?? String(params.missingProperty), rule: String(params.format ?? keyword) }
    })
    return Object.keys(shape.members).flatMap((name) => errors.find((error) => error.name === name) ?? [])
  }
}

function loadAjv(): typeof import('ajv') {
  return createRequire(import.meta.url)('ajv')
}

/** Is it what JSON calls an object? */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The JSON object in a text; null for anything else (HTML, empty, `null`, a list, broken JSON). */
export function parseJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? value : null
  } catch {
    return null
  }
}
