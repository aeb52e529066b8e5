import { renameSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startProgram } from '../../../test/fixtures/processes/child-process.ts'
import { environmentOf } from '../../../test/fixtures/processes/environment.ts'
import { startTestStandIn } from '../../../test/fixtures/provider/stand-in.ts'
import { execInRoot, makeFolderOutside } from '../../../test/fixtures/repository/installation.ts'

t.test('authorization server: without `oidc-provider`, start and check-config name it', async (t) => {
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
})
