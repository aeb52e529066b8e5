import t from 'tap'
import { startGateway, type TestGateway } from '../../fixtures/gateway.ts'
import { enter, visit } from '../../fixtures/session/visits.ts'

const MODES = ['exchange', 'handover'] as const
const ON = { 'login.methods.passkey': 'button' }
const REQUIRED = { ...ON, 'login.mfa.totp': 'required' }

const enterBy = async (gateway: TestGateway, provider = 'passkey') =>
  enter(gateway, await gateway.provider.signIn('ada', { provider }))

for (const acquire of MODES) {
  t.test(`passkey sign-ins: ${acquire}, accepted only where the page offers passkeys`, async (t) => {
    const identityHeaders = { 'x-signed-in-by': '$signInProvider' }
    const gateway = await startGateway(t, { acquire, config: { ...ON, identityHeaders } })
    gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
    const { status, cookie } = await enterBy(gateway)
    t.equal(status, 200)
    t.equal((await visit(gateway, cookie)).status, 200)
    t.match(gateway.upstream.seen.at(-1)?.headers, { 'x-forwarded-user': 'ada', 'x-signed-in-by': 'passkey' })

    const without = await startGateway(t, { acquire })
    without.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
    t.match(await enterBy(without), { status: 403, code: 'SIGN_IN_METHOD_NOT_ALLOWED', cookie: '' })
  })

  t.test(`passkey sign-ins: ${acquire}, second factor required, refused unless they count`, async (t) => {
    for (const [counts, expected] of [
      [false, { status: 403, code: 'SECOND_FACTOR_REQUIRED' }],
      [true, { status: 200 }]
    ] as const) {
      const config = { ...REQUIRED, 'login.passkeys.countsAsSecondFactor': counts }
      const gateway = await startGateway(t, { acquire, config })
      gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
      const { cookie, ...response } = await enterBy(gateway)
      t.match(response, expected)
      t.match(await enterBy(gateway, 'password'), { code: 'SECOND_FACTOR_REQUIRED' }, 'a password never does')
      t.equal((await visit(gateway, cookie)).status, counts ? 200 : 401)
    }
  })
}
