import { EventEmitter } from 'node:events'
import t from 'tap'
import { createConnectionLimit } from '../../src/upstream/open-response.ts'

/** A limit of two connections with a queue of three, whose waits end when the test says so. */
function startLimit() {
  const timers = new Set<() => void>()
  const log: string[] = []
  const waits: number[] = []
  const limit = createConnectionLimit({
    max: 2,
    maxWaiting: 3,
    waitMs: 5000,
    buildTimeout: () => new Error('busy'),
    buildOverflow: () => new Error('queue is full'),
    schedule(seconds, run) {
      waits.push(seconds)
      timers.add(run)
      return () => timers.delete(run)
    }
  })
  return {
    timers,
    log,
    waits,
    leave: limit.leave,
    /** A request by name, which begins now or waits; `fails`: what its start throws. Returns the client. */
    apply(name: string, fails?: Error) {
      const client = new EventEmitter()
      if (limit.enter()) log.push(name)
      else
        limit.wait({
          client,
          run() {
            log.push(name)
            if (fails !== undefined) throw fails
          },
          refuse: (error) => log.push(`${name}: ${Object(error).message}`)
        })
      return client
    }
  }
}

t.test('connection limit: requests beyond it wait and begin in order', async (t) => {
  const { apply, leave, log, timers, waits } = startLimit()
  for (const name of ['a', 'b', 'c', 'd']) apply(name)
  t.same(log, ['a', 'b'])
  t.same(waits, [5, 5])
  leave()
  t.same(log, ['a', 'b', 'c'], 'a slot for each that has ended')
  leave()
  t.same(log, ['a', 'b', 'c', 'd'])
  t.equal(timers.size, 0)
})

t.test('connection limit: refused once if none is free in time, without taking a slot', async (t) => {
  const { apply, leave, log, timers } = startLimit()
  for (const name of ['a', 'b', 'c']) apply(name)
  for (const expire of timers) expire()
  t.same(log, ['a', 'b', 'c: busy'])
  leave()
  apply('d')
  t.same(log, ['a', 'b', 'c: busy', 'd'])
})

t.test('connection limit: a full queue refuses at once, the next one waits when there is room', async (t) => {
  const { apply, leave, log, timers } = startLimit()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) apply(name)
  t.same(log, ['a', 'b', 'f: queue is full'])
  t.equal(timers.size, 3)
  leave()
  apply('g')
  t.same(log, ['a', 'b', 'f: queue is full', 'c'])
})

t.test('connection limit: a client that leaves while waiting is neither started nor refused', async (t) => {
  const { apply, leave, log, timers } = startLimit()
  apply('a')
  apply('b')
  const leaver = apply('c')
  leaver.emit('close')
  t.equal(timers.size, 0)
  t.equal(leaver.listenerCount('close'), 0)
  leave()
  t.same(log, ['a', 'b'])
})

t.test('connection limit: a failing start is refused and its slot goes to the next one', async (t) => {
  const { apply, leave, log } = startLimit()
  apply('a')
  apply('b')
  apply('c', new Error('broken'))
  apply('d')
  leave()
  t.same(log, ['a', 'b', 'c', 'd', 'c: broken'])
})
