import type { RequestListener, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import type { LookUpName } from '../../../../src/http/connections/outbound-pool.ts'
import { createClientFetch, createPublicTest } from '../../client-fetch.ts'
import { CALLBACK, startSignedIn } from '../fixtures/authorization-server.ts'
import { serveClientDocuments, startTrustedServer, WITH_DOCUMENTS } from '../fixtures/client-documents.ts'

const HOST = 'client.example'
/** A host of documents on this machine. */
async function serve(listener: RequestListener) {
  const requests: string[] = []
  const { port } = await startTrustedServer(
    t,
    (request, response) => {
      requests.push(String(request.url))
      listener(request, response)
    },
    HOST
  )
  return { port, requests }
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
  lookUp: LookUpName = resolvesTo('127.0.0.1'),
  now = () => 1000
) {
  const metadata = createClientFetch(
    { clients: [], clientMetadata: { allow: [HOST], privateNetworks: [], ...settings } },
    { lookUp, now }
  )
  t.teardown(() => metadata.close())
  return metadata
}

const LOCAL = { privateNetworks: ['127.0.0.1/32'] }

t.test('client metadata: a document may name scopes of resources, a long one stays too long', async (t) => {
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
})

t.test('client metadata: a private address, another certificate or a redirect is not followed', async (t) => {
  const location = 'https://169.254.169.254/'
  const { port, requests } = await serve((_request, response) => response.writeHead(302, { location }).end())
  const url = `https://${HOST}:${port}/oauth.json`
  for (const address of ['127.0.0.1', '10.1.2.3', '::ffff:127.0.0.1', 'fd00::1'])
    await t.rejects(create({}, resolvesTo(address)).fetch(url), address)
  await t.rejects(
    create({ ...LOCAL, allow: ['*'] }).fetch(`https://other.example:${port}/x`),
    'a certificate'
  )
  t.same(requests, [])
  await t.rejects(create(LOCAL).fetch(url), 'a redirect')
  t.same(requests, ['/oauth.json'])
})

t.test('client metadata: public addresses are reachable, special ones in no form', async (t) => {
  const isReachable = createPublicTest(['10.1.0.0/16'])
  const [reachable, special] = [
    '8.8.8.8 ::ffff:8.8.8.8 1.1.1.1 2606:4700::1111 10.1.2.3 ::ffff:10.1.2.3',
    `10.2.0.1 ::ffff:10.2.0.1 ::ffff:a9fe:a9fe ::10.2.0.1 ::ffff:127.0.0.1 127.0.0.1 169.254.169.254 192.168.1.1
      100.64.0.1 0.0.0.0 ::1 :: fd00::1 fe80::1 64:ff9b::7f00:1`
  ].map((addresses) => addresses.split(/\s+/))
  t.same(reachable?.filter(isReachable), reachable)
  t.same(special?.filter(isReachable), [])
})

t.test('client metadata: of several addresses only public ones are used, in whatever order', async (t) => {
  const { port, requests } = await serve((_request, response) => response.end('{}'))
  const url = `https://${HOST}:${port}/x`
  await create(LOCAL, resolvesTo('10.0.0.1', '127.0.0.1')).fetch(url)
  t.same(requests, ['/x'], 'the address that was judged is the one that is connected to')
})

t.test('client metadata: other schemes, hosts and addresses in the URL itself are refused', async (t) => {
  const metadata = create({ allow: ['*'] })
  const ids = `http://client.example/x https://127.0.0.1/x https://2130706433/x https://0x7f.1/x https://[::1]/x
    https://[::ffff:7f00:1]/x https://169.254.169.254/latest/meta-data/ file:///etc/passwd client.example`
  for (const id of [...ids.split(/\s+/), '']) {
    t.notOk(metadata.isAllowed(id), id)
    await t.rejects(metadata.fetch(id), id)
  }
  t.ok(metadata.isAllowed('https://any.example/x'), 'twin')
  const one = create({ allow: [HOST, '*.trusted.example'] })
  const listed = [HOST, 'a.trusted.example']
  const foreign = ['evil.example', 'a.b.trusted.example', 'trusted.example']
  const others = [...foreign, `${HOST}.evil.example`, `x.${HOST}`]
  const accepted = [...listed, ...others].filter((host) => one.isAllowed(`https://${host}/x`))
  t.same(accepted, listed)
})

t.test('client metadata: a document is fetched once for a while, also one that cannot be had', async (t) => {
  let now = 1000
  let status = 404
  const { port, requests } = await serve((_request, response) => {
    response.statusCode = status
    response.end('{"a":1}')
  })
  const { fetch } = create(LOCAL, undefined, () => now)
  const at = (path: string, host = HOST) => fetch(`https://${host}:${port}${path}`)
  for (const { status } of await Promise.all([at('/a'), at('/a')])) t.equal(status, 404)
  t.equal((await at('/a')).status, 404)
  t.same(requests, ['/a'])
  await at('/b')
  t.same(requests, ['/a', '/b'], 'twin: another one')
  now += 29
  t.equal((await at('/a')).status, 404)
  now += 1
  status = 200
  for (let time = 0; time < 2; time++) t.same(await (await at('/a')).json(), { a: 1 }, 'twin: later')
  t.same(requests, ['/a', '/b', '/a'])
  await t.rejects(at('/a', 'elsewhere.example.org'), 'still not allowed')
  const lost = create({}, resolvesTo('10.1.2.3')).fetch
  for (let time = 0; time < 2; time++) await t.rejects(lost(`https://${HOST}:${port}/a`))
  for (let index = 0; index < 110; index++) await at(`/${index}`)
  requests.length = 0
  await at('/a')
  t.same(requests, ['/a'], 'a bounded number')
})

t.test('client metadata: what is read of one copy of a document keeps no other waiting', async (t) => {
  const { port } = await serve(({ url }, response) => {
    const text = JSON.stringify({
      client_name: 'A'.repeat(6000),
      ...(url === '/scopes' && { scope: 'openid' })
    })
    response.setHeader('content-length', text.length).end(text)
  })
  const { fetch } = create(LOCAL)
  for (const path of ['/plain', '/scopes', '/plain']) {
    const at = () => fetch(`https://${HOST}:${port}${path}`)
    const [cancelled, halfRead, read] = [await at(), await at(), await at()]
    await cancelled.body?.cancel()
    for await (const chunk of halfRead.body ?? []) if (chunk.length > 0) break
    t.match(await read.text(), /A{6000}/, 'twin')
  }
})

t.test('client metadata: a request is answered, however the document comes', async (t) => {
  const publish = await serveClientDocuments(t)
  const { visitor } = await startSignedIn(t, WITH_DOCUMENTS)
  const metadata = { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }
  const ask = async (clientId: string) => (await visitor.ask({ client_id: clientId })).status
  const inChunks = (response: ServerResponse, text: string) => {
    for (let at = 0; at < text.length; at += 1000) response.write(text.slice(at, at + 1000))
    response.end()
  }
  const inOneChunk = (response: ServerResponse, text: string) => {
    response.write(text)
    response.end()
  }
  const broken = (response: ServerResponse, text: string) => {
    response.writeHead(200, { 'content-length': text.length })
    response.write(text.slice(0, -1), () => response.destroy())
  }
  const bomb = (response: ServerResponse, text: string) =>
    void response.setHeader('content-encoding', 'gzip').end(gzipSync(text))
  const withTrailers = (response: ServerResponse, text: string) => {
    response.writeHead(200, { trailer: 'x-after' }).write(text)
    response.addTrailers({ 'x-after': 'x'.repeat(6000) })
    response.end()
  }
  const withoutEnd = (response: ServerResponse, text: string) => void response.write(text)
  const longLine = JSON.stringify({ client_id: '', client_name: 'Notebook', ...metadata }).length + 100
  const padded = (bytes: number) => ({
    ...metadata,
    software_version: 'x'.repeat(Math.max(0, bytes - longLine))
  })
  for (const send of [undefined, inChunks, inOneChunk]) {
    t.equal(await ask(publish(padded(4900), send)), 200, 'twin')
    for (const bytes of [5300, 6000, 10_000, 16_000, 20_000, 65_000, 66_000, 200_000]) {
      const clientId = publish(padded(bytes), send)
      // Several at once, and one that finds what was fetched for them.
      t.same(await Promise.all([ask(clientId), ask(clientId)]), [400, 400], `${send?.name} ${bytes}`)
      t.equal(await ask(clientId), 400, `${send?.name} ${bytes}: again`)
    }
  }
  for (const bytes of [4000, 10_000])
    for (const send of [broken, bomb, withTrailers]) {
      const status = send === withTrailers && bytes === 4000 ? 200 : 400
      t.equal(await ask(publish(padded(bytes), send)), status, `${send.name} ${bytes}`)
    }
  t.equal(await ask(publish(padded(4000), withoutEnd)), 400, 'after three seconds')
})
