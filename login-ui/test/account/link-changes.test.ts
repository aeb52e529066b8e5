import t from 'tap'
import type { ChangeAnswer } from '../../src/account/changes/change.ts'
import { linkProvider, unlinkProvider, waysIn } from '../../src/account/changes/ways-in.ts'
import type { Account, Sdk, SignInAnswer } from '../../src/auth/sdk-contract.ts'
import { callsWith, configOffering, proof, toolsWith } from '../fixtures/account-calls.ts'
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
  return { begun, link: () => linkProvider(google)(proof, toolsWith({ loadSdk: async () => sdk })) }
}

t.test('connect: uses the tokens of the proof and returns new ones for the session', async (t) => {
  const asked: unknown[] = []
  const { link, begun } = linkWith({
    link: async (provider) => {
      asked.push(provider)
      return { kind: 'done' }
    }
  })
  t.same(await link(), { kind: 'changed', tokens, endsSession: false })
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
    t.equal(titleOf(await link()), title)
  })

t.test('connect: a blocked window says to try again, as there is no other way', async (t) => {
  const { link } = linkWith({ link: async () => refused('auth/popup-blocked') })
  t.match(await link(), { problem: { hint: 'problem.window-blocked.again' } })
})

t.test('connect: a rejected proof requires another one, and a missing SDK is reported', async (t) => {
  const { link } = linkWith({}, refused('auth/user-token-expired'))
  t.equal((await link()).kind, 'too-old')
  const lost = toolsWith({ loadSdk: () => Promise.reject(new TypeError('away')) })
  t.equal(titleOf(await linkProvider(google)(proof, lost)), 'problem.network.title')
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
const unlinkGoogle = unlinkProvider('google.com')
const updated = () => answer(200, { idToken: 'new', refreshToken: 'newer' })

t.test('disconnect: with another way in, is removed by the id token of the account', async (t) => {
  const { tools, paths, bodies } = callsWith(() => lookUp('password', 'google.com'), updated)
  t.same(await unlinkGoogle(proof, tools), {
    kind: 'changed',
    tokens: { kind: 'tokens', idToken: 'new', refreshToken: 'newer' },
    endsSession: false
  })
  t.same(paths(), ['/v1/accounts:lookup', '/v1/accounts:update'])
  t.same(bodies()[1], { idToken: 'id-token', deleteProvider: ['google.com'], returnSecureToken: true })
})

t.test('disconnect: what has become the last way in is not removed', async (t) => {
  const { tools, paths } = callsWith(() => lookUp('google.com'), updated)
  t.equal(titleOf(await unlinkGoogle(proof, tools)), 'account-ways.last')
  t.same(paths(), ['/v1/accounts:lookup'])
})

t.test('disconnect: an already removed provider is no error and needs no update', async (t) => {
  const { tools, paths } = callsWith(() => lookUp('password'), updated)
  t.equal((await unlinkGoogle(proof, tools)).kind, 'done')
  t.same(paths(), ['/v1/accounts:lookup'])
})

t.test('disconnect: removes nothing if the remaining ways in cannot be read', async (t) => {
  for (const [reply, title] of [
    [() => answer(503, {}), 'problem.unavailable.title'],
    [() => answer(200, {}), 'problem.unavailable.title'],
    [() => answer(400, { error: { message: 'TOKEN_EXPIRED' } }), 'too-old']
  ] as const) {
    const { tools, paths } = callsWith(reply, updated)
    t.equal(titleOf(await unlinkGoogle(proof, tools)), title)
    t.same(paths(), ['/v1/accounts:lookup'])
  }
})
