import { METRIC_PREFIX, METRICS, type MetricName } from './catalogue.ts'
import type { Labels, Reading } from './tally.ts'

/** What is to be written of one metric. */
export interface Exposed {
  name: MetricName
  readings: readonly Reading[]
}

/**
 * The text format of Prometheus, version 0.0.4:
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export function renderMetrics(exposed: readonly Exposed[]): string {
  return exposed.map(renderMetric).join('')
}

/** The name that a scrape shows. */
export function fullNameOf(name: MetricName): string {
  return `${METRIC_PREFIX}${name}`
}

function renderMetric({ name, readings }: Exposed): string {
  const { type, help } = METRICS[name]
  const fullName = fullNameOf(name)
  const lines = readings.map(
    (reading) => `${reading.name ?? fullName}${renderLabels(reading.labels)} ${reading.value}\n`
  )
  return `# HELP ${fullName} ${help}\n# TYPE ${fullName} ${type}\n${lines.join('')}`
}

function renderLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
