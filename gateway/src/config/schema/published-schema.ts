import { readPackageJson } from '../package-files.ts'

/** As much of JSON Schema as the configuration uses. */
export interface SchemaNode {
  type?: string | string[]
  enum?: string[]
  pattern?: string
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  properties?: Record<string, SchemaNode>
  required?: string[]
}

/** The schema that is generated from `schema.ts`; `reference.test.ts` fails when it is stale. */
export const publishedSchema = readPackageJson('config', 'gatehouse.schema.json') as SchemaNode
