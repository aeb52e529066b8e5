import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import { Ajv, type ValidateFunction } from 'ajv'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import { findSchemaNode, publishedSchema, type SchemaNode } from '../../src/config/schema/published-schema.ts'
import { readShape } from '../../src/config/schema/shape.ts'

const generated: ValidateFunction = createRequire(import.meta.url)(
  packagePath('dist', 'config', 'gatehouse.validate.cjs')
)
const VALUES = [null, true, -1, 0.5, 2 ** 60, '', 'a/b c', [null], ['x', ''], { unknown: 1, '0': 1 }]
/** The deepest place is in a condition of an access rule of an application. */
const DEPTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8]
/** Names that match a name pattern somewhere in the schema. */
const NAMES = ['x-header', '/place/*', 'en', 'google.com', 'app.example.com', 'a~b/c', 'https://example.com']

/** A configuration with this value at every leaf of the schema, and at every place `depth` deep. */
function fill(node: SchemaNode, value: unknown, depth: number): unknown {
  const { properties = {}, patternProperties = {}, items, $ref, then } = node
  if (depth === 0) return value
  const referred = then ?? publishedSchema.definitions?.[$ref?.split('/').at(-1) ?? '']
  if (referred !== undefined) return fill(referred, value, depth)
  if (items !== undefined) return [items, items].map((item) => fill(item, value, depth - 1))
  const known = Object.entries(properties)
  const matching = Object.values(patternProperties).flatMap((child) =>
    NAMES.map((name): [string, SchemaNode] => [name, child])
  )
  const children = [...known, ...matching]
  return children.length === 0
    ? value
    : Object.fromEntries(children.map(([name, child]) => [name, fill(child, value, depth - 1)]))
}

/** The result of validating an input, and the input with its defaults. */
function evaluate(validate: ValidateFunction, input: unknown) {
  const candidate = structuredClone(input)
  validate(candidate)
  const errors = (validate.errors ?? []).map(({ instancePath, keyword, params, message, parentSchema }) => ({
    error: { instancePath, keyword, params, message },
    node: parentSchema ?? findSchemaNode(instancePath, keyword)
  }))
  return { candidate, errors }
}

t.test('shape: any value is validated and completed as Ajv does with the schema', async (t) => {
  const ajv = new Ajv({ allErrors: true, useDefaults: true, verbose: true, strictTypes: false })
  const published = ajv.compile(publishedSchema)
  const found = { errors: 0, keywords: new Set<string>() }
  for (const value of VALUES)
    for (const depth of DEPTHS) {
      const input = fill(publishedSchema, value, depth)
      const expected = evaluate(published, input)
      const actual = evaluate(generated, input)
      // Otherwise a failure would print the whole schema.
      if (isDeepStrictEqual(actual, expected)) t.pass(`${depth}: ${JSON.stringify(value)}`)
      else return void t.same(actual, expected, 'after a change of the schema: npm run generate')
      found.errors += expected.errors.length
      for (const { error } of expected.errors) found.keywords.add(error.keyword)
    }
  t.ok(found.errors > 20_000, `${found.errors} errors`)
  t.same(
    'type enum pattern minimum maximum minLength required additionalProperties uniqueItems'
      .split(' ')
      .filter((keyword) => !found.keywords.has(keyword)),
    [],
    'keywords that came up'
  )
})

t.test('shape: problems are described in plain words at their key', async (t) => {
  const rows: readonly [Record<string, unknown>, path: string, message: string][] = [
    [{ nonsense: 1 }, 'nonsense', 'is not a key of the configuration'],
    [{ listen: { port: 'x' } }, 'listen.port', 'must be a whole number'],
    [{ listen: { port: -1 } }, 'listen.port', 'must be at least 0'],
    [{ listen: { port: 70_000 } }, 'listen.port', 'must be at most 65535'],
    [{ hsts: 'off' }, 'hsts', 'must be a section with keys or null'],
    [{ keepForms: { enabled: 'yes' } }, 'keepForms.enabled', 'must be true or false'],
    [{ trustedProxies: 'all' }, 'trustedProxies', 'must be a list'],
    [{ login: { brand: { name: 'x'.repeat(81) } } }, 'login.brand.name', 'must have at most 80 characters'],
    [{ login: { theme: { radius: 1.5 } } }, 'login.theme.radius', 'must be a whole number or null'],
    [{ login: { theme: { accent: 'red' } } }, 'login.theme.accent', 'has the wrong format'],
    [{ login: { theme: { mode: 'dim' } } }, 'login.theme.mode', 'is not one of the allowed values'],
    [{ login: { locales: { enabled: [] } } }, 'login.locales.enabled', 'is empty']
  ]
  for (const [input, path, message] of rows) {
    const found = readShape(input).problems.filter((problem) => problem.path === path)
    const seen = found.map((problem) => problem.message)
    t.same(seen, [message], path)
  }
})

t.test('shape: every keyword of the schema has its message, none is that of the validator', async (t) => {
  const messages = new Set<string>()
  for (const value of VALUES)
    for (const depth of DEPTHS) {
      const input = fill(publishedSchema, value, depth)
      if (typeof input !== 'object' || input === null || Array.isArray(input)) continue
      for (const { message } of readShape({ ...input }).problems) messages.add(message)
    }
  t.ok(messages.size > 12, String(messages.size))
  t.same(
    [...messages].filter((message) =>
      /must NOT|must match|must be (?:[<>=]|\w+,)|must be (?:string|array|object|integer)/.test(message)
    ),
    []
  )
})
