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
    return { join: async () => join().shared }
  }
})

/** What a worker of this process id gets from its host, with a clock. */
function startHost() {
  const clock = createClock()
  const host = createSharedHost<null>(() => {}, clock.now)
  const { claim, release, released } = host.handlersOf(null)
  return {
    ...clock,
    ...host,
    released,
    claim: (pid: number) => claim('work', `${pid} token`, 'first'),
    release: (pid: number, text: string) => release('work', `${pid} token`, text, 60)
  }
}

t.test('workers: if the worker with the lock dies, the next one that waits takes over', async (t) => {
  const { claim, release, released, releaseAllOf } = startHost()
  t.same(await claim(1), { text: null, holder: '1 token' })
  t.same(await claim(2), { text: null, holder: '1 token' })
  const waiting = [released('work'), released('work')]
  releaseAllOf(11)
  t.same(await claim(2), { text: null, holder: '1 token' }, 'twin: another one dies')
  releaseAllOf(1)
  await Promise.all(waiting)
  t.same(await claim(2), { text: null, holder: '2 token' })
  t.same(await claim(3), { text: null, holder: '2 token' })
  await release(2, 'done')
  t.same(await claim(3), { text: 'done', holder: null })
})

t.test('workers: work that hangs in one of them is done by the next caller after 5 s', async (t) => {
  const { claim, advance } = startHost()
  await claim(1)
  advance(4.9)
  t.same(await claim(2), { text: null, holder: '1 token' })
  advance(0.1)
  t.same(await claim(3), { text: null, holder: '3 token' })
})

t.test('workers: without the primary, work, counts and messages are those of this process', async (t) => {
  const { shared } = startPrimary(() => true).join()
  const texts: string[] = []
  shared.subscribe('news', (text) => texts.push(text))
  const work = {
    run: async () => 'made',
    encode: (text: string) => text,
    decode: async (text: string) => text
  }
  t.equal(await shared.singleFlight('a', 60, work), 'made')
  t.match(await shared.countCall('sign-in', 'ada', 60_000), { calls: 1 })
  t.match(await shared.countCall('sign-in', 'ada', 60_000), { calls: 2 })
  await shared.publish('news', 'published', Date.now() / 1000 + 100)
  t.strictSame(texts, ['published'])
})
