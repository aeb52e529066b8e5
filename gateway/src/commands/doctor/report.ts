import type { DoctorId } from '../../doctor-ids.ts'
import { safeJson, stripControls } from '../safe-text.ts'
import { count, type Finding, type Status } from './finding.ts'

/** Between the start of a line and what was seen. */
const INDENT = 20
const STATUS_WIDTH = 6
/** Escape sequences (ECMA-48, 8.3.117). */
const COLOURS: Readonly<Record<Status, string>> = { ok: '32', warn: '33', fail: '31', skip: '2' }
const NARROWEST_TEXT = 30

/** The version of the shape that `--json` prints: it goes up when a member is renamed or removed. */
const REPORT_VERSION = 1

/** How a report in words looks. */
export interface ReportStyle {
  /** Characters of a line. */
  width: number
  hasColours: boolean
}

/** Where the documentation explains a finding. */
export function linkOf(id: DoctorId): string {
  return `deploy/README.md#${id.toLowerCase()}`
}

/** The findings in columns, with cause and fix below what is not well. */
export function describeFindings(findings: readonly Finding[], style: ReportStyle): string {
  const lines = findings.flatMap((finding) => describeFinding(finding, style))
  const { ok, warnings, failures } = countFindings(findings)
  const sum = `${ok} ok, ${count(warnings, 'warning')}, ${count(failures, 'failure')}`
  return `${[...lines, sum].join('\n')}\n`
}

/** The same as one JSON object, for programs. */
export function findingsAsJson(findings: readonly Finding[]): string {
  const listed = findings.map((finding) => ({ ...finding, link: linkOf(finding.id) }))
  return `${safeJson({ version: REPORT_VERSION, ...countFindings(findings), findings: listed })}\n`
}

function countFindings(findings: readonly Finding[]) {
  const having = (status: Status) => findings.filter((finding) => finding.status === status).length
  return { ok: having('ok'), warnings: having('warn'), failures: having('fail'), skipped: having('skip') }
}

function describeFinding(
  { id, status, seen, notes = [], advice }: Finding,
  { width, hasColours }: ReportStyle
): string[] {
  const padded = status.padEnd(STATUS_WIDTH)
  const shown = hasColours ? `\u001b[${COLOURS[status]}m${padded}\u001b[0m` : padded
  const textWidth = Math.max(width - INDENT, NARROWEST_TEXT)
  const [first = '', ...others] = [
    ...wrap(seen, textWidth),
    ...notes.flatMap((note) => listItem(note, textWidth)),
    ...advice.flatMap(({ cause, fix }) => wrap(`${toSentence(cause)} ${toSentence(fix)}`, textWidth)),
    ...(advice.length === 0 ? [] : [`See ${linkOf(id)}`])
  ]
  const margin = ' '.repeat(INDENT)
  return [`${shown}${id.padEnd(INDENT - STATUS_WIDTH)}${first}`, ...others.map((line) => `${margin}${line}`)]
}

function listItem(text: string, width: number): string[] {
  return wrap(text, width - 2).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`)
}

/** Longer words stay whole: they are there to be copied. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of stripControls(text).split(' ').filter(Boolean)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** Key paths and commands keep their first letter. */
function toSentence(text: string): string {
  if (text === '') return ''
  const isWord = /^[a-z]+[ ,]/.test(text) && !/^(chmod|npx|gatehouse) /.test(text)
  const begun = isWord ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
