import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startProgram } from '../fixtures/processes/child-process.ts'
import { environmentOf } from '../fixtures/processes/environment.ts'
import { startTestStandIn } from '../fixtures/provider/stand-in.ts'
import { execInRoot, makeFolderOutside } from '../fixtures/repository/installation.ts'

t.test(
  'authorization server: without the package `oidc-provider`, start and check-config name it',
  async (t) => {
    const folder = join(makeFolderOutside(t), 'production')
    await execInRoot(t.testdir({}), process.execPath, [join('deploy', 'production-files.mjs'), folder])
    const main = join(folder, 'dist', 'bundle', 'main.js')
    const { serviceAccount } = await startTestStandIn(t, { projectId: 'demo-test' })
    const env = {
      ...environmentOf('without'),
      GATEHOUSE_AUTHORIZATION_SERVER_ENABLED: 'true',
      GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(serviceAccount)
    }
    const packages = join(folder, 'node_modules')
    t.equal((await startProgram(main, ['check-config'], env).ended).code, 0, 'control: with it')
    renameSync(packages, `${packages}-away`)
    for (const command of ['check-config', 'start']) {
      const refused = await startProgram(main, [command], env).ended
      t.equal(refused.code, 2, command)
      t.match(refused.stderr, /npm install oidc-provider@9/)
      t.notMatch(refused.stdout + refused.stderr, /ERR_MODULE_NOT_FOUND|"msg":"ready"/)
    }
    const off = { ...env, GATEHOUSE_AUTHORIZATION_SERVER_ENABLED: 'false' }
    t.equal(
      (await startProgram(main, ['check-config'], off).ended).code,
      0,
      'control: not needed where it is off'
    )
  }
)

t.test(
  'store: without the package `ioredis`, start and check-config explain which package to install',
  async (t) => {
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
    t.equal(
      (await installed.ended).code,
      0,
      'control: with it, the gateway starts although the store is down'
    )
  }
)
