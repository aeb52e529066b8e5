import t from 'tap'
import type { Config } from '../../../src/config/schema/schema.ts'
import { contextWith } from '../../../test/fixtures/commands/doctor-context.ts'
import { testConfig } from '../../../test/fixtures/gateway.ts'
import { startUpstream } from '../../../test/fixtures/wire/upstream.ts'
import { oauthCheck } from '../checks/public-url.ts'
import { examine } from '../doctor.ts'

const METADATA = '/_auth/oauth/.well-known/openid-configuration'

/** The finding for a configuration, on one line. */
async function look(values: Record<string, unknown>, authorizationServer?: Config['authorizationServer']) {
  const config = { ...testConfig(values), authorizationServer }
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
  const server = await startUpstream(t, (request, response) => {
    const issuer = `http://${request.headers.host}/_auth/oauth`
    response.writeHead(request.url === METADATA ? 200 : 404).end(JSON.stringify({ issuer }))
  })
  const { port } = new URL(server.url)
  const publicUrl = `http://localhost:${port}`
  const on = { enabled: true }
  const withStore = { publicUrl, 'store.url': 'redis://127.0.0.1:1' }
  const issuer = `${publicUrl}/_auth/oauth`
  t.equal(await look({ publicUrl }, on), `warn | ${issuer} | without a store, a restart ends all grants`)
  t.equal(await look(withStore, on), `ok | ${issuer}`)
  t.match(await look({ ...withStore, publicUrl: 'http://127.0.0.1:1' }, on), /^warn \| no response/)
  for (const off of [undefined, { enabled: false }])
    t.equal(await look({ publicUrl }, off), 'skip | no authorization server')
})

t.test('doctor: metadata that is missing or of another issuer is a failure', async (t) => {
  let status = 200
  const server = await startUpstream(t, (_request, response) => {
    response.writeHead(status).end('{"issuer":"https://other.example"}')
  })
  const values = { publicUrl: server.url, 'store.url': 'redis://127.0.0.1:1' }
  t.match(await look(values, { enabled: true }), /^fail \| .*: 200, another issuer/)
  status = 404
  t.match(await look(values, { enabled: true }), /^fail \| .*: 404, another issuer/)
})
