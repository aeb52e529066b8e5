import t from 'tap'
import { fingerprintOf } from '../../../src/config/changes.ts'
import type { LoadedConfig } from '../../../src/config/load.ts'
import { testLoadedConfig } from '../../../test/fixtures/gateway.ts'
import { readServiceAccount } from '../../../test/fixtures/provider/provider.ts'
import { startTestStandIn } from '../../../test/fixtures/provider/stand-in.ts'
import { packConfig, unpackConfig } from '../protocol.ts'

t.test(
  'packed configuration: it is identical after being sent, with a working key and without warnings',
  async (t) => {
    const provider = await startTestStandIn(t, { projectId: 'demo-test' })
    const account = readServiceAccount(provider)
    const loaded: LoadedConfig = {
      ...testLoadedConfig({ 'access.rules': [{ path: '/open', allow: 'public' }] }),
      credentials: { kind: 'key', account },
      warnings: ['a warning']
    }
    const { config, credentials, warnings } = unpackConfig(JSON.parse(JSON.stringify(packConfig(loaded))))
    t.strictSame(config, loaded.config)
    t.equal(fingerprintOf(config), fingerprintOf(loaded.config), 'same order of members')
    t.ok(credentials?.kind === 'key' && credentials.account.privateKey.equals(account.privateKey))
    t.strictSame(warnings, [])
  }
)

t.test('packed configuration: without credentials, there are none after unpacking', async (t) => {
  const loaded: LoadedConfig = { ...testLoadedConfig({}), managementToken: 'a token' }
  t.strictSame(unpackConfig(packConfig(loaded)), loaded)
})
