import t from 'tap'
import { createMemoryState, createMemoryTexts } from '../../src/shared-state/memory.ts'
import { createClock } from '../fixtures/clock.ts'
import { testSharedState } from '../fixtures/session/shared-state.ts'

testSharedState(t, {
  name: 'memory',
  isAlone: true,
  async start() {
    const state = createMemoryState(createClock().now)
    return { join: async () => state }
  }
})

t.test('memory: when a text has expired, the work is done again', async (t) => {
  const clock = createClock()
  const { singleFlight } = createMemoryState(clock.now)
  const work = {
    run: async () => `${clock.now()}`,
    encode: (text: string) => text,
    decode: async (text: string) => text
  }
  const first = await singleFlight('a', 60, work)
  clock.advance(59)
  t.equal(await singleFlight('a', 60, work), first)
  clock.advance(1)
  t.not(await singleFlight('a', 60, work), first)
})

t.test('memory: when a window has ended, the next call starts another', async (t) => {
  const clock = createClock()
  const { countCall } = createMemoryState(clock.now)
  t.same(await countCall('sign-in', 'ada', 60_000), { calls: 1, endsInMs: 60_000 })
  clock.advance(59)
  t.same(await countCall('sign-in', 'ada', 60_000), { calls: 2, endsInMs: 1000 })
  clock.advance(1)
  t.same(await countCall('sign-in', 'ada', 60_000), { calls: 1, endsInMs: 60_000 })
})

t.test('memory: after 5000 other callers the first is dropped, those of another limit are not', async (t) => {
  const { countCall } = createMemoryState(createClock().now)
  for (const limit of ['sign-in', 'refresh']) await countCall(limit, 'ada', 60_000)
  for (let caller = 0; caller < 5000; caller++) await countCall('sign-in', `${caller}`, 60_000)
  t.match(await countCall('sign-in', 'ada', 60_000), { calls: 1 })
  t.match(await countCall('refresh', 'ada', 60_000), { calls: 2 })
})

t.test('memory: texts beyond 32 MiB evict the least recently used one', async (t) => {
  const { claim, release } = createMemoryTexts(createClock().now)
  const text = 'x'.repeat(1024 * 1024)
  const keep = (name: number) => release(`${name}`, 'token', text, 60)
  const textOf = async (name: number) => (await claim(`${name}`, 'token', 'first')).text
  for (let name = 0; name < 31; name++) await keep(name)
  t.equal(await textOf(0), text)
  for (const name of [31, 32]) await keep(name)
  t.equal(await textOf(1), null)
  t.equal(await textOf(0), text, 'control: used since')
})

t.test('memory: work of one name is done in turn, also after a failure, of others meanwhile', async (t) => {
  const { alone } = createMemoryState(createClock().now)
  const steps: string[] = []
  const work = (name: string) => async () => {
    steps.push(`${name} begins`)
    await Promise.resolve()
    steps.push(`${name} ends`)
  }
  const failed = alone('ada', async () => Promise.reject(new Error('failed')))
  await Promise.all([t.rejects(failed), alone('ada', work('a')), alone('ada', work('b'))])
  t.same(steps, ['a begins', 'a ends', 'b begins', 'b ends'])
  void alone('ada', () => new Promise(() => {}))
  t.equal(await alone('eve', async () => 'done'), 'done', 'twin: another name')
})
