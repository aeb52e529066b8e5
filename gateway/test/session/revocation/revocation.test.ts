import t from 'tap'
import type { EventSink } from '../../../src/operations/events.ts'
import type { InjectedFault } from '../../../stand-in/server/faults.ts'
import { startRevocation } from '../../fixtures/provider/revocation.ts'

t.test('revocation: with unusable credentials, accounts are looked up by id token', async (t) => {
  const rows: readonly [name: string, call: 'oauthToken' | 'lookup', response: InjectedFault][] = [
    ['no access token', 'oauthToken', { kind: 'error', status: 400, message: 'invalid_grant' }],
    ['token endpoint away', 'oauthToken', { kind: 'html', status: 503 }],
    [
      'no permission',
      'lookup',
      { kind: 'error', status: 403, message: 'The caller does not have permission' }
    ]
  ]
  for (const [name, call, response] of rows) {
    const { check, signIn, clock, standIn } = await startRevocation(t, { withCredentials: true })
    standIn.faults[call] = response
    const session = await signIn()
    for (let round = 0; round < 8; round++) {
      clock.advance(300)
      t.equal(await check(session), 'active', name)
    }
    standIn.accounts.disable('alice')
    clock.advance(300)
    t.equal(await check(session), 'USER_DISABLED', name)
  }
})

t.test('revocation: account API down, no second call by id token', async (t) => {
  const { check, signIn, clock, standIn } = await startRevocation(t, { withCredentials: true })
  standIn.faults.lookup = { kind: 'error', status: 503, message: 'away', headers: { 'retry-after': '1' } }
  const session = await signIn()
  clock.advance(300)
  t.equal(await check(session), 'active')
  t.equal(standIn.calls.lookupByIdToken, 0)
})

t.test('revocation: one account that fails while others are found is reported once', async (t) => {
  const details: string[] = []
  const report: EventSink = (event) =>
    event.kind === 'accounts.unavailable' && details.push(event.failure.detail)
  const { check, signIn, signInMany, clock, standIn } = await startRevocation(t, { report })
  const alice = await signIn()
  const others = await signInMany(3, 1)
  const fail = () => {
    standIn.faults.lookupByIdToken = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  }
  const checkAll = async () => {
    clock.advance(400)
    fail()
    await check(alice)
    standIn.faults.reset()
    for (const session of others) await check(session)
  }
  for (let rounds = 0; rounds < 20; rounds++) await checkAll()
  t.equal(details.length, 1)
  clock.advance(400)
  fail()
  await check(alice)
  for (const session of others) await check(session)
  t.equal(details.length, 2, 'twin: then others fail as well')
  standIn.faults.reset()
  clock.advance(700)
  await check(alice)
  clock.advance(400)
  fail()
  await check(alice)
  t.equal(details.length, 3, 'twin: it was found meanwhile')
})

t.test('revocation: each look-up is reported with its result', async (t) => {
  const results: string[] = []
  const report: EventSink = (event) => event.kind === 'session.revocation-check' && results.push(event.result)
  const { check, signIn, clock, standIn } = await startRevocation(t, { report })
  const session = await signIn()
  const checkLater = async () => {
    clock.advance(300)
    return await check(session)
  }
  t.equal(await checkLater(), 'active')
  standIn.faults.lookupByIdToken = { kind: 'error', status: 503, message: 'away' }
  t.equal(await checkLater(), 'active')
  standIn.faults.lookupByIdToken = { kind: 'error', status: 400, message: 'TOKEN_EXPIRED' }
  t.equal(await checkLater(), 'token-rejected')
  standIn.faults.reset()
  standIn.accounts.disable('alice')
  t.equal(await checkLater(), 'USER_DISABLED')
  t.same(results, ['fine', 'unavailable', 'unavailable', 'ended'])
})

t.test('revocation: a rejected id token at sign-in changes nothing about its account', async (t) => {
  const { revocation, check, signIn, clock, standIn } = await startRevocation(t)
  const session = await signIn()
  clock.advance(300)
  t.equal(await check(session), 'active')
  for (const [message, code] of [
    ['INVALID_ID_TOKEN', null],
    ['TOKEN_EXPIRED', null],
    ['USER_DISABLED', 'USER_DISABLED']
  ] as const) {
    standIn.faults.lookupByIdToken = { kind: 'error', status: 400, message }
    await revocation.lookUp(await signIn())
    t.equal(revocation.codeOf(session), code, message)
  }
})

t.test('revocation: provider down, the session passes and is checked again after 30 s', async (t) => {
  const rows: readonly InjectedFault[] = [
    { kind: 'html', status: 503 },
    { kind: 'reset' },
    { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' },
    { kind: 'error', status: 403, message: 'PERMISSION_DENIED' }
  ]
  const { revocation, check, signIn, clock, standIn } = await startRevocation(t)
  for (const [index, chosen] of rows.entries()) {
    const uid = `user-${index}`
    const session = await signIn(uid)
    clock.advance(300)
    standIn.faults.identityToolkit = chosen
    t.equal(await check(session), 'active', JSON.stringify(chosen))
    clock.advance(29)
    t.equal(revocation.isDue(session), false, '29 s')
    clock.advance(1)
    t.equal(revocation.isDue(session), true, '30 s')
    standIn.faults.reset()
    standIn.accounts.disable(uid)
    t.equal(await check(session), 'USER_DISABLED', 'the provider is back')
  }
})

t.test('revocation: the pause after a failure is never longer than the interval', async (t) => {
  const { revocation, check, signIn, clock, standIn } = await startRevocation(t, { intervalSeconds: 10 })
  const session = await signIn()
  clock.advance(10)
  standIn.faults.identityToolkit = { kind: 'reset' }
  t.equal(await check(session), 'active')
  clock.advance(9)
  t.equal(revocation.isDue(session), false)
  clock.advance(1)
  t.equal(revocation.isDue(session), true)
})

t.test('revocation: revoked and newer sign-in checked at once, each by its own time', async (t) => {
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
        // Its own token proves nothing; the account found by another sign-in does.
        [!withCredentials && revokedFirst ? 'token-rejected' : 'TOKEN_REVOKED', 'active'],
        name
      )
    }
  }
})
