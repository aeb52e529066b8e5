import type { SchemaNode } from '../gateway/src/config/schema/published-schema.ts'
import { configSchema } from '../gateway/src/config/schema/schema.ts'
import { type EnvironmentKey, listEnvironmentKeys } from '../gateway/src/config/sources/environment.ts'

/** The JSON Schema that the gateway validates with and editors read. Ends with a newline. */
export function renderSchema(): string {
  const schema = structuredClone(configSchema) as SchemaNode
  // Everything that has a default may be left out.
  dropDefaultedFromRequired(schema)
  const head = { $schema: 'http://json-schema.org/draft-07/schema#' }
  return `${JSON.stringify({ ...head, ...schema }, null, 2)}\n`
}

function dropDefaultedFromRequired(node: SchemaNode): void {
  for (const child of Object.values(node.properties ?? {})) dropDefaultedFromRequired(child)
  if (node.required === undefined || node.properties === undefined) return
  const { properties } = node
  node.required = node.required.filter((name) => needsAValue(properties[name]))
}

function needsAValue(node: SchemaNode | undefined): boolean {
  if (node === undefined) return false
  if (node.properties === undefined) return node.default === undefined
  return (node.required ?? []).length > 0
}

/** The configuration reference as Markdown: every key with its variable, type, default and meaning. */
export function renderReference(): string {
  const sections = new Map<string, EnvironmentKey[]>()
  for (const key of listEnvironmentKeys(configSchema as SchemaNode)) {
    const section = key.keyPath.slice(0, -1).join('.')
    sections.set(section, [...(sections.get(section) ?? []), key])
  }
  const parts = [...sections].map(([section, keys]) => renderSection(section, keys))
  return `${INTRODUCTION}\n${parts.join('\n')}`
}

const INTRODUCTION = `# Configuration

<!-- Generated from gateway/src/config/schema/schema.ts by \`npm run config:generate\`. Do not edit. -->

Keys come from a YAML or JSON file (\`gatehouse start --config FILE\`), then from the environment, which wins. Secrets can
stand in files of their own: every key that ends in \`File\` names one. Unknown keys are errors; all problems are listed at
once, with exit code 2. \`gatehouse check-config --config FILE\` checks without starting.

In the environment, lists are separated by commas (or JSON), objects are JSON; those that may be null take \`null\`. A
\`GATEHOUSE_\` variable that differs from a key's by one or two letters is an error; others that are no key are warnings. Editors read
[gatehouse.schema.json](gatehouse.schema.json): begin a file with
\`# yaml-language-server: $schema=…/config/gatehouse.schema.json\`. Examples:
[gatehouse.example.yaml](gatehouse.example.yaml), and [gatehouse.aal2.example.yaml](gatehouse.aal2.example.yaml) with sessions as
NIST SP 800-63B limits them at level 2.
`

function renderSection(section: string, keys: readonly EnvironmentKey[]): string {
  const heading = section === '' ? '## Top level' : `## \`${section}\``
  const description = section === '' ? '' : `${findNode(section.split('.')).description ?? ''}\n\n`
  const rows = keys.map((key) => {
    const node = findNode(key.keyPath)
    const name = key.keyPath.join('.')
    const [fallback, meaning] =
      node.properties === undefined
        ? [describeDefault(node), node.description ?? '']
        : ['the keys below', `The section [\`${name}\`](#${name}); null switches it off.`]
    return `| \`${name}\`<br>\`${key.variable}\` | ${describeType(node)} | ${fallback} | ${meaning} |`
  })
  return `${heading}\n\n${description}| key, variable | type | default | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

function findNode(keyPath: readonly string[]): SchemaNode {
  let node = configSchema as SchemaNode
  for (const name of keyPath) node = node.properties?.[name] ?? {}
  return node
}

const READABLE_TYPES = new Map([
  ['string', 'text'],
  ['array', 'list']
])

function describeType({ type, enum: values, minimum, maximum }: SchemaNode): string {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ')
  const names = [type ?? 'string'].flat().filter((one) => one !== 'null')
  const readable = names.map((name) => READABLE_TYPES.get(name) ?? name).join(', ')
  return minimum === undefined ? readable : `${readable}, ${minimum} to ${maximum}`
}

function describeDefault(node: SchemaNode): string {
  if (node.default === undefined) return '**required**'
  if (node.default === null) return 'none'
  return node.default === '' ? 'none' : `\`${JSON.stringify(node.default).replaceAll('"', '')}\``
}
