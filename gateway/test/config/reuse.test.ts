import t from 'tap'
import { createReuse, fingerprintOf } from '../../src/config/changes.ts'

t.test('reuse: the same fingerprint, the same object; another one, a new object', async (t) => {
  const dropped: number[] = []
  const reuse = createReuse<number>((former) => dropped.push(former))
  let made = 0
  const make = () => {
    made += 1
    return made
  }
  t.strictSame([reuse('a', make), reuse('a', make)], [1, 1])
  t.strictSame(dropped, [])
  t.equal(reuse('b', make), 2)
  t.strictSame(dropped, [1])
  t.equal(reuse('a', make), 3, 'a dropped object is not reused')
})

t.test('reuse: the object in use is dropped when another one is adopted, not before', async (t) => {
  const dropped: string[] = []
  const reuse = createReuse<string>((former) => dropped.push(former))
  const give = (name: string) => reuse(name, () => `${name} ${dropped.length}`)
  give('a')
  reuse.activate()
  t.equal(give('b'), 'b 0')
  t.strictSame(dropped, [], 'in use')
  reuse.revert()
  t.strictSame(dropped, ['b 0'], 'reverted')
  t.equal(give('a'), 'a 0', 'the same as before')
  give('c')
  t.equal(give('a'), 'a 0', 'still in use after another one was tried')
  t.strictSame(dropped, ['b 0', 'c 1'])
  give('d')
  reuse.activate()
  t.strictSame(dropped, ['b 0', 'c 1', 'a 0'], 'control: adopted')
})

t.test('fingerprint: equal for equal settings only, and reveals none of them', async (t) => {
  const settings = { keys: ['secret'], session: { idleSeconds: 0 } }
  t.equal(fingerprintOf(settings, 'x'), fingerprintOf(structuredClone(settings), 'x'))
  const others = [
    fingerprintOf(settings),
    fingerprintOf(settings, 'y'),
    fingerprintOf({ ...settings, keys: ['other'] }, 'x'),
    fingerprintOf({ ...settings, session: { idleSeconds: 1 } }, 'x')
  ]
  t.notOk(others.includes(fingerprintOf(settings, 'x')))
  t.notMatch(fingerprintOf(settings), 'secret')
})
