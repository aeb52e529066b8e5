import { ERROR_CATALOGUE } from '../gateway/src/errors.ts'
import { METRIC_PREFIX, METRICS } from '../gateway/src/operations/metrics/catalogue.ts'

/** A row for every metric of the gateway: name, type, labels, meaning. */
function renderMetrics(): string {
  const rows = Object.entries(METRICS).map(([name, { type, labels, help }]) => {
    const shownLabels = labels.map((label) => `\`${label}\``).join(', ')
    return `| \`${METRIC_PREFIX}${name}\` | ${type} | ${shownLabels} | ${help} |\n`
  })
  return `| metric | type | labels | says |\n|---|---|---|---|\n${rows.join('')}`
}

/** A row for every error code: its entry in the runbook, status and message. */
function renderErrors(): string {
  const rows = Object.entries(ERROR_CATALOGUE).map(
    ([code, { status, message }]) =>
      `| [\`${code}\`](../deploy/RUNBOOK.md#${code.toLowerCase()}) | ${status} | ${message} |\n`
  )
  return `| code | status | message |\n|---|---|---|\n${rows.join('')}`
}

const TABLES = [
  { name: 'metrics', source: 'gateway/src/operations/metrics/catalogue.ts', render: renderMetrics },
  { name: 'errors', source: 'gateway/src/errors.ts', render: renderErrors }
]

/** gateway/REFERENCE.md with each generated table between its two comments. Throws when a table has no such place. */
export function fillReferenceTables(document: string): string {
  return TABLES.reduce((text, { name, source, render }) => {
    const beginMark = `<!-- ${name}: made from ${source} by \`npm run generate\` -->\n`
    const begin = text.indexOf(beginMark)
    const end = text.indexOf(`<!-- end of ${name} -->\n`)
    if (begin === -1 || end < begin) throw new Error(`no place for the table of ${name}`)
    return `${text.slice(0, begin + beginMark.length)}\n${render()}\n${text.slice(end)}`
  }, document)
}
