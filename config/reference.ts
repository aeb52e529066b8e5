import { readFileSync } from 'node:fs'
import type { TProperties } from 'typebox'
import { packagePath } from '../gateway/src/config/package-files.ts'
import type { SchemaNode } from '../gateway/src/config/schema/published-schema.ts'
import { composeSchema } from '../gateway/src/config/schema/schema.ts'
import { type EnvironmentKey, listEnvironmentKeys } from '../gateway/src/config/sources/environment.ts'
import { importFromPlugins } from './plugin-exports.ts'
import { mapChildren } from './shared-shapes.ts'

const ofPlugins: TProperties = Object.assign({}, ...(await importFromPlugins('settings')))
/** The schema as it is written, with the sections of plugins, without TypeBox's types. */
const written: SchemaNode = JSON.parse(JSON.stringify(composeSchema(ofPlugins)))

/** The JSON Schema that editors read, and that the gateway's validation is generated from. Ends with a newline. */
export function renderSchema(): string {
  const head = { $schema: 'http://json-schema.org/draft-07/schema#' }
  return `${JSON.stringify({ ...head, ...withOptionalDefaults(written) }, null, 2)}\n`
}

/** What has a default is not required, however deep in lists and maps it is. */
function withOptionalDefaults(node: SchemaNode): SchemaNode {
  const mapped = mapChildren(node, withOptionalDefaults)
  const { properties, required } = mapped
  if (properties === undefined || required === undefined) return mapped
  return { ...mapped, required: required.filter((name) => needsAValue(properties[name])) }
}

/** A section that is `{}` by default needs one if a key in it does. */
function needsAValue({ default: fallback, required = [] }: SchemaNode = {}): boolean {
  return fallback === undefined || (fallback !== null && required.length > 0)
}

/** `config/README.md`: the guide as it is, then every key with its variable, type, default and meaning. */
export function renderReference(): string {
  const guide = readFileSync(packagePath('config', 'guide.md'), 'utf8')
  const sections = new Map<string, EnvironmentKey[]>()
  for (const key of listEnvironmentKeys(written)) {
    const section = key.keyPath.replace(/\.?[^.]*$/, '')
    sections.set(section, [...(sections.get(section) ?? []), key])
  }
  const parts = [...sections].map(([section, keys]) => renderSection(section, keys))
  return [HEAD, guide, INTRODUCTION, ...parts].join('\n')
}

const HEAD = `<!-- Made from config/guide.md and the schema in gateway/src/config/schema by \`npm run generate\`. Do not edit. -->
`

const INTRODUCTION = `## All keys

Every key with its variable, type, default and meaning.
`

function renderSection(section: string, keys: readonly EnvironmentKey[]): string {
  const heading = section === '' ? '## Top level' : `## \`${section}\``
  const description = section === '' ? '' : `${findNode(section).description ?? ''}\n\n`
  const { required = [] } = section === '' ? written : findNode(section)
  const rows = keys.map((key) => {
    const node = findNode(key.keyPath)
    const name = key.keyPath
    const [fallback, meaning] =
      node.properties === undefined
        ? [describeDefault(node, required.includes(name.replace(/^.*\./, ''))), node.description ?? '']
        : [
            node.default === null ? 'none' : 'the keys below',
            `The section [\`${name}\`](#${slugOf(name)}); null switches it off.`
          ]
    return `| \`${name}\`<br>\`${key.variable}\` | ${describeType(node)} | ${fallback} | ${meaning} |`
  })
  return `${heading}\n\n${description}| key, variable | type | default | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

/** What GitHub makes of a heading. */
function slugOf(heading: string): string {
  return heading.toLowerCase().replaceAll('.', '')
}

function findNode(keyPath: string): SchemaNode {
  let node = written
  for (const name of keyPath.split('.')) node = node.properties?.[name] ?? {}
  return node
}

const READABLE_TYPES = new Map([
  ['string', 'text'],
  ['array', 'list']
])

function describeType({ type, enum: values, minimum, maximum }: SchemaNode): string {
  if (values !== undefined)
    return values
      .filter((value) => value !== null)
      .map((value) => `\`${value}\``)
      .join(', ')
  const names = [type ?? 'string'].flat().filter((one) => one !== 'null')
  const readable = names.map((name) => READABLE_TYPES.get(name) ?? name).join(', ')
  return minimum === undefined ? readable : `${readable}, ${minimum} to ${maximum}`
}

function describeDefault({ default: fallback }: SchemaNode, isRequired: boolean): string {
  if (fallback === undefined && isRequired) return '**required**'
  return (fallback ?? '') === '' ? 'none' : `\`${JSON.stringify(fallback).replaceAll('"', '')}\``
}
