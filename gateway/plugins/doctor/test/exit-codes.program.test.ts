import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { packagePath } from '../../../src/config/package-files.ts'
import { runCommand } from '../../../test/fixtures/commands/command-run.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'

const GOOD = {
  GATEHOUSE_PUBLIC_URL: 'http://localhost:8080',
  GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:3000',
  GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'my-project',
  GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'AIza-key',
  GATEHOUSE_COOKIE_SIGNATURE_KEYS: signatureKeyOf('doctor'),
  METADATA_SERVER_DETECTION: 'none'
}

t.test('doctor: exits with 0 without a failure, 1 with one and 2 for wrong usage', async (t) => {
  const good = await runCommand(['doctor', '--offline'], { env: GOOD })
  t.equal(good.code, 0)
  t.match(good.stdout, /^ok {4}CONFIG +variables alone: valid, hash/)
  t.match(good.stdout, /\n\d+ ok, \d warnings?, 0 failures\n$/)
  const broken = await runCommand(['doctor', '--offline'], { env: { ...GOOD, GATEHOUSE_PUBLIC_URL: 'x' } })
  t.equal(broken.code, 1)
  t.match(
    broken.stdout,
    /^fail {2}CONFIG +variables alone: 1 problem\n +publicUrl \(GATEHOUSE_PUBLIC_URL\): has the wrong\s+format/
  )
  t.match(broken.stdout, /\nok {4}KEYS /, 'the other checks still run')
  t.equal((await runCommand(['doctor', '--bogus'], { env: GOOD })).code, 2)
  t.equal((await runCommand(['doctor', 'word'], { env: GOOD })).code, 2)
})

t.test('doctor: the built program exits with the same code', async (t) => {
  const main = packagePath('dist', 'gateway', 'src', 'main.js')
  const run = promisify(execFile)(process.execPath, [main, 'doctor', '--offline', '--json'], { env: {} })
  const ended = await run.then(
    () => null,
    (err: { code: number; stdout: string }) => err
  )
  t.equal(ended?.code, 1)
  t.match(JSON.parse(ended?.stdout ?? ''), { version: 1, findings: [{ id: 'CONFIG', status: 'fail' }] })
})
