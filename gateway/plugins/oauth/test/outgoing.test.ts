import t from 'tap'
import { createOutgoing } from '../outgoing.ts'

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
