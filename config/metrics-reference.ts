import { METRIC_PREFIX, METRICS } from '../gateway/src/operations/metrics/catalogue.ts'

const BEGIN =
  '<!-- metrics: made from gateway/src/operations/metrics/catalogue.ts by `npm run config:generate` -->\n'
const END = '<!-- end of metrics -->\n'

/** A row for every metric of the gateway: name, type, labels, meaning. */
function renderMetricsTable(): string {
  const rows = Object.entries(METRICS).map(([name, { type, labels, help }]) => {
    const shownLabels = labels.map((label) => `\`${label}\``).join(', ')
    return `| \`${METRIC_PREFIX}${name}\` | ${type} | ${shownLabels} | ${help} |\n`
  })
  return `| metric | type | labels | says |\n|---|---|---|---|\n${rows.join('')}`
}

/** The document with that table between its two comments. Throws when it has no such place. */
export function fillMetricsTable(document: string): string {
  const begin = document.indexOf(BEGIN)
  const end = document.indexOf(END)
  if (begin === -1 || end < begin) throw new Error('no place for the table of metrics')
  return `${document.slice(0, begin + BEGIN.length)}\n${renderMetricsTable()}\n${document.slice(end)}`
}
