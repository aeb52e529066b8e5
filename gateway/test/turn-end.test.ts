import { setImmediate as turnEnd } from 'node:timers/promises'
import t from 'tap'
import { createTurnEnd } from '../src/async.ts'

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
