import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import t from 'tap'
import { request } from 'undici'
import { startGateway, testConfig } from '../../../test/fixtures/gateway.ts'
import { makePair } from '../../../test/fixtures/provider/certificates.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'
import { SERVICE_HOST, startHostingFront } from '../../../test/fixtures/wire/hosting-front.ts'
import { findFreePorts } from '../../../test/fixtures/wire/ports.ts'
import { PUBLIC_URL_CHECKS } from '../checks/public-url.ts'
import type { DoctorContext } from '../context.ts'
import { runChecks } from './fixtures/doctor.ts'

const [frontPort = 0, silentPort = 0] = await findFreePorts(2)
const PUBLIC = `http://localhost:${frontPort}`
const trustedProxies = ['127.0.0.1/32']
const gateway = await startGateway(t, { publicUrl: PUBLIC, config: { trustedProxies } })
const METADATA = '/_auth/oauth/.well-known/openid-configuration'

type Headers = Record<string, string>
type Front = (req: IncomingMessage, res: ServerResponse) => Promise<unknown>

/** A proxy that forwards requests with changed headers. */
function passOn(change: (headers: Headers) => Headers): Front {
  return async (req, res) => {
    const given = Object.entries(req.headers).flatMap(([name, value]) =>
      value ? [[name, String(value)]] : []
    )
    const response = await request(`${gateway.url}${req.url}`, { headers: change(Object.fromEntries(given)) })
    res.writeHead(response.statusCode, response.headers).end(await response.body.text())
  }
}
const forwarded = passOn((headers) => ({ ...headers, 'x-forwarded-for': '203.0.113.7' }))
const respond = (status: number, body: string, headers?: Headers): Front => {
  return async (_req, res) => res.writeHead(status, headers).end(body)
}

/** Listens at the public URL. */
let front: Front = forwarded
const server = createServer((req, res) => void front(req, res))
await new Promise<void>((resolve) => server.listen(frontPort, '127.0.0.1', resolve))
t.teardown(() => {
  server.closeAllConnections()
  server.close()
})
t.beforeEach(() => {
  front = forwarded
})

/** The findings for a configuration. */
function look(
  values: Record<string, unknown> = {},
  lookUp: DoctorContext['lookUp'] = async () => ['10.0.0.1'],
  signal?: AbortSignal
) {
  const usual = { publicUrl: PUBLIC, trustedProxies, 'upstream.url': gateway.upstream.url }
  const { authorizationServer, ...keys } = values
  const config = Object.assign(testConfig({ ...usual, ...keys }), { authorizationServer })
  return runChecks(PUBLIC_URL_CHECKS, { config, lookUp, now: gateway.now }, { ...(signal && { signal }) })
}

t.test('doctor: unresolvable host names are a failure where the gateway needs them', async (t) => {
  const lookUp = async (host: string) => (host === 'app.internal' ? [] : ['10.0.0.1'])
  const named = { 'upstream.url': 'http://app.internal:3000' }
  const applications = [{ name: 'wiki', upstream: { url: 'http://app.internal:3000' } }]
  const rows: readonly [Record<string, unknown>, DoctorContext['lookUp'] | undefined, RegExp][] = [
    [{}, undefined, /^ok identitytoolkit.googleapis.com, securetoken.googleapis.com, www.googleapis.com$/],
    [named, undefined, /^ok .*, app.internal$/],
    [named, lookUp, /^fail .*upstream.url: app.internal does not/],
    [{ upstream: null, applications }, lookUp, /applications\[0\]\.upstream\.url: app\.internal does not/],
    [{}, async () => [], /^fail .*identityPlatform: identitytoolkit.googleapis.com does not resolve/],
    [{ publicUrl: 'https://app.internal' }, lookUp, /^warn .*publicUrl: app.internal/]
  ]
  for (const [values, by, words] of rows) t.match((await look(values, by)).DNS, words, words.source)
})

/** What listens at the public URL, and what is found. */
const FRONTS: readonly [string, Front, RegExp][] = [
  [
    'a proxy',
    forwarded,
    new RegExp(`^ok through the proxy: host localhost:${frontPort}, from 127.0.0.1, visitor 203.0.113.7$`)
  ],
  [
    'another host',
    passOn((headers) => ({ ...headers, 'x-forwarded-for': '203.0.113.7', host: 'inner:1' })),
    /^warn .*the host inner:1 instead of/
  ],
  ['no address of the visitor', passOn((headers) => headers), /^warn .*sends no X-Forwarded-For/],
  ['a bad gateway', respond(502, '<html>'), /^fail something else responds with 502.*start the gateway/],
  ['another site', respond(200, 'hello'), /^fail something else responds with 200.*every path/],
  ['a connection that breaks', async (req) => req.socket.destroy(), /^warn no response: connection reset/],
  [
    'forged response headers',
    respond(401, '{}', { 'x-gatehouse-probe': 'nonsense' }),
    /^fail something else responds with 401/
  ],
  [
    'small headers only',
    (req, res) =>
      Number(req.headers.cookie?.length) > 8192 ? respond(400, '')(req, res) : forwarded(req, res),
    /^warn .*cookie of 15 kB does not get through \(status 400\).*32 KiB/
  ]
]

t.test('doctor: a front proxy is checked by what it sends to the gateway', async (t) => {
  for (const [title, listening, words] of FRONTS) {
    front = listening
    t.match((await look()).PUBLIC_URL, words, title)
  }
})

t.test('doctor: what is at the public URL, by the configuration of this gateway', async (t) => {
  const otherKeys = { 'cookie.signatureKeys': [signatureKeyOf('other')] }
  const rows: readonly [Record<string, unknown>, RegExp, AbortSignal?][] = [
    [{ trustedProxies: [] }, /^warn .*X-Forwarded-For from 127.0.0.1 is not trusted.*add 127.0.0.1/],
    [otherKeys, /^fail a Gatehouse with another configuration responds.*other signature keys/],
    [
      { publicUrl: `http://localhost:${silentPort}` },
      /^warn no response: connection refused.*start the gateway/
    ],
    [{}, /^warn no response: timeout.*visitors from elsewhere/, AbortSignal.abort()]
  ]
  for (const [values, words, signal] of rows)
    t.match((await look(values, undefined, signal)).PUBLIC_URL, words, words.source)
})

t.test('doctor: a certificate of an unknown CA at the public URL shows how to add the CA', async (t) => {
  const tls = createTlsServer(await makePair(), (_req, res) => void res.end())
  await new Promise<void>((resolve) => tls.listen(silentPort, '127.0.0.1', resolve))
  t.teardown(() => {
    tls.closeAllConnections()
    tls.close()
  })
  const found = await look({ publicUrl: `https://localhost:${silentPort}` })
  t.match(found.PUBLIC_URL, /^fail no response: TLS .*NODE_EXTRA_CA_CERTS=FILE/)
})

t.test('doctor: metadata of the authorization server at its issuer', async (t) => {
  const authorizationServer = { enabled: true }
  const stored = { authorizationServer, 'store.url': 'redis://127.0.0.1:1' }
  const issuer = `${PUBLIC}/_auth/oauth`
  const metadata: Front = async (req, res) =>
    res.writeHead(req.url === METADATA ? 200 : 404).end(JSON.stringify({ issuer }))
  const other = '{"issuer":"https://other.example"}'
  const away = { ...stored, publicUrl: `http://127.0.0.1:${silentPort}` }
  const rows: readonly [Front, Record<string, unknown>, RegExp][] = [
    [metadata, stored, new RegExp(`^ok ${issuer}$`)],
    [metadata, { authorizationServer }, /^warn .*\| without a store, a restart ends all grants/],
    [metadata, away, /^warn no response/],
    [metadata, {}, /^skip no authorization server$/],
    [metadata, { authorizationServer: { enabled: false } }, /^skip no authorization server$/],
    [respond(200, other), stored, /^fail .*: 200, another issuer/],
    [respond(404, other), stored, /^fail .*: 404, another issuer/],
    [respond(404, ''), stored, /^fail .*: 404, no metadata/]
  ]
  for (const [listening, values, words] of rows) {
    front = listening
    t.match((await look(values)).OAUTH, words, words.source)
  }
})

t.test('doctor: behind firebase hosting, the gateway is reached, an untrusted host named', async (t) => {
  const lookBehind = async (trustedProxies: string[]) => {
    const [port = 0, backendPort = 0] = await findFreePorts(2)
    const config = { trustedProxies, 'cookie.name': '__session' }
    const publicUrl = `http://localhost:${port}`
    await startGateway(t, { publicUrl, port: backendPort, config })
    await startHostingFront(t, { port, backendPort })
    return (await look({ publicUrl, ...config })).PUBLIC_URL
  }
  t.match(await lookBehind(['127.0.0.0/8']), /^ok through the proxy: host localhost:\d+,/)
  t.match(
    await lookBehind([]),
    new RegExp(`^warn .*sees the host ${SERVICE_HOST} .*trust its X-Forwarded-Host`)
  )
})
