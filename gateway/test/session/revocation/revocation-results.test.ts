import t from 'tap'
import { startRevocation } from '../../fixtures/provider/revocation.ts'
import { signal } from '../../fixtures/signal.ts'

// A refusal that concerns one session must not sign out another.
t.test('revocation: after a rejected id token a refresh decides, no session ends', async (t) => {
  const { check, sessionOf, clock, standIn } = await startRevocation(t)
  const session = await sessionOf(await standIn.issueIdToken('alice', { ttlSeconds: 303 }))
  clock.advance(300)
  standIn.faults.lookupByIdToken = { kind: 'error', status: 400, message: 'TOKEN_EXPIRED' }
  t.equal(await check(session), 'token-rejected', 'three seconds before it expires')
})

for (const withCredentials of [true, false]) {
  const options = { withCredentials }
  const how = withCredentials ? 'with credentials' : 'by id tokens'

  t.test(`revocation: 1,000 sessions of 100 users due at once ${how}, one look-up per user`, async (t) => {
    const { revocation, check, signInMany, clock, standIn, lookUps } = await startRevocation(t, options)
    const sessions = await signInMany(100, 10)
    for (const seconds of [0, 299]) {
      clock.advance(seconds)
      t.strictSame(new Set(sessions.map(revocation.isDue)), new Set([false]), `${seconds} s`)
    }
    clock.advance(1)
    standIn.accounts.disable('user-7')
    standIn.accounts.delete('user-8')
    const results = await Promise.all(sessions.map(check))
    t.equal(lookUps(), 100)
    for (const [index, result] of results.entries()) {
      const { subject } = sessions[index]!
      const expected = { 'user-7': 'USER_DISABLED', 'user-8': 'USER_NOT_FOUND' }[subject] ?? 'active'
      if (result !== expected) t.fail(`${subject}: ${result}`)
    }
    for (let second = 1; second < 300; second++) {
      clock.advance(1)
      if (sessions.some((session) => revocation.isDue(session) !== /^user-[78]$/.test(session.subject)))
        t.fail(`due after ${second} s`)
    }
    t.strictSame(await check(sessions[7]!), 'USER_DISABLED', 'the result is cached')
    t.equal(lookUps(), 100, 'no look-ups in between')
    clock.advance(1)
    t.strictSame(new Set(sessions.map(revocation.isDue)), new Set([true]))
  })

  t.test(`revocation: a look-up at sign-in ${how} counts for every session of the account`, async (t) => {
    const { revocation, check, signIn, clock, standIn, lookUps } = await startRevocation(t, options)
    const older = await signIn()
    clock.advance(300)
    standIn.accounts.disable('alice')
    t.equal(await check(older), 'USER_DISABLED')
    standIn.accounts.update('alice', { disabled: false })
    const newer = await signIn()
    t.match(await revocation.lookUp(newer), { kind: 'found', record: { disabled: false } })
    t.equal(revocation.isDue(older), false, 'the account is enabled again')
    t.equal(lookUps(), 2)
    clock.advance(1)
    standIn.accounts.disable('alice')
    await revocation.lookUp(newer)
    t.equal(revocation.isDue(older), true)
    t.equal(await check(older), 'USER_DISABLED', 'and out')
    t.equal(lookUps(), 3)
  })

  t.test(`revocation: sign-in ${how} during a provider outage changes nothing`, async (t) => {
    const { revocation, check, signIn, clock, standIn } = await startRevocation(t, options)
    const session = await signIn()
    clock.advance(300)
    await check(session)
    clock.advance(299)
    standIn.faults.identityToolkit = { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }
    t.match(await revocation.lookUp(session), { kind: 'failed' })
    clock.advance(1)
    t.equal(revocation.isDue(session), true, 'the look-up is not delayed')
  })

  t.test(`revocation: account found ended for a session ${how}, the others end at once`, async (t) => {
    const { revocation, check, signIn, clock, standIn, lookUps } = await startRevocation(t, options)
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
  })
}

t.test('revocation: an id token not accepted by the provider is sent once in 30 s', async (t) => {
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
    for (let round = 0; round < 10; round++) t.equal(await check(session), 'token-rejected')
    t.equal(lookUps(), calls, `${seconds} s later`)
    t.equal(revocation.isDue(session), true, 'still due: a refresh has to decide')
  }
  standIn.faults.reset()
  clock.advance(1)
  t.equal(await check(session), 'active')
})

t.test('revocation: noted here, older sign-ins end at once and newer ones remain valid', async (t) => {
  const { revocation, check, signIn, clock, lookUps } = await startRevocation(t, { intervalSeconds: 0 })
  const [older, other] = [await signIn(), await signIn()]
  clock.advance(1)
  const same = await signIn()
  await revocation.revokeAccount(older, clock.now() + 0.7)
  clock.advance(1)
  const newer = await signIn()
  for (const session of [older, other]) {
    t.equal(revocation.isDue(session), true)
    t.equal(await check(session), 'TOKEN_REVOKED')
  }
  for (const session of [same, newer]) t.equal(revocation.isDue(session), false)
  t.equal(lookUps(), 0)
})

t.test('revocation: noted while a look-up is in flight, the session is ended', async (t) => {
  const { revocation, check, signIn, clock, standIn } = await startRevocation(t)
  const session = await signIn()
  clock.advance(300)
  const until = signal()
  standIn.faults.lookupByIdToken = { kind: 'hold', until: until.promise }
  const waiting = check(session)
  await revocation.revokeAccount(session, clock.now())
  until.settle()
  t.equal(await waiting, 'TOKEN_REVOKED')
})
