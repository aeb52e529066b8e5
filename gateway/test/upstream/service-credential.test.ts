import { once } from 'node:events'
import { createServer } from 'node:http'
import t, { type Test } from 'tap'
import { WebSocket } from 'ws'
import { PLUGINS } from '../../plugins/plugins.ts'
import { idTokenAudience } from '../../src/config/applications.ts'
import { loadConfig } from '../../src/config/load.ts'
import {
  PUBLIC_ORIGIN,
  startGateway,
  type TestGateway,
  type TestGatewayOptions
} from '../fixtures/gateway.ts'
import { openManagement, scrape } from '../fixtures/management.ts'
import { environmentOf } from '../fixtures/processes/environment.ts'
import { KEY_FILE, USER_FILE } from '../fixtures/provider/credential-config.ts'
import { decodeClaims } from '../fixtures/provider/provider.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { readSeries } from '../fixtures/wire/scrape.ts'
import { startEchoUpstream } from '../fixtures/wire/upstream.ts'
import { listenWithSockets } from '../fixtures/wire/websockets.ts'

const NAME = 'x-serverless-authorization'
const RULES = { 'access.rules': [{ path: '/public', allow: 'public' }] }
const ON = { ...RULES, 'upstream.googleIdToken': true }

/** After it, the token of the start is not used, while the stand-in still accepts assertions of the real time. */
const LIFE_SECONDS = 3592

/**
 * A gateway with a service account of its own, but sessions by handover. `audiences`: how many tokens it
 * fetches at its start, which are not counted.
 */
async function start(
  t: Test,
  config: Record<string, unknown>,
  { audiences = config === RULES ? 0 : 1, ...options }: TestGatewayOptions & { audiences?: number } = {}
) {
  const gateway = await startGateway(t, {
    withCredentials: true,
    config: { 'identityPlatform.credentials': JSON.stringify(KEY_FILE), ...config },
    ...options
  })
  while (fetches(gateway) < audiences) await new Promise((resolve) => setImmediate(resolve))
  gateway.provider.calls.reset()
  return gateway
}

/** A gateway whose token has ended. */
async function startWithEnded(t: Test) {
  const gateway = await start(t, ON)
  await send(`${gateway.url}/public`)
  gateway.upstream.forget()
  gateway.advance(LIFE_SECONDS)
  return gateway
}

/** The audience of a bearer token; undefined: there is none. */
function audienceOf(value: unknown): unknown {
  const token = /^Bearer (\S+)$/.exec(String(value))?.[1]
  return token === undefined ? undefined : decodeClaims(token).aud
}

const fetches = ({ provider }: TestGateway) => provider.calls.oauthToken

t.test('service credential: every request has an id token for the origin of the application', async (t) => {
  const gateway = await start(t, ON)
  const cookie = await gateway.signIn('ada')
  gateway.provider.calls.reset()
  t.equal((await send(`${gateway.url}/public`)).status, 200)
  await send(`${gateway.url}/private?x=1`, { headers: { cookie } })
  await send(`${gateway.url}/private`, { method: 'POST', body: 'x', headers: { cookie } })
  t.equal(gateway.upstream.seen.length, 3)
  for (const { headers } of gateway.upstream.seen) t.equal(audienceOf(headers[NAME]), gateway.upstream.url)
  t.equal(fetches(gateway), 0, 'that of the start')
})

t.test('service credential: Authorization of client and id token stay as they are', async (t) => {
  const gateway = await start(t, { ...ON, 'identityHeaders.x-token': '$idToken' })
  const cookie = await gateway.signIn('ada')
  await send(`${gateway.url}/public`, { headers: { authorization: 'Bearer own' } })
  await send(`${gateway.url}/private`, { headers: { cookie, authorization: 'Basic eA==' } })
  const [open, closed] = gateway.upstream.seen
  t.equal(open?.headers.authorization, 'Bearer own')
  t.equal(closed?.headers.authorization, 'Basic eA==')
  t.equal(audienceOf(closed?.headers['x-token']), 'demo-test')
})

/** Ways to send the header as a client. */
const FORGED: Readonly<Record<string, readonly string[]>> = {
  plain: [`${NAME}: Bearer forged`],
  capitals: ['X-Serverless-Authorization: Bearer forged'],
  'upper case': ['X-SERVERLESS-AUTHORIZATION: Bearer forged'],
  twice: [`${NAME}: Bearer forged`, `${NAME}: Bearer forged`],
  underscores: ['X_Serverless_Authorization: Bearer forged'],
  'one underscore': ['X-Serverless_Authorization: Bearer forged'],
  dots: ['X.Serverless.Authorization: Bearer forged'],
  'named in Connection': [`Connection: close, ${NAME}`, `${NAME}: Bearer forged`],
  'ours named in Connection': [`Connection: close, ${NAME}`],
  empty: [`${NAME}:`],
  'no Bearer': [`${NAME}: forged`]
}

for (const [config, expects] of [
  [ON, true],
  [RULES, false]
] as const)
  t.test(`service credential: that of a client is removed (own: ${expects})`, async (t) => {
    const gateway = await start(t, config)
    const cookie = await gateway.signIn('ada')
    for (const [how, lines] of Object.entries(FORGED))
      for (const path of ['/public', '/private']) {
        gateway.upstream.forget()
        const head = [`GET ${path} HTTP/1.1`, 'Host: a', ...lines, `Cookie: ${cookie}`]
        const close = how.includes('Connection') ? [] : ['Connection: close']
        await sendRaw(gateway.port, `${[...head, ...close].join('\r\n')}\r\n\r\n`)
        const name = `${how}, ${path}`
        t.equal(gateway.upstream.seen.length, 1, name)
        const { headers, rawHeaders } = gateway.upstream.seen[0]!
        t.notMatch(rawHeaders.join(' '), 'forged', name)
        const spelt = rawHeaders.filter((text) => /^x.serverless.authorization$/i.test(text))
        t.same(spelt, expects ? [NAME] : [], name)
        t.equal(audienceOf(headers[NAME]), expects ? gateway.upstream.url : undefined, name)
      }
  })

t.test('service credential: each application gets that of its own audience, or none', async (t) => {
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => startEchoUpstream(t)))
  const place = (name: string, url: string | undefined, more: object) => ({
    name,
    path: `/${name}/*`,
    upstream: { url, ...more },
    access: { default: 'public' }
  })
  const applications = [
    place('one', one?.url, { googleIdToken: true }),
    place('two', two?.url, { googleIdToken: 'https://two.example.com' }),
    place('three', three?.url, {})
  ]
  const gateway = await start(t, { applications }, { audiences: 2 })
  const headers = { host: new URL(PUBLIC_ORIGIN).host }
  for (const name of ['one', 'two', 'three', 'one']) await send(`${gateway.url}/${name}/`, { headers })
  const found = [one, two, three].map((upstream) => audienceOf(upstream?.seen[0]?.headers[NAME]))
  t.same(found, [one?.url, 'https://two.example.com', undefined])
  t.equal(fetches(gateway), 0, 'those of the start')
})

t.test('service credential: the handshake of a WebSocket has it', async (t) => {
  const server = createServer()
  const { sockets, port } = await listenWithSockets(t, server, { maxPayload: 0 })
  const upstreamUrl = `http://127.0.0.1:${port}`
  const gateway = await start(t, ON, { upstreamUrl })
  const connected = once(sockets, 'connection')
  const headers = { 'x-serverless-authorization': 'Bearer forged' }
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/public`, { headers })
  await once(socket, 'open')
  const [, handshake] = await connected
  t.equal(audienceOf(handshake.headers[NAME]), upstreamUrl)
  socket.terminate()
})

t.test('service credential: fetched before the first request, once for the next config', async (t) => {
  const gateway = await start(t, ON)
  const beside = await startGateway(t, {
    beside: gateway,
    state: gateway.state,
    withCredentials: true,
    config: { 'identityPlatform.credentials': JSON.stringify(KEY_FILE), ...ON }
  })
  for (const { url } of [gateway, beside]) t.equal((await send(`${url}/public`)).status, 200)
  t.equal(fetches(gateway), 0)
})

t.test('service credential: without one, 502 with its code, the application gets nothing', async (t) => {
  const gateway = await startWithEnded(t)
  const { faults } = gateway.provider
  faults.oauthToken = { kind: 'html', status: 503 }
  const refused = await send(`${gateway.url}/public`, { headers: { authorization: 'Bearer own' } })
  t.equal(refused.status, 502)
  t.match(await refused.json(), { code: 'UPSTREAM_CREDENTIALS', message: /cannot be reached/ })
  t.equal(gateway.upstream.seen.length, 0)
  await gateway.settled()
  t.match(gateway.logLines({ msg: 'request' }).at(-1), {
    code: 'UPSTREAM_CREDENTIALS',
    doctor: 'UPSTREAM_CREDENTIALS',
    call: 'id_token',
    detail: /503/
  })
  t.match(gateway.logLines({ msg: 'id token for applications cannot be fetched' }), [
    { level: 'warn', audience: gateway.upstream.url, doctor: 'UPSTREAM_CREDENTIALS', detail: /503/ }
  ])
  faults.reset()
  gateway.advance(3)
  t.equal((await send(`${gateway.url}/public`)).status, 200)
  const series = readSeries(await scrape(openManagement(t, gateway)))
  t.equal(series.get('provider_requests_total{call="id_token",result="ok"}'), 2)
  t.equal(series.get('provider_requests_total{call="id_token",result="server"}'), 1)
  t.equal(series.get('upstream_errors_total{upstream="default",kind="local"}'), 1)
})

t.test('service credential: a failed renewal is logged once, the old one is used', async (t) => {
  const gateway = await start(t, ON)
  const { faults } = gateway.provider
  await send(`${gateway.url}/public`)
  faults.oauthToken = { kind: 'html', status: 503 }
  const warnings = () => gateway.logLines({ msg: 'id token for applications cannot be fetched' }).length
  for (const seconds of [3400, 60]) {
    gateway.advance(seconds)
    const before = fetches(gateway)
    t.equal((await send(`${gateway.url}/public`)).status, 200)
    while (fetches(gateway) === before || warnings() === 0)
      await new Promise((resolve) => setImmediate(resolve))
  }
  t.equal(warnings(), 1)
  const [first, ...others] = gateway.upstream.seen.map(({ headers }) => headers[NAME])
  t.same(others, [first, first])
  gateway.advance(200)
  t.equal((await send(`${gateway.url}/public`)).status, 502, 'once it has ended')
})

t.test('service credential: without credentials of the gateway, every request fails', async (t) => {
  const gateway = await start(t, ON, { withCredentials: false, audiences: 0 })
  const refused = await send(`${gateway.url}/public`)
  t.match(await refused.json(), { code: 'UPSTREAM_CREDENTIALS' })
  t.equal(gateway.upstream.seen.length, 0)
})

t.test('service credential: the token is in no log line, also when the application is away', async (t) => {
  const gateway = await start(t, { ...ON, 'log.level': 'trace' })
  await send(`${gateway.url}/public`)
  const token = String(gateway.upstream.seen[0]?.headers[NAME]).slice('Bearer '.length)
  await gateway.upstream.close()
  t.equal((await send(`${gateway.url}/public`)).status, 502)
  await gateway.settled()
  for (const part of token.split('.').slice(1)) t.notMatch(gateway.logText(), part)
})

const KEY = { GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(KEY_FILE) }
const SWITCHED_ON = { GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: 'true' }

function load(env: Record<string, string>) {
  return loadConfig({
    file: null,
    plugins: PLUGINS,
    env: { ...environmentOf('service'), METADATA_SERVER_DETECTION: 'none', ...env }
  })
}

/** Paths of the problems, or the warnings about the credential. */
function say(env: Record<string, string>): string[] {
  const loaded = load(env)
  if (loaded.kind === 'invalid') return loaded.problems.map(({ path, message }) => `${path} ${message}`)
  return loaded.warnings.filter((text) => text.startsWith('upstream.'))
}

t.test('googleIdToken: true, false and an audience are read from variables', async (t) => {
  for (const [value, expected] of [
    ['true', true],
    ['false', false],
    ['https://a.example.com', 'https://a.example.com'],
    ['123-abc.apps.googleusercontent.com', '123-abc.apps.googleusercontent.com']
  ] as const) {
    const loaded = load({ ...KEY, GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: value })
    t.match(loaded, { kind: 'loaded', config: { upstream: { googleIdToken: expected } } }, value)
  }
  for (const value of ['a b', 'tab\there', 'é', 'x'.repeat(501)])
    t.match(load({ ...KEY, GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: value }), { kind: 'invalid' }, value)
})

t.test('googleIdToken: the audience is the origin of the URL, or the text itself', async (t) => {
  const url = 'https://App-abc-ew.a.run.app:443'
  t.equal(idTokenAudience({ googleIdToken: true, url }), 'https://app-abc-ew.a.run.app')
  t.equal(idTokenAudience({ googleIdToken: 'https://b/c', url }), 'https://b/c')
  t.equal(idTokenAudience({ googleIdToken: false, url }), null)
})

t.test('googleIdToken: credentials of a service account are required', async (t) => {
  t.match(say(SWITCHED_ON), [/^upstream\.googleIdToken needs credentials of a service account/])
  const user = {
    GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(USER_FILE),
    GATEHOUSE_SESSION_ACQUIRE: 'handover'
  }
  t.match(say({ ...SWITCHED_ON, ...user }), [/^upstream\.googleIdToken needs credentials/])
  const email = { GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: 'a@b.iam.gserviceaccount.com' }
  t.same(say({ ...SWITCHED_ON, ...user, ...email }), [])
  t.same(say({ ...SWITCHED_ON, ...KEY }), [])
  t.same(say({ ...SWITCHED_ON, METADATA_SERVER_DETECTION: 'assume-present' }), [])
  const emulator = {
    GATEHOUSE_PUBLIC_URL: 'http://localhost:8080',
    GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: '127.0.0.1:9099'
  }
  t.match(say({ ...SWITCHED_ON, ...KEY, ...emulator }), [
    /^upstream\.googleIdToken cannot be combined with .*emulatorHost/
  ])
  t.same(say({ ...KEY, ...emulator }), [], 'control')
})

t.test('googleIdToken: a Unix socket needs an audience', async (t) => {
  const socket = { GATEHOUSE_UPSTREAM_URL: 'unix:/run/none.sock', ...KEY }
  t.match(say({ ...socket, ...SWITCHED_ON }), [/^upstream\.googleIdToken has no audience/])
  t.same(say({ ...socket, GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: 'https://a.example.com' }), [])
})

t.test('googleIdToken: of an application in the list, the problem names it', async (t) => {
  const { GATEHOUSE_UPSTREAM_URL: _, ...env } = environmentOf('service')
  const applications = [{ name: 'one', upstream: { url: 'http://127.0.0.1:9', googleIdToken: true } }]
  const loaded = loadConfig({
    file: null,
    env: { ...env, METADATA_SERVER_DETECTION: 'none', GATEHOUSE_APPLICATIONS: JSON.stringify(applications) },
    plugins: []
  })
  t.match(loaded, {
    kind: 'invalid',
    problems: [{ path: 'applications[0].upstream.googleIdToken', application: 'one' }]
  })
})

t.test('googleIdToken: a Host that Cloud Run does not know causes a warning', async (t) => {
  const at = (url: string, more = {}) => say({ ...SWITCHED_ON, ...KEY, GATEHOUSE_UPSTREAM_URL: url, ...more })
  t.match(at('https://app-abc-ew.a.run.app'), [/^upstream\.hostHeader: Cloud Run finds a service by `Host`/])
  t.same(at('https://app-abc-ew.a.run.app', { GATEHOUSE_UPSTREAM_HOST_HEADER: 'upstream' }), [])
  t.same(at('http://127.0.0.1:3000'), [])
  t.same(at('https://app-abc-ew.a.run.app', { GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: 'false' }), [], 'control')
})
