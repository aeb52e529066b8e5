import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { recognizeFramework } from '../../../src/access/rules/frameworks.ts'
import { createNameLookUps } from '../../../src/http/connections/outbound-pool.ts'
import { startGateway, testConfig } from '../../../test/fixtures/gateway.ts'
import { filesIn, makePair, writePair } from '../../../test/fixtures/provider/certificates.ts'
import { KEY_FILE } from '../../../test/fixtures/provider/credential-config.ts'
import { decodeClaims, readServiceAccount } from '../../../test/fixtures/provider/provider.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'
import { findFreePorts } from '../../../test/fixtures/wire/ports.ts'
import { startEchoUpstream, startUpstream } from '../../../test/fixtures/wire/upstream.ts'
import { UPSTREAM_CHECKS } from '../checks/upstream.ts'
import { createProviderProbes, type DoctorContext } from '../context.ts'
import { runChecks, startDoctor } from './fixtures/doctor.ts'

const [port = 0] = await findFreePorts(1)
const PUBLIC = 'http://localhost:8080'
const gateway = await startGateway(t, { publicUrl: PUBLIC })
const { now, upstream } = gateway
const doctor = await startDoctor(t)
const { standIn } = doctor

/** The findings for a configuration. Without a signal, there is no time limit. */
function look(
  values: Record<string, unknown> = {},
  { signal, ...given }: Partial<DoctorContext> & { signal?: AbortSignal } = {}
) {
  const config = testConfig({ publicUrl: PUBLIC, 'upstream.url': upstream.url, ...values })
  const lookUp = async () => ['10.0.0.1']
  return runChecks(UPSTREAM_CHECKS, { config, lookUp, now, ...given }, { ...(signal && { signal }) })
}

const at = (url: string, given?: Parameters<typeof look>[1]) => look({ 'upstream.url': url }, given)

async function serve(t: Test, listener: RequestListener): Promise<string> {
  return (await startUpstream(t, listener)).url
}

t.test('doctor: a working application passes all checks', async (t) => {
  upstream.forget()
  t.match(await look(), {
    UPSTREAM_CREDENTIALS: /^skip /,
    UPSTREAM: /^ok answered 200 in \d+ ms$/,
    FRAMEWORK: 'ok no known framework',
    LOOP: 'ok the application is not a Gatehouse'
  })
  t.strictSame(upstream.seen.map(({ method, url, headers }) => [method, url, headers.host]).sort(), [
    ['GET', '/', 'localhost:8080'],
    ['GET', '/_auth/session', 'localhost:8080'],
    ['HEAD', '/', 'localhost:8080']
  ])
})

t.test('doctor: findings about several applications name each of them', async (t) => {
  const home = { name: 'home', upstream: { url: upstream.url } }
  const both = (url: string) =>
    look({
      upstream: null,
      applications: [home, { name: 'wiki', host: 'wiki.example.com', upstream: { url } }]
    })
  upstream.forget()
  const found = await both(upstream.url)
  t.match(found.UPSTREAM, /^ok home(: answered 200 in \d+ ms; |, )wiki: answered 200 in \d+ ms$/)
  t.equal(found.LOOP, 'ok home, wiki: the application is not a Gatehouse')
  t.ok(upstream.seen.some(({ headers }) => headers.host === 'wiki.example.com:8080'))
  const away = await both(`http://127.0.0.1:${port}`)
  t.match(
    away.UPSTREAM,
    /^fail wiki: no response.*; home: answered 200.*correct applications\[1\]\.upstream\.url/
  )
  t.match(away.LOOP, /^ok home: .*; wiki: unknown/)
})

t.test('doctor: an application without a useful response, its cause', async (t) => {
  const http2 = createHttp2Server().listen(0, '127.0.0.1')
  await once(http2, 'listening')
  t.teardown(() => http2.close())
  const wordy = await serve(t, (_req, res) => void res.setHeader('x-long', 'x'.repeat(70_000)).end())
  const failing = await serve(t, (_req, res) => void res.writeHead(503).end())
  const hanging = createNameLookUps(
    () => {},
    (_seconds, run) => {
      setImmediate(run)
      return () => {}
    }
  )
  const rows: readonly [url: string, says: RegExp, given?: Parameters<typeof look>[1]][] = [
    [`http://127.0.0.1:${port}`, /^fail no response: connection refused(?!.*TLS).*is not running/],
    [failing, /^warn answered 503.*application’s log/],
    [upstream.url.replace('http', 'https'), /^fail no response: TLS .*does not use TLS.*write http:/],
    ['http://app.invalid:3000', /^fail no response: DNS .*does not resolve/],
    [
      'http://shop.test:3000',
      /^fail no response: DNS (?!.*firewall).*upstream\.url does not resolve in time.*repair.*resolver/,
      { lookUpName: hanging }
    ],
    [
      `http://127.0.0.1:${(http2.address() as AddressInfo).port}`,
      /^fail no response: not HTTP(?!.*is not running).*only HTTP\/2.*let it accept HTTP\/1\.1/
    ],
    [wordy, /^fail (?!.*is not running).*exceed upstream\.maxHeaderBytes \(65536\).*raise it/],
    [upstream.url, /^fail no response: timeout/, { signal: AbortSignal.abort() }]
  ]
  for (const [url, says, given] of rows) t.match((await at(url, given)).UPSTREAM, says, says.source)
})

t.test('doctor: an application that accepts connections but never responds may be overloaded', async (t) => {
  const over = new AbortController()
  let asked = 0
  const silent = await serve(t, () => {
    asked += 1
    if (asked === 3) over.abort(new DOMException('', 'TimeoutError'))
  })
  const found = await at(silent, over)
  t.match(found.UPSTREAM, /^fail no response: timeout \| (?!.*DNS).*overloaded.*firewall.*application’s load/)
  t.equal(found.LOOP, 'skip unknown: no response to GET /_auth/session (timeout), see UPSTREAM')
})

t.test('doctor: an application that others can reach is open to all', async (t) => {
  const named = upstream.url.replace('127.0.0.1', 'localhost')
  const found = async (lookUp: DoctorContext['lookUp'], signal?: AbortSignal) =>
    (await at(named, { lookUp, ...(signal && { signal }) })).UPSTREAM
  t.match(await found(async () => ['93.184.216.34']), /^warn answered 200.*anyone can bypass/)
  t.match(await found(async () => ['172.16.0.9', 'fd00::1']), /^ok /, 'control')
  const over = new AbortController()
  const hang = () => {
    over.abort()
    return new Promise<never>(() => {})
  }
  t.match(await found(hang, over.signal), /^ok answered 200/, 'a look-up that hangs hides no response')
})

t.test('doctor: an application with TLS is called with the settings of the gateway', async (t) => {
  const folder = t.testdir()
  const pair = await makePair()
  writePair(folder, pair)
  const tls = createTlsServer(pair, (_req, res) => void res.end())
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    tls.closeAllConnections()
    tls.close()
  })
  const { port } = tls.address() as AddressInfo
  const [named, numbered] = [`https://localhost:${port}`, `https://127.0.0.1:${port}`]
  const caFile = filesIn(folder).certFile
  const rows: readonly [url: string, keys: Record<string, unknown>, says: RegExp][] = [
    [named, {}, /^fail no response: TLS .*does not trust.*upstream\.caFile$/],
    [named, { 'upstream.caFile': caFile }, /^ok answered 200/],
    [numbered, { 'upstream.caFile': caFile }, /^fail .*another name.*upstream\.serverName/],
    [numbered, { 'upstream.caFile': caFile, 'upstream.serverName': 'localhost' }, /^ok /],
    [numbered, { 'upstream.insecure': true }, /^ok /],
    [`http://127.0.0.1:${port}`, {}, /^fail no response: connection reset.*uses TLS.*write https:/]
  ]
  for (const [url, keys, says] of rows)
    t.match((await look({ 'upstream.url': url, ...keys })).UPSTREAM, says, says.source)
})

t.test('doctor: an application on a Unix socket is called there', async (t) => {
  // The path of a socket must be short.
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const socket = join(folder, 'app.sock')
  t.match((await at(`unix:${socket}`)).UPSTREAM, /^fail no response.*ENOENT/)
  await startEchoUpstream(t, socket)
  t.match((await at(`unix:${socket}`)).UPSTREAM, /^ok answered 200/)
})

t.test('doctor: without an upstream, its checks are skipped', async (t) => {
  const config = { ...testConfig({ publicUrl: PUBLIC }), upstream: null }
  const found = await runChecks(UPSTREAM_CHECKS, { config })
  for (const id of ['UPSTREAM', 'FRAMEWORK', 'LOOP']) t.match(found[id], /^skip no upstream/)
})

t.test('doctor: an upstream that is a Gatehouse is found, this one or another', async (t) => {
  t.match((await at(gateway.url)).LOOP, /^fail upstream.url points to this gateway/)
  const keys = { 'cookie.signatureKeys': [signatureKeyOf('other')] }
  const other = await look({ 'upstream.url': gateway.url, ...keys })
  t.match(other.LOOP, /^warn upstream.url points to another Gatehouse/)
})

t.test('doctor: what the application responds with shows its framework and how it signs in', async (t) => {
  const challenge = (value: string) => ({ 'www-authenticate': value })
  type Row = readonly [id: string, says: RegExp, headers: Record<string, string>, page?: string]
  const rows: readonly Row[] = [
    ['FRAMEWORK', /^warn the start page looks like nextjs.*framework: nextjs/, { 'x-powered-by': 'Next.js' }],
    ['FRAMEWORK', /^warn .*set framework: wordpress/, {}, '<img src="/wp-content/a.png">'],
    ['FRAMEWORK', /^ok no known framework/, { 'x-powered-by': 'Express' }, '<p>tool.php</p>'],
    ['UPSTREAM', /^warn answered 401.*Kerberos.*balance TCP/, challenge('Basic realm="a", Negotiate')],
    ['UPSTREAM', /^warn answered 401.*NTLM, Negotiate or Kerberos/, challenge('NTLM')],
    ['UPSTREAM', /^ok answered 401/, challenge('Basic realm="a"')]
  ]
  for (const [id, says, headers, page] of rows) {
    const status = 'www-authenticate' in headers ? 401 : 200
    const url = await serve(t, (_req, res) => void res.writeHead(status, headers).end(page))
    t.match((await at(url))[id], says, says.source)
  }
  t.equal((await look({ framework: 'nextjs' })).FRAMEWORK, 'ok framework: nextjs')
})

t.test('frameworks: headers, cookies and pages show them', async (t) => {
  const rows: readonly [text: string, expected: string | null][] = [
    ['x-nextjs-cache: HIT', 'nextjs'],
    ['<script src="/docs/_next/static/a.js">', 'nextjs'],
    ['x-powered-by: Express\n<script>window.__reactRouterContext = {}', 'react-router'],
    ['x-remix-response: yes', 'react-router'],
    ['<script src="/_nuxt/entry.js">', 'nuxt'],
    ['x-sveltekit-page: true', 'sveltekit'],
    ['<div id="___gatsby">', 'gatsby'],
    ['<astro-island uid="1">', 'astro'],
    ['link: <https://a/wp-json/>; rel="https://api.w.org/"', 'wordpress'],
    ['x-request-id: 1\nx-runtime: 0.004211', 'rails'],
    ['set-cookie: laravel_session=x', 'laravel'],
    ['set-cookie: my-app-laravel-session=x', 'laravel'],
    ['x-debug-token: a1', 'symfony'],
    ['set-cookie: PHPSESSID=x', 'php'],
    ['/index.php', 'php'],
    ['server: nginx\n<a href="x.php">', null],
    ['x-powered-by: Express', null],
    ['', null]
  ]
  t.same(
    rows.map(([text]) => [text, recognizeFramework(text)]),
    rows
  )
})

/** A service that admits callers with an id token for its URL, as far as `admits` says. */
async function startPrivateService(t: Test, { admits = true } = {}) {
  const tokens: string[] = []
  const url = await serve(t, (req, res) => {
    const token = /^Bearer (\S+)$/.exec(String(req.headers['x-serverless-authorization']))?.[1]
    if (token !== undefined) tokens.push(token)
    const isMeant = token !== undefined && decodeClaims(token).aud === `http://${req.headers.host}`
    res.writeHead(admits && isMeant ? 200 : 403).end()
  })
  const env = {
    GATEHOUSE_UPSTREAM_URL: url,
    GATEHOUSE_UPSTREAM_HOST_HEADER: 'upstream',
    GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: 'true'
  }
  const examine = (changes: Record<string, string> = {}) => doctor.examine({ ...env, ...changes })
  return { url, tokens, examine }
}

t.test('doctor: the id token for a private service is fetched, sent and not shown', async (t) => {
  const { url, examine, tokens } = await startPrivateService(t)
  const { said, output } = await examine()
  t.match(said, { UPSTREAM_CREDENTIALS: `ok id token for ${url}`, UPSTREAM: /^ok answered 200/ })
  t.ok(tokens.length > 0)
  t.same(
    tokens.filter((token) => output.includes(String(token.split('.')[1]))),
    []
  )
  tokens.length = 0
  const without = await examine({ GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: 'false' })
  t.match(without.said, { UPSTREAM_CREDENTIALS: /^skip no application/, UPSTREAM: /^ok answered 403/ })
  t.same(tokens, [])
})

t.test('doctor: a service that refuses the id token, the advice names role and audience', async (t) => {
  const refusing = await startPrivateService(t, { admits: false })
  t.match((await refusing.examine()).said.UPSTREAM, /^warn answered 403.*roles\/run\.invoker.*audience/)
  const { examine } = await startPrivateService(t)
  const other = await examine({ GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: 'https://other.example.com' })
  t.match(other.said.UPSTREAM, /^warn answered 403.*audience/)
})

t.test('doctor: no id token is a failure with its cause, and the fix', async (t) => {
  const { examine } = await startPrivateService(t)
  const found = async (changes?: Record<string, string>) => (await examine(changes)).said.UPSTREAM_CREDENTIALS
  const description = 'Invalid JWT Signature.'
  standIn.faults.oauthToken = { kind: 'error', status: 400, message: 'invalid_grant', description }
  t.match(
    await found(),
    /^fail no id token for http.*get 502.*key of the service account was deleted.*create a new key/
  )
  standIn.faults.reset()
  standIn.settings.serviceAccountMayMakeIdTokens = false
  const file = {
    GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(standIn.credentialFiles.authorizedUser),
    GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: standIn.serviceAccount.client_email
  }
  t.match(
    await found(file),
    /^fail .*iam\.serviceAccounts\.getOpenIdToken.*roles\/iam\.serviceAccountOpenIdTokenCreator/
  )
  const impostor = await serve(t, (_req, res) => void res.end('<html>'))
  const machine = {
    GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: '',
    METADATA_SERVER_DETECTION: '',
    GCE_METADATA_HOST: new URL(impostor).host
  }
  t.match(await found(machine), /^fail no id token.*not the metadata server’s.*metadata server/)
})

/** The finding about reach, for a service with a public address. */
async function lookFromOutside(url: string) {
  const config = testConfig({
    'upstream.url': url.replace('127.0.0.1', 'localhost'),
    'upstream.hostHeader': 'upstream',
    'upstream.googleIdToken': true,
    'identityPlatform.endpoints': standIn.endpoints,
    'identityPlatform.credentials': JSON.stringify(KEY_FILE)
  })
  const credentials = { kind: 'key', account: readServiceAccount(standIn) } as const
  const realNow = () => Date.now() / 1000
  const provider = createProviderProbes({ config, credentials }, realNow, [])
  const found = await runChecks(UPSTREAM_CHECKS, {
    config,
    provider,
    lookUp: async () => ['192.0.2.1'],
    now: realNow
  })
  await provider?.close()
  return found.UPSTREAM
}

t.test('doctor: a service with a public address is a warning unless it wants the id token', async (t) => {
  t.match(await lookFromOutside((await startPrivateService(t)).url), /^ok answered 200/)
  const open = await serve(t, (_req, res) => void res.end())
  t.match(await lookFromOutside(open), /^warn .*without an id token.*bypass.*roles\/run\.invoker.*allUsers/)
})
