import t from 'tap'
import { createOutgoing, createTurns } from '../client-fetch.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

t.test('outgoing: many names that do not resolve, only two are looked up at a time', async (t) => {
  const asked: string[] = []
  const fail: (() => void)[] = []
  const outgoing = createOutgoing({
    lookUp(hostname, _limitMs, callback) {
      asked.push(hostname)
      fail.push(() => callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []))
    },
    isReachable: () => true
  })
  t.teardown(() => outgoing.close())
  const fetches = Array.from({ length: 5 }, (_, index) =>
    t.rejects(outgoing.fetch(`https://client-${index}.test/document`), { code: 'ENOTFOUND' })
  )
  while (asked.length < 2) await turn()
  for (let turns = 0; turns < 20; turns++) await turn()
  t.equal(asked.length, 2)
  fail.shift()?.()
  while (asked.length < 3) await turn()
  t.strictSame(asked, ['client-0.test', 'client-1.test', 'client-2.test'])
  const isOver = Promise.all(fetches).then(() => true)
  while (!(await Promise.race([isOver, turn()]))) fail.shift()?.()
  t.equal(asked.length, 5)
})

/** Work that ends on request. */
function hold() {
  const held: ((value: string) => void)[] = []
  return { held, work: () => new Promise<string>((resolve) => held.push(resolve)) }
}

t.test('turns: as much as is allowed at a time, the rest in order, more is refused', async (t) => {
  const { take } = createTurns({ inProgress: 2, waiting: 1 })
  const { held, work } = hold()
  const [first, , third] = [take(work), take(work), take(work)]
  await t.rejects(take(work), /too many/)
  t.equal(held.length, 2)
  held[0]?.('done')
  t.equal(await first, 'done')
  t.equal(held.length, 3, 'the third has begun')
  held[2]?.('third')
  t.equal(await third, 'third')
})

t.test('turns: work that fails gives its turn to the next', async (t) => {
  const { take } = createTurns({ inProgress: 1, waiting: 1 })
  const failing = take(() => Promise.reject(new Error('failed')))
  const next = take(async () => 'next')
  await t.rejects(failing, /failed/)
  t.equal(await next, 'next')
  t.equal(await take(async () => 'later'), 'later')
})

t.test('turns: once stopped, what waits is refused, and what is in progress ends', async (t) => {
  const { take, stop } = createTurns({ inProgress: 1, waiting: 2 })
  const { held, work } = hold()
  const [first, second] = [take(work), take(work)]
  stop()
  await t.rejects(second, /stopped/)
  held[0]?.('done')
  t.equal(await first, 'done')
})
