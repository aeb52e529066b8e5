import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Figure, isWithin } from './figures.ts'

const ROOT = new URL('../../', import.meta.url)
const PACKAGES = ['fastify', '@fastify/http-proxy', 'undici', 'pino', 'lru-cache', 'jose', 'autocannon']

/** Figures as a Markdown table. */
export function renderTable(figures: readonly Figure[]): string {
  const head = ['what', 'figure', 'lowest to highest', 'budget', 'verdict', 'measured elsewhere']
  const compares = figures.some(({ beside }) => beside !== undefined)
  const rows = [head, ...figures.map(renderRow)].map((row) => (compares ? row : row.slice(0, -1)))
  const widths = (rows[0] ?? head).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0))
  )
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  )
  return lines.toSpliced(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`).join('\n')
}

function renderRow(figure: Figure): string[] {
  const { what, unit, value, lowest, highest, budget, beside = '' } = figure
  const spread = lowest === highest ? '' : `${round(lowest)} to ${round(highest)}`
  const promise =
    budget === undefined ? '' : 'atLeast' in budget ? `at least ${budget.atLeast}` : `under ${budget.under}`
  const within = isWithin(figure)
  const verdict = within === null ? '' : within ? 'within' : 'over'
  return [what, `${round(value)} ${unit}`, spread, promise, verdict, beside]
}

function round(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value >= 1000 ? 4 : 3, useGrouping: false })
}

/** Writes `bench/results/<name>.md` and `.json`; gives back the path of the first. */
export function writeResults(name: string, figures: readonly Figure[]): string {
  const folder = new URL('bench/results/', ROOT)
  mkdirSync(folder, { recursive: true })
  const setting = describeSetting()
  const facts = Object.entries(setting).map(([key, value]) => `- ${key}: ${value}`)
  const text = `# Benchmark of ${name}\n\n${facts.join('\n')}\n\n${renderTable(figures)}\n\nHow these came about: [bench/README.md](../README.md)\n`
  const file = fileURLToPath(new URL(`${name}.md`, folder))
  writeFileSync(file, text)
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify({ setting, figures }, null, 2)}\n`)
  return relative(fileURLToPath(ROOT), file)
}

function describeSetting(): Record<string, string> {
  const [cpu] = cpus()
  const script = relative(fileURLToPath(ROOT), process.argv[1] ?? '')
  return {
    machine: `${cpu?.model ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB, ${process.platform} ${process.arch}`,
    node: process.version,
    packages: PACKAGES.map((name) => `${name} ${readVersion(name)}`).join(', '),
    command: ['node', ...process.execArgv, script, ...process.argv.slice(2)].join(' ')
  }
}

function readVersion(name: string): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL(`node_modules/${name}/package.json`, ROOT), 'utf8')
  )
  return String(Reflect.get(Object(manifest), 'version'))
}
