import t from 'tap'
import { createRateWindows, type RateWindows } from '../../src/endpoints/own-session.ts'
import { createMemoryState } from '../../src/shared-state/memory.ts'
import { createClock } from '../fixtures/clock.ts'

const WINDOW_MS = 60_000

/** Counts one call of a caller under a limit; returns the result of the store. */
function call(RateStore: RateWindows, groupId: string, caller: string): Promise<object | undefined> {
  return new Promise((resolve, reject) => {
    const take = (err: Error | null, result?: object) => (err === null ? resolve(result) : reject(err))
    new RateStore({ groupId }).incr(caller, take, WINDOW_MS, 3)
  })
}

t.test('rate windows: calls are counted within a window, and its end starts a new one', async (t) => {
  const clock = createClock()
  const store = createRateWindows(createMemoryState(clock.now))
  t.strictSame(await call(store, 'sign-in', 'ada'), { current: 1, ttl: 60_000 })
  clock.advance(59)
  t.strictSame(
    await call(store, 'sign-in', 'ada'),
    { current: 2, ttl: 1000 },
    'the first call began the window'
  )
  clock.advance(1)
  t.strictSame(await call(store, 'sign-in', 'ada'), { current: 1, ttl: 60_000 })
})

t.test('rate windows: other callers and other limits are counted separately', async (t) => {
  const store = createRateWindows(createMemoryState(createClock().now))
  await call(store, 'sign-in', 'ada')
  t.match(await call(store, 'sign-in', 'bob'), { current: 1 })
  t.match(await call(store, 'refresh', 'ada'), { current: 1 })
  t.match(await call(store, 'sign-in', 'ada'), { current: 2 })
})
