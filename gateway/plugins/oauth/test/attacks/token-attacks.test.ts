import { createPublicKey } from 'node:crypto'
import { decodeJwt, exportSPKI, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import t from 'tap'
import { createSealedClaims } from '../../../../src/identity/own-tokens.ts'
import { ASSERTION_KEYS, deriveKeyPair } from '../../../../src/identity/signing-keys.ts'
import { SIGNATURE_KEY, testConfig } from '../../../../test/fixtures/gateway.ts'
import { signatureKeyOf } from '../../../../test/fixtures/session/signature-keys.ts'
import { basicOf, startAttackedServer } from '../fixtures/attacked-server.ts'

/** Of tokens in use: another name or version would end them. */
const TOKEN_KEYS = { name: 'authorization server', version: 1 }

type Pair = Awaited<ReturnType<typeof deriveKeyPair>>

/** A token as those of the gateway, or with another header or key. */
const signBy = (pair: Pair, payload: JWTPayload, header: object = {}, key = pair.privateKey) =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', kid: pair.keyId, typ: 'at+jwt', ...header })
    .sign(key)

t.test('revocation: by another client, refused or without effect; by its own, the token ends', async (t) => {
  const { post, authorize, askToken, exchange, refresh } = await startAttackedServer(t)
  const { refreshToken } = await askToken(exchange(await authorize()))
  const revoke = async (own: string, headers = {}) =>
    (await post('/revoke', `token=${refreshToken}${own}`, headers)).status
  t.equal(await revoke('', basicOf('reports')), 400)
  t.equal(await revoke('&client_id=cli'), 200)
  const next = await askToken(refresh(refreshToken))
  t.equal(next.status, 200, 'still of use')
  t.equal(await revoke('', basicOf('dashboard')), 200, 'twin')
  for (const token of [next.refreshToken, refreshToken])
    t.match(await askToken(refresh(token)), { error: 'invalid_grant' })
})

t.test('scope: neither exchange nor refresh gives more than was consented to (ASVS 10.4.11)', async (t) => {
  const { authorize, askToken, exchange, refresh, origin } = await startAttackedServer(t)
  const resource = `${origin}/mcp`
  const given = await askToken(
    exchange(await authorize({ scope: 'mcp:read', resource }), { scope: 'mcp:write' })
  )
  t.equal(decodeJwt(given.accessToken).scope, 'mcp:read', 'exchange')
  for (const scope of ['mcp:write', 'mcp:read mcp:write', 'notes:read', 'email'])
    t.match(await askToken(refresh(given.refreshToken, { scope })), { error: 'invalid_scope' }, scope)
  const twin = await askToken(refresh(given.refreshToken, { scope: 'mcp:read' }))
  t.match(twin, { status: 200, scope: 'mcp:read' })
})

t.test('application: only an access token for it passes (ASVS 10.3.1)', async (t) => {
  const { authorize, askToken, exchange, call, gateway, origin } = await startAttackedServer(t)
  const given = await authorize({ scope: 'openid mcp:read', resource: `${origin}/mcp` })
  const { accessToken, refreshToken, idToken } = await askToken(exchange(given))
  t.equal((await call('/mcp/', accessToken)).status, 200, 'twin')
  const opaque = await askToken(exchange(await authorize({ scope: 'openid' })))
  const project = await gateway.provider.signIn('ada')
  for (const [name, token] of Object.entries({
    'of another application': accessToken,
    'id token': idToken,
    'refresh token': refreshToken,
    code: given.back.searchParams.get('code') ?? '',
    'access token without a resource': opaque.accessToken,
    'id token of the project': project.idToken,
    'refresh token of the project': project.refreshToken
  })) {
    const path = name === 'of another application' ? '/notes/' : '/mcp/'
    t.equal((await call(path, token)).status, 401, name)
  }
  t.equal((await call('/_auth/oauth/userinfo', accessToken)).status, 401, 'nor is it one for userinfo')
  t.equal((await call('/_auth/oauth/userinfo', opaque.accessToken)).status, 200, 'twin')
})

t.test('application: a token that is remembered is refused once its signature key is removed', async (t) => {
  const { gateway, authorize, askToken, exchange, origin, request, startAnother } =
    await startAttackedServer(t)
  const resource = `${origin}/mcp`
  const { accessToken } = await askToken(exchange(await authorize({ scope: 'mcp:read', resource })))
  const call = async (at: typeof gateway) =>
    (await request('/mcp/', { authorization: `Bearer ${accessToken}` }, { at })).status
  t.equal(await call(gateway), 200)
  const newer = signatureKeyOf('newer')
  const { state } = gateway
  const callWith = async (...keys: string[]) =>
    await call(await startAnother({ 'cookie.signatureKeys': keys }, { state }))
  t.equal(await callWith(newer, SIGNATURE_KEY), 200, 'twin')
  t.equal(await callWith(newer), 401)
})

t.test('application: a token of another type, algorithm or key is refused, whatever it says', async (t) => {
  const { authorize, askToken, exchange, call, origin } = await startAttackedServer(t)
  const resource = `${origin}/mcp`
  const { accessToken } = await askToken(exchange(await authorize({ scope: 'mcp:read', resource })))
  const payload: JWTPayload = decodeJwt(accessToken)
  const pair = await deriveKeyPair(TOKEN_KEYS, SIGNATURE_KEY, origin)
  const sign = (header: object, more: object = {}, key = pair.privateKey) =>
    signBy(pair, { ...payload, ...more }, header, key)
  t.equal((await call('/mcp/', await sign({}))).status, 200, 'twin: a token like those of the gateway')
  const assertions = await deriveKeyPair(ASSERTION_KEYS, SIGNATURE_KEY, origin)
  const published = await importJWK(pair.publicJwk, 'ES256', { extractable: true })
  if (published instanceof Uint8Array) throw new Error('not a key')
  const pem = await exportSPKI(published)
  const spki = createPublicKey(pem).export({ format: 'der', type: 'spki' })
  const hmac = (secret: Uint8Array) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid: pair.keyId, typ: 'at+jwt' }).sign(secret)
  for (const [name, token] of Object.entries({
    'type of an id token': await sign({ typ: 'JWT' }),
    'type of a sign-out token': await sign({ typ: 'logout+jwt' }),
    'no type': await sign({ typ: undefined }),
    'type of an assertion': await sign({ typ: 'application/jwt' }),
    none: new UnsecuredJWT(payload).encode(),
    'HS256 with the published key, PEM': await hmac(new TextEncoder().encode(pem)),
    'HS256 with the published key, DER': await hmac(spki),
    'key of assertions': await sign({ kid: assertions.keyId }, {}, assertions.privateKey),
    'key of assertions by the name of this one': await sign({}, {}, assertions.privateKey),
    'key in the header': await sign({ jwk: assertions.publicJwk, kid: undefined }, {}, assertions.privateKey),
    'address of keys in the header': await sign({ jku: 'https://evil.example/jwks', kid: 'x' }),
    'audience of another application': await sign({}, { aud: `${origin}/notes` }),
    'audience that contains it': await sign({}, { aud: `${resource}/more` }),
    'another issuer': await sign({}, { iss: `${origin}/_auth/oauth/` }),
    'issuer without a path': await sign({}, { iss: origin }),
    expired: await sign({}, { exp: Math.floor(Date.now() / 1000) - 600 }),
    'not yet valid': await sign({}, { nbf: Math.floor(Date.now() / 1000) + 3600 })
  }))
    t.equal((await call('/mcp/', token)).status, 401, name)
})

t.test('tenant: a token passes where accounts of its tenant do, nowhere else (ASVS 10.3.3)', async (t) => {
  const { call, upstream, origin } = await startAttackedServer(t, {
    'identityPlatform.tenants': { '/mcp/*': 'blue-x1y2z' }
  })
  const pair = await deriveKeyPair(TOKEN_KEYS, SIGNATURE_KEY, origin)
  const now = Math.floor(Date.now() / 1000)
  const sealed = createSealedClaims(testConfig({}))
  const times = { auth_time: now, iat: now, exp: now + 600 }
  const claims = {
    iss: `${origin}/_auth/oauth`,
    aud: `${origin}/mcp`,
    client_id: 'dashboard',
    scope: 'mcp:read'
  }
  const sign = (sub: string) =>
    signBy(pair, { ...claims, ...times, sub, gatehouse: sealed.seal({ provider: 'password' }, sub) })
  for (const sub of ['ada', 'red-x1y2z/ada', 'blue-x1y2z%2Fada', '/ada'])
    t.match(await call('/mcp/', await sign(sub)), { ok: false }, sub)
  t.equal(upstream.seen.length, 0)
  t.equal((await call('/mcp/', await sign('blue-x1y2z/ada'))).status, 200, 'twin')
})
