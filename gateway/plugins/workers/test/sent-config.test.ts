import t from 'tap'
import { fingerprintOf } from '../../../src/config/changes.ts'
import type { LoadedConfig } from '../../../src/config/load.ts'
import { testLoadedConfig } from '../../../test/fixtures/gateway.ts'
import { readServiceAccount } from '../../../test/fixtures/provider/provider.ts'
import { startTestStandIn } from '../../../test/fixtures/provider/stand-in.ts'

t.test('configuration for workers: identical after being sent as JSON, with its credentials', async (t) => {
  const account = readServiceAccount(await startTestStandIn(t, { projectId: 'demo-test' }))
  const config = { 'access.rules': [{ path: '/open', allow: 'public' }] }
  const loaded: LoadedConfig = { ...testLoadedConfig(config), credentials: { kind: 'key', account } }
  const received: LoadedConfig = JSON.parse(JSON.stringify(loaded))
  t.strictSame(received, loaded)
  t.equal(fingerprintOf(received.config), fingerprintOf(loaded.config), 'same order of members')
})
