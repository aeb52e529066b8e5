import t from 'tap'
import type { ChangeAnswer } from '../../src/account/changes/change.ts'
import { linkProvider, unlinkProvider } from '../../src/account/changes/providers.ts'
import { waysIn } from '../../src/account/changes/ways-in.ts'
import type { Account, Sdk, SignInAnswer } from '../../src/auth/sdk-contract.ts'
import { callsWith, configOffering, proof } from '../fixtures/account-calls.ts'
import { accountWith, answer, plainSdk, refused, signedIn } from '../fixtures/flows.ts'

/** Providers of the account page: connecting, disconnecting, and the last way in. */

const google = { id: 'google.com', name: 'Google', iconSrc: null, scopes: [], params: {} }
const tokens = { kind: 'tokens', idToken: 'of-link', refreshToken: 'refresh-of-link' } as const
const titleOf = (answer: ChangeAnswer) => (answer.kind === 'refused' ? answer.problem.title : answer.kind)

function linkWith(account: Partial<Account>, continued?: SignInAnswer) {
  const begun: unknown[] = []
  const sdk: Sdk = {
    ...plainSdk,
    async continueSignIn(signIn) {
      begun.push(signIn)
      return continued ?? signedIn(accountWith({ tokens: async () => tokens, ...account }))
    }
  }
  return { begun, link: linkProvider({ loadSdk: async () => sdk, provider: google }) }
}

t.test('connect: uses the tokens of the proof and returns new ones for the session', async (t) => {
  const asked: unknown[] = []
  const { link, begun } = linkWith({
    link: async (provider) => {
      asked.push(provider)
      return { kind: 'done' }
    }
  })
  t.same(await link(proof), { kind: 'changed', tokens, endsSession: false })
  t.same(begun, [{ kind: 'tokens', idToken: 'id-token', refreshToken: 'refresh-token' }])
  t.same(asked, [google])
})

for (const [code, title] of [
  ['auth/credential-already-in-use', 'problem.connected.title'],
  ['auth/email-already-in-use', 'problem.connected.title'],
  ['auth/popup-blocked', 'problem.window-blocked.title'],
  ['auth/internal-error', 'problem.blocked.title'],
  ['auth/popup-closed-by-user', 'problem.cancelled.title'],
  ['auth/network-request-failed', 'problem.network.title'],
  ['auth/requires-recent-login', 'too-old'],
  ['auth/provider-already-linked', 'done']
])
  t.test(`connect: rejection ${code} results in ${title}`, async (t) => {
    const { link } = linkWith({ link: async () => refused(code!) })
    t.equal(titleOf(await link(proof)), title)
  })

t.test('connect: a blocked window says to try again, as there is no other way', async (t) => {
  const { link } = linkWith({ link: async () => refused('auth/popup-blocked') })
  t.match(await link(proof), { problem: { hint: 'problem.window-blocked.again' } })
})

t.test('connect: a rejected proof requires another one, and a missing SDK is reported', async (t) => {
  const { link } = linkWith({}, refused('auth/user-token-expired'))
  t.equal((await link(proof)).kind, 'too-old')
  const lost = linkProvider({ loadSdk: () => Promise.reject(new TypeError('away')), provider: google })
  t.equal(titleOf(await lost(proof)), 'problem.network.title')
})

const everything = configOffering({ emailLink: true, phone: true, passkey: 'button' })
const passwordAlone = configOffering({})
const account = { email: 'ada@example.com', providers: [{ id: 'password' }], passkeys: [] }

for (const [means, config, ways] of [
  [account, passwordAlone, ['password']],
  [{ ...account, email: null }, passwordAlone, []],
  [{ ...account, providers: [] }, passwordAlone, []],
  [{ ...account, providers: [] }, everything, ['password']],
  [{ ...account, providers: [{ id: 'phone' }], email: null }, everything, ['phone']],
  [{ ...account, providers: [{ id: 'phone' }], email: null }, passwordAlone, []],
  [{ ...account, providers: [{ id: 'google.com' }, { id: 'facebook.com' }] }, passwordAlone, ['google.com']],
  [
    { ...account, passkeys: [{ id: 'p1' }, { id: 'p2' }] },
    everything,
    ['password', 'passkey p1', 'passkey p2']
  ],
  [{ ...account, passkeys: [{ id: 'p1' }] }, passwordAlone, ['password']]
] as const)
  t.test(`ways in: ${JSON.stringify(means)} has ${ways.join(', ') || 'none'}`, async (t) => {
    t.same(waysIn(means, config), ways)
  })

const lookUp = (...ids: string[]) =>
  answer(200, {
    users: [{ email: 'ada@example.com', providerUserInfo: ids.map((providerId) => ({ providerId })) }]
  })
const updated = () => answer(200, { idToken: 'new', refreshToken: 'newer' })

t.test('disconnect: with another way in, is removed by the id token of the account', async (t) => {
  const { calls, paths, bodies } = callsWith(() => lookUp('password', 'google.com'), updated)
  const unlink = unlinkProvider({ calls, config: passwordAlone, id: 'google.com' })
  t.same(await unlink(proof), {
    kind: 'changed',
    tokens: { kind: 'tokens', idToken: 'new', refreshToken: 'newer' },
    endsSession: false
  })
  t.same(paths(), ['/v1/accounts:lookup', '/v1/accounts:update'])
  t.same(bodies()[1], { idToken: 'id-token', deleteProvider: ['google.com'], returnSecureToken: true })
})

t.test(
  'disconnect: what has become the last way in is not removed, whatever the page still shows',
  async (t) => {
    const { calls, paths } = callsWith(() => lookUp('google.com'), updated)
    const unlink = unlinkProvider({ calls, config: passwordAlone, id: 'google.com' })
    t.equal(titleOf(await unlink(proof)), 'account-ways.last')
    t.same(paths(), ['/v1/accounts:lookup'])
  }
)

t.test('disconnect: an already removed provider is no error and needs no update', async (t) => {
  const { calls, paths } = callsWith(() => lookUp('password'), updated)
  const unlink = unlinkProvider({ calls, config: passwordAlone, id: 'google.com' })
  t.equal((await unlink(proof)).kind, 'done')
  t.same(paths(), ['/v1/accounts:lookup'])
})

t.test('disconnect: removes nothing if the remaining ways in cannot be read', async (t) => {
  for (const [reply, title] of [
    [() => answer(503, {}), 'problem.unavailable.title'],
    [() => answer(200, {}), 'problem.unavailable.title'],
    [() => answer(400, { error: { message: 'TOKEN_EXPIRED' } }), 'too-old']
  ] as const) {
    const { calls, paths } = callsWith(reply, updated)
    const unlink = unlinkProvider({ calls, config: passwordAlone, id: 'google.com' })
    t.equal(titleOf(await unlink(proof)), title)
    t.same(paths(), ['/v1/accounts:lookup'])
  }
})
