import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { startProgram } from '../fixtures/child-process.ts'
import { environmentOf } from '../fixtures/environment.ts'
import { ROOT } from '../fixtures/installation.ts'

/** What the gateway needs to run; `dist` without what only tests load. */
const PARTS = ['package.json', 'config', 'login-ui/locales', 'dist']
const OF_TESTS = /\/(test|bench|test-keys|login-ui-modules)$/

/** An installation with every package but one: in no folder below the repository, whose packages would be found. */
function installWithout(t: Test, missing: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-without-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (source) => !OF_TESTS.test(source)
    })
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== missing) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}

t.test(
  'store: the package `ioredis` is not installed, start and check-config say what to install',
  async (t) => {
    const folder = installWithout(t, 'ioredis')
    const main = join(folder, 'dist', 'gateway', 'src', 'main.js')
    const env = environmentOf('without ioredis')
    const file = join(folder, 'gatehouse.json')
    writeFileSync(file, JSON.stringify({ store: { url: 'redis://127.0.0.1:9' } }))
    for (const workers of ['1', '2']) {
      const args = ['start', '--config', file]
      const refused = await startProgram(main, args, { ...env, GATEHOUSE_WORKERS: workers }).ended
      t.equal(refused.code, 2, `${workers} workers`)
      t.match(refused.stderr, /ioredis[\s\S]*npm install ioredis@6/)
      t.notMatch(refused.stdout + refused.stderr, /ERR_MODULE_NOT_FOUND|"msg":"ready"/)
    }

    const checked = await startProgram(main, ['check-config', '--config', file], env).ended
    t.equal(checked.code, 2, 'check-config says so before')
    t.match(checked.stderr, /npm install ioredis@6/)

    const without = startProgram(main, ['start'], env)
    t.teardown(() => without.child.kill('SIGKILL'))
    await without.printed(/"msg":"ready"/)
    without.child.kill('SIGTERM')
    t.equal((await without.ended).code, 0, 'twin: without `store` nothing is missing')

    symlinkSync(join(ROOT, 'node_modules', 'ioredis'), join(folder, 'node_modules', 'ioredis'))
    const installed = startProgram(main, ['start', '--config', file], env)
    t.teardown(() => installed.child.kill('SIGKILL'))
    await installed.printed(/"msg":"ready"/)
    installed.child.kill('SIGTERM')
    t.equal((await installed.ended).code, 0, 'twin: with it the gateway starts, whose store is away')
  }
)
