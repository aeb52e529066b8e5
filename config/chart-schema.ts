import { readFileSync } from 'node:fs'
import { packagePath } from '../gateway/src/config/package-files.ts'
import type { SchemaNode } from '../gateway/src/config/schema/published-schema.ts'
import { renderSchema } from './reference.ts'
import { mapChildren } from './shared-shapes.ts'

const CHART_SCHEMA = packagePath('deploy', 'helm', 'gatehouse', 'values.schema.json')

/** Keys beside one for a file that are no secrets themselves. */
const NO_SECRETS: ReadonlySet<string> = new Set(['login.theme.font', 'store.url'])
/** The address of a store without a password in it, which the gateway refuses too. */
const STORE_URL_PATTERN = '^([^@]*|[a-z+]+://[^:@/]*@[^@]*)$'

/**
 * The JSON Schema of the Helm chart's values: the content of its file, with the schema of the configuration as `config`. The
 * chart writes the configuration into a ConfigMap, so secrets can be given as files alone. Ends with a newline.
 */
export function renderChartSchema(): string {
  const schema = JSON.parse(readFileSync(CHART_SCHEMA, 'utf8'))
  const { $schema, definitions, ...config } = JSON.parse(renderSchema(), adaptPattern)
  const storeUrl: SchemaNode = config.properties.store.properties.url
  storeUrl.pattern = STORE_URL_PATTERN
  const properties = { ...schema.properties, config: withoutSecrets(config) }
  return `${JSON.stringify({ ...schema, $schema, definitions, properties }, null, 2)}\n`
}

/**
 * Helm reads patterns as Go does, which knows neither `\u` nor what looks ahead. Characters stand for themselves in both; a
 * pattern that looks ahead is removed, and the gateway checks it when it starts.
 */
function adaptPattern(key: string, value: unknown): unknown {
  if (key !== 'pattern' || typeof value !== 'string') return value
  if (/\(\?[=!<]/.test(value)) return undefined
  return value.replace(/\\u([0-9a-f]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16))
  )
}

/** Without the keys that have another one for a file with their value. `path`: of the node, with a dot at its end. */
function withoutSecrets(node: SchemaNode, path = ''): SchemaNode {
  const { properties } = node
  if (properties === undefined) return mapChildren(node, (child) => withoutSecrets(child, `${path}*.`))
  const isSecret = (name: string) => `${name}File` in properties && !NO_SECRETS.has(path + name)
  const kept = Object.entries(properties)
    .filter(([name]) => !isSecret(name))
    .map(([name, child]) => [name, withoutSecrets(child, `${path}${name}.`)])
  return { ...node, properties: Object.fromEntries(kept) }
}
