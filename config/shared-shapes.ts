import type { SchemaNode } from '../gateway/src/config/schema/published-schema.ts'

/**
 * The same schema with every shape that occurs in it more than once under `definitions`. It accepts the same values and fills in
 * the same defaults. Descriptions are removed, so that keys which differ in nothing else have the same shape. What is below `if`,
 * `then` and `else` is unchanged.
 */
export function shareShapes(schema: SchemaNode): SchemaNode {
  const bare = withoutDescriptions(schema)
  const uses = countShapes(bare)
  const definitions: Record<string, SchemaNode> = {}
  const names = new Map<string, string>()

  function share(node: SchemaNode): SchemaNode {
    const { default: fallback, ...shape } = node
    const key = JSON.stringify(shape)
    if (shape.$ref !== undefined || (uses.get(key) ?? 0) < 2) return shareWithin(node)
    const name = names.get(key) ?? `shape${names.size + 1}`
    if (!names.has(key)) {
      names.set(key, name)
      definitions[name] = shareWithin(shape)
    }
    const reference = { $ref: `#/definitions/${name}` }
    return fallback === undefined ? reference : { ...reference, default: fallback }
  }

  /** Ajv finds out from the type of the items themselves which of them `uniqueItems` compares. */
  function shareWithin(node: SchemaNode): SchemaNode {
    return node.uniqueItems === true ? node : mapChildren(node, share)
  }

  const shared = shareWithin(bare)
  return { ...shared, definitions: { ...shared.definitions, ...definitions } }
}

/** JSON of a shape -> how often it occurs in the schema, where each repeated one counts as written once. */
function countShapes(schema: SchemaNode): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  function count(node: SchemaNode): SchemaNode {
    const { default: _fallback, ...shape } = node
    const key = JSON.stringify(shape)
    const known = uses.get(key) ?? 0
    uses.set(key, known + 1)
    return known === 0 ? mapChildren(node, count) : node
  }
  mapChildren(schema, count)
  return uses
}

function withoutDescriptions({ description: _description, ...node }: SchemaNode): SchemaNode {
  return mapChildren(node, withoutDescriptions)
}

/** A copy whose properties, definitions and items are changed; what is below `if`, `then` and `else` is unchanged. */
export function mapChildren(node: SchemaNode, change: (child: SchemaNode) => SchemaNode): SchemaNode {
  const mapped = { ...node }
  for (const key of ['properties', 'patternProperties', 'definitions'] as const) {
    const children = node[key]
    if (children !== undefined)
      mapped[key] = Object.fromEntries(Object.entries(children).map(([name, child]) => [name, change(child)]))
  }
  if (node.items !== undefined) mapped.items = change(node.items)
  return mapped
}
