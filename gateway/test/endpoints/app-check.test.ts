import t from 'tap'
import type { InjectedFault } from '../../stand-in/server/faults.ts'
import { outcomeOf, PAGE, postSession, startGateway } from '../fixtures/gateway.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { send } from '../fixtures/wire/http-client.ts'

const MESSAGE = 'Firebase App Check token is invalid.'
const ENFORCED: InjectedFault = { kind: 'error', status: 401, message: MESSAGE }

t.test('App Check: enforced, sessions get 503 and keep their cookies, the log names it', async (t) => {
  const { url, provider, logLines, advance, cookie, get } = await signedIn(t)
  provider.faults.refresh = ENFORCED
  t.equal((await get('/y')).status, 200, 'while the id token is good')
  advance(3700)
  for (const [path, options] of [
    ['/y', { headers: { ...PAGE, cookie } }],
    ['/_auth/session', { headers: { cookie } }],
    ['/_auth/refresh?force=1', { method: 'POST', headers: { cookie } }]
  ] as const) {
    const { status, cookies } = await outcomeOf(await send(`${url}${path}`, options))
    const found = cookies.filter((line) => line.startsWith('gatehouse='))
    t.same([status, found], [503, []], `${path}: no cookie is cleared`)
  }
  const logged = logLines().filter(({ msg }) => msg === 'provider call failed')
  t.match(logged, [
    { level: 'error', doctor: 'APP_CHECK', cause: /App Check is enforced/, fix: /appCheck.appId/ }
  ])
  t.equal(logged.length, 1, 'once')
  t.equal(provider.calls.appCheckExchange, 0, 'no token is made without an app id')
  provider.faults.reset()
  advance(60)
  t.equal((await get('/y')).status, 200, 'control: not enforced, the same cookie passes')
})

const APP = '1:1234567890:web:0123abcd'
const WITH_APP = { 'identityPlatform.appCheck.appId': APP }

for (const acquire of ['handover', 'exchange'] as const) {
  t.test(`App Check: ${acquire}, with an app id, sign-in and refresh pass if enforced`, async (t) => {
    const gateway = await startGateway(t, { acquire, withCredentials: true, config: WITH_APP })
    const { url, provider, signIn, advance, logText } = gateway
    provider.settings.appCheck = { apps: [APP], isEnforced: true }
    const cookie = await signIn(provider.accounts.create({ uid: 'ada' }))
    // Not longer: the library that fetches access tokens signs by the real clock.
    advance(3400)
    const refreshed = await send(`${url}/_auth/refresh?force=1`, { method: 'POST', headers: { cookie } })
    t.equal(refreshed.status, 200)
    t.ok(provider.calls.refresh > 0, 'the provider was asked')
    t.notMatch(logText(), 'provider call failed')
  })
}

t.test('App Check: the exchange away, a session to refresh gets 503 and keeps its cookie', async (t) => {
  const gateway = await startGateway(t, { withCredentials: true, config: WITH_APP })
  const { url, provider, signIn, advance } = gateway
  const away: InjectedFault = { kind: 'error', status: 503, message: 'unavailable' }
  provider.settings.appCheck = { apps: [APP], isEnforced: true }
  provider.accounts.create({ uid: 'ada' })
  provider.faults.appCheckExchange = away
  const { idToken, refreshToken } = await provider.signIn('ada')
  t.equal((await postSession(url, idToken, refreshToken)).status, 503)
  provider.faults.reset()
  advance(10)
  const cookie = await signIn('ada')
  provider.faults.appCheckExchange = away
  advance(3700)
  const { status, cookies } = await outcomeOf(await send(`${url}/y`, { headers: { cookie } }))
  t.same([status, cookies], [503, []])
})
