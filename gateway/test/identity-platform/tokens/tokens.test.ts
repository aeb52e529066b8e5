import t, { type Test } from 'tap'
import {
  createIdentityPlatform,
  type IdentityPlatform
} from '../../../src/identity-platform/identity-platform.ts'
import { NOW } from '../../fixtures/clock.ts'
import { API_KEY, decodeClaims, startProvider } from '../../fixtures/provider/provider.ts'
import { callProviderAt } from '../../fixtures/provider/provider-calls.ts'
import { sendJson, startRecordingServer } from '../../fixtures/wire/recording-server.ts'

/** Token calls against a server that sends one fixed response and records requests. */
async function startRecorder(t: Test, body: unknown) {
  const server = await startRecordingServer(t, (response) => sendJson(response, 200, body))
  return { ...callProviderAt(t, server.url), server }
}

async function signToken(platform: IdentityPlatform, uid: string, tenantId: string | null = null) {
  const result = await platform.signCustomToken({ uid, tenantId })
  if (result.kind === 'failed') throw new Error(result.failure.detail)
  return result.token
}

t.test('tokens: a refresh returns a new id token and the refresh token of the response', async (t) => {
  const { standIn, platform, clock } = await startProvider(t)
  const { refreshToken } = await standIn.signIn('alice')
  clock.advance(4000)
  const same = await platform.tokens.refresh(refreshToken)
  t.match(same, { kind: 'tokens', tokens: { refreshToken } })
  const idToken = same.kind === 'tokens' ? same.tokens.idToken : ''
  t.match(await platform.verifyIdToken(idToken), {
    kind: 'valid',
    claims: { sub: 'alice', iat: clock.now() }
  })
  standIn.settings.rotateRefreshTokens = true
  const rotated = await platform.tokens.refresh(refreshToken)
  t.equal(rotated.kind, 'tokens')
  t.not(rotated.kind === 'tokens' && rotated.tokens.refreshToken, refreshToken)
})

t.test('tokens: a refused refresh fails with the sorted reason', async (t) => {
  const { standIn, platform, clock } = await startProvider(t)
  for (const uid of ['disabled', 'deleted', 'revoked']) standIn.accounts.create({ uid })
  const tokensOf = async (uid: string) => (await standIn.signIn(uid)).refreshToken
  const [disabled, deleted, revoked] = await Promise.all(['disabled', 'deleted', 'revoked'].map(tokensOf))
  clock.advance(10)
  standIn.accounts.disable('disabled')
  standIn.accounts.delete('deleted')
  standIn.accounts.revoke('revoked')
  const rows: readonly [refreshToken: string, code: string][] = [
    [disabled ?? '', 'USER_DISABLED'],
    [deleted ?? '', 'USER_NOT_FOUND'],
    [revoked ?? '', 'TOKEN_REVOKED'],
    ['made up', 'INVALID_CREDENTIALS'],
    ['AMf-000000000001-of-another-project', 'INVALID_CREDENTIALS'],
    ['', 'MISSING_REFRESH_TOKEN']
  ]
  for (const [refreshToken, code] of rows) {
    const result = await platform.tokens.refresh(refreshToken)
    t.match(result, { kind: 'failed', failure: { kind: 'permanent', code } }, code)
  }
  t.equal((await platform.tokens.refresh((await standIn.signIn('alice')).refreshToken)).kind, 'tokens')
})

t.test(
  'tokens: a refresh sends a form with the encoded refresh token, and the API key in a request header',
  async (t) => {
    const { tokens, server } = await startRecorder(t, { id_token: 'a.b.c', refresh_token: 'r' })
    await tokens.refresh('AMf=+/&grant_type=x ü')
    const [request] = server.requests
    t.match(request, { method: 'POST', url: '/v1/token' })
    t.match(request?.headers, {
      'content-type': 'application/x-www-form-urlencoded',
      'x-goog-api-key': API_KEY
    })
    t.strictSame(
      [...new URLSearchParams(request?.body)],
      [
        ['grant_type', 'refresh_token'],
        ['refresh_token', 'AMf=+/&grant_type=x ü']
      ]
    )
    t.notMatch(request?.url, API_KEY)
  }
)

t.test('tokens: an exchange sends JSON, and the API key in a header', async (t) => {
  const body = { idToken: 'a.b.c', refreshToken: 'r' }
  const rows: readonly [tenantId: string | null, sent: Record<string, unknown>][] = [
    [null, { token: 'custom', returnSecureToken: true }],
    ['acme', { token: 'custom', returnSecureToken: true, tenantId: 'acme' }]
  ]
  for (const [tenantId, sent] of rows) {
    const { tokens, server } = await startRecorder(t, body)
    t.strictSame(await tokens.exchange('custom', tenantId), { kind: 'tokens', tokens: body })
    const [request] = server.requests
    t.match(request, { method: 'POST', url: '/v1/accounts:signInWithCustomToken' })
    t.match(request?.headers, { 'content-type': 'application/json', 'x-goog-api-key': API_KEY })
    t.strictSame(JSON.parse(request?.body ?? ''), sent)
  }
})

t.test('tokens: an exchange of a custom token returns tokens of that uid', async (t) => {
  const { standIn, platform } = await startProvider(t, { withCredentials: true })
  const result = await platform.tokens.exchange(await signToken(platform, 'alice'), null)
  t.equal(result.kind, 'tokens')
  t.match(decodeClaims(result.kind === 'tokens' ? result.tokens.idToken : ''), {
    sub: 'alice',
    firebase: { sign_in_provider: 'custom' }
  })
  t.equal(standIn.calls.exchange, 1)
})

// The tenant is in the custom token and in the body; the provider compares them.
t.test('tokens: an exchange returns the tenant, and is refused for another tenant', async (t) => {
  const { standIn, platform } = await startProvider(t, { withCredentials: true })
  standIn.accounts.create({ uid: 'bob', tenantId: 'acme' })
  standIn.accounts.create({ uid: 'bob', tenantId: 'globex' })
  const ofAcme = await signToken(platform, 'bob', 'acme')
  const result = await platform.tokens.exchange(ofAcme, 'acme')
  t.match(decodeClaims(result.kind === 'tokens' ? result.tokens.idToken : ''), {
    sub: 'bob',
    firebase: { tenant: 'acme' }
  })
  const rows: readonly [customToken: string, tenantId: string | null][] = [
    [ofAcme, null],
    [ofAcme, 'globex'],
    [await signToken(platform, 'bob'), 'acme']
  ]
  for (const [customToken, tenantId] of rows) {
    t.match(
      await platform.tokens.exchange(customToken, tenantId),
      { kind: 'failed', failure: { kind: 'permanent', code: 'INVALID_CREDENTIALS' } },
      String(tenantId)
    )
  }
})

t.test('tokens: a refused exchange fails with the sorted reason', async (t) => {
  const { standIn, platform } = await startProvider(t, { withCredentials: true })
  standIn.accounts.create({ uid: 'disabled', disabled: true })
  const disabled = await signToken(platform, 'disabled')
  t.match(await platform.tokens.exchange(disabled, null), {
    kind: 'failed',
    failure: { kind: 'permanent', code: 'USER_DISABLED' }
  })
  for (const customToken of ['', 'not a token', `${disabled.slice(0, -6)}AAAAAA`]) {
    t.match(await platform.tokens.exchange(customToken, null), {
      kind: 'failed',
      failure: { kind: 'configuration', code: 'PROVIDER_UNAVAILABLE' }
    })
  }
})

t.test(
  'tokens: the gateway origin is sent as referer for restricted API keys, without an origin none is sent',
  async (t) => {
    const seen = await startRecordingServer(t, (response) => sendJson(response, 200, {}))
    const { settings } = await startProvider(t)
    const endpoints = { ...settings.endpoints, identityToolkit: seen.url, secureToken: `${seen.url}/` }
    for (const publicOrigin of ['https://app.example.com', null]) {
      const platform = createIdentityPlatform({
        settings: { ...settings, endpoints },
        credentials: null,
        publicOrigin,
        now: () => NOW
      })
      t.teardown(() => platform.close())
      await platform.tokens.refresh('r')
      await platform.tokens.exchange('custom', null)
      await platform.accountsOf(null).lookUpByIdToken('a.b.c', 'alice')
      const referer = publicOrigin === null ? undefined : 'https://app.example.com/'
      t.strictSame(
        seen.requests.splice(0).map(({ url, headers }) => [url, headers.referer]),
        [
          ['/v1/token', referer],
          ['/v1/accounts:signInWithCustomToken', referer],
          ['/v1/accounts:lookup', referer]
        ]
      )
    }
  }
)
