import t, { type Test } from 'tap'
import { createProviderHttp } from '../../../src/identity-platform/client/http.ts'
import {
  createProjectCalls,
  createProviderCalls
} from '../../../src/identity-platform/client/provider-calls.ts'
import { openCredentials } from '../../../src/identity-platform/credentials/credential-source.ts'
import { createAccessTokens } from '../../../src/identity-platform/credentials/service-tokens.ts'
import {
  createAppCheckTokens,
  createTokenSigner
} from '../../../src/identity-platform/tokens/custom-token.ts'
import type { InjectedFault } from '../../../stand-in/server/faults.ts'
import { buildRuntime, createClock } from '../../fixtures/clock.ts'
import { decodeClaims, readServiceAccount } from '../../fixtures/provider/provider.ts'
import { startTestStandIn } from '../../fixtures/provider/stand-in.ts'
import { sendJson, startRecordingServer } from '../../fixtures/wire/recording-server.ts'

const APP = '1:1234567890:web:0123abcd'
const AWAY: InjectedFault = { kind: 'error', status: 503, message: 'The service is currently unavailable.' }

/** App Check tokens from the stand-in, or from another server at `url`. */
async function start(t: Test, { appId = APP, url = '' } = {}) {
  const clock = createClock(Math.floor(Date.now() / 1000))
  const provider = await startTestStandIn(t, { projectId: 'demo-gate', now: clock.now })
  provider.settings.appCheck = { apps: [APP], isEnforced: true }
  const credentials = { kind: 'key', account: readServiceAccount(provider) } as const
  const http = createProviderHttp()
  t.teardown(() => http.close())
  const { endpoints, projectId } = provider
  const runtime = buildRuntime({ now: clock.now })
  const source = openCredentials(credentials, [], { endpoints, now: clock.now })
  const connection = {
    calls: createProviderCalls(runtime, http, () => 0),
    accessTokens: createAccessTokens(runtime, source.fetchAccessToken),
    urls: url === '' ? endpoints : { ...endpoints, appCheck: url },
    projectId,
    visitorWaits: true
  }
  const signer = createTokenSigner(source, createProjectCalls(connection))
  const get = createAppCheckTokens({ connection, signer, appId, now: clock.now })
  const token = async () => {
    const result = await get()
    return result.kind === 'token' ? result.token : result.failure.detail
  }
  return { provider, clock, get, token }
}

t.test('App Check tokens: made for the app by the service account, once for many callers', async (t) => {
  const { provider, token } = await start(t)
  const all = await Promise.all(Array.from({ length: 20 }, token))
  t.equal(new Set(all).size, 1)
  t.equal(provider.calls.appCheckExchange, 1)
  t.match(decodeClaims(all[0] ?? ''), {
    sub: APP,
    aud: [`projects/${provider.projectNumber}`, 'projects/demo-gate']
  })
})

t.test('App Check tokens: renewed in the last five minutes while callers get the old one', async (t) => {
  const { provider, clock, token } = await start(t)
  const first = await token()
  clock.advance(3200)
  t.equal(await token(), first)
  t.equal(provider.calls.appCheckExchange, 1, 'with 400 s left')
  clock.advance(150)
  t.equal(await token(), first, 'callers do not wait')
  while ((await token()) === first) await new Promise((resolve) => setImmediate(resolve))
  t.equal(provider.calls.appCheckExchange, 2)
})

t.test('App Check tokens: renewal fails, the old one is used while it lives', async (t) => {
  const { provider, clock, get, token } = await start(t)
  const first = await token()
  provider.faults.appCheckExchange = AWAY
  clock.advance(3590)
  t.equal(await token(), first)
  clock.advance(20)
  const result = await get()
  t.match(result, { kind: 'failed', failure: { kind: 'temporary', code: 'PROVIDER_UNAVAILABLE' } })
  t.match(await token(), /^App Check token: /)
  provider.faults.reset()
  clock.advance(30)
  t.not(await token(), first)
  t.match(decodeClaims(await token()), { sub: APP }, 'control: the service is back')
})

t.test('App Check tokens: whatever is refused is never about an account', async (t) => {
  const { get } = await start(t, { appId: '1:1234567890:web:ffff' })
  t.match(await get(), {
    kind: 'failed',
    failure: { kind: 'configuration', detail: /^App Check token: 403 App attestation failed/ }
  })
  for (const [status, message, hint] of [
    [400, 'USER_DISABLED', {}],
    [400, 'USER_NOT_FOUND', {}],
    [404, 'Requested entity was not found.', { hint: { cause: /appId is not an app/ } }],
    [403, 'App Check API has not been used in project 1.', { hint: { cause: /API is not enabled/ } }]
  ] as const) {
    const server = await startRecordingServer(t, (response) =>
      sendJson(response, status, { error: { code: status, message } })
    )
    const { get } = await start(t, { url: server.url })
    t.match(await get(), {
      kind: 'failed',
      failure: { kind: 'configuration', code: 'PROVIDER_UNAVAILABLE', ...hint }
    })
  }
})

t.test('App Check tokens: a response without a token or an end is no token', async (t) => {
  const bodies = [
    {},
    { token: 'a' },
    { token: '', ttl: '3600s' },
    { token: 'a', ttl: 3600 },
    { token: 'a', ttl: '0s' }
  ]
  for (const body of bodies) {
    const server = await startRecordingServer(t, (response) => sendJson(response, 200, body))
    const { token } = await start(t, { url: server.url })
    t.equal(await token(), 'App Check token: 200 without token or ttl', JSON.stringify(body))
  }
  const server = await startRecordingServer(t, (response) =>
    sendJson(response, 200, { token: 'a', ttl: '3600.5s' })
  )
  const { token } = await start(t, { url: server.url })
  t.equal(await token(), 'a', 'control')
  const [request] = server.requests
  t.match(request, { url: `/v1/projects/demo-gate/apps/${encodeURIComponent(APP)}:exchangeCustomToken` })
})
