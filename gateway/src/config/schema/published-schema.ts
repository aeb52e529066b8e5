import { readPackageJson } from '../package-files.ts'

/** The subset of JSON Schema in use. */
export interface SchemaNode {
  type?: string | string[]
  enum?: (string | null)[]
  pattern?: string
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  properties?: Record<string, SchemaNode>
  /** For arbitrary keys, by pattern. */
  patternProperties?: Record<string, SchemaNode>
  required?: string[]
  items?: SchemaNode
  uniqueItems?: boolean
  if?: SchemaNode
  then?: SchemaNode
  else?: SchemaNode
  $ref?: string
  definitions?: Record<string, SchemaNode>
}

/** Generated from `schema.ts`; `reference.test.ts` fails if it is stale. */
export const publishedSchema = readPackageJson('config', 'gatehouse.schema.json') as SchemaNode

/** The schema node with a keyword for a JSON Pointer of Ajv (RFC 6901). An empty node if there is none. */
export function findSchemaNode(instancePath: string, keyword: string): SchemaNode {
  const names = instancePath.split('/').slice(1).map(unescapePointer)
  const nodes = names.reduce<SchemaNode[]>(
    (parents, name) => parents.flatMap((node) => childrenOf(node, name)).flatMap(branchesOf),
    branchesOf(publishedSchema)
  )
  return nodes.find((node) => Object.hasOwn(node, keyword)) ?? {}
}

function childrenOf({ properties = {}, patternProperties = {}, items }: SchemaNode, name: string) {
  const exactly = Object.hasOwn(properties, name) ? properties[name] : undefined
  const matching = Object.entries(patternProperties).flatMap(([pattern, node]) =>
    new RegExp(pattern, 'u').test(name) ? [node] : []
  )
  return [exactly ?? [], items ?? [], matching].flat()
}

/** A node with its reference and both branches of its `if`. */
function branchesOf(node: SchemaNode): SchemaNode[] {
  const { $ref, then: yes, else: no } = node
  const definition =
    $ref === undefined ? undefined : publishedSchema.definitions?.[$ref.replace(/^#\/definitions\//, '')]
  return [node, ...[definition ?? [], yes ?? [], no ?? []].flat().flatMap(branchesOf)]
}

/** A segment of a JSON Pointer (RFC 6901) as a name. */
export function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
