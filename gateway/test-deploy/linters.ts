import assert from 'node:assert/strict'
import { packagePath } from '../src/config/package-files.ts'
import { type Checks, closing } from '../test/fixtures/commands/checks.ts'
import { startGateway } from '../test/fixtures/gateway.ts'
import { openManagement, scrape } from '../test/fixtures/management.ts'
import { findProgram } from '../test/fixtures/processes/find-program.ts'
import { runOrFail, runTool, withoutNpmVariables } from './tool.ts'

/** Publint packs the package first. */
const FETCH_TIMEOUT_MS = 300_000

/** What they report makes them fail. */
const WORKFLOW_LINTERS = [
  {
    title: 'workflows: actionlint finds nothing',
    variable: 'ACTIONLINT_PATH',
    name: 'actionlint',
    args: [],
    source: '`go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12`'
  },
  {
    title: 'workflows: zizmor finds nothing, also in dependabot.yml',
    variable: 'ZIZMOR_PATH',
    name: 'zizmor',
    args: ['--offline', '--no-progress', '.github'],
    source: '`pip install zizmor==1.32.0`'
  }
]

/** What others read by a standard, under the linters of those standards. */
export async function checkLinters(checks: Checks): Promise<void> {
  const npx = (...args: string[]) =>
    runOrFail('npx', ['--yes', ...args], { cwd: packagePath(), env: withoutNpmVariables(process.env) })
  await checks.check(
    'openapi: Redocly finds no error',
    async () => void (await npx('@redocly/cli@2.77.0', 'lint', 'config/openapi.json')),
    FETCH_TIMEOUT_MS
  )
  await checks.check(
    'package: publint finds nothing in package.json',
    async () => void (await npx('publint@0.3.25', '--strict')),
    FETCH_TIMEOUT_MS
  )
  for (const { title, variable, name, args, source } of WORKFLOW_LINTERS) {
    const program = findProgram(variable, name)
    if (program === null) checks.skip(title, `${name} not found (${source}; ${variable} names it)`)
    else await checks.check(title, async () => void (await runOrFail(program, args, { cwd: packagePath() })))
  }
  const title = 'metrics: promtool finds nothing in a scrape, and finds a gauge that is named like a counter'
  const promtool = findProgram('PROMTOOL_PATH', 'promtool')
  if (promtool === null) {
    checks.skip(title, 'promtool not found (Debian’s package `prometheus`; PROMTOOL_PATH names it)')
    return
  }
  const lint = (input: string) => runTool(promtool, ['check', 'metrics'], { input })
  await checks.check(title, () =>
    closing(async (t) => {
      const gateway = await startGateway(t)
      gateway.provider.accounts.create({ uid: 'ada' })
      await gateway.signIn('ada')
      const text = await scrape(openManagement(t, gateway))
      assert.match(text, /^gatehouse_provider_request_duration_seconds_bucket/m)
      assert.deepEqual(await lint(text), { code: 0, stdout: '', stderr: '' })
      assert.notEqual((await lint(text.replace(/^# TYPE (\w+_total) counter$/m, '# TYPE $1 gauge'))).code, 0)
    })
  )
}
