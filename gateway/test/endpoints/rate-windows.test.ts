import t from 'tap'
import { createRateWindows, type RateWindows } from '../../src/endpoints/rate-windows.ts'
import { createClock } from '../fixtures/clock.ts'

const WINDOW_MS = 60_000

/** Counts one call of a caller under a limit; gives what the store answers. */
function call(RateStore: RateWindows, groupId: string, caller: string): object | undefined {
  let answer: object | undefined
  const take = (_error: unknown, result?: object) => {
    answer = result
  }
  new RateStore({ groupId }).incr(caller, take, WINDOW_MS, 3)
  return answer
}

t.test('rate windows: calls within a window, counted; its end begins another', async (t) => {
  const clock = createClock()
  const store = createRateWindows(clock.now)
  t.strictSame(call(store, 'sign-in', 'ada'), { current: 1, ttl: 60_000 })
  clock.advance(59)
  t.strictSame(call(store, 'sign-in', 'ada'), { current: 2, ttl: 1000 }, 'the first call began the window')
  clock.advance(1)
  t.strictSame(call(store, 'sign-in', 'ada'), { current: 1, ttl: 60_000 })
})

t.test('rate windows: other caller or other limit, counted apart', async (t) => {
  const store = createRateWindows(createClock().now)
  call(store, 'sign-in', 'ada')
  t.match(call(store, 'sign-in', 'bob'), { current: 1 })
  t.match(call(store, 'refresh', 'ada'), { current: 1 })
  t.match(call(store, 'sign-in', 'ada'), { current: 2 })
})

t.test(
  'rate windows: 5000 other callers, the first is forgotten; those of another limit are not',
  async (t) => {
    const store = createRateWindows(createClock().now)
    for (const group of ['sign-in', 'refresh']) call(store, group, 'ada')
    for (let caller = 0; caller < 5000; caller++) call(store, 'sign-in', `${caller}`)
    t.match(call(store, 'sign-in', 'ada'), { current: 1 })
    t.match(call(store, 'refresh', 'ada'), { current: 2 })
  }
)
