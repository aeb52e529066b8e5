import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startProgram } from '../fixtures/processes/child-process.ts'
import { environmentOf } from '../fixtures/processes/environment.ts'
import { execInRoot, makeFolderOutside } from '../fixtures/repository/installation.ts'

t.test('store: without `ioredis`, start and check-config name the package to install', async (t) => {
  const folder = join(makeFolderOutside(t), 'production')
  await execInRoot(t.testdir({}), process.execPath, [join('deploy', 'production-files.mjs'), folder])
  const main = join(folder, 'dist', 'bundle', 'main.js')
  const packages = join(folder, 'node_modules')
  renameSync(packages, `${packages}-away`)
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
  t.equal(checked.code, 2, 'check-config reports it beforehand')
  t.match(checked.stderr, /npm install ioredis@6/)

  const without = startProgram(main, ['start'], env)
  t.teardown(() => without.child.kill('SIGKILL'))
  await without.printed(/"msg":"ready"/)
  without.child.kill('SIGTERM')
  t.equal((await without.ended).code, 0, 'control: not needed without `store`')

  renameSync(`${packages}-away`, packages)
  const installed = startProgram(main, ['start', '--config', file], env)
  t.teardown(() => installed.child.kill('SIGKILL'))
  await installed.printed(/"msg":"ready"/)
  installed.child.kill('SIGTERM')
  t.equal((await installed.ended).code, 0, 'control: with it, the gateway starts although the store is down')
})
