import t, { type Test } from 'tap'
import {
  IDENTITY_SCOPE as ACCOUNTS,
  CLOUD_SCOPE as CLOUD
} from '../../../src/identity-platform/client/http.ts'
import { buildRuntime } from '../../fixtures/clock.ts'
import { decodeClaims, readServiceAccount, startProvider } from '../../fixtures/provider/provider.ts'
import {
  brief,
  grant,
  openAccessTokens,
  type Reply,
  startTokenEndpoint,
  statusOf,
  until
} from '../../fixtures/provider/token-endpoint.ts'
import { sendJson, startRecordingServer } from '../../fixtures/wire/recording-server.ts'

const { standIn, clock } = await startProvider(t, { withCredentials: true })
const account = readServiceAccount(standIn)
const KEY = { kind: 'key', account } as const

const startEndpoint = (t: Test, responses: readonly Reply[], fetchTimeoutMs?: number) =>
  startTokenEndpoint(t, () => KEY, responses, fetchTimeoutMs)

t.test('access tokens: the key gets a token that account calls accept', async (t) => {
  standIn.calls.reset()
  const tokens = openAccessTokens(buildRuntime({ now: clock.now }), KEY, standIn.endpoints)
  const got = await tokens.get(ACCOUNTS)
  t.match(got, { kind: 'token', token: /^ya29\./ })
  t.equal(await statusOf(standIn, brief(got)), 200)
  t.equal(standIn.calls.oauthToken, 1)
  t.equal(tokens.quotaProject, null)
})

t.test('access tokens: the assertion names account, scope and key (ASVS 13.2.1)', async (t) => {
  const { server, get } = await startEndpoint(t, [grant('ya29.one')])
  t.equal(brief(await get()), 'ya29.one')
  const [request] = server.requests
  t.match(request, { method: 'POST', url: '/oauth/token' })
  const form = new URLSearchParams(request?.body)
  t.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer')
  const claims = decodeClaims(form.get('assertion') ?? '')
  t.match(claims, { iss: account.clientEmail, scope: ACCOUNTS, aud: 'https://oauth2.googleapis.com/token' })
  t.equal(Number(claims.exp) - Number(claims.iat), 3600)
  t.ok(Math.abs(Number(claims.iat) - Date.now() / 1000) < 60)
})

t.test('access tokens: two scopes get a token and a fetch each', async (t) => {
  const { server, tokens } = await startEndpoint(t, [grant('ya29.one'), grant('ya29.two')])
  for (let round = 0; round < 3; round++) {
    t.equal(brief(await tokens.get(ACCOUNTS)), 'ya29.one')
    t.equal(brief(await tokens.get(CLOUD)), 'ya29.two')
  }
  t.strictSame(
    server.requests.map(({ body }) => decodeClaims(new URLSearchParams(body).get('assertion') ?? '').scope),
    [ACCOUNTS, CLOUD]
  )
})

t.test('access tokens: one fetch for all, one in the background with less than 300 s left', async (t) => {
  const { server, get, advance } = await startEndpoint(t, [grant('ya29.one', 400), grant('ya29.two')])
  const all = await Promise.all(Array.from({ length: 20 }, () => get()))
  t.strictSame(new Set(all.map(brief)), new Set(['ya29.one']))
  advance(100)
  for (let round = 0; round < 20; round++) t.equal(brief(await get()), 'ya29.one')
  t.equal(server.requests.length, 1)
  advance(0.01)
  t.equal(brief(await get()), 'ya29.one', 'the caller does not wait for the renewal')
  await until(async () => brief(await get()) === 'ya29.two')
  t.equal(server.requests.length, 2)
})

t.test('access tokens: renewal is tried every 30 s, one fetch at a time', async (t) => {
  const { server, get, advance } = await startEndpoint(t, [
    grant('ya29.one', 299),
    grant('ya29.one', 270),
    grant('ya29.two')
  ])
  t.equal(brief(await get()), 'ya29.one')
  advance(29)
  t.equal(brief(await get()), 'ya29.one')
  t.equal(server.requests.length, 1, 'not more often than every 30 s')
  advance(1)
  const all = await Promise.all(Array.from({ length: 20 }, () => get()))
  t.strictSame(new Set(all.map(brief)), new Set(['ya29.one']))
  await until(() => server.requests.length === 2)
  advance(30)
  await until(async () => brief(await get()) === 'ya29.two')
  t.equal(server.requests.length, 3)
})

t.test('access tokens: renewal fails, the old token is used until it expires', async (t) => {
  const rows: readonly Reply[] = [
    { status: 400, body: { error: 'invalid_grant' } },
    { status: 403, body: '<html></html>' }
  ]
  for (const row of rows) {
    const { server, get, advance, failures } = await startEndpoint(t, [grant('ya29.one', 200), row])
    t.equal(brief(await get()), 'ya29.one')
    advance(31)
    t.equal(brief(await get()), 'ya29.one')
    await until(() => failures.length === 1)
    t.equal(brief(await get()), 'ya29.one', `the endpoint responds with ${row.status}`)
    t.equal(server.requests.length, 2, 'and is not called again for a while')
    advance(168.9)
    t.equal(brief(await get()), 'ya29.one', 'a moment before it expires')
    advance(0.2)
    t.match(await get(), { kind: 'failed' }, 'after it has expired')
  }
})

t.test('access tokens: a token that the provider refused is replaced by another one', async (t) => {
  const { server, get } = await startEndpoint(t, [grant('ya29.one'), grant('ya29.two')])
  t.equal(brief(await get()), 'ya29.one')
  t.equal(brief(await get('ya29.older')), 'ya29.one', 'the refused token is an older one')
  t.equal(brief(await get('ya29.one')), 'ya29.two')
  t.equal(brief(await get()), 'ya29.two')
  t.equal(server.requests.length, 2)
})

t.test('access tokens: when every fresh token is refused too, one fetch is made every 2 s', async (t) => {
  const { server, get, advance } = await startEndpoint(t, [
    grant('ya29.one'),
    grant('ya29.two'),
    grant('ya29.three')
  ])
  await get()
  t.equal(brief(await get('ya29.one')), 'ya29.two')
  const storm = await Promise.all(Array.from({ length: 20 }, () => get('ya29.two')))
  for (const result of storm) t.match(result, { kind: 'failed', failure: { kind: 'temporary' } })
  t.equal(server.requests.length, 2)
  advance(2)
  t.equal(brief(await get('ya29.two')), 'ya29.three')
})

t.test('access tokens: a token that comes back unchanged after it was refused is not used', async (t) => {
  const { get } = await startEndpoint(t, [grant('ya29.one')])
  await get()
  t.match(await get('ya29.one'), { kind: 'failed', failure: { detail: /refuses/ } })
})

const FAILURES: readonly [Reply, string][] = [
  [
    { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } },
    'configuration'
  ],
  [{ status: 403, body: '<html></html>' }, 'temporary'],
  [{ status: 503, body: '' }, 'temporary'],
  [{ body: {} }, 'temporary'],
  [grant(''), 'temporary'],
  [grant(5), 'temporary'],
  [grant('two\nlines'), 'temporary'],
  [{ body: '<html>sign in to the wifi</html>' }, 'temporary'],
  [{ body: 'reset' }, 'temporary']
]

t.test('access tokens: an endpoint that fails is called once, and again after 2 s', async (t) => {
  for (const [answer, kind] of FAILURES) {
    const name = JSON.stringify(answer)
    const { server, get, state, advance, failures } = await startEndpoint(t, [grant('ya29.later')])
    state.response = answer
    const first = await get()
    t.match(first, { kind: 'failed', failure: { kind, code: 'PROVIDER_UNAVAILABLE' } }, name)
    const storm = await Promise.all(Array.from({ length: 20 }, () => get()))
    for (const result of storm) t.strictSame(result, first, `${name}, during the pause`)
    t.equal(server.requests.length, 1, name)
    t.equal(failures.length, 1)
    advance(1.9)
    t.strictSame(await get(), first)
    state.response = null
    advance(0.1)
    t.equal(brief(await get()), 'ya29.later', `${name}, then a token`)
  }
})

t.test('access tokens: a call without a response is aborted after the timeout', async (t) => {
  const { get } = await startEndpoint(t, [{ body: 'hang' }], 50)
  t.equal(brief(await get()), 'temporary: timeout')
})

t.test('access tokens: a token without a lifetime is fetched again after a minute', async (t) => {
  const { get, advance, server } = await startEndpoint(t, [
    { body: { access_token: 'ya29.one', token_type: 'Bearer' } },
    grant('ya29.two', 'soon')
  ])
  t.equal(brief(await get()), 'ya29.one')
  advance(59)
  t.equal(brief(await get()), 'ya29.one')
  await until(() => server.requests.length === 2)
  advance(2)
  t.equal(brief(await get()), 'ya29.two')
})

t.test('access tokens: a redirect of the endpoint is not followed (ASVS 15.3.2)', async (t) => {
  const target = await startRecordingServer(t, (response) => sendJson(response, 200, grant('stolen').body))
  const { get } = await startEndpoint(t, [{ status: 307, body: '', headers: { location: target.url } }])
  t.match(await get(), { kind: 'failed', failure: { kind: 'temporary' } })
  t.equal(target.requests.length, 0)
})

t.test('access tokens: a failure holds neither the key nor the assertion', async (t) => {
  for (const answer of [{ status: 400, body: { error: 'invalid_grant' } }, { body: 'reset' }]) {
    const { server, get } = await startEndpoint(t, [answer])
    const result = await get()
    const assertion = new URLSearchParams(server.requests[0]?.body).get('assertion') ?? ''
    t.ok(assertion.length > 100)
    const cause = result.kind === 'failed' ? result.failure.cause : null
    const shown = [JSON.stringify(result), String(cause), cause instanceof Error ? cause.stack : ''].join(
      '\n'
    )
    t.notOk(shown.includes(assertion) || shown.includes('PRIVATE KEY'))
  }
})

t.test('access tokens: a clock that is set back after a failure does not block the next call', async (t) => {
  const { get, state, advance } = await startEndpoint(t, [grant('ya29.one')])
  state.response = { status: 503, body: '' }
  t.match(await get(), { kind: 'failed' })
  state.response = null
  advance(-3600)
  t.equal(brief(await get()), 'ya29.one')
})
