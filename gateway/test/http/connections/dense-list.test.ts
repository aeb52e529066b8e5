import fc from 'fast-check'
import t from 'tap'
import { DenseList, type Listed } from '../../../src/http/connections/open-responses.ts'

const member = (): Listed => ({ listIndex: -1 })

t.test('dense list: any adds and removes, the members of a set', async () => {
  const steps = fc.array(fc.record({ add: fc.boolean(), pick: fc.nat() }), { maxLength: 200 })
  fc.assert(
    fc.property(steps, (all) => {
      const list = new DenseList<Listed>()
      const expected = new Set<Listed>()
      for (const { add, pick } of all) {
        const known = [...expected][pick % Math.max(1, expected.size)]
        if (add || known === undefined) {
          const one = member()
          list.add(one)
          expected.add(one)
        } else {
          if (!list.remove(known) || list.has(known)) return false
          expected.delete(known)
        }
        if (list.size !== expected.size || ![...list].every((one) => expected.has(one) && list.has(one)))
          return false
      }
      return true
    })
  )
})

t.test('dense list: a member of another list, and one removed before, are not removed', async (t) => {
  const [list, other] = [new DenseList<Listed>(), new DenseList<Listed>()]
  const [own, foreign] = [member(), member()]
  list.add(own)
  other.add(foreign)
  t.equal(list.remove(foreign), false)
  t.equal(list.remove(own), true)
  t.equal(list.remove(own), false)
  t.same([list.size, other.size], [0, 1])
})

t.test('dense list: members removed during a walk over them, each is visited once', async (t) => {
  const list = new DenseList<Listed>()
  const members = Array.from({ length: 10 }, member)
  for (const one of members) list.add(one)
  const visited: Listed[] = []
  for (const one of list) {
    visited.push(one)
    list.remove(one)
  }
  t.same(new Set(visited), new Set(members))
  t.equal(visited.length, members.length)
  t.equal(list.size, 0)
})

t.test('dense list: taken all at once, in none afterwards', async (t) => {
  const list = new DenseList<Listed>()
  const members = [member(), member()]
  for (const one of members) list.add(one)
  t.equal(list.takeAll().length, 2)
  t.same(
    members.map((one) => [one.listIndex, list.has(one)]),
    [
      [-1, false],
      [-1, false]
    ]
  )
})

t.test('dense list: waiting until it is empty, at once if it is, else for its last member', async (t) => {
  const list = new DenseList<Listed>()
  const ended: string[] = []
  const wait = (name: string) => void list.waitUntilEmpty().then(() => ended.push(name))
  wait('at once')
  const members = [member(), member()]
  for (const one of members) list.add(one)
  wait('first')
  wait('second')
  for (const [one, expected] of [
    [members[0], ['at once']],
    [members[1], ['at once', 'first', 'second']]
  ] as const) {
    if (one !== undefined) list.remove(one)
    await Promise.resolve()
    t.same(ended, expected)
  }
})
