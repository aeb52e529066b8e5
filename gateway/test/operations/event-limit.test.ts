import t from 'tap'
import {
  type CountedEvent,
  createEventLimit,
  type DroppedLines
} from '../../src/operations/event-log/event-rule.ts'
import { createClock, createTimers } from '../fixtures/clock.ts'

const FORGED = { event: 'access.refused', code: 'INVALID_COOKIE_SIGNATURE' } as const

function build() {
  const timers = createTimers(createClock(0))
  const dropped: DroppedLines[] = []
  const limit = createEventLimit(timers.schedule, (lines) => dropped.push(lines))
  const admit = (counted: Partial<CountedEvent>, times: number) =>
    Array.from({ length: times }).filter(() =>
      limit.admits({ ...FORGED, client: '192.0.2.1', sessionId: undefined, ...counted })
    ).length
  return { timers, dropped, limit, admit }
}

t.test('event limit: ten of a kind for one address per minute, then another ten', async (t) => {
  const { timers, dropped, admit } = build()
  t.equal(admit({}, 1000), 10)
  t.strictSame(dropped, [], 'not before the end of the minute')
  await timers.advance(60)
  t.strictSame(dropped, [{ ...FORGED, dropped: 990 }])
  t.equal(admit({}, 10), 10)
  await timers.advance(60)
  t.equal(dropped.length, 1, 'nothing was dropped')
  t.equal(timers.count(), 0)
})

t.test('event limit: each address, session and kind has a separate limit of ten', async (t) => {
  const { admit } = build()
  t.equal(admit({}, 20), 10)
  t.equal(admit({ client: '192.0.2.2' }, 20), 10)
  t.equal(admit({ code: 'ORIGIN_MISMATCH' }, 20), 10)
  t.equal(admit({ event: 'session.refused' }, 20), 10)
  t.equal(admit({ sessionId: 'one' }, 20), 10)
  t.equal(admit({ sessionId: 'two' }, 20), 10, 'from the same address')
  t.equal(admit({ sessionId: 'one', client: '192.0.2.2' }, 20), 0, 'one session from another address')
})

t.test('event limit: the addresses of one IPv6 network count as one', async (t) => {
  const { admit } = build()
  const flood = Array.from({ length: 300 }, (_, index) => admit({ client: `2001:db8:0:1::${index}` }, 1))
  t.equal(flood.filter((written) => written === 1).length, 10)
  t.equal(admit({ client: '2001:db8:0:2::1' }, 20), 10, 'twin: another network')
})

t.test('event limit: addresses share 300 of a kind, and each has room for one, up to 3,000', async (t) => {
  const { timers, dropped, limit, admit } = build()
  const flood = (counted: Partial<CountedEvent>) =>
    Array.from({ length: 1000 }, (_, index) => admit({ ...counted, client: `192.0.2.${index}` }, 5))
  const written = flood({})
  t.same(written.slice(0, 61), [...Array(60).fill(5), 1], '300, then one for each')
  const found = written.reduce((sum, one) => sum + one, 0)
  t.equal(found, 1240)
  t.equal(admit({ client: '198.51.100.1' }, 5), 1, 'another address')
  for (let index = 0; index < 5000; index++) admit({ client: `203.0.113.${index}` }, 1)
  t.equal(admit({ client: '198.51.100.2' }, 5), 0, 'twin: after 3,000')
  t.equal(admit({ code: 'ORIGIN_MISMATCH' }, 1), 1)
  t.equal(admit({ sessionId: 'one' }, 1), 1, 'a signed-in visitor')
  limit.close()
  t.strictSame(dropped, [{ ...FORGED, dropped: 5000 * 2 - 3000 + 10 }])
  t.equal(timers.count(), 0, 'no timer is left after close')
  await timers.advance(60)
  t.equal(dropped.length, 1)
})

t.test('event limit: the networks of one IPv6 /48 share 30 of a kind', async (t) => {
  const { admit } = build()
  const flood = Array.from({ length: 5000 }, (_, index) =>
    admit({ client: `2001:db8:1:${index.toString(16)}::1` }, 10)
  )
  t.same(flood.slice(0, 4), [10, 10, 10, 0])
  const found = flood.reduce((sum, one) => sum + one, 0)
  t.equal(found, 30)
  t.equal(admit({ client: '2001:db8:2::1' }, 20), 10, 'twin: another /48')
})

t.test('event limit: any number of sessions share 3,000 of a kind', async (t) => {
  const { admit } = build()
  const written = Array.from({ length: 5000 }, (_, index) => admit({ sessionId: String(index) }, 1))
  t.equal(written.filter((one) => one === 1).length, 3000)
})
