import { Ajv } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { shareShapes } from './shared-shapes.ts'

/**
 * A CommonJS module that exports Ajv's validation function for a schema. Made ahead: loading Ajv and compiling the schema
 * took a sixth of the gateway's start. Its errors say where and what, without parts of the schema. `schema`: JSON text. Throws
 * when it is no valid JSON Schema, or not a strict one.
 */
export function renderValidator(schema: string): string {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    strict: true,
    strictTypes: false,
    // Else shapes that stand in many places are written out in each.
    inlineRefs: false,
    code: { source: true, lines: true }
  })
  const source = standalone.default(ajv, ajv.compile(shareShapes(JSON.parse(schema))))
  return `${shorten(source)}\n`
}

const ADDED_ERROR = new RegExp(
  [
    String.raw`const (err\d+) = (\{.*\});`,
    String.raw`if\(vErrors === null\)\{`,
    String.raw`vErrors = \[\1\];`,
    String.raw`\}`,
    String.raw`else \{`,
    String.raw`vErrors\.push\(\1\);`,
    String.raw`\}`
  ].join('\n'),
  'g'
)
const ADDED_ERRORS = /vErrors = vErrors === null \? (validate\d+)\.errors : vErrors\.concat\(\1\.errors\);/g
const SCHEMA_PATH = /(?<=\{instancePath(?::[^\n]*?)?,)schemaPath:"#[^"]*",(?=keyword:)/g

/** Ajv writes seven lines for each error that it may find, with its position in the schema, which is not used. */
function shorten(source: string): string {
  return source
    .replace(ADDED_ERROR, '(vErrors ??= []).push($2);')
    .replace(ADDED_ERRORS, '(vErrors ??= []).push(...$1.errors);')
    .replace(SCHEMA_PATH, '')
}
