import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import * as client from 'openid-client'
import t, { type Test } from 'tap'
import { realClock } from '../../../../src/async.ts'
import { joinStore, NEEDS_STORE, startStore } from '../../../../test/fixtures/processes/store-server.ts'
import { readJson } from '../../../../test/fixtures/wire/http-client.ts'
import { createClientFetch } from '../../client-fetch.ts'
import { startAttackedServer } from '../fixtures/attacked-server.ts'
import { CALLBACK, configOf, connect, discoverAs, SECRET } from '../fixtures/authorization-server.ts'
import { startTrustedServer } from '../fixtures/client-documents.ts'

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

async function createKey(alg: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, privateKey, publicJwk: await exportJWK(publicKey) }
}

type Key = Awaited<ReturnType<typeof createKey>>

/** A server with the client `signer`, whose keys these are, beside the others. */
async function start(t: Test, keys: Key[], shared?: Parameters<typeof startAttackedServer>[2], more = {}) {
  const clients = [
    { id: 'dashboard', secret: SECRET, redirectUris: [CALLBACK] },
    { id: 'signer', redirectUris: [CALLBACK], jwks: { keys: keys.map(({ publicJwk }) => publicJwk) } }
  ]
  const server = await startAttackedServer(t, { 'authorizationServer.clients': clients, ...more }, shared)
  const { origin, post, gateway } = server
  const token = `${origin}/_auth/oauth/token`
  const seconds = Math.floor(Date.now() / 1000)

  /** An assertion of the client. */
  const assert = ({ alg, privateKey }: Key, claims: Record<string, unknown> = {}) => {
    const who = { iss: 'signer', sub: 'signer', aud: `${origin}/_auth/oauth` }
    const facts = { ...who, jti: randomUUID(), iat: seconds, exp: seconds + 60, ...claims }
    return new SignJWT(facts).setProtectedHeader({ alg }).sign(privateKey as CryptoKey)
  }

  /** Revokes a token that does not exist: 200 for a client that has proved itself. */
  async function prove(form: Record<string, string>, at = gateway) {
    const response = await post('/revoke', String(new URLSearchParams({ token: 'none', ...form })), {}, at)
    return { status: response.status, error: readJson((await response.text()) || '{}').error }
  }
  const asserted = (client_assertion: string, more = {}) => ({
    client_assertion,
    client_assertion_type: TYPE,
    ...more
  })
  return { ...server, token, seconds, assert, prove, asserted }
}

const PASSED = { status: 200, error: undefined }
const REFUSED = { status: 401, error: 'invalid_client' }

t.test('private_key_jwt: passes with each algorithm, refused with another key (ASVS 10.4.10)', async (t) => {
  const keys = await Promise.all(['ES256', 'RS256', 'PS256', 'EdDSA'].map(createKey))
  const { assert, prove, asserted } = await start(t, keys)
  for (const key of keys) {
    t.same(await prove(asserted(await assert(key))), PASSED, key.alg)
    t.same(await prove(asserted(await assert(await createKey(key.alg)))), REFUSED, `twin: ${key.alg}`)
  }
})

t.test('private_key_jwt: an assertion passes once, for this server, until it expires', async (t) => {
  const key = await createKey('ES256')
  const { assert, prove, asserted, origin, token, seconds } = await start(t, [key])
  const proof = await assert(key)
  t.same(await prove(asserted(proof)), PASSED)
  t.same(await prove(asserted(proof)), REFUSED, 'replayed')
  t.same(await prove(asserted(await assert(key, { aud: token }))), PASSED, 'for the token endpoint')
  for (const [name, claims] of Object.entries({
    'another audience': { aud: 'https://other.example/' },
    'no audience': { aud: undefined },
    'another resource here': { aud: `${origin}/mcp` },
    expired: { exp: seconds - 60, iat: seconds - 120 },
    'no expiry': { exp: undefined },
    'for an hour': { exp: seconds + 3600 },
    'without end': { exp: Number.MAX_SAFE_INTEGER },
    'not yet': { nbf: seconds + 300 },
    'no id': { jti: undefined },
    'another issuer': { iss: 'dashboard' },
    'no issuer': { iss: undefined }
  }))
    t.same(await prove(asserted(await assert(key, claims))), REFUSED, name)
  t.same(await prove(asserted(await assert(key))), PASSED, 'twin')
})

t.test('private_key_jwt: not unsigned, not with a public key as secret, not as another client', async (t) => {
  const key = await createKey('RS256')
  const { assert, prove, asserted, origin } = await start(t, [key])
  const claims = { iss: 'signer', sub: 'signer', aud: `${origin}/_auth/oauth`, jti: randomUUID() }
  const unsigned = new UnsecuredJWT(claims).setExpirationTime('1m').encode()
  t.same(await prove(asserted(unsigned)), REFUSED, 'none')
  const confused = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1m')
    .sign(new TextEncoder().encode(JSON.stringify(key.publicJwk)))
  t.same(await prove(asserted(confused)), REFUSED, 'HS256 with the public key')
  t.match(await prove({ client_id: 'signer' }), REFUSED, 'as a public client')
  t.match(await prove({ client_id: 'signer', client_secret: 'x'.repeat(40) }), REFUSED, 'by a secret')
  const asDashboard = await assert(key, { iss: 'dashboard', sub: 'dashboard' })
  t.match(await prove(asserted(asDashboard)), REFUSED, 'for another client')
  const mixed = asserted(await assert(key), { client_id: 'dashboard' })
  t.match(await prove(mixed), { status: 400, error: 'invalid_request' })
  for (const text of ['x', 'a.b.c', 'x'.repeat(20_000), ''])
    t.not((await prove(asserted(text))).status, 200, text.slice(0, 5))
  t.same(await prove(asserted(await assert(key))), PASSED, 'twin')
})

t.test('private_key_jwt: of one assertion at two replicas, one passes', { skip: NEEDS_STORE }, async (t) => {
  const key = await createKey('ES256')
  const store = await startStore(t)
  const join: Parameters<typeof start>[2] = (report) => joinStore(t, store.url, { report })
  const started = await start(t, [key], join, { 'store.url': store.url })
  const { assert, prove, asserted, gateway, startAnother } = started
  const other = await startAnother()
  const proof = asserted(await assert(key))
  const results = await Promise.all([gateway, other, gateway, other].map((at) => prove(proof, at)))
  t.equal(results.filter(({ status }) => status === 200).length, 1)
})

t.test('private_key_jwt: openid-client signs in by it, and refreshes', async (t) => {
  const key = await createKey('ES256')
  const { origin, visit } = await start(t, [key])
  const oidc = await discoverAs(origin, 'signer', client.PrivateKeyJwt(key.privateKey as CryptoKey))
  const { token_endpoint_auth_methods_supported: methods = [], ...metadata } = oidc.serverMetadata()
  t.same(methods, ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'])
  const algorithms = ['ES256', 'RS256', 'PS256', 'Ed25519', 'EdDSA']
  t.same(metadata.token_endpoint_auth_signing_alg_values_supported, algorithms)
  const tokens = await connect({ oidc, visitor: await visit() })
  t.equal(tokens.claims()?.aud, 'signer')
  t.ok(await client.refreshTokenGrant(oidc, String(tokens.refresh_token)))
})

/** Keys of clients at an https address of this machine. */
async function serveKeys(t: Test, keys: Key[]) {
  const served = { keys, requests: 0, status: 200 }
  const { origin, close } = await startTrustedServer(t, (_request, response) => {
    served.requests++
    const text = JSON.stringify({ keys: served.keys.map(({ publicJwk }) => publicJwk) })
    response.writeHead(served.status, { 'content-type': 'application/json' }).end(text)
  })
  return Object.assign(served, { uri: `${origin}/jwks`, close })
}

/** The clock of the library, which has no other one. */
function advanceLibrary(t: Test) {
  const { now } = Date
  let aheadMs = 0
  Date.now = () => now() + aheadMs
  t.teardown(() => {
    Date.now = now
  })
  return (seconds: number) => {
    aheadMs += seconds * 1000
  }
}

t.test('private_key_jwt: keys of jwksUri are fetched, and follow a rotation', async (t) => {
  const [before, after] = [await createKey('ES256'), await createKey('ES256')]
  const server = await serveKeys(t, [before])
  const { assert, prove, asserted, seconds } = await start(t, [], undefined, {
    'authorizationServer.clients': [{ id: 'signer', redirectUris: [CALLBACK], jwksUri: server.uri }],
    'authorizationServer.clientMetadata.privateNetworks': ['127.0.0.1/32']
  })
  const advance = advanceLibrary(t)
  const proveBy = async (key: Key) => prove(asserted(await assert(key, { exp: seconds + 500 })))
  t.same(await proveBy(before), PASSED)
  t.same(await proveBy(after), REFUSED, 'twin: another key')
  t.same(await proveBy(before), PASSED)
  t.equal(server.requests, 1, 'cached')
  server.keys = [after]
  advance(61)
  t.same(await proveBy(after), PASSED, 'rotated')
  t.same(await proveBy(before), REFUSED)
  t.equal(server.requests, 2)
})

t.test('private_key_jwt: while jwksUri is away or not allowed, the client is refused', async (t) => {
  const key = await createKey('ES256')
  const server = await serveKeys(t, [key])
  const clients = [{ id: 'signer', redirectUris: [CALLBACK], jwksUri: server.uri }]
  const isPrivate = await start(t, [], undefined, { 'authorizationServer.clients': clients })
  t.same(await isPrivate.prove(isPrivate.asserted(await isPrivate.assert(key))), REFUSED, 'private address')
  t.equal(server.requests, 0)
  const more = {
    'authorizationServer.clients': clients,
    'authorizationServer.clientMetadata.privateNetworks': ['127.0.0.1/32']
  }
  const { assert, prove, asserted, gateway, seconds } = await start(t, [], undefined, more)
  for (const [status, keys] of [
    [500, [key]],
    [302, [key]],
    [200, [{ ...key, publicJwk: { kty: 'oct', k: 'x'.repeat(70_000) } }]]
  ] as const) {
    Object.assign(server, { status, keys })
    t.same(await prove(asserted(await assert(key))), REFUSED, String(status))
  }
  const advance = advanceLibrary(t)
  const proveLater = async (by = key) => {
    advance(61)
    return await prove(asserted(await assert(by, { exp: seconds + 500 })))
  }
  Object.assign(server, { status: 200, keys: [key] })
  t.same(await proveLater(), PASSED, 'twin: back again')
  server.close()
  t.same(await proveLater(await createKey('ES256')), REFUSED, 'another key, the server unreachable')
  t.same(await proveLater(), PASSED, 'twin: a key that is known')
  const later = await start(t, [], undefined, more)
  t.same(await later.prove(later.asserted(await later.assert(key))), REFUSED, 'never reached')
  t.notMatch(gateway.logText(), 'INTERNAL_ERROR')
})

t.test('private_key_jwt: key sets are fetched for configured clients, from public addresses', async (t) => {
  const looked: string[] = []
  const uris = ['https://keys.example/jwks', 'https://127.0.0.1/jwks']
  const clients = uris.map((jwksUri) => ({ id: jwksUri, redirectUris: [CALLBACK], jwksUri }))
  const { authorizationServer } = configOf({ 'authorizationServer.clients': clients })
  const metadata = createClientFetch(authorizationServer, {
    now: realClock,
    lookUp(host, _limitMs, callback) {
      looked.push(host)
      callback(null, [{ address: '10.0.0.1', family: 4 }])
    }
  })
  t.teardown(() => metadata.close())
  for (const url of ['https://keys.example/jwks', 'https://127.0.0.1/jwks', 'https://keys.example/other'])
    await t.rejects(metadata.fetch(url), url)
  t.same(looked, ['keys.example'], 'a private address is judged after it is resolved')
  t.notOk(metadata.isAllowed('https://keys.example/jwks'), 'is not the document of a client')
})
