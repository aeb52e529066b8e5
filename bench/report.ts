import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { basename, isAbsolute, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Figure, isWithin } from './figures.ts'

const ROOT = new URL('../../', import.meta.url)
const PACKAGES = ['fastify', 'undici', 'pino', 'lru-cache', 'jose', 'autocannon']

/** Figures as a Markdown table. */
export function renderTable(figures: readonly Figure[]): string {
  const head = ['what', 'figure', 'lowest to highest', 'budget', 'verdict', 'measured elsewhere']
  const compares = figures.some(({ beside }) => beside !== undefined)
  return renderGrid([head, ...figures.map(renderRow)].map((row) => (compares ? row : row.slice(0, -1))))
}

/** Rows of text as a Markdown table; the first is its head. */
export function renderGrid(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
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
  const result = within === null ? '' : within ? 'within' : 'over'
  return [what, `${round(value)} ${unit}`, spread, promise, result, beside]
}

/** As a reader wants it: three or four digits that count. */
export function round(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value >= 1000 ? 4 : 3, useGrouping: false })
}

/** Writes `bench/results/<name>.md` and `.json`; gives back the path of the first. `facts`: as in a report. */
export function writeResults(
  name: string,
  figures: readonly Figure[],
  facts: Record<string, string> = {}
): string {
  return writeReport(name, { body: renderTable(figures), data: { figures }, facts })
}

/** What a run found out. */
export interface Report {
  /** Markdown. */
  body: string
  /** The same for programs. */
  data: Record<string, unknown>
  /** More about the machine and the programs than every run says. */
  facts?: Record<string, string>
  /** Charts, by the end of their names. */
  charts?: Readonly<Record<string, string>>
}

/** Writes it to `bench/results`: `<name>.md`, `.json` and `<name>-<chart>.svg`; gives back the path of the first. */
export function writeReport(name: string, { body, data, facts: more = {}, charts = {} }: Report): string {
  const folder = new URL('bench/results/', ROOT)
  mkdirSync(folder, { recursive: true })
  const setting = { ...describeSetting(), ...more }
  const facts = Object.entries(setting).map(([key, value]) => `- ${key}: ${value}`)
  const text = `# Benchmark of ${name}\n\n${facts.join('\n')}\n\n${body}\n\nHow these came about: [bench/README.md](../README.md)\n`
  const file = fileURLToPath(new URL(`${name}.md`, folder))
  writeFileSync(file, text)
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify({ setting, ...data }, null, 2)}\n`)
  for (const [chart, svg] of Object.entries(charts))
    writeFileSync(new URL(`${name}-${chart}.svg`, folder), svg)
  return relative(fileURLToPath(ROOT), file)
}

/** The load average of the last minute, and how to wait. */
interface Quiet {
  cores?: number
  load?: () => number
  pause?: () => Promise<void>
}

const LOOK_AGAIN_MS = 5000
/** What was started just before, such as a build, stays in the average that long. */
const MAX_WAIT_MS = 180_000

/**
 * Waits until the machine is quiet, three minutes at most, and gives a fact about a run that begins then: that it is busy with something
 * else; none otherwise.
 */
export async function waitForQuiet({
  cores = cpus().length,
  load = () => loadavg()[0] ?? 0,
  pause = () => setTimeout(LOOK_AGAIN_MS)
}: Quiet = {}): Promise<Record<string, string>> {
  const isBusy = () => load() >= cores / 2
  for (let waits = MAX_WAIT_MS / LOOK_AGAIN_MS; waits > 0 && isBusy(); waits--) await pause()
  if (!isBusy()) return {}
  return {
    'do not compare': `the load average was ${load().toFixed(1)} on ${cores} cores before anything was started: times and rates of this run are those of a busy machine, counts and memory are not affected as much`
  }
}

function describeSetting(): Record<string, string> {
  const [cpu] = cpus()
  const script = relative(fileURLToPath(ROOT), process.argv[1] ?? '')
  return {
    machine: `${cpu?.model ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB, ${process.platform} ${process.arch}`,
    node: process.version,
    packages: PACKAGES.map((name) => `${name} ${readVersion(name)}`).join(', '),
    command: ['node', ...process.execArgv, script, ...process.argv.slice(2).map(withoutFolder)].join(' ')
  }
}

/** Where something lies on this machine is of no use elsewhere. */
function withoutFolder(argument: string): string {
  return isAbsolute(argument) ? basename(argument) : argument
}

function readVersion(name: string): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL(`node_modules/${name}/package.json`, ROOT), 'utf8')
  )
  return String(Reflect.get(Object(manifest), 'version'))
}
