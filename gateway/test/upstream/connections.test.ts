import { EventEmitter } from 'node:events'
import type { FastifyRequest } from 'fastify'
import t from 'tap'
import type { Pool } from 'undici'
import { NOT_ADMITTED } from '../../src/access/decision.ts'
import { createConnectionLimit, createPinnedConnections, type Slot } from '../../src/upstream/connections.ts'

/** A limit of two connections with a queue of three, whose waits end when the test says so. */
function startLimit({ max = 2, maxWaiting = 3 } = {}) {
  const timers = new Set<() => void>()
  const log: string[] = []
  const waits: number[] = []
  const slots: Slot[] = []
  const limit = createConnectionLimit({
    max,
    maxWaiting,
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
    /** The request that began first ends. */
    leave: () => slots.shift()?.release(),
    /** A request by name, which begins now or waits; `fails`: what its start throws. Its caller is the first letter. Returns the client. */
    apply(name: string, fails?: Error) {
      const client = new EventEmitter()
      const [caller = ''] = name
      const begin = (slot: Slot) => {
        log.push(name)
        if (fails !== undefined) throw fails
        slots.push(slot)
      }
      const slot = limit.acquire(caller, String)
      if (slot !== null) begin(slot)
      else limit.wait({ caller, client }, begin, (error) => log.push(`${name}: ${Object(error).message}`))
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

t.test('connection limit: one caller takes three quarters, the rest is for others', async (t) => {
  const { apply, leave, log } = startLimit({ max: 8, maxWaiting: 100 })
  for (let n = 1; n <= 20; n++) apply(`a${n}`)
  t.same(log, ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'])
  apply('b1')
  apply('c1')
  apply('b2')
  t.same(log.splice(0).slice(6), ['b1', 'c1'], 'without waiting')
  for (let n = 0; n < 6; n++) leave()
  t.same(log.splice(0), ['a7', 'a8', 'a9', 'a10', 'a11', 'a12'], 'as its own end')
  leave()
  t.same(log.splice(0), ['b2'], 'twin: not as those of others end')
})

t.test('connection limit: many callers take all of it', async (t) => {
  const { apply, log } = startLimit({ max: 8, maxWaiting: 0 })
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) apply(name)
  t.equal(log.length, 8)
})

t.test('connection limit: in a full queue, the latest of the caller with most makes room', async (t) => {
  const { apply, leave, log } = startLimit({ maxWaiting: 4 })
  for (const name of ['x', 'y', 'a1', 'a2', 'a3', 'a4']) apply(name)
  apply('b1')
  t.same(log, ['x', 'y', 'a4: queue is full'])
  apply('b2')
  apply('b3')
  t.same(log.slice(3), ['a3: queue is full', 'b3: queue is full'], 'twin: no caller has more')
  leave()
  leave()
  t.same(log.slice(5), ['a1', 'a2'], 'in order')
})

const SHARE = 64

function start(max: number) {
  const pinned = createPinnedConnections({ max, open: () => new FakePool() as unknown as Pool })
  /** A request on a client connection of its own. */
  const connect = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress })
    return { raw: { socket }, admitted: NOT_ADMITTED } as unknown as FastifyRequest
  }
  const open = (address: string) => {
    const request = connect(address)
    pinned.add(request)
    return request
  }
  return { pinned, open }
}

class FakePool extends EventEmitter {
  stats = { size: 0 }
  async destroy(): Promise<void> {}
}

t.test('pinned connections: one address opens too many, its own idle ones are closed', async (t) => {
  for (const [flooder, same] of [
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:1::1', '2001:db8:0:1::2']
  ] as const) {
    const { pinned, open } = start(2 * SHARE)
    const other = open('192.0.2.2')
    const first = open(same)
    const second = open(same)
    t.ok(pinned.of(second))
    for (let count = 2; count < SHARE; count++) open(flooder)
    t.ok(pinned.of(first), 'control: within its share')
    for (let count = 0; count < 4 * SHARE; count++) open(flooder)
    t.ok(pinned.of(other), `${flooder}: that of another address stays`)
    t.notOk(pinned.of(second), 'twin: its own')
  }
})

t.test('pinned connections: those of one address are all in use, none is closed', async (t) => {
  const { pinned, open } = start(4 * SHARE)
  const requests = Array.from({ length: SHARE }, () => open('192.0.2.1'))
  for (const request of requests) Object.assign(Object(pinned.of(request)).stats, { size: 1 })
  open('192.0.2.1')
  t.ok(requests.every((request) => pinned.of(request) !== null))
})

t.test('pinned connections: closed by the application, dropped unless a request waits for it', async (t) => {
  for (const event of ['disconnect', 'connectionError']) {
    const { pinned, open } = start(SHARE)
    const request = open('192.0.2.1')
    const pool = Object(pinned.of(request))
    for (const size of [1, 0]) {
      pool.stats = { size }
      pool.emit(event)
      t.equal(pinned.of(request), size === 1 ? pool : null, `${event}, ${size} waiting`)
    }
  }
})
