import { existsSync } from 'node:fs'
import { Help } from 'commander'
import { safeJson, stripControls } from '../../src/commands/io.ts'
import { documentsUrl, packagePath } from '../../src/config/package-files.ts'
import type { DoctorId } from '../../src/errors.ts'
import { count, type Finding, type Status } from './check.ts'

/** Version of the `--json` format, raised when a member is renamed or removed. */
const REPORT_VERSION = 1
/** Where the documents are in this installation. Empty: it has none, as the image; then paths are those of the repository. */
const INSTALLED = existsSync(packagePath('deploy', 'README.md')) ? `${packagePath()}/` : ''

/** Documentation of a finding, on the site if there is one. */
export function linkOf(id: DoctorId, site = documentsUrl()): string {
  return `${site ?? INSTALLED}deploy/README.md#${id.toLowerCase()}`
}

/** The findings as one JSON object. */
export function findingsAsJson(findings: readonly Finding[]): string {
  const listed = findings.map((finding) => ({ ...finding, link: linkOf(finding.id) }))
  return `${safeJson({ version: REPORT_VERSION, ...countFindings(findings), findings: listed })}\n`
}

const INDENT = 27
const STATUS_WIDTH = 6
/** Escape sequences (ECMA-48, 8.3.117). */
const COLOURS: Readonly<Record<Status, string>> = { ok: '32', warn: '33', fail: '31', skip: '2' }
const NARROWEST_TEXT = 30
/** From this number on, checks that were skipped for one reason share a line. */
const MIN_GATHERED = 3

interface ReportStyle {
  width: number
  hasColours: boolean
}

/** The findings in columns, with cause and fix of each problem below. */
export function describeFindings(findings: readonly Finding[], style: ReportStyle): string {
  const lines = findings.flatMap((finding) => {
    const same = findings.filter(({ status, seen }) => status === 'skip' && seen === finding.seen)
    if (finding.status !== 'skip' || same.length < MIN_GATHERED) return describeFinding(finding, style)
    if (same[0] !== finding) return []
    const names = same.map(({ id }) => id).join(', ')
    return describeFinding({ ...finding, seen: `${finding.seen} (${same.length} checks: ${names})` }, style)
  })
  const { ok, warnings, failures } = countFindings(findings)
  const sum = `${ok} ok, ${count(warnings, 'warning')}, ${count(failures, 'failure')}`
  return `${[...lines, sum].join('\n')}\n`
}

function countFindings(findings: readonly Finding[]) {
  const having = (status: Status) => findings.filter((finding) => finding.status === status).length
  return { ok: having('ok'), warnings: having('warn'), failures: having('fail'), skipped: having('skip') }
}

function describeFinding(finding: Finding, { width, hasColours }: ReportStyle): string[] {
  const { id, status, seen, advice } = finding
  const padded = status.padEnd(STATUS_WIDTH)
  const shown = hasColours ? `\u001b[${COLOURS[status]}m${padded}\u001b[0m` : padded
  const textWidth = Math.max(width - INDENT, NARROWEST_TEXT)
  const [first = '', ...others] = [
    ...wrap(seen, textWidth),
    ...advice.flatMap(({ cause, fix }) => wrap(`${toSentence(cause)} ${toSentence(fix)}`, textWidth)),
    ...(advice.length === 0 ? [] : [`See ${linkOf(id)}`])
  ]
  const margin = ' '.repeat(INDENT)
  return [`${shown}${id.padEnd(INDENT - STATUS_WIDTH)}${first}`, ...others.map((line) => `${margin}${line}`)]
}

/** Longer words stay whole, for copying. */
function wrap(text: string, width: number): string[] {
  const words = stripControls(text).split(' ').filter(Boolean)
  const help = Object.assign(new Help(), { minWidthToWrap: 0 })
  return help.boxWrap(words.join(' '), width).split('\n')
}

/** Key paths and commands keep their case. */
function toSentence(text: string): string {
  if (text === '') return ''
  const isWord = /^[a-z]+[ ,]/.test(text) && !/^(chmod|npx|gatehouse) /.test(text)
  const begun = isWord ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
