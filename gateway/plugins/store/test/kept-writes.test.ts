import t from 'tap'
import { createKeptWrites, type KeptWrite } from '../link.ts'

const LATER = 100

/** Writes in memory, and which are offered: each waits for its response. */
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
      kept.add(write)
    },
    offer: () =>
      kept.offer((write) => {
        offered.push(names.get(write) ?? '')
        return new Promise((resolve) => responses.push(resolve))
      }),
    /** Responds to all current offers; returns how many they were. */
    async response(isTaken: boolean) {
      const waiting = responses.splice(0)
      for (const resolve of waiting) resolve(isTaken)
      await new Promise(setImmediate)
      return waiting.length
    }
  }
}

t.test('kept writes: 250 are offered oldest first, the first one alone, then 100 at once', async (t) => {
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

t.test('kept writes: those of a refused operation wait, only the refused are offered again', async (t) => {
  const messages = ['first', 'second', 'third'].map((name) => ['publish', name] as const)
  const both = [['list', 'entry'] as const, ['publish', 'message'] as const]
  type Flush = readonly [rounds: readonly boolean[], isTaken: boolean]
  const again: Flush = [[true, true], true]
  const rows: readonly [
    name: string,
    writes: readonly (readonly [KeptWrite['op'], string])[],
    flushes: readonly Flush[],
    offered: string
  ][] = [
    ['the first is refused', messages, [[[false], false]], 'first'],
    ['some are refused', messages, [[[true, false], false], again], 'first second third second third'],
    ['one operation is refused', both, [[[false, true], false], again], 'entry message entry']
  ]
  for (const [name, writes, flushes, offered] of rows) {
    const { keep, offer, response, ...place } = createPlace()
    for (const [op, write] of writes) keep(op, write)
    for (const [rounds, isTaken] of flushes) {
      const all = offer()
      for (const reply of rounds) await response(reply)
      t.equal(await all, isTaken, name)
    }
    t.equal(place.offered.join(' '), offered, name)
    t.equal(place.kept.isAny(), flushes.length === 1, name)
  }
})

t.test('kept writes: one added after those of its operation were written waits', async (t) => {
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
})

t.test('kept writes: two concurrent flushes offer it once', async (t) => {
  const place = createPlace()
  place.keep('publish', 'first')
  const both = [place.offer(), place.offer()]
  t.equal(await place.response(true), 1)
  t.strictSame(await Promise.all(both), [true, true])
})
