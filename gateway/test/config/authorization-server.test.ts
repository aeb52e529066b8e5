import t from 'tap'
import { listAuthorizationServerWarnings } from '../../src/config/checks/authorization-server-checks.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { USER_FILE } from '../fixtures/provider/credential-config.ts'

const ON = {
  'authorizationServer.enabled': true,
  'identityPlatform.credentials': JSON.stringify(USER_FILE)
}
const STORE = { 'store.url': 'redis://127.0.0.1' }
const warningsOf = (values: Record<string, unknown>) => listAuthorizationServerWarnings(testConfig(values))

t.test(
  'authorization server: without a store, or with clients of every host, there is a warning',
  async (t) => {
    t.match(warningsOf(ON), [/^authorizationServer: without `store.url`/])
    t.match(warningsOf({ ...ON, ...STORE, 'authorizationServer.clientMetadata.allow': ['*'] }), [
      /^authorizationServer.clientMetadata.allow: with `\*`/
    ])
    t.same(
      warningsOf({ ...ON, ...STORE, 'authorizationServer.clientMetadata.allow': ['a.example'] }),
      [],
      'twin'
    )
    t.same(warningsOf({}), [], 'twin: it is off')
  }
)
