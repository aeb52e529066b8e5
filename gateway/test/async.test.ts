import { getEventListeners } from 'node:events'
import { setImmediate as turnEnd } from 'node:timers/promises'
import t from 'tap'
import { createSingleFlight, createTurnEnd, untilDeadline } from '../src/async.ts'

const never = () => new Promise<string>(() => {})
const onLate = () => 'late'

t.test('deadline: work that is done in time, its result, and nothing listens any more', async (t) => {
  const { signal } = new AbortController()
  t.equal(await untilDeadline(Promise.resolve('done'), signal, onLate), 'done')
  await t.rejects(untilDeadline(Promise.reject(new Error('broken')), signal, onLate), { message: 'broken' })
  t.equal(getEventListeners(signal, 'abort').length, 0)
})

t.test('deadline: the signal aborts first, what is said of lateness, also if before', async (t) => {
  const deadline = new AbortController()
  const waiting = untilDeadline(never(), deadline.signal, onLate)
  deadline.abort()
  t.equal(await waiting, 'late')
  t.equal(await untilDeadline(never(), deadline.signal, onLate), 'late')
  const refuse = () => {
    throw new Error('too late')
  }
  await t.rejects(untilDeadline(never(), deadline.signal, refuse), { message: 'too late' })
})

function start() {
  const flight = createSingleFlight<number>()
  const ends: (() => void)[] = []
  let begun = 0
  const action = () => {
    begun += 1
    const number = begun
    return new Promise<number>((resolve) => ends.push(() => resolve(number)))
  }
  return { flight, action, begun: () => begun, endAll: () => ends.splice(0).map((end) => end()) }
}

t.test('single flight: one action for all who ask meanwhile, another one afterwards', async (t) => {
  const { flight, action, begun, endAll } = start()
  const results = [flight.run('key', action), flight.run('key', action)]
  t.equal(begun(), 1)
  t.equal(flight.isUnderWay('key'), true)
  endAll()
  t.strictSame(await Promise.all(results), [1, 1])
  t.equal(flight.isUnderWay('key'), false)
  const next = flight.run('key', action)
  endAll()
  t.equal(await next, 2)
})

t.test('single flight: another key, an action of its own', async (t) => {
  const { flight, action, begun, endAll } = start()
  const results = [flight.run('one', action), flight.run('two', action)]
  t.equal(begun(), 2)
  t.equal(flight.isUnderWay('three'), false)
  endAll()
  t.strictSame(await Promise.all(results), [1, 2])
})

t.test('single flight: an action that throws rejects for all, and the next one may start', async (t) => {
  const { flight, action, endAll } = start()
  const fail = async () => {
    throw new Error('broken')
  }
  const results = [flight.run('key', fail), flight.run('key', action)]
  for (const result of results) await t.rejects(result, { message: 'broken' })
  const next = flight.run('key', action)
  endAll()
  t.equal(await next, 1)
})

t.test('end of turn: all items of a turn run at its end, in their order', async (t) => {
  const ran: number[] = []
  const runSoon = createTurnEnd<{ id: number }>(({ id }) => ran.push(id))
  runSoon({ id: 1 })
  await Promise.resolve().then(() => runSoon({ id: 2 }))
  process.nextTick(() => runSoon({ id: 3 }))
  t.same(ran, [], 'a microtask does not end a turn')
  await turnEnd()
  t.same(ran, [1, 2, 3])
  await turnEnd()
  t.same(ran, [1, 2, 3], 'each once')
})

t.test('end of turn: what an item adds runs at the end of the next turn', async (t) => {
  const ran: string[] = []
  const runSoon = createTurnEnd<{ name: string; adds: string[] }>(({ name, adds }) => {
    ran.push(name)
    for (const added of adds) runSoon({ name: added, adds: [] })
  })
  runSoon({ name: 'a', adds: ['c', 'd', 'e'] })
  runSoon({ name: 'b', adds: [] })
  await turnEnd()
  t.same(ran, ['a', 'b'])
  await turnEnd()
  t.same(ran, ['a', 'b', 'c', 'd', 'e'])
})
