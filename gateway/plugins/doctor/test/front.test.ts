import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { request } from 'undici'
import type { Config } from '../../../src/config/schema/schema.ts'
import { createNameLookUps, type LookUpName } from '../../../src/http/connections/outbound-pool.ts'
import { contextWith } from '../../../test/fixtures/commands/doctor-context.ts'
import { startGateway, testConfig } from '../../../test/fixtures/gateway.ts'
import { filesIn, makePair, writePair } from '../../../test/fixtures/provider/certificates.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'
import { findFreePorts } from '../../../test/fixtures/wire/ports.ts'
import { startEchoUpstream, startUpstream } from '../../../test/fixtures/wire/upstream.ts'
import type { DoctorContext } from '../check.ts'
import { dnsCheck, publicUrlCheck } from '../checks/public-url.ts'
import { loopCheck, upstreamCheck } from '../checks/upstream.ts'
import { examine } from '../doctor.ts'

const CHECKS = [dnsCheck, upstreamCheck, loopCheck, publicUrlCheck]
const [frontPort = 0, silentPort = 0] = await findFreePorts(2)
const PUBLIC = `http://localhost:${frontPort}`
const gateway = await startGateway(t, { publicUrl: PUBLIC, config: { trustedProxies: ['127.0.0.1/32'] } })
const { now, upstream } = gateway

type Headers = Record<string, string>
type Front = (req: IncomingMessage, res: ServerResponse) => Promise<unknown>

/** A proxy that forwards requests with changed headers. */
function passOn(change: (headers: Headers) => Headers, responseHeaders: Headers = {}): Front {
  return async (req, res) => {
    const given = Object.entries(req.headers).flatMap(([name, value]) =>
      value ? [[name, String(value)]] : []
    )
    const headers = change(Object.fromEntries(given))
    const response = await request(`${gateway.url}${req.url}`, { headers })
    res
      .writeHead(response.statusCode, { ...response.headers, ...responseHeaders })
      .end(await response.body.text())
  }
}
const forwarded = (headers: Headers): Headers => ({ ...headers, 'x-forwarded-for': '203.0.113.7' })

/** Listens at the public URL. */
let front: Front = passOn(forwarded)
const server = createServer((req, res) => void front(req, res))
await new Promise<void>((resolve) => server.listen(frontPort, '127.0.0.1', resolve))
t.teardown(() => {
  server.closeAllConnections()
  server.close()
})
t.beforeEach(() => {
  front = passOn(forwarded)
})

interface Look {
  config?: Record<string, unknown>
  /** A change that no environment variable can make. */
  change?: (config: Config) => Config
  lookUp?: DoctorContext['lookUp']
  lookUpName?: LookUpName
  /** Without it, there is no time limit. */
  deadline?: AbortSignal
}

/** The findings for a configuration, each on one line. */
async function look({
  config = {},
  change = (whole) => whole,
  lookUp = async () => ['10.0.0.1'],
  lookUpName = createNameLookUps(),
  deadline = new AbortController().signal
}: Look = {}) {
  const whole = testConfig({
    publicUrl: PUBLIC,
    trustedProxies: ['127.0.0.1/32'],
    'upstream.url': upstream.url,
    ...config
  })
  const findings = await examine(
    CHECKS,
    contextWith({
      inspected: { config: change(whole), credentials: null, problems: [], hash: null, warnings: [] },
      lookUp,
      lookUpName,
      now
    }),
    { isOffline: false, deadline: () => deadline }
  )
  const lines = findings.map(({ id, status, seen, advice }) => [
    id,
    `${status} ${[seen, ...advice.flatMap(({ cause, fix }) => [cause, fix])].join(' | ')}`
  ])
  return Object.fromEntries(lines) as Record<string, string>
}

t.test('doctor: a working gateway, front proxy and application pass all checks', async (t) => {
  upstream.forget()
  t.match(await look(), {
    DNS: /^ok identitytoolkit.googleapis.com, securetoken.googleapis.com, www.googleapis.com$/,
    UPSTREAM: /^ok answered 200 in \d+ ms$/,
    LOOP: 'ok the application is not a Gatehouse',
    PUBLIC_URL: `ok through the proxy: host localhost:${frontPort}, from 127.0.0.1, visitor 203.0.113.7`
  })
  t.strictSame(
    upstream.seen.map(({ method, url, headers }) => [method, url, headers.host]),
    [
      ['HEAD', '/', `localhost:${frontPort}`],
      ['GET', '/_auth/session', `localhost:${frontPort}`]
    ]
  )
})

t.test('doctor: findings about several applications name each of them', async (t) => {
  const home = { name: 'home', upstream: { url: upstream.url } }
  const wiki = (url: string) => ({ name: 'wiki', host: 'wiki.example.com', upstream: { url } })
  const at = (url: string, lookUp = async () => ['10.0.0.1']) =>
    look({ lookUp, config: { upstream: null, applications: [home, wiki(url)] } })
  upstream.forget()
  const found = await at(upstream.url)
  t.match(found.UPSTREAM, /^ok home(: answered 200 in \d+ ms; |, )wiki: answered 200 in \d+ ms$/)
  t.equal(found.LOOP, 'ok home, wiki: the application is not a Gatehouse')
  t.ok(upstream.seen.some(({ headers }) => headers.host === `wiki.example.com:${frontPort}`))
  const away = await at(`http://127.0.0.1:${silentPort}`)
  t.match(
    away.UPSTREAM,
    /^fail wiki: no response.*; home: answered 200.*correct applications\[1\]\.upstream\.url/
  )
  t.match(away.LOOP, /^ok home: .*; wiki: unknown/)
  const unknown = await at('http://app.internal:3000', async () => [])
  t.match(unknown.DNS, /applications\[1\]\.upstream\.url: app\.internal does not/)
})

t.test('doctor: unresolvable host names are a failure where the gateway needs them', async (t) => {
  const lookUp = async (host: string) => (host === 'app.internal' ? [] : ['10.0.0.1'])
  const upstreamUrl = { 'upstream.url': 'http://app.internal:3000' }
  t.match((await look({ lookUp, config: upstreamUrl })).DNS, /^fail .*upstream.url: app.internal does not/)
  t.match((await look({ config: upstreamUrl })).DNS, /^ok .*, app.internal$/, 'control')
  const lost = await look({ lookUp: async () => [] })
  t.match(lost.DNS, /^fail .*identityPlatform: identitytoolkit.googleapis.com does not resolve/)
  const publicUrl = 'https://app.internal'
  t.match((await look({ lookUp, config: { publicUrl } })).DNS, /^warn .*publicUrl: app.internal/)
})

t.test('doctor: finds an application that is down, failing or open to all', async (t) => {
  const at = (url: string, lookUp?: DoctorContext['lookUp']) =>
    look({ config: { 'upstream.url': url }, ...(lookUp === undefined ? {} : { lookUp }) })
  const away = await at(`http://127.0.0.1:${silentPort}`)
  t.match(away.UPSTREAM, /^fail no response: connection refused.*is not running/)
  t.notMatch(away.UPSTREAM, 'TLS')
  t.match(away.LOOP, /^skip .*see UPSTREAM$/)
  const failing = await startUpstream(t, (_req, res) => void res.writeHead(503).end())
  t.match((await at(failing.url)).UPSTREAM, /^warn answered 503.*application’s log/)
  const named = upstream.url.replace('127.0.0.1', 'localhost')
  t.match((await at(named, async () => ['93.184.216.34'])).UPSTREAM, /^warn answered 200.*anyone can bypass/)
  t.match((await at(named, async () => ['172.16.0.9', 'fd00::1'])).UPSTREAM, /^ok /, 'control')
  const plain = await at(upstream.url.replace('http', 'https'))
  t.match(plain.UPSTREAM, /^fail no response: TLS .*does not use TLS.*write http:/)
  const nameless = await at('http://app.invalid:3000')
  t.match(nameless.UPSTREAM, /^fail no response: DNS .*does not resolve/)
})

t.test('doctor: an application that speaks only HTTP/2, or sends too many headers', async (t) => {
  const modern = createHttp2Server()
  modern.listen(0, '127.0.0.1')
  await once(modern, 'listening')
  t.teardown(() => modern.close())
  const { port } = modern.address() as AddressInfo
  const found = await look({ config: { 'upstream.url': `http://127.0.0.1:${port}` } })
  t.match(found.UPSTREAM, /^fail no response: not HTTP.*only HTTP\/2.*let it accept HTTP\/1\.1/)
  t.notMatch(found.UPSTREAM, 'is not running')
  const wordy = await startUpstream(t, (_req, res) => void res.setHeader('x-long', 'x'.repeat(70_000)).end())
  const large = await look({ config: { 'upstream.url': wordy.url } })
  t.match(large.UPSTREAM, /^fail .*exceed upstream\.maxHeaderBytes \(65536\).*raise it/)
  t.notMatch(large.UPSTREAM, 'is not running')
})

t.test('doctor: an application whose name does not resolve in time is a problem of DNS', async (t) => {
  const lookUpName = createNameLookUps(
    () => {},
    (_seconds, run) => {
      setImmediate(run)
      return () => {}
    }
  )
  const found = await look({ config: { 'upstream.url': 'http://shop.test:3000' }, lookUpName })
  t.match(found.UPSTREAM, /^fail no response: DNS .*upstream\.url does not resolve in time.*repair.*resolver/)
  t.notMatch(found.UPSTREAM, 'firewall')
})

t.test('doctor: an application that accepts connections but never responds may be overloaded', async (t) => {
  const over = new AbortController()
  let asked = 0
  const silent = await startUpstream(t, () => {
    asked += 1
    if (asked === 2) over.abort(new DOMException('', 'TimeoutError'))
  })
  const found = await look({ config: { 'upstream.url': silent.url }, deadline: over.signal })
  t.match(found.UPSTREAM, /^fail no response: timeout \| .*overloaded.*firewall.*application’s load/)
  t.notMatch(found.UPSTREAM, 'DNS')
  t.match(found.LOOP, /^skip unknown: no response to GET \/_auth\/session \(timeout\), see UPSTREAM$/)
})

t.test('doctor: an application that never accepts the connection is given up at the deadline', async (t) => {
  const found = await look({ config: { 'upstream.url': upstream.url }, deadline: AbortSignal.abort() })
  t.match(found.UPSTREAM, /^fail no response: timeout/)
  t.match(found.PUBLIC_URL, /^warn no response: timeout.*visitors from elsewhere/)
})

t.test('doctor: a name that cannot be looked up does not hide that the application responded', async (t) => {
  const over = new AbortController()
  const named = upstream.url.replace('127.0.0.1', 'localhost')
  upstream.forget()
  const lookUp = () => {
    // Only the look-up after the response hangs; the one of the DNS check comes before.
    if (upstream.seen.length > 0) over.abort()
    return new Promise<never>(() => {})
  }
  const found = await look({ config: { 'upstream.url': named }, lookUp, deadline: over.signal })
  t.match(found.UPSTREAM, /^ok answered 200/)
})

t.test('doctor: an application with TLS is called with the settings of the gateway', async (t) => {
  const folder = t.testdir()
  const files = filesIn(folder)
  const pair = await makePair()
  writePair(folder, pair)
  const tls = createTlsServer(pair, (_req, res) => void res.end())
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    tls.closeAllConnections()
    tls.close()
  })
  const { port } = Object(tls.address())
  const at = async (url: string, keys: Record<string, unknown> = {}) => {
    const written = Object.entries(keys).map(([key, value]) => [`upstream.${key}`, value])
    return (await look({ config: { 'upstream.url': url, ...Object.fromEntries(written) } })).UPSTREAM
  }
  const [named, numbered] = [`https://localhost:${port}`, `https://127.0.0.1:${port}`]
  t.match(await at(named), /^fail no response: TLS .*does not trust.*upstream\.caFile$/)
  t.match(await at(named, { caFile: files.certFile }), /^ok answered 200/)
  t.match(await at(numbered, { caFile: files.certFile }), /^fail .*another name.*upstream\.serverName/)
  t.match(await at(numbered, { caFile: files.certFile, serverName: 'localhost' }), /^ok /)
  t.match(await at(numbered, { insecure: true }), /^ok /)
  t.match(await at(`http://127.0.0.1:${port}`), /^fail no response: connection reset.*uses TLS.*write https:/)
})

t.test('doctor: an application on a Unix socket is called there', async (t) => {
  // The path of a socket must be short.
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const socket = join(folder, 'app.sock')
  const away = await look({ config: { 'upstream.url': `unix:${socket}` } })
  t.match(away.UPSTREAM, /^fail no response.*ENOENT/)
  await startEchoUpstream(t, socket)
  t.match((await look({ config: { 'upstream.url': `unix:${socket}` } })).UPSTREAM, /^ok answered 200/)
})

t.test('doctor: without an upstream, its checks are skipped', async (t) => {
  const found = await look({ change: (config) => ({ ...config, upstream: null }) })
  t.match(found.UPSTREAM, /^skip no upstream/)
  t.match(found.LOOP, /^skip no upstream/)
  t.match(found.PUBLIC_URL, /^ok /, 'control')
})

t.test('doctor: an upstream that is a Gatehouse is found, this one or another', async (t) => {
  const ours = await look({ config: { 'upstream.url': gateway.url } })
  t.match(ours.LOOP, /^fail upstream.url points to this gateway/)
  const keys = { 'cookie.signatureKeys': [signatureKeyOf('other')] }
  const other = await look({ config: { 'upstream.url': gateway.url, ...keys } })
  t.match(other.LOOP, /^warn upstream.url points to another Gatehouse/)
})

/** What listens at the public URL, and what is found. */
const FRONTS: readonly [string, Front, RegExp][] = [
  [
    'another host',
    passOn((headers) => forwarded({ ...headers, host: 'inner:1' })),
    /^warn .*the host inner:1 instead of/
  ],
  ['no address of the visitor', passOn((headers) => headers), /^warn .*sends no X-Forwarded-For/],
  [
    'a bad gateway',
    async (_req, res) => res.writeHead(502).end('<html>'),
    /^fail something else responds with 502.*start the gateway/
  ],
  [
    'another site',
    async (_req, res) => res.end('hello'),
    /^fail something else responds with 200.*every path/
  ],
  ['a connection that breaks', async (req) => req.socket.destroy(), /^warn no response: connection reset/],
  [
    'forged response headers',
    async (_req, res) => res.writeHead(401, { 'x-gatehouse-probe': 'nonsense' }).end('{}'),
    /^fail something else responds with 401/
  ],
  [
    'small headers only',
    async (req, res) =>
      Number(req.headers.cookie?.length) > 8192 ? res.writeHead(400).end() : passOn(forwarded)(req, res),
    /^warn .*cookie of 15 kB does not get through \(status 400\).*32 KiB/
  ]
]

t.test('doctor: a front proxy is checked by what it sends to the gateway', async (t) => {
  for (const [title, standing, words] of FRONTS) {
    front = standing
    t.match((await look()).PUBLIC_URL, words, title)
  }
})

t.test('doctor: an untrusted proxy is reported with its address', async (t) => {
  const found = await look({ config: { trustedProxies: [] } })
  t.match(found.PUBLIC_URL, /^warn .*X-Forwarded-For from 127.0.0.1 is not trusted.*add 127.0.0.1/)
})

t.test('doctor: a gateway with other keys is distinguished from a missing one', async (t) => {
  const found = await look({ config: { 'cookie.signatureKeys': [signatureKeyOf('other')] } })
  t.match(found.PUBLIC_URL, /^fail a Gatehouse with another configuration responds.*other signature keys/)
})

t.test('doctor: nothing listening at the public URL is only a warning', async (t) => {
  const found = await look({ config: { publicUrl: `http://localhost:${silentPort}` } })
  t.match(found.PUBLIC_URL, /^warn no response: connection refused.*start the gateway/)
})

t.test('doctor: a certificate of an unknown CA at the public URL shows how to add the CA', async (t) => {
  const tls = createTlsServer(await makePair(), (_req, res) => void res.end())
  await new Promise<void>((resolve) => tls.listen(silentPort, '127.0.0.1', resolve))
  t.teardown(() => {
    tls.closeAllConnections()
    tls.close()
  })
  const found = await look({ config: { publicUrl: `https://localhost:${silentPort}` } })
  t.match(found.PUBLIC_URL, /^fail no response: TLS .*NODE_EXTRA_CA_CERTS=FILE/)
})
