import { createPublicKey } from 'node:crypto'
import { decodeJwt, exportSPKI, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import t, { type Test } from 'tap'
import { createSealedClaims } from '../../../../src/identity/own-tokens.ts'
import { ASSERTION_KEYS, deriveKeyPair } from '../../../../src/identity/signing-keys.ts'
import { SIGNATURE_KEY, testConfig } from '../../../../test/fixtures/gateway.ts'
import { joinStore, NEEDS_STORE, startStore } from '../../../../test/fixtures/processes/store-server.ts'
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

/** A client with a refresh token. `use`: of one, as its client does. */
async function start(
  t: Test & Parameters<typeof startAttackedServer>[0],
  ...more: Parameters<typeof startAttackedServer> extends [unknown, ...infer Rest] ? Rest : never
) {
  const server = await startAttackedServer(t, ...more)
  const { authorize, askToken, exchange, refresh } = server
  const { refreshToken: token } = await askToken(exchange(await authorize()))
  const use = (one: string, form: Record<string, string> = {}, at = server.gateway) =>
    askToken(refresh(one, form), 'dashboard', at)
  return { ...server, token, use }
}

t.test('refresh token: used again within 30 s its successor, later the end (ASVS 10.4.5)', async (t) => {
  const { token, use, gateway } = await start(t)
  const first = await use(token)
  for (const seconds of [0.05, 0.25, 1, 5, 20]) {
    gateway.advance(seconds)
    t.match(await use(token), { status: 200, refreshToken: first.refreshToken }, `${seconds} s more`)
  }
  gateway.advance(4)
  t.match(await use(token), { status: 400, error: 'invalid_grant' }, 'counted from the first use')
  t.match(await use(first.refreshToken), { error: 'invalid_grant' }, 'the newest has ended too')
})

t.test('refresh token: five programs refresh together, also once the successor is used', async (t) => {
  const { token, use, gateway } = await start(t)
  const programs = await Promise.all([1, 2, 3, 4, 5].map(() => use(token)))
  const again = await Promise.all(programs.map(({ refreshToken }) => use(refreshToken)))
  t.same([...new Set(again.map(({ status }) => status))], [200])
  t.equal(new Set(again.map(({ refreshToken }) => refreshToken)).size, 1, 'one family without branches')
  const late = await use(token)
  t.match(late, { status: 200, refreshToken: again[0]?.refreshToken }, 'one that is late gets the newest')
  gateway.advance(600)
  const next = await use(late.refreshToken)
  t.equal(next.status, 200, 'and goes on with it')
  t.match(await use(token), { error: 'invalid_grant' }, 'twin: after the time, it is a replay')
  t.match(await use(next.refreshToken), { error: 'invalid_grant' }, 'which ends all')
})

t.test('refresh token: a replay ends the family however often the thief has refreshed since', async (t) => {
  const { token, use, gateway } = await start(t)
  let stolen = (await use(token)).refreshToken
  for (let turn = 0; turn < 120; turn++) stolen = (await use(stolen)).refreshToken
  gateway.advance(60)
  const current = await use(stolen)
  t.equal(current.status, 200, 'control')
  t.match(await use(token), { error: 'invalid_grant' })
  t.match(await use(current.refreshToken), { error: 'invalid_grant' })
})

t.test('refresh token: of a former signature key, it keeps its family', async (t) => {
  const { token, use, gateway, startAnother } = await start(t)
  const { state } = gateway
  const newer = signatureKeyOf('newer')
  const rotated = await startAnother({ 'cookie.signatureKeys': [newer, SIGNATURE_KEY] }, { state })
  const first = await use(token, {}, rotated)
  t.equal(first.status, 200)
  t.match(await use(token, {}, rotated), { status: 200, refreshToken: first.refreshToken })
  t.equal((await use(first.refreshToken, {}, rotated)).refreshToken.slice(0, 22), token.slice(0, 22))
  gateway.advance(60)
  t.match(await use(token, {}, rotated), { error: 'invalid_grant' }, 'twin: after the time, it is a replay')
  t.match(await use(first.refreshToken, {}, rotated), { error: 'invalid_grant' }, 'which ends all')
})

t.test('refresh token: one that only looks like another ends nothing', async (t) => {
  const { token, use } = await start(t)
  const first = await use(token)
  for (const forged of [
    `${token}0`,
    `${token.slice(0, -1)}7`,
    `${token.slice(0, 22)}${'A'.repeat(43)}0`,
    token.slice(0, 22),
    ''
  ])
    t.match(await use(forged), { status: 400 }, forged)
  t.equal((await use(first.refreshToken)).status, 200)
})

t.test('refresh token: within 30 s, it is checked as the first time', async (t) => {
  const { token, use, askToken, refresh, origin, gateway } = await start(t)
  const first = await use(token)
  for (const other of ['reports', 'cli'] as const)
    t.match(await askToken(refresh(token), other), { error: 'invalid_grant' }, other)
  t.match(await use(token, { scope: 'openid mcp:read' }), { error: 'invalid_scope' })
  t.match(await use(token, { resource: `${origin}/mcp` }), { error: 'invalid_target' })
  t.match(await use(token), { refreshToken: first.refreshToken }, 'twin: it has not ended')
  gateway.provider.accounts.update('ada', { disabled: true })
  t.match(await use(token), { error: 'invalid_grant' }, 'a disabled account')
})

t.test('refresh token: used at several replicas at once, one successor', { skip: NEEDS_STORE }, async (t) => {
  const store = await startStore(t)
  const { token, use, startAnother, gateway } = await start(t, { 'store.url': store.url }, (report) =>
    joinStore(t, store.url, { report, timeoutMs: 1000 })
  )
  const other = await startAnother()
  await other.state.shared.ready()
  const places = [gateway, other, gateway, other, gateway]
  const results = await Promise.all(places.map((at) => use(token, {}, at)))
  t.same([...new Set(results.map(({ status }) => status))], [200])
  const [{ refreshToken = '' } = {}] = results
  t.equal(new Set(results.map((one) => one.refreshToken)).size, 1)
  await other.app.close()
  const restarted = await startAnother()
  await restarted.state.shared.ready()
  t.match(await use(token, {}, restarted), { status: 200, refreshToken })
  const next = await use(refreshToken, {}, restarted)
  t.match(await use(refreshToken), { status: 200, refreshToken: next.refreshToken }, 'the second too')
})
