import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import t from 'tap'
import { loadConfig } from '../../src/config/load.ts'
import { startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'
import {
  cookieHeader,
  PUBLIC_ORIGIN,
  postSession,
  startGateway,
  type TestGateway
} from '../fixtures/gateway.ts'
import { decodeClaims } from '../fixtures/provider/provider.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startEchoUpstream } from '../fixtures/wire/upstream.ts'

const ISSUER = `${PUBLIC_ORIGIN}/_auth`
const DISCOVERY = '/_auth/.well-known/openid-configuration'

const pem = ({ privateKey }: { privateKey: { export(options: object): string | Buffer } }) =>
  String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
const rsa = (modulusLength: number) => pem(generateKeyPairSync('rsa', { modulusLength }))
const curve = (namedCurve: string) => pem(generateKeyPairSync('ec', { namedCurve }))
const [RSA, OTHER_RSA, P256] = [rsa(2048), rsa(2048), curve('P-256')]

const readJson = async (url: string) => Object(await (await send(url)).json())

/** The assertion that the application receives with a visitor's request. */
async function visit({ url, upstream, signIn }: TestGateway): Promise<string> {
  const cookie = await signIn('ada')
  await send(`${url}/`, { headers: { cookie } })
  return String(upstream.seen.at(-1)?.headers['x-gatehouse-assertion'])
}

/** Verifies as a library does that knows the issuer alone. */
async function verifyFromIssuer(gateway: TestGateway, assertion: string) {
  const found = await readJson(`${gateway.url}${DISCOVERY}`)
  const { pathname } = new URL(found.jwks_uri)
  const keys = createLocalJWKSet(await readJson(`${gateway.url}${pathname}`))
  const algorithms = found.id_token_signing_alg_values_supported
  return jwtVerify(assertion, keys, { issuer: found.issuer, audience: PUBLIC_ORIGIN, algorithms, typ: 'JWT' })
}

t.test('assertion: a library that knows its issuer alone can verify it', async (t) => {
  const gateway = await startGateway(t)
  const assertion = await visit(gateway)
  t.match(await verifyFromIssuer(gateway, assertion), { payload: { iss: ISSUER, sub: 'ada' } })
  const other = await startGateway(t, { publicUrl: 'http://localhost:8081' })
  await t.rejects(verifyFromIssuer(other, assertion), 'refused by another gateway’s document')
})

t.test('discovery: names the issuer and its keys, and no endpoint that does not exist', async (t) => {
  const { url } = await startGateway(t)
  const response = await send(`${url}${DISCOVERY}`)
  t.match(response.headers.get('content-type'), 'application/json')
  t.equal(response.headers.get('cache-control'), 'public, max-age=300')
  const found = Object(await response.json())
  t.match(found, { issuer: ISSUER, jwks_uri: `${ISSUER}/jwks.json` })
  t.same(found.id_token_signing_alg_values_supported, ['ES256'])
  const endpoints = Object.keys(found).filter((name) => name.endsWith('_endpoint'))
  t.same(endpoints, [])
})

t.test('discovery: another host in the request changes nothing in the document', async (t) => {
  const { url } = await startGateway(t, { config: { trustedProxies: ['127.0.0.1/32'] } })
  const plain = await readJson(`${url}${DISCOVERY}`)
  for (const headers of [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { forwarded: 'host=evil.example' },
    { 'x-original-url': 'https://evil.example/' }
  ]) {
    const response = await send(`${url}${DISCOVERY}`, { headers })
    if (response.status === 200) t.same(await response.json(), plain, JSON.stringify(headers))
    else t.equal(response.status, 404, JSON.stringify(headers))
  }
})

t.test('assertion: RS256 with a key of its own, and not verified by another key', async (t) => {
  const config = { 'assertion.algorithm': 'RS256', 'assertion.privateKeys': [RSA] }
  const gateway = await startGateway(t, { config })
  const assertion = await visit(gateway)
  t.match(decodeProtectedHeader(assertion), { alg: 'RS256', typ: 'JWT' })
  t.match(await verifyFromIssuer(gateway, assertion), { payload: { sub: 'ada' } })
  const jwks = await readJson(`${gateway.url}/_auth/jwks.json`)
  t.same(Object.keys(jwks.keys[0]).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use'], 'the public half only')
  const other = await startGateway(t, {
    config: { 'assertion.algorithm': 'RS256', 'assertion.privateKeys': [OTHER_RSA] }
  })
  await t.rejects(verifyFromIssuer(other, assertion))
})

t.test('assertion: keys from a file, the first one signs, all of them are published', async (t) => {
  const privateKeysFile = join(t.testdir(), 'keys.pem')
  writeFileSync(privateKeysFile, `${OTHER_RSA}\n${RSA}\n`)
  const gateway = await startGateway(t, {
    config: { 'assertion.algorithm': 'RS256', 'assertion.privateKeysFile': privateKeysFile }
  })
  const assertion = await visit(gateway)
  const { keys } = await readJson(`${gateway.url}/_auth/jwks.json`)
  t.equal(keys.length, 2)
  t.equal(decodeProtectedHeader(assertion).kid, keys[0].kid)
  const before = await startGateway(t, {
    config: { 'assertion.algorithm': 'RS256', 'assertion.privateKeys': [RSA] }
  })
  const found = await verifyFromIssuer(gateway, await visit(before))
  t.match(found, { payload: { sub: 'ada' } }, 'that of the replaced key is still verified')
})

t.test('assertion: ES256 with a key of its own instead of derived ones', async (t) => {
  const gateway = await startGateway(t, { config: { 'assertion.privateKeys': [P256] } })
  t.match(await verifyFromIssuer(gateway, await visit(gateway)), { payload: { sub: 'ada' } })
  const derived = await startGateway(t)
  await t.rejects(verifyFromIssuer(gateway, await visit(derived)))
})

t.test('audience: that of the configuration, that of one application, else the origin', async (t) => {
  const upstream = await startEchoUpstream(t)
  const of = (path: string, own: object = {}) => ({
    name: path.slice(1) || 'home',
    path: `${path === '/' ? '' : path}/*`,
    upstream: { url: upstream.url },
    ...own
  })
  const audienceAt = async (path: string, settings: object) => {
    const applications = [
      of('/'),
      of('/wiki', { assertion: { audience: 'wiki' } }),
      of('/any', { assertion: { audience: null } })
    ]
    const gateway = await startGateway(t, { config: { applications, ...settings } })
    const { host } = new URL(PUBLIC_ORIGIN)
    const { idToken, refreshToken } = await gateway.provider.signIn('ada')
    const session = await postSession(gateway.url, idToken, refreshToken, { host, origin: PUBLIC_ORIGIN })
    await send(`${gateway.url}${path}`, { headers: { host, cookie: cookieHeader(session) } })
    return decodeClaims(String(upstream.seen.at(-1)?.headers['x-gatehouse-assertion'])).aud
  }
  t.equal(await audienceAt('/', {}), PUBLIC_ORIGIN)
  t.equal(await audienceAt('/', { 'assertion.audience': 'all' }), 'all')
  t.equal(await audienceAt('/wiki/', { 'assertion.audience': 'all' }), 'wiki')
  t.equal(await audienceAt('/any/', { 'assertion.audience': 'all' }), PUBLIC_ORIGIN)
})

t.test('audience: a fixed one in answers to other proxies, without it the origin', async (t) => {
  for (const [config, audience] of [
    [{}, WIKI],
    [{ 'assertion.audience': 'fixed' }, 'fixed']
  ] as const) {
    const gateway = await startAskedGateway(t, { config })
    const cookie = await gateway.enter()
    const response = await gateway.ask({ url: `${WIKI}/x`, headers: { cookie } })
    t.equal(decodeClaims(response.headers.get('x-gatehouse-assertion') ?? '').aud, audience)
  }
})

t.test('assertion keys: every unusable one is a problem that shows no part of it', async (t) => {
  const encrypted = String(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'x'
    })
  )
  const problemsOf = (assertion: object) => {
    const values = { assertion, upstream: { url: 'http://127.0.0.1:9' } }
    const env = { GATEHOUSE_PUBLIC_URL: PUBLIC_ORIGIN, GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'demo-x' }
    const file = join(t.testdir(), 'gatehouse.json')
    writeFileSync(file, JSON.stringify({ ...values, cookie: { signatureKeysFile: '/missing' } }))
    const loaded = loadConfig({ file, env, plugins: [] })
    const problems = loaded.kind === 'invalid' ? loaded.problems : []
    return problems.filter(({ path }) => path.startsWith('assertion')).map(({ message }) => message)
  }
  t.match(problemsOf({ algorithm: 'RS256' }), [/^has no key/])
  t.match(problemsOf({ algorithm: 'RS256', privateKeys: [P256] }), [/not an RSA key/])
  t.match(problemsOf({ algorithm: 'RS256', privateKeys: [rsa(1024)] }), [/shorter than 2048/])
  t.match(problemsOf({ privateKeys: [RSA] }), [/not a key of P-256/])
  t.match(problemsOf({ privateKeys: [curve('P-384')] }), [/not a key of P-256/])
  t.match(problemsOf({ privateKeys: ['secret-text'] }), [/^is not a private key in PEM/])
  t.match(problemsOf({ privateKeys: [encrypted] }), [/^is encrypted/])
  t.match(problemsOf({ privateKeys: [P256.slice(0, 100)] }), [/^has no end line/])
  t.match(problemsOf({ privateKeysFile: '/missing' }), [/cannot be read/])
  t.match(problemsOf({ privateKeys: [P256], privateKeysFile: '/missing' }), [
    /cannot be combined/,
    /cannot be read/
  ])
  t.notMatch(JSON.stringify(problemsOf({ privateKeys: ['secret-text'] })), 'secret-text')
  t.same(problemsOf({ privateKeys: [P256] }), [], 'twin')
  t.same(problemsOf({ algorithm: 'RS256', privateKeys: [RSA] }), [], 'twin')
})
