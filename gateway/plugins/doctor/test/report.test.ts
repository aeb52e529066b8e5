import { readFileSync } from 'node:fs'
import t from 'tap'
import { documentsUrl, packagePath } from '../../../src/config/package-files.ts'
import { DOCTOR_IDS } from '../../../src/errors.ts'
import { runCommand } from '../../../test/fixtures/commands/command-run.ts'
import { environmentOf } from '../../../test/fixtures/processes/environment.ts'
import { defineCheck, evaluate, type Finding, ok, skip, warn } from '../check.ts'
import { describeFindings, findingsAsJson, linkOf } from '../report.ts'
import { runChecks } from './fixtures/doctor.ts'

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
  const style = { width: 100, hasColours: false }
  const skipped = (['DNS', 'CLOCK', 'QUOTA'] as const).map((id) => ({
    id,
    ...skip('not checked: --offline')
  }))
  const report = describeFindings([...FINDINGS, ...skipped], style)
  t.equal(report.split('--offline').length, 2)
  t.match(report, 'skip  DNS                  not checked: --offline (3 checks: DNS, CLOCK, QUOTA)')
  t.match(report, 'skip  STORE                no store\n')
  t.equal(describeFindings(skipped.slice(1), style).split('--offline').length, 3)
})

t.test('doctor: colours are used on a terminal only, and never taken from messages', async (t) => {
  const coloured = describeFindings(FINDINGS, { width: 80, hasColours: true })
  t.match(coloured, '\u001b[31mfail  \u001b[0mAPI_KEY')
  t.equal(coloured.split('\u001b').length - 1, 2 * FINDINGS.length)
})

t.test('doctor: --json prints the documented members and no others', async (t) => {
  t.same(JSON.parse(findingsAsJson(FINDINGS)), {
    version: 1,
    ok: 1,
    warnings: 0,
    failures: 1,
    skipped: 1,
    findings: FINDINGS.map((finding) => ({ ...finding, link: linkOf(finding.id) }))
  })
})

t.test('doctor: the documentation has an entry for every check and no other entry', async (t) => {
  const text = readFileSync(packagePath('deploy', 'README.md'), 'utf8')
  const [, section = ''] = text.split('\n## What doctor finds\n')
  const [own = ''] = section.split('\n## ')
  t.strictSame(
    [...own.matchAll(/^### (\S+)$/gm)].map(([, name]) => name),
    [...DOCTOR_IDS]
  )
  t.equal(linkOf('API_KEY'), `${packagePath('deploy', 'README.md')}#api_key`)
})

t.test('doctor: links lead to the site if package.json names one as its homepage', async (t) => {
  for (const homepage of ['https://docs.example.com/gate', 'https://docs.example.com/gate/'])
    t.equal(
      linkOf('API_KEY', documentsUrl({ homepage })),
      'https://docs.example.com/gate/deploy/README.md#api_key'
    )
  t.equal(documentsUrl({}), undefined)
})

t.test('doctor: exits with 0 without a failure, 1 with one and 2 for wrong usage', async (t) => {
  const env = { ...environmentOf('doctor'), METADATA_SERVER_DETECTION: 'none' }
  const good = await runCommand(['doctor', '--offline'], { env })
  t.match(good, { code: 0, stdout: /^ok {4}CONFIG +variables alone: valid, hash/ })
  t.match(good.stdout, /\n\d+ ok, \d warnings?, 0 failures\n$/)
  const broken = await runCommand(['doctor', '--offline'], { env: { ...env, GATEHOUSE_PUBLIC_URL: 'x' } })
  t.match(broken, {
    code: 1,
    stdout:
      /^fail {2}CONFIG +variables alone: 1 problem\n +publicUrl \(GATEHOUSE_PUBLIC_URL\): has the wrong\s+format/
  })
  t.match(broken.stdout, /\nok {4}KEYS /, 'the other checks still run')
  for (const word of ['--bogus', 'word']) t.equal((await runCommand(['doctor', word], { env })).code, 2)
})

t.test('doctor: a check that throws is a failure that does not show the error message', async (t) => {
  const DNS = defineCheck([], () => {
    throw new TypeError('secret')
  })
  const found = await runChecks({ DNS, CLOCK: defineCheck([], () => ok('fine')) })
  t.match(found, { DNS: /^fail the check failed to run \(TypeError\)/, CLOCK: 'ok fine' })
  t.notMatch(JSON.stringify(found), 'secret')
})

t.test('doctor: a check that hangs ends at its deadline, one that notices it reports', async (t) => {
  const late = new AbortController()
  const DNS = defineCheck([], () => new Promise(() => {}))
  const CLOCK = defineCheck([], async () => {
    setImmediate(() => late.abort())
    return ok('fine')
  })
  const QUOTA = defineCheck([], async (_config, _context, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return ok('noticed')
  })
  const found = await runChecks({ DNS, CLOCK, QUOTA }, {}, late)
  t.match(found, { DNS: /^fail no result in time/, CLOCK: 'ok fine', QUOTA: 'ok noticed' })
})

t.test('doctor: a check whose sections are invalid is skipped and names them', async (t) => {
  const check = defineCheck(['upstream', 'publicUrl'], () => ok('fine'))
  const { DNS } = await runChecks({ DNS: check })
  t.equal(DNS, 'skip not checked: upstream, publicUrl are invalid, see CONFIG')
})

t.test('doctor: secrets and email addresses in messages of others are removed', async (t) => {
  const key = 'a-signature-key-of-some-length-0123456789'
  const check = defineCheck([], () => evaluate(`said ${key}`, warn('ask ada@example.com', `not ${key}`)))
  const config = { cookie: { signatureKeys: [key] } as never }
  t.equal(
    (await runChecks({ DNS: check }, { config })).DNS,
    'warn said (hidden) | ask (address) | not (hidden)'
  )
})
