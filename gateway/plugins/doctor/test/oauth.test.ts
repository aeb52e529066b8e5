import t from 'tap'
import { contextWith } from '../../../test/fixtures/commands/doctor-context.ts'
import { testConfig } from '../../../test/fixtures/gateway.ts'
import { startAttackedServer } from '../../../test/fixtures/oauth/attacked-server.ts'
import { USER_FILE } from '../../../test/fixtures/provider/credential-config.ts'
import { oauthCheck } from '../checks/public-url.ts'
import { examine } from '../doctor.ts'

/** The finding for a configuration, on one line. */
async function look(values: Record<string, unknown>): Promise<string> {
  const config = testConfig(values)
  const context = contextWith({
    inspected: { config, credentials: null, problems: [], hash: null, warnings: [] }
  })
  const deadline = () => AbortSignal.timeout(5000)
  const findings = await examine([oauthCheck], context, { isOffline: false, deadline })
  return findings
    .map(({ status, seen, advice }) => [status, seen, ...advice.map(({ cause }) => cause)].join(' | '))
    .join('\n')
}

t.test('doctor: metadata of the authorization server at its issuer', async (t) => {
  const { origin, gateway } = await startAttackedServer(t)
  const enabled = {
    'authorizationServer.enabled': true,
    'identityPlatform.credentials': JSON.stringify(USER_FILE),
    publicUrl: origin
  }
  t.equal(await look(enabled), `warn | ${origin}/_auth/oauth | without a store, a restart ends all grants`)
  const withStore = { ...enabled, 'store.url': 'redis://127.0.0.1:1' }
  t.equal(await look(withStore), `ok | ${origin}/_auth/oauth`)
  t.match(await look({ ...withStore, publicUrl: gateway.url }), /^fail \| .*(another issuer|no metadata)/)
  t.match(await look({ ...withStore, publicUrl: 'http://127.0.0.1:1' }), /^warn \| no response/)
  t.match(await look({}), /^skip \| /)
})
