import t from 'tap'
import { createSingleFlight } from '../src/single-flight.ts'

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

t.test(
  'single flight: one action for all who ask while it is under way, another one afterwards',
  async (t) => {
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
  }
)

t.test('single flight: another key, an action of its own', async (t) => {
  const { flight, action, begun, endAll } = start()
  const results = [flight.run('one', action), flight.run('two', action)]
  t.equal(begun(), 2)
  t.equal(flight.isUnderWay('three'), false)
  endAll()
  t.strictSame(await Promise.all(results), [1, 2])
})

t.test(
  'single flight: an action that throws rejects for all callers, and the next one may start',
  async (t) => {
    const { flight, action, endAll } = start()
    const fail = async () => {
      throw new Error('broken')
    }
    const results = [flight.run('key', fail), flight.run('key', action)]
    for (const result of results) await t.rejects(result, { message: 'broken' })
    const next = flight.run('key', action)
    endAll()
    t.equal(await next, 1)
  }
)
