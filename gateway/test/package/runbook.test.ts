import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { packagePath, readTexts } from '../../src/config/package-files.ts'
import { DOCTOR_IDS, ERROR_CATALOGUE } from '../../src/errors.ts'
import { shortReference } from '../../src/http/auth-request.ts'
import { METRIC_LABELS } from '../fixtures/repository/metric-labels.ts'

const read = (...path: string[]) => readFileSync(packagePath('deploy', ...path), 'utf8')
const runbook = read('RUNBOOK.md')
const rules: { alert: string; annotations: Record<string, string> }[] = parse(
  read('prometheus', 'rules.yaml')
).groups[0].rules
/** The parts of every alert, in this order. */
const PARTS = ['Visitors', 'Means', 'Look at', 'Do']
/** Those of every code, after what visitors see if the status and message do not say it. */
const CODE_PARTS = ['Means', 'Do']

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
  const found = [...alerts.keys()]
  t.same(
    found,
    rules.map(({ alert }) => alert)
  )
  for (const { alert, annotations } of rules)
    t.equal(annotations.runbook_url, `deploy/RUNBOOK.md#${alert.toLowerCase()}`)
})

t.test('runbook: there is an entry for every error code, and no other', async (t) => {
  t.same([...codes.keys()].sort(), Object.keys(ERROR_CATALOGUE).sort())
})

/** With the hyphens of a document: those of a page do not break. */
const readPageTexts = () => Object.values(readTexts('en')).map((text) => text.replaceAll('\u2011', '-'))

t.test('runbook: quotes are texts of pages or in the error catalogue', async (t) => {
  const pages = readPageTexts()
  const messages = Object.values(ERROR_CATALOGUE).map(({ message }) => message)
  let count = 0
  for (const [name, text] of [...alerts, ...codes]) {
    const [, seen = ''] = /^- \*\*Visitors\*\*: (.*)$/m.exec(text) ?? []
    for (const { 1: quoted = '', index } of seen.matchAll(/\*([^*]+)\*/g)) {
      const isOfScript = /(scripts|JSON)[^;*]*$/.test(seen.slice(0, index))
      const texts = isOfScript ? messages : pages
      t.ok(
        texts.some((one) => one.startsWith(quoted)),
        `${name}: ${quoted}`
      )
      count += 1
    }
  }
  t.ok(count >= 20, `${count} quotes`)
})

t.test('help for visitors: the messages and labels that it quotes are those of the pages', async (t) => {
  const text = readFileSync(packagePath('login-ui', 'FOR-VISITORS.md'), 'utf8')
  const pages = readPageTexts()
  const rows = [...text.matchAll(/^\| ([A-Z][^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split('; '))
  const labels = [...text.matchAll(/^- \*\*([^*]+)\*\*|(?<!\*)\*([A-Z][^*]+)\*(?!\*)/gm)].map(
    ([, bold, italic]) => bold ?? italic ?? ''
  )
  t.ok(rows.length >= 10 && labels.length >= 10)
  for (const quoted of [...rows, ...labels])
    t.ok(
      pages.some((one) => one.startsWith(quoted)),
      quoted
    )
  const [, reference = ''] = /a reference, such as `([^`]+)`/.exec(text) ?? []
  t.equal(shortReference(`${reference}-0c3d-4e5f-8a9b-001122334455`), reference)
})

t.test('runbook: each alert and code says what it means and what to do', async (t) => {
  const partsOf = (text: string) => [...text.matchAll(/^- \*\*(.+?)\*\*: \S/gm)].map(([, part]) => part)
  for (const [name, text] of alerts) t.same(partsOf(text), PARTS, name)
  for (const [name, text] of codes) {
    const [first, ...rest] = partsOf(text)
    t.same(first === 'Visitors' ? rest : [first, ...rest], CODE_PARTS, name)
  }
})

t.test('runbook: all metrics, doctor checks and codes that it mentions exist', async (t) => {
  const metrics = [...runbook.matchAll(/\b(?:gatehouse|process|nodejs)_\w+/g)].map(([name]) => name)
  const known = new Set([...METRIC_LABELS.keys()].map((name) => name.replace(/_bucket$/, '')))
  t.ok(metrics.length > 30, `${metrics.length} metrics`)
  const found = metrics.filter((name) => !known.has(name))
  t.same(found, [])
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
