import { createHash } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import t, { type Test } from 'tap'
import { type OidcProvider, startOidcProvider } from '../peers/sign-in/oidc-provider.ts'

const REDIRECT_URI = 'http://app.bench.localhost:1/callback'
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const GOOD: Readonly<Record<string, string>> = {
  client_id: 'bench',
  response_type: 'code',
  redirect_uri: REDIRECT_URI,
  state: 'a state',
  nonce: 'a nonce',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256'
}

async function startProvider(t: Test): Promise<OidcProvider> {
  const provider = await startOidcProvider()
  t.teardown(() => provider.close())
  return provider
}

function authorize({ issuer }: OidcProvider, changes: Record<string, string> = {}): Promise<Response> {
  return fetch(`${issuer}/authorize?${new URLSearchParams({ ...GOOD, ...changes })}`, { redirect: 'manual' })
}

async function obtainCode(provider: OidcProvider): Promise<string> {
  const { headers } = await authorize(provider)
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
}

/** The response of the token endpoint: status and body. */
async function askTokens(
  provider: OidcProvider,
  form: Record<string, string>,
  secret = provider.clientSecret
) {
  const authorization = `Basic ${Buffer.from(`bench:${secret}`).toString('base64')}`
  const response = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(form)
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const exchange = (code: string, changes: Record<string, string> = {}) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: REDIRECT_URI,
  code_verifier: VERIFIER,
  ...changes
})

t.test('OIDC provider: a code is exchanged for signed tokens with nonce and lifetime', async (t) => {
  const provider = await startProvider(t)
  provider.tokenSeconds = 7
  const { status, headers } = await authorize(provider)
  const back = new URL(headers.get('location') ?? '')
  t.equal(status, 302)
  t.equal(back.searchParams.get('state'), 'a state')
  const { body } = await askTokens(provider, exchange(back.searchParams.get('code') ?? ''))
  const keys = createRemoteJWKSet(new URL(`${provider.issuer}/jwks`))
  const { payload } = await jwtVerify(String(body.id_token), keys, {
    issuer: provider.issuer,
    audience: 'bench'
  })
  t.match(payload, { sub: 'user-0', nonce: 'a nonce', email: 'user-0@example.com' })
  t.equal((payload.exp ?? 0) - (payload.iat ?? 0), 7)
  t.equal(body.expires_in, 7)
  const userinfo = await fetch(`${provider.issuer}/userinfo`, {
    headers: { authorization: `Bearer ${body.access_token}` }
  })
  t.match(await userinfo.json(), { sub: 'user-0', email: 'user-0@example.com' })
})

t.test('OIDC provider: authorization requests with one invalid parameter are refused', async (t) => {
  const provider = await startProvider(t)
  for (const [name, value] of [
    ['client_id', 'another'],
    ['response_type', 'token'],
    ['redirect_uri', 'https://example.com/callback'],
    ['redirect_uri', 'no url'],
    ['code_challenge', ''],
    ['code_challenge_method', 'plain']
  ] as const)
    t.equal((await authorize(provider, { [name]: value })).status, 400, `${name} ${value}`)
})

t.test('OIDC provider: a code is refused if reused, or with another redirect URI or verifier', async (t) => {
  const provider = await startProvider(t)
  const used = await obtainCode(provider)
  t.equal((await askTokens(provider, exchange(used))).status, 200)
  const refused = { status: 400, body: { error: 'invalid_grant' } }
  t.match(await askTokens(provider, exchange(used)), refused, 'again')
  for (const [name, value] of [
    ['code', 'made up'],
    ['redirect_uri', 'http://app.bench.localhost:2/callback'],
    ['code_verifier', 'w'.repeat(43)]
  ] as const)
    t.match(await askTokens(provider, exchange(await obtainCode(provider), { [name]: value })), refused, name)
})

t.test('OIDC provider: refreshes are counted, and refused for an unknown refresh token', async (t) => {
  const provider = await startProvider(t)
  const { refresh_token } = await provider.issueTokens()
  const refresh = (token: string) =>
    askTokens(provider, { grant_type: 'refresh_token', refresh_token: token })
  t.match(await refresh(refresh_token), { status: 200, body: { refresh_token } })
  t.match(await refresh('made up'), { status: 400, body: { error: 'invalid_grant' } })
  t.equal(provider.refreshes, 2)
})

t.test('OIDC provider: a client with another secret or grant is refused', async (t) => {
  const provider = await startProvider(t)
  const code = await obtainCode(provider)
  t.match(await askTokens(provider, exchange(code), 'guess'), {
    status: 401,
    body: { error: 'invalid_client' }
  })
  t.match(await askTokens(provider, { grant_type: 'password' }), {
    status: 400,
    body: { error: 'unsupported_grant_type' }
  })
  const userinfo = await fetch(`${provider.issuer}/userinfo`, {
    headers: { authorization: 'Bearer made.up.token' }
  })
  t.equal(userinfo.status, 401)
})
