import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import t, { type Test } from 'tap'
import { SECOND_FACTOR_ACR } from '../../../src/access/rules/step-up.ts'
import { startAuthorizationServer } from './fixtures/authorization-server.ts'
import { signIn } from './fixtures/visitor.ts'

async function start(t: Test, more: Record<string, unknown> = {}) {
  const server = await startAuthorizationServer(t, more)
  const { gateway, origin, oidc, visit } = server
  const visitor = await visit(null)

  const signInWith = (facts: Parameters<typeof gateway.provider.signIn>[1]) =>
    signIn(visitor, gateway, origin, 'ada', facts)

  /** Where a request leads, with consent. */
  async function ask(parameters: Record<string, string>) {
    const { location, checks } = await visitor.askAndAllow(parameters)
    const tokens = () => client.authorizationCodeGrant(oidc, new URL(location), checks)
    return { location, claims: async () => decodeJwt(String((await tokens()).id_token)) }
  }
  return { ...server, signIn: signInWith, ask }
}

const DEMAND = { acr_values: SECOND_FACTOR_ACR }
const PASSWORD = { provider: 'password' }
const WITH_FACTOR = { provider: 'password', secondFactor: { kind: 'totp', id: 'mfa-1' } } as const

t.test('acr_values: a session with a second factor passes, and the id token says so', async (t) => {
  const { signIn, ask, oidc } = await start(t)
  t.same(oidc.serverMetadata().acr_values_supported, [SECOND_FACTOR_ACR])
  await signIn(WITH_FACTOR)
  t.match(await (await ask(DEMAND)).claims(), { acr: SECOND_FACTOR_ACR, amr: ['pwd', 'mfa'] })
  const { claims } = await ask({ acr_values: `other ${SECOND_FACTOR_ACR}` })
  t.match(await claims(), { acr: SECOND_FACTOR_ACR })
})

t.test('acr_values: without one the login page asks for it, then the request goes on', async (t) => {
  const { signIn, ask, gateway } = await start(t)
  await signIn(PASSWORD)
  gateway.advance(120)
  t.match((await ask(DEMAND)).location, /^\/login\?redirect=.*interaction.*&prompt=login&reason=step-up$/)
  gateway.advance(2)
  await signIn(WITH_FACTOR)
  t.match(await (await ask(DEMAND)).claims(), { acr: SECOND_FACTOR_ACR })
})

t.test(
  'acr_values: right after a sign-in without one, enrolment or the error of OpenID Connect',
  async (t) => {
    for (const [totp, more, location] of [
      ['optional', {}, /^\/login\/second-step\?redirect=/],
      ['off', {}, /\?error=unmet_authentication_requirements/],
      ['optional', { prompt: 'none' }, /\?error=login_required/]
    ] as const) {
      const { signIn, ask } = await start(t, { 'login.mfa.totp': totp })
      await signIn(PASSWORD)
      t.match((await ask({ ...DEMAND, ...more })).location, location)
    }
  }
)

t.test('acr_values: unknown values are voluntary, however many', async (t) => {
  const { signIn, ask } = await start(t)
  await signIn(PASSWORD)
  const long = ['x'.repeat(6000), 'x '.repeat(3000)]
  for (const values of ['urn:mace:incommon:iap:silver', '0', `${SECOND_FACTOR_ACR}x`, ...long]) {
    const claims = await (await ask({ acr_values: values })).claims()
    t.notOk('acr' in claims, values.slice(0, 40))
  }
})
