import t, { type Test } from 'tap'
import { type EventSink, ignoreEvents } from '../../../src/operations/events.ts'
import { createLimits } from '../../../src/session/limits.ts'
import { judgeAccount } from '../../../src/session/revocation/account-findings.ts'
import { createRevocationCheck, type RevocationVerdict } from '../../../src/session/revocation/revocation.ts'
import { buildSession, type Session } from '../../../src/session/session.ts'
import { createSessionState } from '../../../src/session/session-state.ts'
import type { InjectedFault } from '../../../stand-in/server/faults.ts'
import type { SignInFacts } from '../../../stand-in/test-api.ts'
import { type ProviderOptions, startProvider } from '../../fixtures/provider.ts'

interface RevocationOptions extends ProviderOptions {
  intervalSeconds?: number
  report?: EventSink
}

async function startRevocation(t: Test, options: RevocationOptions = {}) {
  const provider = await startProvider(t, options)
  const { platform, standIn, clock } = provider
  const revocation = createRevocationCheck({
    ...createSessionState({ now: clock.now }),
    accountsOf: platform.accountsOf,
    limits: createLimits({ absoluteSeconds: 1_209_600, idleSeconds: 0, now: clock.now }),
    intervalSeconds: options.intervalSeconds ?? 300,
    report: options.report ?? ignoreEvents,
    now: clock.now
  })
  const sessionOf = async (idToken: string): Promise<Session> => {
    const verdict = await platform.verifyIdToken(idToken)
    if (verdict.kind !== 'valid') throw new Error(`the id token is ${verdict.kind}`)
    return buildSession(idToken, verdict.claims, {
      id: null,
      startedAtSeconds: clock.now(),
      activeAtSeconds: null
    })
  }
  const signIn = async (uid = 'alice', facts: SignInFacts = {}) =>
    sessionOf((await standIn.signIn(uid, facts)).idToken)
  /** Many users with as many sessions each; those of one user have one id token, as sign-ins of one second have. */
  const signInMany = async (users: number, sessionsEach: number) => {
    const first: Session[] = []
    for (let user = 0; user < users; user++) {
      standIn.accounts.create({ uid: `user-${user}` })
      first.push(await signIn(`user-${user}`))
    }
    return Array.from({ length: sessionsEach }, () => first.map((session) => ({ ...session }))).flat()
  }
  /** The verdict in one word: `stands`, `doubtful`, or the code that ended it. */
  const check = async (session: Session) => wordOf(await revocation.check(session))
  const lookUps = () => standIn.calls.lookup + standIn.calls.lookupByIdToken
  return { ...provider, revocation, check, signIn, signInMany, sessionOf, lookUps }
}

function wordOf(verdict: RevocationVerdict): string {
  return verdict.kind === 'ended' ? verdict.code : verdict.kind
}

t.test('revocation: credentials that do not work, looked up by id token all the same', async (t) => {
  const rows: readonly [name: string, call: 'oauthToken' | 'lookup', answer: InjectedFault][] = [
    ['no access token', 'oauthToken', { kind: 'error', status: 400, message: 'invalid_grant' }],
    ['token endpoint away', 'oauthToken', { kind: 'html', status: 503 }],
    [
      'no permission',
      'lookup',
      { kind: 'error', status: 403, message: 'The caller does not have permission' }
    ]
  ]
  for (const [name, call, answer] of rows) {
    const { check, signIn, clock, standIn } = await startRevocation(t, { withCredentials: true })
    standIn.faults[call] = answer
    const session = await signIn()
    for (let round = 0; round < 8; round++) {
      clock.advance(300)
      t.equal(await check(session), 'stands', name)
    }
    standIn.accounts.disable('alice')
    clock.advance(300)
    t.equal(await check(session), 'USER_DISABLED', name)
  }
})

t.test('revocation: account calls away, no second call by id token', async (t) => {
  const { check, signIn, clock, standIn } = await startRevocation(t, { withCredentials: true })
  standIn.faults.lookup = { kind: 'error', status: 503, message: 'away', headers: { 'retry-after': '1' } }
  const session = await signIn()
  clock.advance(300)
  t.equal(await check(session), 'stands')
  t.equal(standIn.calls.lookupByIdToken, 0)
})

t.test('revocation: look-ups that fail, told once until one works', async (t) => {
  const told: string[] = []
  const report: EventSink = (event) =>
    event.kind === 'accounts.unavailable' && told.push(event.failure.detail)
  const { check, signIn, signInMany, clock, standIn } = await startRevocation(t, { report })
  const sessions = [await signIn(), ...(await signInMany(3, 1))]
  const checkAll = async () => {
    clock.advance(400)
    for (const session of sessions) await check(session)
  }
  standIn.faults.lookupByIdToken = { kind: 'error', status: 429, message: 'RESOURCE_EXHAUSTED' }
  await checkAll()
  await checkAll()
  t.strictSame(told, ['429 RESOURCE_EXHAUSTED'])
  standIn.faults.reset()
  await checkAll()
  t.equal(told.length, 1)
  standIn.faults.lookupByIdToken = { kind: 'error', status: 429, message: 'RESOURCE_EXHAUSTED' }
  await checkAll()
  t.equal(told.length, 2)
})

t.test('revocation: due, an interval after the id token was issued and not before', async (t) => {
  const { revocation, check, signIn, clock } = await startRevocation(t)
  const session = await signIn()
  t.equal(revocation.isDue(session), false, 'fresh')
  clock.advance(299)
  t.equal(revocation.isDue(session), false, '299 s')
  clock.advance(1)
  t.equal(revocation.isDue(session), true, '300 s')
  t.equal(await check(session), 'stands')
  t.equal(revocation.isDue(session), false, 'looked up')
  clock.advance(299)
  t.equal(revocation.isDue(session), false, '299 s after the look-up')
  clock.advance(1)
  t.equal(revocation.isDue(session), true, '300 s after the look-up')
})

t.test('revocation: interval 0, never due', async (t) => {
  const { revocation, signIn, clock, standIn } = await startRevocation(t, { intervalSeconds: 0 })
  const session = await signIn()
  standIn.accounts.disable('alice')
  for (const seconds of [0, 1, 300, 100_000]) {
    clock.advance(seconds)
    t.equal(revocation.isDue(session), false)
  }
  const { revocation: other, ...rest } = await startRevocation(t, { intervalSeconds: 1 })
  const checked = await rest.signIn()
  rest.clock.advance(1)
  t.equal(other.isDue(checked), true, 'interval 1')
})

t.test('revocation: 1,000 checks that wait, one look-up', async (t) => {
  for (const withCredentials of [false, true]) {
    const { check, signIn, clock, standIn } = await startRevocation(t, { withCredentials })
    const session = await signIn()
    clock.advance(300)
    const verdicts = await Promise.all(Array.from({ length: 1000 }, () => check(session)))
    t.strictSame(new Set(verdicts), new Set(['stands']))
    t.equal(standIn.calls.lookup, withCredentials ? 1 : 0)
    t.equal(standIn.calls.lookupByIdToken, withCredentials ? 0 : 1)
  }
})

t.test('revocation: two users at once, a look-up for each', async (t) => {
  const { check, signIn, clock, standIn, lookUps } = await startRevocation(t)
  standIn.accounts.create({ uid: 'bob' })
  const [alice, bob] = [await signIn('alice'), await signIn('bob')]
  clock.advance(300)
  standIn.accounts.disable('bob')
  t.strictSame(await Promise.all([check(alice), check(bob)]), ['stands', 'USER_DISABLED'])
  t.equal(lookUps(), 2)
})

t.test('revocation: disabled, deleted or revoked, ended with the code', async (t) => {
  for (const withCredentials of [false, true]) {
    const { check, signIn, clock, standIn } = await startRevocation(t, { withCredentials })
    const sessions = new Map<string, Session>()
    for (const uid of ['stands', 'disabled', 'deleted', 'revoked']) {
      standIn.accounts.create({ uid })
      sessions.set(uid, await signIn(uid))
    }
    clock.advance(300)
    standIn.accounts.disable('disabled')
    standIn.accounts.delete('deleted')
    standIn.accounts.revoke('revoked')
    const rows: readonly [uid: string, verdict: string][] = [
      ['stands', 'stands'],
      ['disabled', 'USER_DISABLED'],
      ['deleted', 'USER_NOT_FOUND'],
      ['revoked', withCredentials ? 'TOKEN_REVOKED' : 'doubtful']
    ]
    for (const [uid, verdict] of rows) {
      const session = sessions.get(uid)
      t.equal(session && (await check(session)), verdict, `${uid}, credentials: ${withCredentials}`)
    }
  }
})

t.test('revocation: sign-in of the very second of the revocation, stands', async (t) => {
  const { check, signIn, clock, standIn } = await startRevocation(t, { withCredentials: true })
  const before = await signIn()
  clock.advance(1)
  standIn.accounts.revoke('alice')
  const same = await signIn()
  t.equal(await check(same), 'stands')
  t.equal(await check(before), 'TOKEN_REVOKED', 'a second earlier')
})

t.test('revocation: provider down, stands and is asked again after 30 s', async (t) => {
  const rows: readonly InjectedFault[] = [
    { kind: 'html', status: 503 },
    { kind: 'html', status: 200 },
    { kind: 'reset' },
    { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' },
    { kind: 'error', status: 429, message: 'RESOURCE_EXHAUSTED' },
    { kind: 'error', status: 403, message: 'PERMISSION_DENIED' },
    { kind: 'error', status: 400, message: 'TENANT_NOT_FOUND' },
    { kind: 'error', status: 400, message: 'API key not valid. Please pass a valid API key.' },
    { kind: 'error', status: 400, message: 'SOMETHING_NEW' }
  ]
  const { revocation, check, signIn, clock, standIn } = await startRevocation(t)
  for (const [index, chosen] of rows.entries()) {
    const uid = standIn.accounts.create({ uid: `user-${index}` })
    const session = await signIn(uid)
    clock.advance(300)
    standIn.faults.identityToolkit = chosen
    t.equal(await check(session), 'stands', JSON.stringify(chosen))
    clock.advance(29)
    t.equal(revocation.isDue(session), false, '29 s')
    clock.advance(1)
    t.equal(revocation.isDue(session), true, '30 s')
    standIn.faults.reset()
    standIn.accounts.disable(uid)
    t.equal(await check(session), 'USER_DISABLED', 'the provider is back')
  }
})

t.test('revocation: access token cannot be had, stands', async (t) => {
  const { check, signIn, clock, standIn } = await startRevocation(t, { withCredentials: true })
  const session = await signIn()
  clock.advance(300)
  standIn.faults.oauthToken = { kind: 'error', status: 400, message: 'invalid_grant' }
  t.equal(await check(session), 'stands')
})

t.test('revocation: pause after a failure, never longer than the interval', async (t) => {
  const { revocation, check, signIn, clock, standIn } = await startRevocation(t, { intervalSeconds: 10 })
  const session = await signIn()
  clock.advance(10)
  standIn.faults.identityToolkit = { kind: 'reset' }
  t.equal(await check(session), 'stands')
  clock.advance(9)
  t.equal(revocation.isDue(session), false)
  clock.advance(1)
  t.equal(revocation.isDue(session), true)
})

t.test('revocation: newer session of a user who was looked up, not due at once', async (t) => {
  const { revocation, check, signIn, clock } = await startRevocation(t)
  const first = await signIn()
  clock.advance(300)
  await check(first)
  const second = await signIn()
  t.equal(revocation.isDue(second), false)
})

// At most one look-up per user and interval; a revoked sign-in is refused after one interval at the latest.
t.test('revocation: revoked sign-in, ended though a newer one of its user is checked first', async (t) => {
  const { revocation, check, signIn, clock, standIn } = await startRevocation(t, { withCredentials: true })
  const older = await signIn()
  clock.advance(10)
  standIn.accounts.revoke('alice')
  const newer = await signIn()
  const verdicts: unknown[] = []
  for (let round = 0; round < 4; round++) {
    clock.advance(300)
    if (revocation.isDue(newer)) t.equal(await check(newer), 'stands', 'the newer one stands')
    if (revocation.isDue(older)) verdicts.push(await check(older))
  }
  t.strictSame(new Set(verdicts), new Set(['TOKEN_REVOKED']))
})

t.test('revocation: revoked and newer sign-in at once, each judged by its own time', async (t) => {
  for (const withCredentials of [true, false]) {
    const { check, signIn, clock, standIn } = await startRevocation(t, { withCredentials })
    for (const revokedFirst of [true, false]) {
      const uid = standIn.accounts.create({})
      const older = await signIn(uid)
      clock.advance(10)
      standIn.accounts.revoke(uid)
      const newer = await signIn(uid)
      clock.advance(300)
      const checks = revokedFirst ? [check(older), check(newer)] : [check(newer), check(older)].reverse()
      const name = `credentials: ${withCredentials}, revoked one first: ${revokedFirst}`
      t.strictSame(
        await Promise.all(checks),
        // Its own token says nothing for sure; the account that another sign-in found does.
        [!withCredentials && revokedFirst ? 'doubtful' : 'TOKEN_REVOKED', 'stands'],
        name
      )
    }
  }
})

t.test('revocation: client that keeps sending an ended session, one look-up in an interval', async (t) => {
  const { check, signIn, clock, standIn, lookUps } = await startRevocation(t)
  const session = await signIn()
  clock.advance(300)
  standIn.accounts.disable('alice')
  for (let round = 0; round < 10; round++) t.equal(await check(session), 'USER_DISABLED')
  t.equal(lookUps(), 1)
})

// A refusal that concerns one session must not sign out another.
t.test(
  'revocation: the id token that asks is not taken, nothing is said of the session but doubt',
  async (t) => {
    const { check, sessionOf, clock, standIn } = await startRevocation(t)
    const session = await sessionOf(await standIn.issueIdToken('alice', { lifeSeconds: 303 }))
    clock.advance(300)
    standIn.faults.lookupByIdToken = { kind: 'error', status: 400, message: 'TOKEN_EXPIRED' }
    t.equal(await check(session), 'doubtful', 'three seconds before it expires')
  }
)

t.test('revocation: failed look-up, ends nothing but for an account that is gone', async (t) => {
  const kinds = ['permanent', 'temporary', 'configuration', 'caller'] as const
  for (const kind of kinds) {
    const failure = { kind, code: 'USER_NOT_FOUND' as const, detail: '' }
    t.equal(
      wordOf(judgeAccount({ kind: 'failed', failure }, { iat: 0, auth_time: 0 })),
      kind === 'permanent' ? 'USER_NOT_FOUND' : 'stands',
      kind
    )
  }
})

for (const withCredentials of [true, false]) {
  const how = withCredentials ? 'with credentials' : 'by id tokens'

  t.test(`revocation: 1,000 sessions of 100 users due at once ${how}, one look-up per user`, async (t) => {
    const { revocation, check, signInMany, clock, standIn, lookUps } = await startRevocation(t, {
      withCredentials
    })
    const sessions = await signInMany(100, 10)
    t.strictSame(new Set(sessions.map(revocation.isDue)), new Set([false]), 'fresh')
    clock.advance(300)
    standIn.accounts.disable('user-7')
    standIn.accounts.delete('user-8')
    const verdicts = await Promise.all(sessions.map(check))
    t.equal(lookUps(), 100)
    for (const [index, verdict] of verdicts.entries()) {
      const { subject } = sessions[index]!
      const expected = { 'user-7': 'USER_DISABLED', 'user-8': 'USER_NOT_FOUND' }[subject] ?? 'stands'
      if (verdict !== expected) t.fail(`${subject}: ${verdict}`)
    }
    for (let second = 1; second < 300; second++) {
      clock.advance(1)
      if (sessions.some((session) => revocation.isDue(session) !== /^user-[78]$/.test(session.subject)))
        t.fail(`due after ${second} s`)
    }
    t.strictSame(await check(sessions[7]!), 'USER_DISABLED', 'the answer is remembered')
    t.equal(lookUps(), 100, 'nothing was asked in between')
    clock.advance(1)
    t.strictSame(new Set(sessions.map(revocation.isDue)), new Set([true]))
  })

  t.test(
    `revocation: 1,000 sessions due ${how} while the provider is down, all stand and no storm`,
    async (t) => {
      const { revocation, check, signInMany, clock, standIn, lookUps } = await startRevocation(t, {
        withCredentials
      })
      const sessions = await signInMany(100, 10)
      clock.advance(300)
      standIn.faults.identityToolkit = { kind: 'html', status: 503 }
      const verdicts = await Promise.all(sessions.map(check))
      t.strictSame(new Set(verdicts), new Set(['stands']))
      t.ok(lookUps() <= 200, `${lookUps()} calls: two attempts per user at most`)
      standIn.calls.reset()
      for (let second = 0; second < 30; second++) {
        if (sessions.some(revocation.isDue)) t.fail(`due after ${second} s`)
        clock.advance(1)
      }
      t.strictSame(new Set(await Promise.all(sessions.map(check))), new Set(['stands']))
      t.ok(lookUps() <= 2, `${lookUps()} calls: one finds out that it is still down`)
      standIn.faults.reset()
      standIn.accounts.disable('user-7')
      clock.advance(30)
      // One call finds out that the provider is back; the others come with the next round.
      t.strictSame(new Set(await Promise.all(sessions.map(check))), new Set(['stands']))
      clock.advance(30)
      const after = await Promise.all(sessions.map(check))
      t.equal(after.filter((verdict) => verdict === 'USER_DISABLED').length, 10, 'back again, it is believed')
      t.equal(after.filter((verdict) => verdict === 'stands').length, 990)
    }
  )

  t.test(`revocation: account known to be out ${how}, stays out while the provider is down`, async (t) => {
    const { check, signIn, clock, standIn } = await startRevocation(t, { withCredentials })
    for (const uid of ['disabled', 'deleted', 'stands']) standIn.accounts.create({ uid })
    const sessions = await Promise.all(['disabled', 'deleted', 'stands'].map((uid) => signIn(uid)))
    clock.advance(300)
    standIn.accounts.disable('disabled')
    standIn.accounts.delete('deleted')
    const expected = ['USER_DISABLED', 'USER_NOT_FOUND', 'stands']
    t.strictSame(await Promise.all(sessions.map(check)), expected)
    standIn.faults.identityToolkit = { kind: 'reset' }
    for (const seconds of [300, 30, 30]) {
      clock.advance(seconds)
      t.strictSame(await Promise.all(sessions.map(check)), expected, `${seconds} s later`)
    }
    standIn.faults.reset()
    standIn.accounts.update('disabled', { disabled: false })
    clock.advance(60)
    t.equal(await check(sessions[0]!), 'stands', 'and back in once the provider says so')
  })

  t.test(`revocation: one uid in two tenants ${how}, two people (ASVS 6.8.1, 10.5.2)`, async (t) => {
    const { revocation, check, signIn, clock, standIn, lookUps } = await startRevocation(t, {
      withCredentials,
      settings: { tenants: { '/acme/*': 'acme', '/umbrella/*': 'umbrella' } }
    })
    for (const tenantId of ['acme', 'umbrella']) standIn.accounts.create({ uid: 'bob', tenantId })
    const [acme, umbrella] = [
      await signIn('bob', { tenantId: 'acme' }),
      await signIn('bob', { tenantId: 'umbrella' })
    ]
    clock.advance(300)
    standIn.accounts.disable('bob')
    t.strictSame([await check(acme), await check(umbrella)], ['USER_DISABLED', 'stands'])
    t.equal(lookUps(), 2)
    await revocation.noteRevocation(umbrella, clock.now())
    t.equal(await check(umbrella), 'TOKEN_REVOKED', 'noted for one')
    t.equal(await check(acme), 'USER_DISABLED', 'and not for the other')
  })

  t.test(
    `revocation: auth_time and validSince ${how}, equal stands and a second less does not`,
    async (t) => {
      const { check, signIn, clock, standIn } = await startRevocation(t, { withCredentials })
      const authTimeSeconds = clock.now()
      for (const [uid, validSinceSeconds, verdict] of [
        ['before', authTimeSeconds - 1, 'stands'],
        ['equal', authTimeSeconds, 'stands'],
        ['after', authTimeSeconds + 1, withCredentials ? 'TOKEN_REVOKED' : 'doubtful']
      ] as const) {
        standIn.accounts.create({ uid })
        const session = await signIn(uid, { authTimeSeconds })
        standIn.accounts.update(uid, { validSinceSeconds })
        clock.advance(300)
        t.equal(await check(session), verdict, uid)
      }
    }
  )
}

// A refusal that concerns one session must not sign out another.
t.test('revocation: one sign-in’s token is refused, the other sign-ins of its user stand', async (t) => {
  const { check, signIn, clock, standIn, lookUps } = await startRevocation(t)
  const revoked = [await signIn(), await signIn()]
  clock.advance(10)
  standIn.accounts.revoke('alice')
  const standing = [await signIn(), await signIn(), await signIn()]
  clock.advance(300)
  for (const order of [
    [...revoked, ...standing],
    [...standing, ...revoked]
  ]) {
    const verdicts = await Promise.all(order.map(check))
    const wordsOf = (sessions: readonly Session[]) =>
      sessions.map((session) => verdicts[order.indexOf(session)])
    t.strictSame(wordsOf(standing), ['stands', 'stands', 'stands'])
    t.notOk(wordsOf(revoked).includes('stands'))
  }
  t.ok(lookUps() <= 3, `${lookUps()} look-ups: for each refused token, and one that was taken`)
})

t.test('revocation: the id token that asks is not taken, asked once in half a minute', async (t) => {
  const { revocation, check, signIn, clock, standIn, lookUps } = await startRevocation(t)
  const session = await signIn()
  clock.advance(300)
  standIn.faults.lookupByIdToken = { kind: 'error', status: 400, message: 'INVALID_ID_TOKEN' }
  for (const [seconds, calls] of [
    [0, 1],
    [29, 1],
    [1, 2],
    [29, 2]
  ] as const) {
    clock.advance(seconds)
    for (let round = 0; round < 10; round++) t.equal(await check(session), 'doubtful')
    t.equal(lookUps(), calls, `${seconds} s later`)
    t.equal(revocation.isDue(session), true, 'a refresh has to tell: it does not pass unasked')
  }
  standIn.faults.reset()
  clock.advance(1)
  t.equal(await check(session), 'stands')
})

t.test('revocation: noted here, older sign-ins are out at once and newer ones stand', async (t) => {
  const { revocation, check, signIn, clock, lookUps } = await startRevocation(t, { intervalSeconds: 0 })
  const [older, other] = [await signIn(), await signIn()]
  clock.advance(1)
  const same = await signIn()
  await revocation.noteRevocation(older, clock.now() + 0.7)
  clock.advance(1)
  const newer = await signIn()
  for (const session of [older, other]) {
    t.equal(revocation.isDue(session), true)
    t.equal(await check(session), 'TOKEN_REVOKED')
  }
  for (const session of [same, newer]) t.equal(revocation.isDue(session), false)
  t.equal(lookUps(), 0)
})

t.test('revocation: noted twice, the later one counts in whatever order they come', async (t) => {
  const { revocation, check, signIn, clock } = await startRevocation(t, { intervalSeconds: 0 })
  const session = await signIn()
  await revocation.noteRevocation(session, clock.now() + 5)
  await revocation.noteRevocation(session, clock.now() - 5)
  t.equal(await check(session), 'TOKEN_REVOKED')
})

t.test('revocation: noted while a look-up is under way, ended', async (t) => {
  const { revocation, check, signIn, clock, standIn } = await startRevocation(t)
  const session = await signIn()
  clock.advance(300)
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  standIn.faults.lookupByIdToken = { kind: 'hold', until }
  const waiting = check(session)
  await revocation.noteRevocation(session, clock.now())
  release()
  t.equal(await waiting, 'TOKEN_REVOKED')
})

for (const withCredentials of [true, false]) {
  const how = withCredentials ? 'with credentials' : 'by id tokens'
  const start = (t: Test) => startRevocation(t, { withCredentials })

  t.test(`revocation: sign-in ${how}, what it finds counts for every session of the account`, async (t) => {
    const { revocation, check, signIn, clock, standIn, lookUps } = await start(t)
    const older = await signIn()
    clock.advance(300)
    standIn.accounts.disable('alice')
    t.equal(await check(older), 'USER_DISABLED')
    standIn.accounts.update('alice', { disabled: false })
    const newer = await signIn()
    t.match(await revocation.lookUp(newer), { kind: 'found', record: { disabled: false } })
    t.equal(revocation.isDue(older), false, 'the account is in again')
    t.equal(lookUps(), 2)
    clock.advance(1)
    standIn.accounts.disable('alice')
    await revocation.lookUp(newer)
    t.equal(revocation.isDue(older), true)
    t.equal(await check(older), 'USER_DISABLED', 'and out')
    t.equal(lookUps(), 3)
  })

  t.test(`revocation: sign-in ${how} while the provider is away, changes nothing`, async (t) => {
    const { revocation, check, signIn, clock, standIn } = await start(t)
    const session = await signIn()
    clock.advance(300)
    await check(session)
    clock.advance(299)
    standIn.faults.identityToolkit = { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }
    t.match(await revocation.lookUp(session), { kind: 'failed' })
    clock.advance(1)
    t.equal(revocation.isDue(session), true, 'the look-up is not put off')
  })

  t.test(
    `revocation: another session found out ${how}, ended at once and not when its turn comes`,
    async (t) => {
      const { revocation, check, signIn, clock, standIn, lookUps } = await start(t)
      const older = await signIn()
      clock.advance(200)
      const younger = await signIn()
      clock.advance(100)
      standIn.accounts.disable('alice')
      t.equal(revocation.isDue(younger), false)
      t.equal(await check(older), 'USER_DISABLED')
      t.equal(revocation.isDue(younger), true)
      t.equal(await check(younger), 'USER_DISABLED')
      t.equal(lookUps(), 1)
    }
  )
}
