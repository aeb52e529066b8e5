import { publishedSchema, type SchemaNode } from '../../config/schema/published-schema.ts'
import type { LoginPageConfig } from '../../config/schema/schema.ts'
import type { Edited, EditorField, EditorSection, FieldKind } from '../contract.ts'

/** The editable sections of `login`, in form order. */
const SECTIONS = ['theme', 'brand', 'links'] as const

/** The editable keys, from the schema, so new keys appear automatically. */
export function listEditorSections(): EditorSection[] {
  return SECTIONS.map((name) => ({
    name,
    fields: Object.entries(sectionOf(name)).flatMap(([key, node]) => listField(key, node))
  }))
}

/** The configured values of these sections. */
export function editableValuesOf({ login }: Pick<LoginPageConfig, 'login'>): Edited {
  return Object.fromEntries(SECTIONS.map((name) => [name, { ...login[name] }]))
}

/** Removes default values and empty sections. */
export function withoutDefaults(values: Edited): Edited {
  const sections = Object.entries(values).map(([name, keys]) => {
    const nodes = sectionOf(name)
    const said = Object.entries(keys).filter(([key, value]) => nodes[key]?.default !== value)
    return [name, Object.fromEntries(said)] as const
  })
  return Object.fromEntries(sections.filter(([, keys]) => Object.keys(keys).length > 0))
}

/** Checks names only, not values. */
export function isSectionName(name: string): boolean {
  return SECTIONS.some((section) => section === name)
}

function sectionOf(name: string): Readonly<Record<string, SchemaNode>> {
  return publishedSchema.properties?.login?.properties?.[name]?.properties ?? {}
}

/** Empty for kinds of keys without an input. */
function listField(key: string, node: SchemaNode): EditorField[] {
  const input = inputOf(node)
  return input === null ? [] : [{ key, description: node.description ?? '', input }]
}

function inputOf({ type = [], enum: options, pattern, minimum, maximum }: SchemaNode): FieldKind | null {
  if (options !== undefined) return { kind: 'choice', options }
  const types = [type].flat()
  const canBeNull = types.includes('null')
  if (types.includes('boolean')) return { kind: 'switch' }
  if (types.includes('integer') && minimum !== undefined && maximum !== undefined)
    return { kind: 'number', minimum, maximum, canBeNull }
  if (!types.includes('string')) return null
  return { kind: isColour(pattern) ? 'colour' : 'text', canBeNull }
}

function isColour(pattern: string | undefined): boolean {
  return (
    pattern !== undefined &&
    ['#1f5eff', 'x'].map((one) => new RegExp(pattern, 'u').test(one)).join() === 'true,false'
  )
}
