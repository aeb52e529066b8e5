import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { createClientFetch, createDocumentFetch } from '../../src/authorization-server/clients.ts'
import type { LookUpName } from '../../src/http/connections/name-look-ups.ts'
import { createPublicTest } from '../../src/http/connections/outgoing.ts'
import { makeAuthority } from '../fixtures/provider/certificates.ts'

const HOST = 'client.example'
const authority = await makeAuthority()
const pair = await authority.issue(HOST)

/** A host of documents on this machine. */
async function serve(listener: RequestListener) {
  const requests: string[] = []
  const server = createServer(pair, (request, response) => {
    requests.push(String(request.url))
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, requests }
}

const resolvesTo =
  (...addresses: string[]): LookUpName =>
  (_host, _limitMs, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    )

function create(
  settings: Partial<{ allow: string[]; privateNetworks: string[] }> = {},
  lookUp: LookUpName = resolvesTo('127.0.0.1')
) {
  const metadata = createClientFetch({
    settings: { clients: [], clientMetadata: { allow: [HOST], privateNetworks: [], ...settings } },
    lookUp,
    ca: authority.cert
  })
  t.teardown(() => metadata.close())
  return metadata
}

const LOCAL = { privateNetworks: ['127.0.0.1/32'] }

t.test('client metadata: of an allowed host at an allowed address it is fetched', async (t) => {
  const { port, requests } = await serve((_request, response) => response.end('{"a":1}'))
  const response = await create(LOCAL).fetch(`https://${HOST}:${port}/oauth.json`)
  t.same(await response.json(), { a: 1 })
  t.same(requests, ['/oauth.json'])
})

t.test(
  'client metadata: a document may name scopes of resources, one that is too long stays so',
  async (t) => {
    const documents: Readonly<Record<string, object>> = {
      '/scopes': { client_name: 'A', scope: 'openid mcp:read' },
      '/other': { client_name: 'A', scope: 'mcp:read' },
      '/none': { client_name: 'A' },
      '/long': { client_name: 'A'.repeat(6000), scope: 'mcp:read' }
    }
    const { port } = await serve(({ url = '' }, response) => response.end(JSON.stringify(documents[url])))
    const { fetch } = create(LOCAL)
    const read = async (path: string) => await (await fetch(`https://${HOST}:${port}${path}`)).text()
    t.same(JSON.parse(await read('/scopes')), { client_name: 'A', scope: 'openid' })
    t.same(JSON.parse(await read('/other')), { client_name: 'A' })
    t.same(JSON.parse(await read('/none')), { client_name: 'A' }, 'twin')
    t.ok((await read('/long')).length > 5 * 1024, 'the provider refuses it')
  }
)

t.test('client metadata: a name that resolves to a private address is not connected to', async (t) => {
  const { port, requests } = await serve((_request, response) => response.end('{}'))
  const url = `https://${HOST}:${port}/oauth.json`
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::7f00:1'
  ])
    await t.rejects(create({}, resolvesTo(address)).fetch(url), address)
  t.same(requests, [])
})

t.test(
  'client metadata: public addresses of both families are reachable, special ones in no form',
  async (t) => {
    const isReachable = createPublicTest(['10.1.0.0/16'])
    for (const address of [
      '8.8.8.8',
      '::ffff:8.8.8.8',
      '1.1.1.1',
      '2606:4700::1111',
      '10.1.2.3',
      '::ffff:10.1.2.3'
    ])
      t.ok(isReachable(address), address)
    for (const address of [
      '10.2.0.1',
      '::ffff:10.2.0.1',
      '::ffff:a9fe:a9fe',
      '::10.2.0.1',
      '::ffff:127.0.0.1',
      '::1',
      '::'
    ])
      t.notOk(isReachable(address), address)
  }
)

t.test('client metadata: of several addresses only public ones are used, in whatever order', async (t) => {
  const { port, requests } = await serve((_request, response) => response.end('{}'))
  const url = `https://${HOST}:${port}/x`
  await create(LOCAL, resolvesTo('10.0.0.1', '127.0.0.1')).fetch(url)
  t.same(requests, ['/x'], 'the address that was judged is the one that is connected to')
})

t.test('client metadata: other schemes, hosts and addresses in the URL itself are refused', async (t) => {
  const metadata = create({ allow: ['*'] })
  for (const id of [
    'http://client.example/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://[::ffff:7f00:1]/x',
    'https://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'client.example',
    ''
  ]) {
    t.notOk(metadata.isAllowed(id), id)
    await t.rejects(metadata.fetch(id), id)
  }
  t.ok(metadata.isAllowed('https://any.example/x'), 'twin')
  const one = create({ allow: [HOST, '*.trusted.example'] })
  t.ok(one.isAllowed(`https://${HOST}/x`))
  t.ok(one.isAllowed('https://a.trusted.example/x'))
  for (const host of [
    'evil.example',
    `${HOST}.evil.example`,
    `x.${HOST}`,
    'a.b.trusted.example',
    'trusted.example'
  ])
    t.notOk(one.isAllowed(`https://${host}/x`), host)
})

t.test('client metadata: a redirect is not followed', async (t) => {
  const { port, requests } = await serve((_request, response) =>
    response.writeHead(302, { location: 'https://169.254.169.254/' }).end()
  )
  await t.rejects(create(LOCAL).fetch(`https://${HOST}:${port}/x`))
  t.same(requests, ['/x'])
})

t.test('client metadata: a certificate of another name is refused', async (t) => {
  const { port, requests } = await serve((_request, response) => response.end('{}'))
  await t.rejects(create({ ...LOCAL, allow: ['*'] }).fetch(`https://other.example:${port}/x`))
  t.same(requests, [])
})

t.test('client metadata: a document is fetched once for a while, also one that cannot be had', async (t) => {
  let now = 1000
  let status = 404
  const { port, requests } = await serve((_request, response) => {
    response.statusCode = status
    response.end('{"a":1}')
  })
  const fetch = createDocumentFetch(create(LOCAL), () => now)
  const at = (path: string, host = HOST) => fetch(`https://${host}:${port}${path}`)
  for (const { status } of await Promise.all([at('/a'), at('/a')])) t.equal(status, 404)
  t.equal((await at('/a')).status, 404)
  t.same(requests, ['/a'])
  await at('/b')
  t.same(requests, ['/a', '/b'], 'twin: another one')
  now += 31
  status = 200
  for (let time = 0; time < 2; time++) t.same(await (await at('/a')).json(), { a: 1 }, 'twin: later')
  t.same(requests, ['/a', '/b', '/a'])
  await t.rejects(at('/a', 'elsewhere.example.org'), 'still not allowed')
  const lost = createDocumentFetch(create({}, resolvesTo('10.1.2.3')), () => now)
  for (let time = 0; time < 2; time++) await t.rejects(lost(`https://${HOST}:${port}/a`))
  for (let index = 0; index < 110; index++) await at(`/${index}`)
  requests.length = 0
  await at('/a')
  t.same(requests, ['/a'], 'a bounded number')
})
