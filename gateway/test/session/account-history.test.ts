import fc from 'fast-check'
import t from 'tap'
import type { StandIn } from '../../stand-in/stand-in.ts'
import {
  CALLS,
  type Mode,
  OUTAGES,
  type Step,
  startHistoryPlayer
} from '../fixtures/account-history/player.ts'
import { cookieHeader, PUBLIC_ORIGIN, postSession, startGateway } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'

const MODES: readonly Mode[] = ['exchange', 'handover', 'handover with credentials']
/** Just around the relevant limits: 30 s back-off, 60 s cache, look-ups every 100 s, id tokens of 600 s. */
const PAUSES = [1, 5, 29, 31, 59, 61, 99, 101, 301, 599, 601]

const keys = <T extends object>(record: T) => Object.keys(record) as (keyof T)[]
const cookie = fc.nat(9)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('wait' as const), fc.constantFrom(...PAUSES)) },
  { weight: 6, arbitrary: fc.tuple(fc.constant('request' as const), cookie) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('refresh' as const), cookie) },
  { weight: 2, arbitrary: fc.constant(['sign in'] as const) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('post again' as const), cookie) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('post renewed' as const), cookie) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...(['disable', 'enable', 'delete', 'create', 'revoke', 'change password'] as const).map(
        (change) => [change] as const
      )
    )
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant('outage' as const),
      fc.constantFrom(...keys(OUTAGES)),
      fc.constantFrom(...keys(CALLS))
    )
  },
  { weight: 2, arbitrary: fc.constant(['recovery'] as const) },
  { weight: 1, arbitrary: fc.constant(['restart'] as const) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('sign out' as const, 'sign out everywhere' as const), cookie)
  }
)

const LIFE = 600
const ENDINGS = {
  disabled: {
    code: 'USER_DISABLED',
    end: ({ accounts }: StandIn) => accounts.disable('ada'),
    undo: ({ accounts }: StandIn) => accounts.update('ada', { disabled: false })
  },
  deleted: {
    code: 'USER_NOT_FOUND',
    end: ({ accounts }: StandIn) => accounts.delete('ada'),
    undo: ({ accounts }: StandIn) => void accounts.create({ uid: 'ada' })
  }
} as const

/** A gateway that looks accounts up every 100 s, and its response to a request with a cookie. */
async function startAda(t: { teardown(fn: () => unknown): void }, acquire: 'exchange' | 'handover') {
  const config = { 'session.revocationCheckSeconds': 100 }
  const gateway = await startGateway(t, { acquire, config, idTokenTtlSeconds: LIFE })
  gateway.provider.accounts.create({ uid: 'ada' })
  const visit = async (cookie: string) => {
    const response = await send(`${gateway.url}/`, { headers: { cookie } })
    const body = (response.status === 200 ? {} : await response.json()) as { code?: string }
    const isCleared = response.headers.getSetCookie().some((line) => line.includes('Max-Age=0'))
    return { status: response.status, code: body.code, isCleared, renewed: cookieHeader(response) }
  }
  return { ...gateway, visit }
}

for (const acquire of ['exchange', 'handover'] as const)
  for (const [ending, { code, end, undo }] of Object.entries(ENDINGS))
    t.test(`account history: ${acquire}, ${ending} and restored, an outage ends no session`, async (t) => {
      for (const outage of ['503', 'quota', 'connection reset'] as const) {
        const { provider, visit, signIn, advance } = await startAda(t, acquire)
        const before = await signIn('ada')
        advance(101)
        end(provider)
        t.match(await visit(before), { code, isCleared: true })
        advance(1)
        undo(provider)
        const since = await signIn('ada')
        t.match(await visit(since), { status: 200 })
        advance(101)
        provider.faults.identityToolkit = OUTAGES[outage]
        t.match(await visit(since), { status: 200, isCleared: false }, outage)
        advance(LIFE)
        provider.faults.refresh = OUTAGES[outage]
        t.match(await visit(since), { status: 503, isCleared: false }, `${outage}, expired`)
        provider.faults.reset()
        advance(66)
        t.match(await visit(since), { status: 200 }, `${outage} over`)
      }
    })

t.test('account history: account recreated between two look-ups, the old session ends', async (t) => {
  const { provider, visit, signIn, advance } = await startAda(t, 'exchange')
  const old = await signIn('ada')
  advance(50)
  provider.accounts.delete('ada')
  provider.accounts.create({ uid: 'ada' })
  const young = await signIn('ada')
  t.match(await visit(young), { status: 200 })
  t.match(await visit(old), { code: 'USER_NOT_FOUND', isCleared: true })
  advance(101)
  t.match(await visit(young), { status: 200 })
})

t.test('account history: the id token of a deleted account is rejected for a new one', async (t) => {
  for (const acquire of ['exchange', 'handover'] as const) {
    const { provider, url, advance } = await startAda(t, acquire)
    const old = await provider.signIn('ada')
    advance(6)
    provider.accounts.delete('ada')
    provider.accounts.create({ uid: 'ada' })
    const refused = await postSession(url, old.idToken, old.refreshToken)
    t.equal(refused.status, 401, acquire)
    t.match(await refused.json(), { code: 'USER_NOT_FOUND' })
    t.equal(provider.calls.exchange + provider.calls.refresh, 0)
    const young = await provider.signIn('ada')
    t.equal((await postSession(url, young.idToken, young.refreshToken)).status, 200)
  }
})

t.test('account history: sign-out everywhere ends the cookie from before a refresh', async (t) => {
  const { provider, url, visit, signIn, advance } = await startAda(t, 'exchange')
  const old = await signIn('ada')
  advance(LIFE)
  const { renewed } = await visit(old)
  t.match(await visit(old), { status: 200, renewed }, 'within a minute of the refresh')
  advance(5)
  const headers = { cookie: renewed, origin: PUBLIC_ORIGIN }
  t.equal((await send(`${url}/logout?everywhere=1`, { method: 'POST', headers })).status, 204)
  for (const cookie of [old, renewed])
    t.match(await visit(cookie), { status: 401, code: 'SESSION_ENDED', isCleared: true, renewed: '' })
  t.equal(provider.calls.refresh, 1)
  advance(1)
  t.match(await visit(await signIn('ada')), { status: 200 }, 'a newer sign-in is accepted')
})

t.test('account history: once re-enabled and looked up, an outage does not end the session', async (t) => {
  const { provider, url, visit, signIn, advance } = await startAda(t, 'exchange')
  const cookie = await signIn('ada')
  advance(5)
  provider.accounts.disable('ada')
  const forced = await send(`${url}/_auth/refresh?force=1`, { method: 'POST', headers: { cookie } })
  t.equal(forced.status, 403)
  provider.accounts.update('ada', { disabled: false })
  advance(101)
  t.match(await visit(cookie), { status: 200 }, 'looked up: the account is enabled')
  advance(LIFE)
  provider.faults.refresh = OUTAGES['503']
  t.match(await visit(cookie), { status: 503, isCleared: false })
})

t.test('account history: refused while disabled and not looked up since, refused in an outage', async (t) => {
  const { provider, url, visit, signIn, advance } = await startAda(t, 'exchange')
  const cookie = await signIn('ada')
  advance(5)
  provider.accounts.disable('ada')
  await send(`${url}/_auth/refresh?force=1`, { method: 'POST', headers: { cookie } })
  advance(LIFE)
  provider.faults.refresh = OUTAGES['503']
  t.match(await visit(cookie), { status: 403, code: 'USER_DISABLED', isCleared: true })
})

/** Short histories that once violated an invariant. */
const FOUND: readonly (readonly [name: string, mode: Mode, steps: readonly Step[]])[] = [
  [
    'two sessions of one sign-in, refreshed one after the other, each keeps its own cookie',
    'handover',
    [['sign in'], ['post renewed', 0], ['wait', 601], ['request', 1], ['request', 0]]
  ],
  [
    'two sessions of one sign-in, one signed out, every copy of its cookie is rejected',
    'handover',
    [
      ['sign in'],
      ['post renewed', 0],
      ['wait', 601],
      ['request', 1],
      ['request', 0],
      ['sign out', 3],
      ['wait', 61],
      ['request', 0],
      ['request', 3],
      ['request', 1],
      ['request', 2]
    ]
  ],
  [
    'signed out everywhere with an expired cookie, which is rejected as well',
    'exchange',
    [['sign in'], ['wait', 599], ['sign out everywhere', 0], ['request', 0]]
  ],
  [
    'account disabled and enabled again, provider down at the next look-up',
    'handover',
    [
      ['sign in'],
      ['disable'],
      ['wait', 599],
      ['request', 0],
      ['enable'],
      ['sign in'],
      ['outage', '429', 'everything'],
      ['request', 0]
    ]
  ],
  [
    'account disabled after it was signed out everywhere',
    'handover with credentials',
    [['sign in'], ['wait', 601], ['sign out everywhere', 0], ['disable'], ['request', 0]]
  ],
  [
    'two sessions of one sign-in across a restart: a finding about one counts for both',
    'handover',
    [['sign in'], ['restart'], ['post again', 0], ['disable'], ['wait', 601], ['request', 0], ['request', 1]]
  ]
]

for (const [name, mode, steps] of FOUND)
  t.test(`account history: ${mode}, ${name}`, async (t) => {
    const player = await startHistoryPlayer(t)
    t.equal((await player.play(mode, steps)).length, steps.length)
  })

/** How many histories are played in each mode; `HISTORIES=1000` searches for longer. */
const HISTORIES = Number(process.env.HISTORIES ?? 15)

// fast-check prints the seed and the shortest history of a failure; repeat it by `fc.assert(…, { seed, path })`.
for (const mode of MODES) {
  t.test(`account history: ${mode}, outages sign no one out, access ends in time`, async (t) => {
    const player = await startHistoryPlayer(t)
    let played = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
        await player.play(mode, [['sign in'], ...steps])
        played += 1
      }),
      { numRuns: HISTORIES, includeErrorInReport: true }
    )
    t.equal(played, HISTORIES)
  })
}
