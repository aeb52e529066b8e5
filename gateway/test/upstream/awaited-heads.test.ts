import type { FastifyRequest } from 'fastify'
import t, { type Test } from 'tap'
import { createAwaitedHeads } from '../../src/upstream/open-response.ts'
import { createClock, createTimers } from '../fixtures/clock.ts'

function setUp(t: Test) {
  const clock = createClock()
  const timers = createTimers(clock)
  const lines: unknown[] = []
  const heads = createAwaitedHeads('upstream.headersTimeoutMs (60000)', timers.schedule)
  const startedAt = clock.now()
  t.intercept(performance, 'now', { value: () => (clock.now() - startedAt) * 1000 })
  /** `isSent`: whether the application has all of the request. */
  const send = ({ isSent = true } = {}) => {
    const request = {
      raw: { complete: isSent },
      record: { application: 'wiki', dispatchedAtMs: performance.now() },
      log: { warn: (...line: unknown[]) => lines.push(line) }
    }
    const one = { listIndex: -1, proxied: { request: request as unknown as FastifyRequest } }
    heads.add(one)
    return one
  }
  return { heads, lines, send, timers }
}

t.test('awaited heads: two that take 10 s are one line with the key, repeated after a minute', async (t) => {
  const { lines, send, timers } = setUp(t)
  send()
  send()
  await timers.advance(9)
  t.same(lines, [])
  await timers.advance(1)
  const detail = /^2 of its requests .* for 10 s: .* upstream\.headersTimeoutMs \(60000\)/
  t.match(lines, [[{ application: 'wiki', doctor: 'UPSTREAM', detail }, 'the application does not respond']])
  await timers.advance(59)
  t.equal(lines.length, 1)
  await timers.advance(1)
  t.equal(lines.length, 2)
})

t.test('awaited heads: one that arrives after 9 s, or whose upload takes longer, is no line', async (t) => {
  const { heads, lines, send, timers } = setUp(t)
  const quick = send()
  send({ isSent: false })
  await timers.advance(9)
  heads.remove(quick)
  await timers.advance(60)
  t.same(lines, [])
})

t.test('awaited heads: one timer for any number of requests, none once all have arrived', async (t) => {
  const { heads, send, timers } = setUp(t)
  t.equal(timers.count(), 0)
  for (let round = 0; round < 2; round++) {
    const all = [send(), send(), send()]
    t.equal(timers.count(), 1)
    for (const one of all) heads.remove(one)
    heads.remove(send())
    t.equal(timers.count(), 1)
    await timers.advance(5)
    t.equal(timers.count(), 0)
  }
})

t.test('awaited heads: after close no timer runs, and none is started', async (t) => {
  const { heads, send, timers } = setUp(t)
  send()
  heads.close()
  t.equal(timers.count(), 0)
  send()
  t.equal(timers.count(), 0)
})
