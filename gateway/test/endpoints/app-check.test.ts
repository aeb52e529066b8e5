import t from 'tap'
import type { InjectedFault } from '../../stand-in/server/faults.ts'
import { PAGE, PUBLIC_ORIGIN, postSession, startGateway } from '../fixtures/gateway.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { send } from '../fixtures/wire/http-client.ts'

const ENFORCED: InjectedFault = {
  kind: 'error',
  status: 401,
  message: 'Firebase App Check token is invalid.'
}

t.test('App Check: enforced, sessions get 503 and keep their cookies, the log names it', async (t) => {
  const { url, provider, logLines, advance, cookie, get } = await signedIn(t)
  provider.faults.refresh = ENFORCED
  t.equal((await get('/y')).status, 200, 'while the id token is good')
  advance(3700)
  for (const [path, options] of [
    ['/y', { headers: { ...PAGE, cookie } }],
    ['/_auth/session', { headers: { cookie } }],
    ['/_auth/refresh?force=1', { method: 'POST', headers: { cookie, origin: PUBLIC_ORIGIN } }]
  ] as const) {
    const response = await send(`${url}${path}`, options)
    t.equal(response.status, 503, path)
    const found = response.headers.getSetCookie().filter((line) => line.startsWith('gatehouse='))
    t.same(found, [], `${path}: no cookie is cleared`)
  }
  const logged = logLines().filter(({ msg }) => msg === 'provider call failed')
  t.match(logged, [
    { level: 'error', doctor: 'APP_CHECK', cause: /App Check is enforced/, fix: /appCheck.appId/ }
  ])
  t.equal(logged.length, 1, 'once')
  provider.faults.reset()
  advance(60)
  t.equal((await get('/y')).status, 200, 'control: not enforced, the same cookie passes')
})

t.test('App Check: enforced for look-ups and sign-ins, both modes of sign-in get 503', async (t) => {
  for (const acquire of ['handover', 'exchange'] as const) {
    const { url, provider } = await startGateway(t, { acquire })
    provider.accounts.create({ uid: 'ada' })
    const { idToken, refreshToken } = await provider.signIn('ada')
    Object.assign(provider.faults, { exchange: ENFORCED, lookupByIdToken: ENFORCED, refresh: ENFORCED })
    const response = await postSession(url, idToken, refreshToken)
    t.equal(response.status, 503, acquire)
    t.match(await response.json(), { code: 'PROVIDER_UNAVAILABLE' }, acquire)
    provider.faults.reset()
    t.equal((await postSession(url, idToken, refreshToken)).status, 200, `${acquire}: control`)
  }
})

const APP = '1:1234567890:web:0123abcd'
const WITH_APP = { 'identityPlatform.appCheck.appId': APP }

t.test('App Check: with an app id, sign-ins, refreshes and look-ups pass where it is enforced', async (t) => {
  for (const acquire of ['handover', 'exchange'] as const) {
    const { url, provider, signIn, advance, logText } = await startGateway(t, {
      acquire,
      withCredentials: true,
      config: WITH_APP
    })
    provider.settings.appCheck = { apps: [APP], isEnforced: true }
    provider.accounts.create({ uid: 'ada' })
    const cookie = await signIn('ada')
    // Not longer: the library that fetches access tokens signs by the real clock.
    advance(3400)
    const response = await send(`${url}/_auth/refresh?force=1`, {
      method: 'POST',
      headers: { cookie, origin: PUBLIC_ORIGIN }
    })
    t.equal(response.status, 200, acquire)
    t.ok(provider.calls.refresh > 0, 'the provider was asked')
    t.notMatch(logText(), 'provider call failed')
  }
})

t.test('App Check: the exchange away, a session to refresh gets 503 and keeps its cookie', async (t) => {
  const { url, provider, signIn, advance } = await startGateway(t, {
    withCredentials: true,
    config: WITH_APP
  })
  provider.settings.appCheck = { apps: [APP], isEnforced: true }
  provider.accounts.create({ uid: 'ada' })
  provider.faults.appCheckExchange = { kind: 'error', status: 503, message: 'unavailable' }
  const { idToken, refreshToken } = await provider.signIn('ada')
  t.equal((await postSession(url, idToken, refreshToken)).status, 503)
  provider.faults.reset()
  advance(10)
  const cookie = await signIn('ada')
  provider.faults.appCheckExchange = { kind: 'error', status: 503, message: 'unavailable' }
  advance(3700)
  const response = await send(`${url}/y`, { headers: { cookie } })
  t.equal(response.status, 503)
  t.same(response.headers.getSetCookie(), [])
})

t.test('App Check: without an app id no token is made and no header sent', async (t) => {
  const { url, provider } = await startGateway(t, { acquire: 'exchange' })
  provider.settings.appCheck = { apps: [APP], isEnforced: false }
  provider.accounts.create({ uid: 'ada' })
  const { idToken, refreshToken } = await provider.signIn('ada')
  t.equal((await postSession(url, idToken, refreshToken)).status, 200)
  t.equal(provider.calls.appCheckExchange, 0)
})
