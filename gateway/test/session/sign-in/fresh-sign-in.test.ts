import t, { type Test } from 'tap'
import { startGateway, type TestGateway, type TestGatewayOptions } from '../../fixtures/gateway.ts'
import { decodeClaims } from '../../fixtures/provider/provider.ts'
import { refreshAtProvider } from '../../fixtures/provider/stand-in-client.ts'
import { enter, visit } from '../../fixtures/session/visits.ts'

const MODES = ['handover', 'exchange'] as const
const DAY = 24 * 3600
/** Allowed clock skew between provider and gateway. */
const SKEW = 300

/** A gateway with the account `ada`; `signInAt` signs her in at the provider at a given time. */
async function start(t: Test, acquire: 'handover' | 'exchange', options: TestGatewayOptions = {}) {
  const gateway = await startGateway(t, { acquire, ...options })
  const nowSeconds = Number(decodeClaims(await gateway.provider.issueIdToken('ada')).iat)
  const signInAt = (authTimeSeconds: number) => gateway.provider.signIn('ada', { authTimeSeconds })
  return { gateway, nowSeconds, signInAt }
}

const whoAmI = (gateway: TestGateway, cookie: string) => visit(gateway, cookie, '/_auth/session')

for (const acquire of MODES) {
  t.test(`fresh sign-in: ${acquire}, passes up to the limit plus skew (ASVS 7.6.1, 6.8.4)`, async (t) => {
    const rows: readonly [config: Record<string, unknown>, limit: number][] = [
      [{}, 900],
      [{ 'session.maxSignInAgeSeconds': 60 }, 60],
      [{ 'session.maxSignInAgeSeconds': 3600 }, 3600]
    ]
    for (const [config, limit] of rows) {
      const { gateway, nowSeconds, signInAt } = await start(t, acquire, { config })
      const limitTime = nowSeconds - limit - SKEW
      t.match(await enter(gateway, await signInAt(limitTime)), { status: 200 }, `${limit}`)
      const before = { ...gateway.provider.calls }
      const refused = await enter(gateway, await signInAt(limitTime - 1))
      t.match(refused, { status: 401, code: 'SIGN_IN_TOO_OLD', cookie: '' })
      t.same(gateway.provider.calls, before, 'without a call to the provider')
    }
  })

  t.test(`fresh sign-in: ${acquire}, no id token makes it fresh (ASVS 10.5.1, 6.8.4)`, async (t) => {
    const { gateway, nowSeconds, signInAt } = await start(t, acquire)
    const page = await signInAt(nowSeconds)
    gateway.advance(900 + SKEW + 1)
    const { body } = await refreshAtProvider(gateway.provider, page.refreshToken)
    const idToken: string = body.id_token
    t.equal(decodeClaims(idToken).iat, nowSeconds + 900 + SKEW + 1)
    t.match(await enter(gateway, { ...page, idToken }), { status: 401, code: 'SIGN_IN_TOO_OLD' })
  })

  t.test(`fresh sign-in: ${acquire}, limits count from auth_time (ASVS 7.3.2, 2.3.2)`, async (t) => {
    const { gateway, nowSeconds, signInAt } = await start(t, acquire, {
      config: { 'session.absoluteSeconds': 3000 }
    })
    const authTime = nowSeconds - 600
    const { cookie, maxAge } = await enter(gateway, await signInAt(authTime))
    t.equal(maxAge, 2400)
    t.match(await whoAmI(gateway, cookie), { status: 200, body: { signedInAt: authTime } })
    gateway.advance(2399)
    t.match(await whoAmI(gateway, cookie), { status: 200, body: { signedInAt: authTime } })
    gateway.advance(1)
    t.match(await whoAmI(gateway, cookie), { status: 401, code: 'SESSION_EXPIRED' })
  })

  t.test(`fresh sign-in: ${acquire}, auth_time reaches the application (ASVS 6.8.4)`, async (t) => {
    const { gateway, nowSeconds, signInAt } = await start(t, acquire)
    const { cookie } = await enter(gateway, await signInAt(nowSeconds - 600))
    for (const waitSeconds of [0, 3601]) {
      gateway.advance(waitSeconds)
      await visit(gateway, cookie)
      const assertion = String(gateway.upstream.seen.at(-1)?.headers['x-gatehouse-assertion'])
      t.equal(decodeClaims(assertion).auth_time, nowSeconds - 600)
    }
  })

  t.test(`fresh sign-in: ${acquire}, an auth_time ahead counts from now (ASVS 7.3.2)`, async (t) => {
    const { gateway, nowSeconds, signInAt } = await start(t, acquire)
    const { cookie, maxAge } = await enter(gateway, await signInAt(nowSeconds + 200))
    t.equal(maxAge, 14 * DAY)
    t.match(await whoAmI(gateway, cookie), { status: 200, body: { signedInAt: nowSeconds } })
  })

  t.test(`fresh sign-in: ${acquire}, one whose session is over is refused (ASVS 7.3.2)`, async (t) => {
    const rows: readonly [name: string, config: Record<string, unknown>, limit: number][] = [
      ['absolute', { 'session.absoluteSeconds': 300 }, 300],
      ['idle', { 'session.idleSeconds': 200 }, 200]
    ]
    for (const [name, config, limit] of rows) {
      const { gateway, nowSeconds, signInAt } = await start(t, acquire, { config })
      const refused = await enter(gateway, await signInAt(nowSeconds - limit))
      t.match(refused, { status: 401, code: 'SIGN_IN_TOO_OLD', cookie: '' }, name)
      const { cookie } = await enter(gateway, await signInAt(nowSeconds - limit + 1))
      t.match(await whoAmI(gateway, cookie), { status: 200 }, `${name}, a second younger`)
    }
  })
}

t.test('fresh sign-in: the application’s id token begins no session (ASVS 10.1.2, 10.5.1)', async (t) => {
  const { gateway, nowSeconds, signInAt } = await start(t, 'exchange', {
    config: { identityHeaders: { authorization: '$idToken' } }
  })
  const page = await signInAt(nowSeconds)
  const { cookie } = await enter(gateway, page)
  await visit(gateway, cookie)
  const idToken = String(gateway.upstream.seen[0]?.headers.authorization).replace('Bearer ', '')
  t.equal(decodeClaims(idToken).sub, 'ada')
  t.match(await enter(gateway, { ...page, idToken }), { status: 401, code: 'SIGN_IN_USED', cookie: '' })
  t.match(await enter(gateway, page), { status: 200 }, "the page's own")
})
