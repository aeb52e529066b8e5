import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer, type ServerOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import t, { type Test } from 'tap'
import { WebSocket } from 'ws'
import { listApplications } from '../../src/config/applications.ts'
import { planConnection } from '../../src/upstream/transport.ts'
import { startGateway, type TestGateway, testConfig } from '../fixtures/gateway.ts'
import { openManagement, scrape } from '../fixtures/management.ts'
import { filesIn, makeAuthority, makePair, writePair } from '../fixtures/provider/certificates.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { lineOf } from '../fixtures/wire/log-lines.ts'
import { readSeries } from '../fixtures/wire/scrape.ts'
import { listenWithSockets, sayHello } from '../fixtures/wire/websockets.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
const authority = await makeAuthority()
const caFile = join(folder, 'ca.crt')
writeFileSync(caFile, `Subject: Test CA\n${authority.cert}`)
const neighbours = await startGateway(t)

/** Responds with the SNI name and the subject of the client certificate. */
const answerWithPeer: RequestListener = ({ socket }, res) => {
  const { servername, ...peer } = socket as TLSSocket & { servername: unknown }
  const subject = socket instanceof TLSSocket ? socket.getPeerCertificate().subject?.CN : peer
  res.end(JSON.stringify([servername, subject ?? null]))
}

/** An application over TLS that echoes WebSocket messages. `at`: a Unix socket instead of a port. */
async function startTlsUpstream(t: Test, options: ServerOptions, at?: string) {
  const server = createServer({ ...(await authority.issue('localhost')), ...options }, answerWithPeer)
  const { sockets, port } = await listenWithSockets(t, server, { at })
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${data}`)))
  return { port, url: `https://localhost:${port}` }
}

/** A gateway whose upstream has these settings, open to everyone. */
function startBefore(t: Test, upstream: Record<string, unknown>): Promise<TestGateway> {
  const keys = Object.entries(upstream).map(([key, value]) => [`upstream.${key}`, value])
  const config = { ...Object.fromEntries(keys), 'access.rules': [{ path: '/*', allow: 'public' }] }
  return startGateway(t, { beside: neighbours, config })
}

async function passes(t: Test, upstream: Record<string, unknown>, saw: unknown[]): Promise<void> {
  const response = await send(`${(await startBefore(t, upstream)).url}/`, { method: 'POST', body: 'x' })
  t.equal(response.status, 200)
  t.same(await response.json(), saw)
}

/** 502, and the log line names the setting that helps. */
async function fails(t: Test, upstream: Record<string, unknown>, fix: RegExp): Promise<void> {
  const gateway = await startBefore(t, upstream)
  const response = await send(`${gateway.url}/`)
  t.equal(response.status, 502)
  t.notMatch(await response.text(), /certificate|TLS/, 'visitors do not see the reason')
  const line = await lineOf(gateway, 'request')
  t.match(line, { code: 'UPSTREAM_UNREACHABLE', doctor: 'UPSTREAM', detail: fix })
}

t.test('upstream TLS: a private CA passes with caFile, is refused without (ASVS 12.3.4)', async (t) => {
  const { url, port } = await startTlsUpstream(t, {})
  await passes(t, { url, caFile }, ['localhost', null])
  await fails(t, { url }, /from a CA that the gateway does not trust: .*upstream\.caFile/)
  const other = join(t.testdir(), 'other.crt')
  writeFileSync(other, (await makeAuthority()).cert)
  await fails(t, { url, caFile: other }, /upstream\.caFile/)
  // The certificate is for a host name and does not cover an IP address.
  await fails(t, { url: `https://127.0.0.1:${port}`, caFile }, /for another name/)
})

t.test('upstream TLS: caFile with only the certificate of the application passes', async (t) => {
  const pair = await authority.issue('localhost')
  const { url } = await startTlsUpstream(t, pair)
  const own = join(t.testdir(), 'own.crt')
  writeFileSync(own, pair.cert)
  await passes(t, { url, caFile: own }, ['localhost', null])
})

t.test('upstream TLS: a WebSocket passes with caFile and gets 502 without it', async (t) => {
  const { url } = await startTlsUpstream(t, {})
  const good = await startBefore(t, { url, caFile })
  t.equal(await sayHello(`ws://127.0.0.1:${good.port}/`), 'echo hello')
  const bad = await startBefore(t, { url })
  const [error] = await once(new WebSocket(`ws://127.0.0.1:${bad.port}/`), 'error')
  t.match(error, { message: /502/ })
})

t.test('upstream TLS: a client certificate is sent on demand, a foreign one refused', async (t) => {
  const demanding = { requestCert: true, ca: authority.cert }
  const clientFiles = filesIn(t.testdir())
  writePair(join(clientFiles.certFile, '..'), await authority.issue('gateway'))
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    const { url } = await startTlsUpstream(t, { ...demanding, maxVersion })
    await passes(t, { url, caFile, ...clientFiles }, ['localhost', 'gateway'])
    await fails(t, { url, caFile }, /client certificate.*upstream\.certFile and upstream\.keyFile/)
  }
  const { url } = await startTlsUpstream(t, demanding)
  const foreign = t.testdir()
  writePair(foreign, await makePair({ name: 'gateway' }))
  const gateway = await startBefore(t, { url, caFile, ...filesIn(foreign) })
  t.equal((await send(`${gateway.url}/`)).status, 502, 'Node closes the connection without a reason')
})

t.test('upstream TLS: one for another name passes with serverName, is refused without', async (t) => {
  const { url } = await startTlsUpstream(t, await authority.issue('app.internal'))
  await passes(t, { url, caFile, serverName: 'app.internal' }, ['app.internal', null])
  await fails(t, { url, caFile }, /for another name.*upstream\.serverName/)
  await fails(t, { url, caFile, serverName: 'app.example' }, /for another name.*upstream\.serverName/)
})

t.test('upstream TLS: with insecure any certificate passes', async (t) => {
  const { port } = await startTlsUpstream(t, await makePair({ name: 'other.example', days: -1 }))
  await passes(t, { url: `https://127.0.0.1:${port}`, insecure: true }, [false, null])
})

t.test('upstream TLS: minTlsVersion refuses an application with an older version', async (t) => {
  const { url } = await startTlsUpstream(t, { maxVersion: 'TLSv1.2' })
  await passes(t, { url, caFile, minTlsVersion: '1.2' }, ['localhost', null])
  await fails(t, { url, caFile, minTlsVersion: '1.3' }, /upstream\.minTlsVersion/)
})

t.test('upstream TLS: over a Unix socket, the name in the URL is requested and verified', async (t) => {
  const unixSocket = join(folder, 'app.sock')
  await startTlsUpstream(t, await authority.issue('app.internal'), unixSocket)
  await passes(t, { url: 'https://app.internal', unixSocket, caFile }, ['app.internal', null])
  await fails(t, { url: 'https://app.example', unixSocket, caFile }, /upstream\.serverName/)
})

t.test('upstream TLS: two applications have CAs of their own, refused by the other', async (t) => {
  const files = t.testdir()
  const startOne = async (name: string) => {
    const own = await makeAuthority(`CA of ${name}`)
    const ca = join(files, `${name}.crt`)
    writeFileSync(ca, own.cert)
    return { ca, ...(await startTlsUpstream(t, await own.issue('localhost'))) }
  }
  const [home, wiki] = [await startOne('home'), await startOne('wiki')]
  const startWith = (homeCa: string, wikiCa: string) =>
    startGateway(t, {
      beside: neighbours,
      publicUrl: 'https://app.example.com',
      config: {
        'access.default': 'public',
        applications: [
          { name: 'home', upstream: { url: home.url, caFile: homeCa } },
          { name: 'wiki', host: 'wiki.example.com', upstream: { url: wiki.url, caFile: wikiCa } }
        ]
      }
    })
  const statusesAt = async ({ url }: TestGateway) => {
    const ask = async (host: string) => (await send(`${url}/`, { headers: { host } })).status
    return [await ask('app.example.com'), await ask('wiki.example.com')]
  }
  t.same(await statusesAt(await startWith(home.ca, wiki.ca)), [200, 200])
  const swapped = await startWith(wiki.ca, home.ca)
  t.same(await statusesAt(swapped), [502, 502])
  await swapped.settled()
  const refused = swapped.logLines({ code: 'UPSTREAM_UNREACHABLE' })
  t.match(refused, [
    { application: 'home', detail: /: set the CA in applications\[0\]\.upstream\.caFile$/ },
    { application: 'wiki', detail: /: set the CA in applications\[1\]\.upstream\.caFile$/ }
  ])
  t.same(await statusesAt(await startWith(home.ca, home.ca)), [200, 502], 'one wrong, the other works')
})

t.test('upstream TLS: an unreadable caFile fails instead of connecting without it', async (t) => {
  const [{ upstream } = { upstream: null }] = listApplications(
    testConfig({ 'upstream.url': 'https://localhost:9' })
  )
  if (upstream === null) throw new Error('no application')
  const none = join(folder, 'none.crt')
  t.throws(() => planConnection({ ...upstream, caFile: none }, 'upstream'), /upstream\.caFile/)
  t.not(planConnection({ ...upstream, caFile }, 'upstream').tls, null, 'control')
})

t.test('upstream TLS: the expiry of the certificate is a metric; a plain connection has none', async (t) => {
  const { cert, key } = await authority.issue('localhost')
  const { url } = await startTlsUpstream(t, { cert, key })
  const name = 'upstream_tls_certificate_not_after_timestamp_seconds{upstream="default"}'
  const expiryAfter = async (upstream: Record<string, unknown>) => {
    const gateway = await startBefore(t, upstream)
    await (await send(`${gateway.url}/`)).text()
    return readSeries(await scrape(openManagement(t, gateway))).get(name)
  }
  t.equal(await expiryAfter({ url, caFile }), Date.parse(new X509Certificate(cert).validTo) / 1000)
  t.equal(await expiryAfter({ url: neighbours.upstream.url }), undefined)
})

t.test('upstream TLS: an expired certificate is refused, expiry and reason are metrics', async (t) => {
  const { cert, key } = await makePair({ days: -1 })
  const { url } = await startTlsUpstream(t, { cert, key })
  const file = join(folder, 'expired.crt')
  writeFileSync(file, cert)
  const gateway = await startBefore(t, { url, caFile: file })
  t.equal((await send(`${gateway.url}/`)).status, 502)
  const series = readSeries(await scrape(openManagement(t, gateway)))
  const found = series.get('upstream_tls_certificate_not_after_timestamp_seconds{upstream="default"}')
  t.equal(found, Date.parse(new X509Certificate(cert).validTo) / 1000)
  t.equal(series.get('upstream_errors_total{upstream="default",kind="tls"}'), 1)
  t.equal(series.get('upstream_errors_total{upstream="default",kind="refused"}'), 0)
  t.match(await lineOf(gateway, 'request'), { detail: /has expired/ })
})
