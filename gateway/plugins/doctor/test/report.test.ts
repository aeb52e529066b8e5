import { readFileSync } from 'node:fs'
import t from 'tap'
import { packagePath } from '../../../src/config/package-files.ts'
import { DOCTOR_IDS } from '../../../src/errors.ts'
import { contextWith } from '../../../test/fixtures/commands/doctor-context.ts'
import { defineCheck } from '../check.ts'
import { CHECKS, describeFindings, examine, findingsAsJson, linkOf } from '../doctor.ts'
import { evaluate, type Finding, ok, skip, warn } from '../finding.ts'

const CONTEXT = contextWith()
const FINDINGS: readonly Finding[] = [
  { id: 'CONFIG', status: 'ok', seen: 'variables alone: valid', advice: [] },
  {
    id: 'API_KEY',
    status: 'fail',
    seen: 'refused: 403 Requests are \u001b[31mblocked',
    advice: [
      { cause: 'the key is restricted', fix: 'allow the two APIs for the key of the gateway, and wait' }
    ]
  },
  { id: 'STORE', status: 'skip', seen: 'no store', advice: [] }
]

t.test('doctor: a report wraps its columns to the width, with cause and fix', async (t) => {
  t.equal(
    describeFindings(FINDINGS, { width: 60, hasColours: false }),
    `ok    CONFIG               variables alone: valid
fail  API_KEY              refused: 403 Requests are
                           [31mblocked
                           The key is restricted. Allow the
                           two APIs for the key of the
                           gateway, and wait.
                           See ${linkOf('API_KEY')}
skip  STORE                no store
1 ok, 0 warnings, 1 failure
`
  )
})

t.test('doctor: checks that are skipped for one reason share a line with their number', async (t) => {
  const skipped = (['DNS', 'CLOCK', 'QUOTA'] as const).map((id) => ({
    id,
    ...skip('not checked: --offline')
  }))
  const report = describeFindings([...FINDINGS, ...skipped], { width: 100, hasColours: false })
  t.equal(report.split('--offline').length, 2)
  t.match(report, 'skip  DNS                  not checked: --offline (3 checks: DNS, CLOCK, QUOTA)')
  t.match(report, 'skip  STORE                no store\n')
  t.equal(describeFindings(skipped.slice(1), { width: 100, hasColours: false }).split('--offline').length, 3)
})

t.test('doctor: colours are used on a terminal only, and never taken from messages', async (t) => {
  const coloured = describeFindings(FINDINGS, { width: 80, hasColours: true })
  t.match(coloured, '\u001b[31mfail  \u001b[0mAPI_KEY')
  t.equal(coloured.split('\u001b').length - 1, 2 * FINDINGS.length)
  t.notMatch(describeFindings(FINDINGS, { width: 80, hasColours: false }), '\u001b')
})

t.test('doctor: --json prints the documented members and no others', async (t) => {
  const printed = JSON.parse(findingsAsJson(FINDINGS))
  t.strictSame(Object.keys(printed), ['version', 'ok', 'warnings', 'failures', 'skipped', 'findings'])
  t.match(printed, { version: 1, ok: 1, warnings: 0, failures: 1, skipped: 1 })
  for (const finding of printed.findings) {
    t.strictSame(Object.keys(finding), ['id', 'status', 'seen', 'advice', 'link'])
    for (const advice of finding.advice) t.strictSame(Object.keys(advice), ['cause', 'fix'])
  }
})

t.test('doctor: the documentation has an entry for every check and no other entry', async (t) => {
  const text = readFileSync(packagePath('deploy', 'README.md'), 'utf8')
  const [, section = ''] = text.split('\n## What doctor finds\n')
  const [own = ''] = section.split('\n## ')
  const headings = [...own.matchAll(/^### (\S+)$/gm)].map(([, name]) => name)
  t.strictSame(headings, [...DOCTOR_IDS])
  t.strictSame(
    CHECKS.map(({ id }) => id),
    [...DOCTOR_IDS]
  )
  for (const id of DOCTOR_IDS)
    t.equal(linkOf(id), `${packagePath('deploy', 'README.md')}#${id.toLowerCase()}`)
})

const options = { isOffline: false, deadline: () => new AbortController().signal }

t.test('doctor: a check that throws is a failure that does not show the error message', async (t) => {
  const broken = defineCheck('DNS', { reads: [] }, () => {
    throw new TypeError('secret')
  })
  const fine = defineCheck('CLOCK', { reads: [] }, () => ok('fine'))
  const findings = await examine([broken, fine], CONTEXT, options)
  t.match(findings, [
    { id: 'DNS', status: 'fail', seen: 'the check failed to run (TypeError)' },
    { status: 'ok' }
  ])
  t.notMatch(JSON.stringify(findings), 'secret')
})

t.test('doctor: a check that hangs ends at its deadline without affecting others', async (t) => {
  const late = new AbortController()
  const hanging = defineCheck('DNS', { reads: [] }, () => new Promise(() => {}))
  const fine = defineCheck('CLOCK', { reads: [] }, async () => {
    setImmediate(() => late.abort())
    return ok('fine')
  })
  const findings = await examine([hanging, fine], CONTEXT, { ...options, deadline: () => late.signal })
  t.match(findings, [{ status: 'fail', seen: 'no result in time' }, { status: 'ok' }])
})

t.test('doctor: a check that has to undo something is waited for beyond the deadline', async (t) => {
  const late = AbortSignal.abort()
  const slow = async () => {
    await new Promise<void>((resolve) => setImmediate(resolve))
    return ok('put back')
  }
  const trial = defineCheck('DNS', { reads: [], endsItself: true }, slow)
  const usual = defineCheck('CLOCK', { reads: [] }, slow)
  const findings = await examine([trial, usual], CONTEXT, { ...options, deadline: () => late })
  t.match(findings, [
    { status: 'ok', seen: 'put back' },
    { status: 'fail', seen: 'no result in time' }
  ])
})

t.test('doctor: a check whose sections are invalid is skipped and names them', async (t) => {
  const check = defineCheck('DNS', { reads: ['upstream', 'publicUrl'] }, () => ok('fine'))
  const [finding] = await examine([check], CONTEXT, options)
  t.match(finding, { status: 'skip', seen: 'not checked: upstream, publicUrl are invalid, see CONFIG' })
})

t.test('doctor: secrets and email addresses in messages of others are removed', async (t) => {
  const key = 'a-signature-key-of-some-length-0123456789'
  const { config } = CONTEXT.inspected
  const cookie = { signatureKeys: [key] } as never
  const context = { ...CONTEXT, inspected: { ...CONTEXT.inspected, config: { ...config, cookie } } }
  const check = defineCheck('DNS', { reads: [] }, () =>
    evaluate(`said ${key}`, warn('ask ada@example.com', `not ${key}`))
  )
  const [finding] = await examine([check], context, options)
  t.match(finding, { seen: 'said (hidden)', advice: [{ cause: 'ask (address)', fix: 'not (hidden)' }] })
  t.match(skip('ada at example.com').seen, 'ada at example.com', 'control')
})
