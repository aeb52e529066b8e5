import t from 'tap'
import { createKeptWrites, type KeptWrite } from '../../src/shared-state/store/link.ts'

const LATER = 100

/** Writes in memory, and which are offered: each waits until it is answered. */
function createPlace() {
  const kept = createKeptWrites(() => 0)
  const names = new Map<KeptWrite, string>()
  const responses: ((isTaken: boolean) => void)[] = []
  const offered: string[] = []
  return {
    kept,
    offered,
    keep(op: KeptWrite['op'], name: string) {
      const write = { op, expiresAtSeconds: LATER, ask: async () => null }
      names.set(write, name)
      kept.keep(write)
    },
    offer: () =>
      kept.offer((write) => {
        offered.push(names.get(write) ?? '')
        return new Promise((resolve) => responses.push(resolve))
      }),
    /** Answers all that are offered now; gives how many these were. */
    async response(isTaken: boolean) {
      const waiting = responses.splice(0)
      for (const resolve of waiting) resolve(isTaken)
      await new Promise(setImmediate)
      return waiting.length
    }
  }
}

t.test('kept writes: 250, one alone and then 100 at once, the oldest first', async (t) => {
  const place = createPlace()
  const names = Array.from({ length: 250 }, (_, index) => `${index}`)
  for (const name of names) place.keep('publish', name)
  const all = place.offer()
  const counts: number[] = []
  for (let round = 0; round < 4; round++) counts.push(await place.response(true))
  t.equal(await all, true)
  t.strictSame(counts, [1, 100, 100, 49])
  t.strictSame(place.offered, names)
  t.equal(place.kept.isAny(), false)
})

t.test('kept writes: the first is not taken, the others are not asked for and wait', async (t) => {
  const place = createPlace()
  for (const name of ['first', 'second', 'third']) place.keep('publish', name)
  const all = place.offer()
  await place.response(false)
  t.equal(await all, false)
  t.strictSame(place.offered, ['first'])
  t.equal(place.kept.isAny(), true)
})

t.test('kept writes: some of many are not taken, these alone are offered again', async (t) => {
  const place = createPlace()
  for (const name of ['first', 'second', 'third']) place.keep('publish', name)
  const all = place.offer()
  await place.response(true)
  await place.response(false)
  t.equal(await all, false)
  const again = place.offer()
  await place.response(true)
  await place.response(true)
  t.equal(await again, true)
  t.strictSame(place.offered, ['first', 'second', 'third', 'second', 'third'])
})

t.test('kept writes: those of one operation are not taken, those of another are', async (t) => {
  const place = createPlace()
  place.keep('list', 'entry')
  place.keep('publish', 'message')
  const all = place.offer()
  await place.response(false)
  await place.response(true)
  t.equal(await all, false)
  t.strictSame(place.offered, ['entry', 'message'])
  const again = place.offer()
  await place.response(true)
  t.equal(await again, true)
  t.strictSame(place.offered, ['entry', 'message', 'entry'])
})

t.test(
  'kept writes: one comes after those of its operation were taken, none was refused; it waits',
  async (t) => {
    const place = createPlace()
    place.keep('publish', 'first')
    place.keep('list', 'entry')
    const all = place.offer()
    await place.response(true)
    place.keep('publish', 'second')
    await place.response(true)
    t.equal(await all, true)
    t.equal(place.kept.isAny(), true)
    const again = place.offer()
    await place.response(true)
    t.equal(await again, true)
    t.strictSame(place.offered, ['first', 'entry', 'second'])
  }
)

t.test('kept writes: asked for twice at once, offered once', async (t) => {
  const place = createPlace()
  place.keep('publish', 'first')
  const both = [place.offer(), place.offer()]
  t.equal(await place.response(true), 1)
  t.strictSame(await Promise.all(both), [true, true])
})
