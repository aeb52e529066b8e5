import t from 'tap'
import { buildSession, type Session } from '../../src/session/session.ts'
import { createSessionLimit, createSessionList } from '../../src/session/session-list.ts'
import { createSessionState } from '../../src/session/session-state.ts'
import { createClock, NOW } from '../fixtures/clock.ts'

const ADA = { subject: 'ada', tenantId: null }
const BEGIN = {
  origin: 'https://app.example.com',
  application: null,
  browser: null,
  system: null,
  kind: null,
  address: null,
  isNewDevice: false
}

/** A session of ada that began so many seconds ago. */
function beginAgo(seconds: number, id = `session-${seconds}`): Session {
  const claims = {
    sub: 'ada',
    iat: NOW,
    exp: NOW + 3600,
    auth_time: NOW - seconds,
    aud: 'a',
    iss: 'i',
    firebase: {}
  }
  return buildSession('token', claims, { id, startedAtSeconds: NOW - seconds, activeAtSeconds: null })
}

/** Sessions that began 30, 20 and 10 seconds ago, and a limit. */
async function start(maxPerAccount: number, atMaxPerAccount: 'end-oldest' | 'refuse' = 'end-oldest') {
  const state = createSessionState({ now: () => NOW })
  const list = createSessionList(state)
  for (const seconds of [20, 30, 10]) await list.add(beginAgo(seconds), BEGIN, NOW + 1000)
  const { makeRoom, refuse } = createSessionLimit({
    maxPerAccount,
    atMaxPerAccount,
    list: list.list,
    replace: (session) => state.ended.end({ ...session, isReplaced: true }, NOW + 1000)
  })
  const listIds = async () => {
    const listing = await list.list(ADA)
    return listing.kind === 'listed' ? listing.sessions.map(({ id }) => id) : []
  }
  return {
    ...state,
    makeRoom,
    refuse,
    listIds,
    add: (session: Session) => list.add(session, BEGIN, NOW + 1000)
  }
}

t.test('session limit: the oldest sessions beyond it end, as replaced ones', async (t) => {
  const { makeRoom, listIds, ended, add } = await start(2)
  await add(beginAgo(0))
  const surplus = await makeRoom(beginAgo(0), [])
  t.same(
    surplus.map(({ id }) => id),
    ['session-30', 'session-20']
  )
  t.same(await listIds(), ['session-10', 'session-0'])
  t.equal(ended.isReplaced(beginAgo(30)), true)
  t.equal(ended.isReplaced(beginAgo(10)), false)
})

t.test('session limit: at the limit, no session ends', async (t) => {
  const { makeRoom, listIds } = await start(4)
  t.same(await makeRoom(beginAgo(0), []), [])
  t.equal((await listIds()).length, 3)
})

t.test('session limit: 0 ends none and refuses none', async (t) => {
  const { makeRoom, refuse } = await start(0)
  t.same(await makeRoom(beginAgo(0), []), [])
  t.equal(await refuse(ADA, []), null)
})

t.test('session limit: `refuse` begins no further session, until one ends', async (t) => {
  const { makeRoom, refuse, ended, listIds } = await start(3, 'refuse')
  t.match(await refuse(ADA, []), { code: 'TOO_MANY_SESSIONS', detail: '3 of 3 sessions' })
  t.same(await makeRoom(beginAgo(0), []), [])
  t.equal((await listIds()).length, 3, 'none has ended')
  await ended.end(beginAgo(30), NOW + 1000)
  t.equal(await refuse(ADA, []), null)
})

t.test('session limit: the session that a sign-in replaces in its browser does not count', async (t) => {
  const { refuse } = await start(3, 'refuse')
  t.equal(await refuse(ADA, ['session-10']), null)
  t.match(await refuse(ADA, ['session-of-another-account']), { code: 'TOO_MANY_SESSIONS' })
})

t.test('session limit: sessions of another account do not count', async (t) => {
  const { refuse } = await start(3, 'refuse')
  t.equal(await refuse({ subject: 'ada', tenantId: 'acme' }, []), null)
})

t.test('session limit: sign-ins succeed while the sessions cannot be listed', async (t) => {
  const { refuse, makeRoom } = createSessionLimit({
    maxPerAccount: 1,
    atMaxPerAccount: 'refuse',
    list: async () => ({ kind: 'unavailable', detail: 'connection refused' }),
    replace: async () => t.fail('ended')
  })
  t.equal(await refuse(ADA, []), null)
  t.same(await makeRoom(beginAgo(0), []), [])
})

t.test('session limit: without a place to keep, none is given back', async (t) => {
  for (const [maxPerAccount, atMaxPerAccount, expected] of [
    [0, 'refuse', []],
    [2, 'end-oldest', []],
    [2, 'refuse', [30, null]]
  ] as const) {
    const places: (number | null)[] = []
    const { refuse, release } = createSessionLimit({
      maxPerAccount,
      atMaxPerAccount,
      list: async () => ({ kind: 'listed', sessions: [], isShared: false }),
      keepPlace: async (_session, seconds) => void places.push(seconds),
      replace: async () => t.fail('ended')
    })
    await refuse(ADA, [], beginAgo(0))
    await release(beginAgo(0))
    t.same(places, expected, `${maxPerAccount} ${atMaxPerAccount}`)
  }
})

t.test(
  'session limit: a place is kept for 30 seconds, for its account alone, and given back by a failure',
  async (t) => {
    const clock = createClock()
    const { shared, ended, revocations } = createSessionState({ now: clock.now })
    const known = createSessionList({ shared, ended, revocations })
    const { refuse, release } = createSessionLimit({
      maxPerAccount: 2,
      atMaxPerAccount: 'refuse',
      list: (owner) => known.list(owner, true),
      keepPlace: (session, seconds) =>
        known.keepPlace(session, seconds && clock.now() + seconds, clock.now()),
      alone: shared.alone,
      replace: async () => t.fail('ended')
    })
    const take = (id: string) => refuse(ADA, [], beginAgo(0, id))
    const taken = await Promise.all(['a', 'b', 'c', 'd'].map(take))
    t.equal(taken.filter((fault) => fault === null).length, 2)
    t.match(await known.list(ADA), { kind: 'listed', sessions: [] }, 'not listed for its owner')
    t.equal(await refuse({ subject: 'eve', tenantId: null }, []), null, 'another account')
    await release(beginAgo(0, 'a'))
    clock.advance(2)
    t.equal(await take('e'), null)
    t.match(await take('f'), { code: 'TOO_MANY_SESSIONS' })
    clock.advance(31)
    t.equal(await take('f'), null, 'those of processes that are gone are free')
  }
)
