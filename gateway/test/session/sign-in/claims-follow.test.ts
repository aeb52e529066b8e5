import t from 'tap'
import { carrySignInFacts, readSignInFacts } from '../../../src/session/sign-in/rules.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { decodeClaims } from '../../fixtures/provider/provider.ts'
import { enter, visit } from '../../fixtures/session/visits.ts'

const MODES = ['exchange', 'handover'] as const
const IDENTITY_HEADERS = {
  'x-forwarded-groups': 'groups',
  'x-role': 'role',
  'x-provider': '$signInProvider',
  'x-second-factor': '$secondFactor',
  authorization: '$idToken'
}
const PHONE = { kind: 'phone', id: 'mfa-1' } as const

async function startClaims(t: { teardown(fn: () => unknown): void }, acquire: 'exchange' | 'handover') {
  const signInProviders = ['password', 'google.com', 'saml.acme']
  const config = { identityHeaders: IDENTITY_HEADERS, 'session.signInProviders': signInProviders }
  const gateway = await startGateway(t, { acquire, config })
  const { provider, upstream } = gateway
  /** What the application sees of a request with this session. */
  const seenWith = async (cookie: string) => {
    upstream.forget()
    await visit(gateway, cookie, '/')
    return upstream.seen[0]?.headers ?? {}
  }
  const refresh = (cookie: string, query = '?force=1') =>
    visit(gateway, cookie, `/_auth/refresh${query}`, { method: 'POST' })
  const enterAs = async (uid: string, facts = {}) => {
    const { cookie } = await enter(gateway, await provider.signIn(uid, facts))
    return cookie
  }
  return { ...gateway, gateway, seenWith, refresh, enterAs }
}

const claimsSeen = ({ authorization }: Record<string, unknown>) => decodeClaims(String(authorization))

for (const mode of MODES) {
  t.test(`claims: ${mode}, changes reach the application after a forced refresh`, async (t) => {
    const { provider, enterAs, seenWith, refresh, gateway } = await startClaims(t, mode)
    provider.accounts.create({ uid: 'ada', customClaims: { role: 'reader', groups: ['a'], old: true } })
    const cookie = await enterAs('ada')
    t.match(await seenWith(cookie), { 'x-role': 'reader', 'x-forwarded-groups': 'a' })
    provider.accounts.setClaims('ada', { role: 'editor', groups: ['a', 'b'] })
    t.match(await seenWith(cookie), { 'x-role': 'reader', 'x-forwarded-groups': 'a' }, 'not before')
    t.match(await refresh(cookie, ''), { status: 200, cookie: '' }, 'nor by a refresh that is not due')

    const refreshed = await refresh(cookie)
    t.match(refreshed, { status: 200, cookie: /^gatehouse=2~1~/ })
    const renewed = refreshed.cookie
    const seen = await seenWith(renewed)
    t.match(seen, { 'x-role': 'editor', 'x-forwarded-groups': 'a,b' })
    t.match(claimsSeen(seen), { role: 'editor', groups: ['a', 'b'] })
    t.notOk('old' in claimsSeen(seen), 'removed claims are gone')
    t.match(await visit(gateway, renewed, '/_auth/session'), { body: { claims: { role: 'editor' } } })

    provider.accounts.setClaims('ada', {})
    const bare = await seenWith((await refresh(renewed)).cookie)
    t.strictSame([bare['x-role'], bare['x-forwarded-groups']], [undefined, undefined], 'all of them')
  })

  t.test(`claims: ${mode}, changes reach the application when the id token expires`, async (t) => {
    const { provider, enterAs, seenWith, advance } = await startClaims(t, mode)
    provider.accounts.create({ uid: 'ada', customClaims: { role: 'admin' } })
    const cookie = await enterAs('ada')
    provider.accounts.setClaims('ada', { role: 'reader' })
    advance(3599)
    t.match(await seenWith(cookie), { 'x-role': 'admin' }, 'a second before')
    advance(1)
    t.match(await seenWith(cookie), { 'x-role': 'reader' })
  })

  t.test(`sign-in facts: ${mode}, provider and second factor reach the application`, async (t) => {
    const { provider, enterAs, seenWith, refresh } = await startClaims(t, mode)
    provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
    const rows = [
      ['google.com', PHONE, 'phone'],
      ['saml.acme', { kind: 'totp', id: 'mfa-2' }, 'totp'],
      ['password', undefined, undefined]
    ] as const
    for (const [provider, secondFactor, expected] of rows) {
      const cookie = await enterAs('ada', { provider, ...(secondFactor && { secondFactor }) })
      for (const header of [cookie, (await refresh(cookie)).cookie]) {
        const seen = await seenWith(header)
        t.strictSame([seen['x-provider'], seen['x-second-factor']], [provider, expected], provider)
        const { firebase } = claimsSeen(seen)
        const { sign_in_provider, sign_in_second_factor } = Object(firebase)
        const own = mode === 'exchange' ? ['custom', undefined] : [provider, expected]
        t.strictSame([sign_in_provider, sign_in_second_factor], own, 'as in the token itself')
      }
    }
  })

  t.test(`sign-in facts: ${mode}, custom claims of their names forge nothing`, async (t) => {
    const { provider, enterAs, seenWith, refresh } = await startClaims(t, mode)
    const forged = {
      source_sign_in_provider: 'google.com',
      source_sign_in_second_factor: 'phone',
      source_second_factor_identifier: 'mfa-1'
    }
    provider.accounts.create({ uid: 'eve', customClaims: forged })
    const cookie = await enterAs('eve')
    const later = await enterAs('mallory')
    provider.accounts.setClaims('mallory', forged)
    for (const header of [cookie, (await refresh(cookie)).cookie, (await refresh(later)).cookie]) {
      const seen = await seenWith(header)
      t.strictSame([seen['x-provider'], seen['x-second-factor']], ['password', undefined])
    }
  })
}

const claimsWith = (firebase: Record<string, unknown>, more = {}) => ({
  sub: 'ada',
  iat: 0,
  exp: 1,
  auth_time: 0,
  firebase,
  ...more
})

t.test('sign-in facts: always carried as exactly three strings, whatever the token holds', async (t) => {
  const rows: readonly [Record<string, unknown>, string[]][] = [
    [{ sign_in_provider: 'password' }, ['password', '', '']],
    [
      { sign_in_provider: 'a', sign_in_second_factor: 'totp', second_factor_identifier: 'x', tenant: 'y' },
      ['a', 'totp', 'x']
    ],
    [{}, ['', '', '']],
    [{ sign_in_provider: 1, sign_in_second_factor: ['phone'], second_factor_identifier: null }, ['', '', '']]
  ]
  for (const [firebase, [provider, factor, identifier]] of rows) {
    t.strictSame(carrySignInFacts(claimsWith(firebase, { role: 'admin' })), {
      source_sign_in_provider: provider,
      source_sign_in_second_factor: factor,
      source_second_factor_identifier: identifier
    })
  }
})

t.test('sign-in facts: read from the carriers of an exchange, else from the token itself', async (t) => {
  const carriers = { source_sign_in_provider: 'google.com', source_sign_in_second_factor: 'phone' }
  const rows: readonly [string, ReturnType<typeof claimsWith>, (string | undefined)[]][] = [
    ['an exchange', claimsWith({ sign_in_provider: 'custom' }, carriers), ['google.com', 'phone']],
    [
      'an exchange without a second factor',
      claimsWith({ sign_in_provider: 'custom' }, { ...carriers, source_sign_in_second_factor: '' }),
      ['google.com', undefined]
    ],
    [
      'carriers without an exchange',
      claimsWith({ sign_in_provider: 'password' }, carriers),
      ['password', undefined]
    ],
    ['a custom sign-in of the page', claimsWith({ sign_in_provider: 'custom' }), ['custom', undefined]],
    ['nothing', claimsWith({}), [undefined, undefined]],
    ['no texts', claimsWith({ sign_in_provider: 7, sign_in_second_factor: {} }), [undefined, undefined]]
  ]
  for (const [name, claims, [provider, secondFactor]] of rows)
    t.strictSame(readSignInFacts(claims), { provider, secondFactor }, name)
})
