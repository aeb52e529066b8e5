import t, { type Test } from 'tap'
import { cookieHeader, postSession, startGateway } from '../../fixtures/gateway.ts'
import { send } from '../../fixtures/wire/http-client.ts'

/** Session claims of a blocking function, which only the id token of that sign-in has. */

const PASSWORD = 'the-password-of-ada'
const SESSION_CLAIMS = { risk: 'low', device: { managed: true }, role: 'visitor' }

async function startBlocked(t: Test, acquire: 'exchange' | 'handover', keepClaims: readonly string[] = []) {
  const gateway = await startGateway(t, {
    acquire,
    config: {
      'session.keepClaims': keepClaims,
      'session.visibleClaims': 'all',
      'access.rules': [{ path: '/calm', allow: { claim: 'risk', oneOf: ['low'] } }]
    }
  })
  const { provider, url } = gateway
  provider.accounts.create({
    uid: 'ada',
    email: 'ada@example.com',
    password: PASSWORD,
    customClaims: { role: 'editor', team: 'a' }
  })
  provider.settings.blockingFunctions = { beforeSignIn: { kind: 'set', sessionClaims: SESSION_CLAIMS } }
  const callSignIn = async () => {
    const address = `${provider.endpoints.identityToolkit}/v1/accounts:signInWithPassword?key=${provider.apiKey}`
    const body = JSON.stringify({ email: 'ada@example.com', password: PASSWORD, returnSecureToken: true })
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body
    })
    return Object.assign({ idToken: '', refreshToken: '' }, await response.json())
  }
  const enter = async () => {
    const { idToken, refreshToken } = await callSignIn()
    return cookieHeader(await postSession(url, idToken, acquire === 'handover' ? refreshToken : null))
  }
  const refresh = async (cookie: string) =>
    cookieHeader(await send(`${url}/_auth/refresh?force=1`, { method: 'POST', headers: { cookie } }))
  const claimsOf = async (cookie: string) => {
    const response = await send(`${url}/_auth/session`, { headers: { cookie } })
    const { claims } = Object.assign({ claims: {} }, await response.json())
    const { risk, device, role, team }: Record<string, unknown> = claims
    return { risk, device, role, team }
  }
  const visit = async (cookie: string) => (await send(`${url}/calm`, { headers: { cookie } })).status
  return { ...gateway, enter, refresh, claimsOf, visit }
}

const NONE = { risk: undefined, device: undefined, role: 'editor', team: 'a' }

const KEPT = { ...NONE, risk: 'low', device: { managed: true } }
const rows = [
  ['handover', [], 'all of them are kept', { ...SESSION_CLAIMS, team: 'a' }, 200],
  ['exchange', ['other'], 'those that are not listed are lost', NONE, 403],
  ['exchange', ['risk', 'device', 'absent'], 'those that are listed are kept', KEPT, 200]
] as const
for (const [mode, keepClaims, what, expected, status] of rows)
  t.test(`session claims: ${mode}, ${what}, through refreshes too`, async (t) => {
    const { enter, refresh, claimsOf, visit } = await startBlocked(t, mode, keepClaims)
    const cookie = await enter()
    t.strictSame(await claimsOf(cookie), expected)
    const renewed = await refresh(await refresh(cookie))
    t.strictSame(await claimsOf(renewed), expected)
    t.equal(await visit(renewed), status)
  })

t.test('session claims: a listed claim stays as at the sign-in, others follow the account', async (t) => {
  const { enter, refresh, claimsOf, provider } = await startBlocked(t, 'exchange', ['role'])
  const cookie = await enter()
  t.match(await claimsOf(cookie), { role: 'visitor', team: 'a' }, 'that of the session, not of the account')
  provider.accounts.setClaims('ada', { role: 'admin', team: 'b' })
  t.match(await claimsOf(await refresh(cookie)), { role: 'visitor', team: 'b' })
})

t.test('session claims: a sign-in without them has none, although they are listed', async (t) => {
  const { enter, claimsOf, provider } = await startBlocked(t, 'exchange', [
    'risk',
    'constructor',
    '__proto__'
  ])
  provider.settings.blockingFunctions = {}
  const cookie = await enter()
  t.strictSame(await claimsOf(cookie), NONE)
})
