import t from 'tap'
import type { SignInFacts } from '../../../stand-in/test-api.ts'
import {
  cookieHeader,
  postSession,
  startGateway,
  type TestGateway,
  type TestGatewayOptions
} from '../../fixtures/gateway.ts'
import { send } from '../../fixtures/wire/http-client.ts'

type Config = NonNullable<TestGatewayOptions['config']>

const MODES = ['exchange', 'handover'] as const
const GOOGLE_ALONE: Config = { 'login.methods.password': false, 'login.providers': [{ id: 'google.com' }] }
const REFUSED = { status: 403, code: 'SIGN_IN_METHOD_NOT_ALLOWED' }
/** For the id token of an existing session: never a sign-in, whatever it claims. */
const USED = { status: 401, code: 'SIGN_IN_USED' }
const OPENED = { status: 200 }

/** Signs in at the provider and posts the tokens; returns status, code and session cookie of the response. */
async function enter({ provider, url }: TestGateway, uid: string, facts: SignInFacts = {}) {
  const { idToken, refreshToken } = await provider.signIn(uid, facts)
  return await post(url, idToken, refreshToken)
}

async function post(url: string, idToken: string, refreshToken: string | null) {
  const response = await postSession(url, idToken, refreshToken)
  const { code } = Object(await response.json())
  return { status: response.status, code, cookie: cookieHeader(response) }
}

for (const acquire of MODES) {
  t.test(`sign-in methods: ${acquire}, only Google: a password is refused (ASVS 6.3.4, 2.2.2)`, async (t) => {
    const gateway = await startGateway(t, { acquire, config: GOOGLE_ALONE })
    const { provider, url, upstream, logLines } = gateway
    provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
    t.match(await enter(gateway, 'ada'), { ...REFUSED, cookie: '' })
    t.equal(provider.calls.exchange + provider.calls.refresh, 0, 'no token was requested')
    t.match(logLines().at(-1), {
      code: 'SIGN_IN_METHOD_NOT_ALLOWED',
      detail: 'sign_in_provider is password',
      path: '/_auth/session'
    })
    const { cookie, ...opened } = await enter(gateway, 'ada', { provider: 'google.com' })
    t.match(opened, OPENED)
    t.equal((await send(`${url}/x`, { headers: { cookie } })).status, 200)
    t.equal(upstream.seen.length, 1)
  })
}

t.test('sign-in methods: handover, refresh token of another method, refused (ASVS 6.3.4)', async (t) => {
  const { url, provider } = await startGateway(t, { config: GOOGLE_ALONE })
  provider.accounts.create({ uid: 'ada' })
  const [google, password] = [
    await provider.signIn('ada', { provider: 'google.com' }),
    await provider.signIn('ada')
  ]
  t.match(await post(url, google.idToken, password.refreshToken), REFUSED)
  t.match(await post(url, google.idToken, google.refreshToken), OPENED)
})

t.test('sign-in methods: exchange, the id token of a session begins no other (ASVS 6.3.4)', async (t) => {
  for (const listed of [['password'], ['password', 'custom']]) {
    const config = {
      'session.signInProviders': listed,
      identityHeaders: { authorization: '$idToken', 'x-provider': '$signInProvider' }
    }
    const gateway = await startGateway(t, { acquire: 'exchange', config })
    const { provider, url, upstream } = gateway
    provider.accounts.create({ uid: 'ada' })
    const { cookie } = await enter(gateway, 'ada')
    await send(`${url}/x`, { headers: { cookie } })
    const { authorization, 'x-provider': way } = upstream.seen[0]?.headers ?? {}
    t.equal(way, 'password')
    const idToken = String(authorization).replace(/^Bearer /, '')
    t.match(await post(url, idToken, null), USED, `listed: ${listed}`)
    const expected = listed.includes('custom') ? OPENED : REFUSED
    t.match(
      await enter(gateway, 'ada', { provider: 'custom' }),
      expected,
      'a custom token that was made elsewhere'
    )
  }
})
