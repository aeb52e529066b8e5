import t from 'tap'
import { createClock } from '../../../test/fixtures/clock.ts'
import { startPrimary } from '../../../test/fixtures/processes/primary.ts'
import { testSharedState } from '../../../test/fixtures/session/shared-state.ts'
import { createSharedHost } from '../shared-by-primary.ts'

testSharedState(t, {
  name: 'workers',
  isAlone: false,
  async start() {
    const { join } = startPrimary()
    return { join: async () => join().state }
  }
})

t.test('workers: if the worker with the lock dies, the next one that waits takes over', async (t) => {
  const host = createSharedHost<string>(() => {}, createClock().now)
  t.strictSame(await host.claim('a', 'work', false), { kind: 'yours' })
  const waiting = [host.claim('b', 'work', false), host.claim('c', 'work', false)]
  host.leave('a')
  t.strictSame(await waiting[0], { kind: 'yours' })
  host.finish('a', { name: 'work', text: 'of the dead', keepSeconds: 0 })
  host.finish('b', { name: 'work', text: 'done', keepSeconds: 0 })
  t.strictSame(await waiting[1], { kind: 'text', text: 'done' })
})

t.test(
  'workers: without the primary, work and counts are local and messages reach this process',
  async (t) => {
    const { state } = startPrimary(() => true).join()
    const texts: string[] = []
    state.subscribe('news', (text) => texts.push(text))
    const work = {
      make: async () => 'made',
      write: (text: string) => text,
      read: async (text: string) => text
    }
    t.equal(await state.singleFlight('a', 60, work), 'made')
    t.match(await state.countCall('sign-in', 'ada', 60_000), { calls: 1 })
    t.match(await state.countCall('sign-in', 'ada', 60_000), { calls: 2 })
    await state.publish('news', 'published', Date.now() / 1000 + 100)
    t.strictSame(texts, ['published'])
  }
)

t.test('workers: work that hangs in one of them is done by the next caller after 5 s', async (t) => {
  const clock = createClock()
  const host = createSharedHost<string>(() => {}, clock.now)
  t.strictSame(await host.claim('stuck', 'work', false), { kind: 'yours' })
  clock.advance(4.9)
  const waiting = host.claim('b', 'work', false)
  clock.advance(0.1)
  t.strictSame(await host.claim('c', 'work', false), { kind: 'yours' })
  host.finish('stuck', { name: 'work', text: 'much later', keepSeconds: 0 })
  host.finish('c', { name: 'work', text: 'done', keepSeconds: 0 })
  t.strictSame(await waiting, { kind: 'text', text: 'done' }, 'control: an earlier caller waits for it')
})

t.test('workers: a message before anyone subscribes is delivered once, then dropped', async (t) => {
  const { state } = startPrimary().join()
  const [first, second]: [string[], string[]] = [[], []]
  state.tell({ topic: 'news', text: 'early' })
  state.tell({ topic: 'gossip', text: 'for others' })
  state.subscribe('news', (text) => first.push(text))
  state.subscribe('news', (text) => second.push(text))
  t.strictSame([first, second], [['early'], []])
})
