import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { packagePath, readTexts } from '../../src/config/package-files.ts'
import { DOCTOR_IDS, ERROR_CATALOGUE, type ErrorCode } from '../../src/errors.ts'
import { METRIC_LABELS } from '../fixtures/repository/metric-labels.ts'

const read = (...path: string[]) => readFileSync(packagePath('deploy', ...path), 'utf8')
const runbook = read('RUNBOOK.md')
const rules: { alert: string; annotations: Record<string, string> }[] = parse(
  read('prometheus', 'rules.yaml')
).groups[0].rules
/** The parts of every entry, in this order. */
const PARTS = ['Visitors', 'Means', 'Look at', 'Do']

/** The entries of a section of the runbook: heading -> text. */
function readEntries(part: string, level: string): Map<string, string> {
  const [, text = ''] = runbook.split(`\n## ${part}\n`)
  const [section = ''] = text.split(/^## /m)
  const entries = section.split(new RegExp(`^${level} `, 'm')).slice(1)
  return new Map(entries.map((entry) => [entry.split('\n')[0] ?? '', entry.split(/^#{2,4} /m)[0] ?? '']))
}

const alerts = readEntries('Alerts', '###')
const codes = readEntries('Error codes', '####')

t.test('runbook: there is an entry for every alert, where its runbook_url leads, and no other', async (t) => {
  t.same(
    [...alerts.keys()],
    rules.map(({ alert }) => alert)
  )
  for (const { alert, annotations } of rules)
    t.equal(annotations.runbook_url, `deploy/RUNBOOK.md#${alert.toLowerCase()}`)
})

t.test('runbook: there is an entry for every error code, and no other', async (t) => {
  t.same([...codes.keys()].sort(), Object.keys(ERROR_CATALOGUE).sort())
})

t.test('runbook: what it quotes of a response is in the error catalogue or on a page', async (t) => {
  const texts = Object.values(readTexts('en'))
  const quotes = [...codes].flatMap(([code, text]) => {
    const [, quoted] = /^- \*\*Visitors\*\*: \d{3}[^*\n]*, \*([^*]+)\*/m.exec(text) ?? []
    return quoted === undefined ? [] : [{ code, quoted }]
  })
  t.ok(quotes.length >= 5, `${quotes.length} quotes`)
  for (const { code, quoted } of quotes)
    t.ok(
      [ERROR_CATALOGUE[code as ErrorCode].message, ...texts].some((text) => text.startsWith(quoted)),
      `${code}: ${quoted}`
    )
})

t.test('runbook: each entry says what visitors see, what it means, what to look at and do', async (t) => {
  for (const [name, text] of [...alerts, ...codes]) {
    const parts = [...text.matchAll(/^- \*\*(.+?)\*\*: \S/gm)].map(([, part]) => part)
    t.same(parts, PARTS, name)
  }
})

t.test('runbook: all metrics, doctor checks and codes that it mentions exist', async (t) => {
  const metrics = [...runbook.matchAll(/\b(?:gatehouse|process|nodejs)_\w+/g)].map(([name]) => name)
  const known = new Set([...METRIC_LABELS.keys()].map((name) => name.replace(/_bucket$/, '')))
  t.ok(metrics.length > 30, `${metrics.length} metrics`)
  t.same(
    metrics.filter((name) => !known.has(name)),
    []
  )
  const checks = [...runbook.matchAll(/\[`([A-Z_]+)`\]\(README\.md#/g)].map(([, id = '']) => id)
  t.ok(checks.length > 30, `${checks.length} checks`)
  t.same(
    checks.filter((id) => !DOCTOR_IDS.some((known) => known === id)),
    []
  )
  const named = [...runbook.matchAll(/`(?:code: )?([A-Z]{4,}(?:_[A-Z]+)+)`/g)].map(([, code = '']) => code)
  t.same(
    named.filter((code) => !(code in ERROR_CATALOGUE) && !DOCTOR_IDS.some((known) => known === code)),
    []
  )
})
