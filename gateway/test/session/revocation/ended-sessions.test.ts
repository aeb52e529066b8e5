import fc from 'fast-check'
import t from 'tap'
import { createEndedSessions, type EndedSession } from '../../../src/session/revocation/revocations.ts'
import { createMemoryState } from '../../../src/shared-state/shared-state.ts'

const NOW = 1_800_000_000
const LIFE = 1000

function start(options: { mostAccounts?: number } = {}) {
  const clock = { seconds: NOW }
  const told: number[] = []
  const now = () => clock.seconds
  const heard: string[] = []
  const shared = createMemoryState(now)
  const { end, isEnded } = createEndedSessions({
    shared,
    onEnded: ({ id }) => heard.push(id),
    report: (event) => event.kind === 'ended-sessions.full' && told.push(event.beganUntilSeconds),
    now,
    ...options
  })
  return {
    shared,
    heard,
    isEnded,
    clock,
    told,
    /** Takes effect at once: nothing here waits for the promise. */
    end: (session: EndedSession) => void end(session, session.startedAtSeconds + LIFE)
  }
}

const sessionOf = (subject: string, id: string, startedAtSeconds = NOW): EndedSession => ({
  subject,
  tenantId: null,
  id,
  startedAtSeconds
})

t.test('ended sessions: only the session that was ended and no other', async (t) => {
  const { end, isEnded } = start()
  t.notOk(isEnded(sessionOf('ada', 'a')))
  end(sessionOf('ada', 'a'))
  end(sessionOf('ada', 'a'))
  t.ok(isEnded(sessionOf('ada', 'a')))
  t.notOk(isEnded(sessionOf('ada', 'b')), 'another session of the account')
  t.notOk(isEnded(sessionOf('bob', 'a')), 'another account')
  t.notOk(isEnded({ ...sessionOf('ada', 'a'), tenantId: 'acme' }), 'the same uid in a tenant')
})

t.test(
  'ended sessions: beyond 32 of one account, all of its older sessions end, but of no other account',
  async (t) => {
    const { end, isEnded } = start()
    for (let count = 0; count < 33; count++) end(sessionOf('ada', `s${count}`, NOW + count))
    for (let count = 0; count < 33; count++)
      t.ok(isEnded(sessionOf('ada', `s${count}`, NOW + count)), `s${count}`)
    t.ok(isEnded(sessionOf('ada', 'another', NOW + 16)), 'as old as those merged into one time')
    t.notOk(isEnded(sessionOf('ada', 'another', NOW + 17)), 'younger')
    t.notOk(isEnded(sessionOf('bob', 'another', NOW)))
  }
)

t.test(
  'ended sessions: when full, the oldest merge into one time for all accounts and none comes back',
  async (t) => {
    const { end, isEnded, told } = start({ mostAccounts: 8 })
    for (let count = 0; count < 8; count++) end(sessionOf(`user${count}`, 's', NOW + count))
    t.same(told, [])
    t.notOk(isEnded(sessionOf('somebody', 'x', NOW)))
    end(sessionOf('one more', 's', NOW + 8))
    t.same(told, [NOW + 2])
    for (let count = 0; count < 8; count++) t.ok(isEnded(sessionOf(`user${count}`, 's', NOW + count)))
    t.ok(isEnded(sessionOf('one more', 's', NOW + 8)))
    t.ok(isEnded(sessionOf('somebody', 'x', NOW + 2)), 'as old as the evicted ones')
    t.notOk(isEnded(sessionOf('somebody', 'x', NOW + 3)))
  }
)

t.test(
  'ended sessions: when full again with older sessions, the earlier time for all accounts is preserved',
  async (t) => {
    const { end, isEnded } = start({ mostAccounts: 2 })
    for (const [subject, age] of [
      ['a', 10],
      ['b', 5],
      ['c', 1],
      ['d', 100],
      ['e', 90]
    ] as const)
      end(sessionOf(subject, 's', NOW - age))
    t.ok(isEnded(sessionOf('a', 's', NOW - 10)))
    t.ok(isEnded(sessionOf('b', 's', NOW - 5)))
  }
)

t.test('ended sessions: expired sessions are evicted first', async (t) => {
  const { end, isEnded, clock, told } = start({ mostAccounts: 4 })
  for (let count = 0; count < 4; count++) end(sessionOf(`user${count}`, 's'))
  clock.seconds += LIFE
  for (let count = 0; count < 4; count++) end(sessionOf(`later${count}`, 's', clock.seconds))
  t.same(told, [])
  t.ok(isEnded(sessionOf('later0', 's', clock.seconds)))
})

t.test(
  'ended sessions: in any order of endings, none passes again before it expires (ASVS 1.4.3, 7.4.1)',
  async (t) => {
    const session = fc.record({
      subject: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      id: fc.nat(60),
      startedAtSeconds: fc.integer({ min: NOW - LIFE + 1, max: NOW })
    })
    fc.assert(
      fc.property(fc.array(session, { maxLength: 300 }), (sessions) => {
        const { end, isEnded } = start({ mostAccounts: 4 })
        const gone = sessions.map(({ subject, id, startedAtSeconds }) =>
          sessionOf(subject, `${id} ${startedAtSeconds}`, startedAtSeconds)
        )
        for (const one of gone) end(one)
        return gone.every(isEnded)
      }),
      { numRuns: 200 }
    )
    t.pass('200 histories')
  }
)

t.test(
  'ended sessions: evicted because they expired, a longer lifetime does not bring them back',
  async (t) => {
    const { end, isEnded, clock } = start({ mostAccounts: 1 })
    const first = sessionOf('ada', 'a')
    end(first)
    clock.seconds += LIFE
    end(sessionOf('bob', 'b', clock.seconds))
    t.ok(isEnded(first))
    t.notOk(isEnded(sessionOf('ada', 'c', NOW + 1)), 'a younger one')
  }
)

t.test(
  'ended sessions: a session ended by another process is ended here, malformed messages are ignored',
  async (t) => {
    const { shared, heard, isEnded, end } = start()
    const publish = (text: string) => shared.publish('sessions.ended', text, NOW + LIFE)
    await publish(JSON.stringify(['ada', null, 'a', NOW, NOW + LIFE]))
    t.ok(isEnded(sessionOf('ada', 'a')))
    await publish(JSON.stringify(['ada', 'acme', 't', NOW, NOW + LIFE]))
    t.ok(isEnded({ ...sessionOf('ada', 't'), tenantId: 'acme' }))
    t.notOk(isEnded(sessionOf('ada', 't')), 'the same uid outside of the tenant')
    const wrong = [
      [7, null, 'b', NOW, NOW + LIFE],
      ['bob', 7, 'b', NOW, NOW + LIFE],
      ['bob', {}, 'b', NOW, NOW + LIFE],
      ['bob', null, 7, NOW, NOW + LIFE],
      ['bob', null, 'b', `${NOW}`, NOW + LIFE],
      ['bob', null, 'b', NOW, `${NOW + LIFE}`],
      ['bob', null, 'b', NOW]
    ].map((fields) => JSON.stringify(fields))
    for (const text of ['', '{', '{}', '[]', 'null', '["bob"]', ...wrong]) await publish(text)
    t.notOk(isEnded(sessionOf('bob', 'b')))
    end(sessionOf('bob', 'b'))
    t.same(heard, ['a', 't', 'b'], 'onEnded is called for each')
  }
)
