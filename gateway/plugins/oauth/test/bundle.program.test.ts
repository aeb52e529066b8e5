import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { startGatewayProcess } from '../../../test/fixtures/processes/gateway-process.ts'
import { makeAuthority } from '../../../test/fixtures/provider/certificates.ts'
import { startTestStandIn } from '../../../test/fixtures/provider/stand-in.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'

t.test('authorization server: the program fetches the document of a client, refuses another', async (t) => {
  const authority = await makeAuthority()
  const trusted = join(t.testdir({}), 'ca.pem')
  writeFileSync(trusted, authority.cert)
  const { serviceAccount } = await startTestStandIn(t, { projectId: 'demo-test' })
  const documents = createServer(await authority.issue('localhost'), ({ url }, response) => {
    const redirect_uris = ['https://client.example/back']
    const client_id = idOf('/client')
    response.setHeader('content-type', 'application/json')
    response.end(
      url === '/client' ? JSON.stringify({ client_id, client_name: 'A client', redirect_uris }) : '{}'
    )
  })
  await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve))
  t.teardown(() => documents.close())
  const idOf = (path: string) => `https://localhost:${(documents.address() as AddressInfo).port}${path}`
  const { url, end } = await startGatewayProcess(t, {
    env: {
      NODE_EXTRA_CA_CERTS: trusted,
      GATEHOUSE_AUTHORIZATION_SERVER_ENABLED: 'true',
      GATEHOUSE_AUTHORIZATION_SERVER_CLIENT_METADATA_ALLOW: 'localhost',
      GATEHOUSE_AUTHORIZATION_SERVER_CLIENT_METADATA_PRIVATE_NETWORKS: '127.0.0.0/8',
      GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(serviceAccount)
    }
  })
  const authorize = (path: string) => {
    const query = new URLSearchParams({
      client_id: idOf(path),
      redirect_uri: 'https://client.example/back',
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256'
    })
    return send(`${url}/_auth/oauth/authorize?${query}`)
  }
  const begun = await authorize('/client')
  t.equal(begun.status, 303, await begun.text())
  t.match(begun.headers.get('location'), /^\/_auth\/oauth\/interaction\/[\w-]+$/)
  t.equal((await authorize('/other')).status, 400)
  t.equal((await end()).code, 0)
})
