import { readFileSync } from 'node:fs'
import { packagePath } from '../gateway/src/config/package-files.ts'
import type { SchemaNode } from '../gateway/src/config/schema/published-schema.ts'
import { renderSchema } from './reference.ts'

const CHART_SCHEMA = packagePath('deploy', 'helm', 'gatehouse', 'values.schema.json')

/**
 * The JSON Schema of the Helm chart's values: what stands in its file, with the schema of the configuration as `config`. The
 * chart writes the configuration into a ConfigMap, so secrets can be given as files alone. Ends with a newline.
 */
export function renderChartSchema(): string {
  const schema = JSON.parse(readFileSync(CHART_SCHEMA, 'utf8'))
  const { $schema, definitions, ...config } = JSON.parse(renderSchema(), adaptPattern)
  dropSecrets(config)
  const properties = { ...schema.properties, config }
  return `${JSON.stringify({ ...schema, $schema, definitions, properties }, null, 2)}\n`
}

/**
 * Helm reads patterns as Go does, which knows neither `\u` nor what looks ahead. Characters stand for themselves in both; a
 * pattern that looks ahead is left out, and the gateway checks it when it starts.
 */
function adaptPattern(key: string, value: unknown): unknown {
  if (key !== 'pattern' || typeof value !== 'string') return value
  if (/\(\?[=!<]/.test(value)) return undefined
  return value.replace(/\\u([0-9a-f]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16))
  )
}

/** Every key that has another one for a file that holds its value. */
function dropSecrets({ properties = {} }: SchemaNode): void {
  for (const [name, child] of Object.entries(properties)) {
    if (`${name}File` in properties) delete properties[name]
    else dropSecrets(child)
  }
}
