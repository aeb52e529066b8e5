import { createRequire } from 'node:module'
import type { Ajv, SchemaObject, ValidateFunction } from 'ajv'

export interface ObjectShape {
  required: readonly string[]
  /** Name -> JSON Schema. Other members are ignored. */
  members: Readonly<Record<string, SchemaObject>>
}

type Formats = Readonly<Record<string, (text: string) => boolean>>

interface BrokenMember {
  name: string
  /** The first violated rule: a keyword such as `required` or `type`, or the name of a format. */
  rule: string
}

/**
 * Returns a function listing invalid members of a JSON object, in the order of the shape. `formats`: usable
 * in schemas. Shapes are plain JSON Schema, because the library used for the config schema takes as long to
 * load as the rest of the startup.
 */
export function createMemberCheck(formats: Formats) {
  // Lazy: few processes need it.
  let ajv: Ajv | undefined
  const compiled = new WeakMap<ObjectShape, ValidateFunction>()

  function compile({ required, members }: ObjectShape): ValidateFunction {
    // Trusted schemas that run a few times: skip validation and optimization.
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

/** True for a JSON object. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Value at a key path such as `['upstream', 'url']`; undefined if there is none. */
export function valueAt(node: unknown, keyPath: readonly string[]): unknown {
  return keyPath.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), node)
}

/** Sets the value at a key path, and makes the objects on the way that are missing. */
export function setValueAt(
  target: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  value: unknown
): void {
  const child = target[name]
  const inner = isPlainObject(child) ? child : {}
  target[name] = rest.length === 0 ? value : inner
  if (rest.length > 0) setValueAt(inner, rest, value)
}

/** Parses a JSON object; null for anything else. */
export function parseJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? value : null
  } catch {
    return null
  }
}
