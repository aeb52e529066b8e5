import { packagePath } from '../src/config/package-files.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { runOrFail, withoutNpmVariables } from './tool.ts'

/** Publint packs the package first. */
const FETCH_TIMEOUT_MS = 300_000

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
}
