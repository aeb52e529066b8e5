/** What JSON Schemas of the endpoints are made of. */

type Schema = Readonly<Record<string, unknown>>

const describe = (shape: Schema, description?: string): Schema =>
  description === undefined ? shape : { ...shape, description }
export const flag = { type: 'boolean' }
export const text = (description?: string) => describe({ type: 'string' }, description)
export const nullableText = (description?: string) => describe({ type: ['string', 'null'] }, description)
export const list = (items: Schema, description?: string) => describe({ type: 'array', items }, description)
export const seconds = { type: 'integer', description: 'Seconds since 1970.' }

/** Members that are not named do not come. */
export function object(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}
