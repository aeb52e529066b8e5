import t, { type Test } from 'tap'
import { createIdentityPlatform } from '../../../src/identity-platform/identity-platform.ts'
import { NOW } from '../../fixtures/clock.ts'
import { API_KEY, startProvider } from '../../fixtures/provider/provider.ts'
import { callProviderAt } from '../../fixtures/provider/provider-calls.ts'
import { sendJson, startRecordingServer } from '../../fixtures/wire/recording-server.ts'

/** Token calls against a server that sends one fixed response and records requests. */
async function startRecorder(t: Test, body: unknown) {
  const server = await startRecordingServer(t, (response) => sendJson(response, 200, body))
  return { ...callProviderAt(t, server.url), server }
}

t.test('tokens: a refresh sends a form, and the API key in a header', async (t) => {
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
})

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

t.test('tokens: the gateway origin is sent as referer, without an origin none', async (t) => {
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
})
