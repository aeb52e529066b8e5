import t from 'tap'
import { type Connections, createConnections } from '../../../src/session/connections/connections.ts'
import {
  type Connection,
  endingBy,
  type SessionEnding
} from '../../../src/session/connections/stream-registry.ts'
import type { SessionWatch } from '../../../src/session/connections/watch.ts'
import { buildSession, type Session } from '../../../src/session/session.ts'
import { createClock, createTimers, NOW } from '../../fixtures/clock.ts'

const SIGN_OUT: SessionEnding = { reason: 'signed-out', code: 'SESSION_ENDED', by: null }

function sessionOf(sub: string, id = sub, exp = NOW + 3600): Session {
  const claims = { sub, iat: exp - 3600, exp, auth_time: NOW, firebase: {} }
  return buildSession(`token ${exp}`, claims, { id, startedAtSeconds: NOW, activeAtSeconds: null })
}

/** Rules that end no session, unless a test overrides them. */
function start(changes: Partial<SessionWatch> = {}) {
  const clock = createClock()
  const timers = createTimers(clock)
  const connections = createConnections({ schedule: timers.schedule, now: clock.now })
  connections.watchBy({
    evaluate: () => null,
    endsAtSeconds: () => Number.POSITIVE_INFINITY,
    askAtSeconds: () => Number.POSITIVE_INFINITY,
    ask: async () => null,
    askAgainSeconds: 30,
    ownCookie: (_session, { cookieHeader }) => cookieHeader ?? null,
    cookieHeaderOf: ({ value }) => value,
    ...changes
  })
  return { connections, ...timers, now: clock.now }
}

/** A connection that records the events it receives. */
const connectionOf = (session: Session, cookieHeader: string | undefined, events: string[]): Connection => ({
  session,
  cookieHeader,
  origin: 'https://app.example.com',
  endsAtSeconds: Number.POSITIVE_INFINITY,
  listIndex: -1,
  end: (reason) => void events.push(reason),
  reportEnd: (code) => void events.push(code)
})

/** A registered connection, and the events it received. */
function connect(connections: Connections, session: Session, cookieHeader: string | undefined = 'own') {
  const events: string[] = []
  const connection = connectionOf(session, cookieHeader, events)
  connections.hold(connection)
  return { connection, events }
}

t.test('connections: the end of a session reaches only its own connections, once', async (t) => {
  const { connections } = start()
  const [mine, other] = [connect(connections, sessionOf('ada')), connect(connections, sessionOf('bob'))]
  connections.endSession('ada', SIGN_OUT)
  connections.endSession('ada', SIGN_OUT)
  t.same([mine.events, other.events], [['signed-out'], []])
})

t.test('connections: the end by a limit is reported once, that by a sign-out is not', async (t) => {
  const { connections } = start()
  const open = (sub: string) => connect(connections, sessionOf(sub)).events
  const [ada, bob] = [
    [open('ada'), open('ada'), open('ada')],
    [open('bob'), open('bob')]
  ]
  connections.endSession('ada', endingBy('SESSION_EXPIRED'))
  t.same(ada.flat().sort(), ['SESSION_EXPIRED', 'session-over', 'session-over', 'session-over'])
  connections.endSession('bob', SIGN_OUT)
  t.same(bob.flat(), ['signed-out', 'signed-out'])
  const alone = open('carl')
  connections.endSession('carl', endingBy('USER_DISABLED'))
  t.same(alone, ['USER_DISABLED', 'revoked'], 'with one connection too')
})

t.test('connections: a refusal ends them only if its tokens are not older than the known ones', async (t) => {
  const { connections } = start()
  const { events } = connect(connections, sessionOf('ada', 'ada', NOW + 7200))
  connections.refuse(sessionOf('ada', 'ada', NOW + 3600), SIGN_OUT)
  t.same(events, [])
  connections.refuse(sessionOf('ada', 'ada', NOW + 7200), SIGN_OUT)
  t.same(events, ['signed-out'])
})

t.test('connections: without a session cookie, unaffected by the end of a session or account', async (t) => {
  const { connections } = start({ evaluate: ({ cookieHeader }) => (cookieHeader === null ? null : SIGN_OUT) })
  const machine = { ...sessionOf('ada'), id: 'ada' }
  const events: string[] = []
  connections.hold(connectionOf(machine, undefined, events))
  connections.endSession('ada', SIGN_OUT)
  connections.checkAccount(machine)
  t.same(events, [])
})

t.test('connections: a response is registered after half a second, a shorter one never', async (t) => {
  let authRequest = 0
  const { connections, advance, count } = start({
    evaluate() {
      authRequest += 1
      return null
    }
  })
  const begin = () => {
    const connection = connectionOf(sessionOf('ada'), 'own', [])
    connections.begin(connection)
    return connection
  }
  connections.release(begin())
  await advance(1)
  t.equal(authRequest, 0)
  t.equal(count(), 0, 'no timer while there is nothing to check')
  begin()
  await advance(0.5)
  t.ok(authRequest > 0)
})

t.test('connections: their session was last in use when the last one closed', async (t) => {
  const { connections, advance } = start()
  const usedAt = () => connections.lastOpenAtSeconds('ada') - NOW
  t.equal(usedAt(), Number.NEGATIVE_INFINITY)
  const all = [connect(connections, sessionOf('ada')), connect(connections, sessionOf('ada'))]
  for (const [index, { connection }] of all.entries()) {
    await advance(5)
    t.equal(usedAt(), 5 * (index + 1))
    connections.release(connection)
  }
  await advance(5)
  t.equal(usedAt(), 10)
})

t.test('connections: a further one is checked by the newest known activity of its session', async (t) => {
  const seen: unknown[] = []
  const { connections } = start({
    evaluate({ session }) {
      seen.push(session.activeAtSeconds)
      return null
    }
  })
  for (const activeAtSeconds of [NOW, NOW + 60, NOW + 30, null])
    connect(connections, { ...sessionOf('ada'), activeAtSeconds })
  t.same(seen, [NOW, NOW + 60, NOW + 60, NOW + 60])
})

t.test('connections: no timer is left after the last one closes', async (t) => {
  const { connections, advance, count } = start()
  const all = [connect(connections, sessionOf('ada')), connect(connections, sessionOf('ada'))]
  for (const { connection } of all) {
    await advance(1)
    t.equal(count(), 1)
    connections.release(connection)
  }
  await advance(1)
  t.equal(count(), 0)
})

t.test('connections: with a hundred due at once, 50 are checked at a time, none is skipped', async (t) => {
  const asked = new Set<string>()
  const waiting: (() => void)[] = []
  const { connections, advance } = start({
    askAtSeconds: ({ session }) => (asked.has(session.id) ? Number.POSITIVE_INFINITY : NOW),
    ask: ({ session }) => {
      asked.add(session.id)
      return new Promise((resolve) => void waiting.push(() => resolve(null)))
    }
  })
  for (let user = 0; user < 120; user++) connect(connections, sessionOf(`user ${user}`))
  for (const expected of [50, 100, 120]) {
    await advance(1)
    t.equal(asked.size, expected)
    for (const response of waiting.splice(0)) response()
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
})

t.test('connections: a failed account check ends nothing and is not repeated before its pause', async (t) => {
  let asked = 0
  const { connections, advance } = start({
    askAtSeconds: () => NOW,
    ask: async () => {
      asked += 1
      throw new Error('defect')
    }
  })
  const { events } = connect(connections, sessionOf('ada'))
  await advance(29)
  t.equal(asked, 1)
  await advance(2)
  t.equal(asked, 2)
  t.same(events, [])
})
