import t, { type Test } from 'tap'
import { createAnnouncer } from '../../src/ui/announcer.ts'

/** An announcer, the successive contents of its region, and a way to end its pause. */
function setUp(t: Test) {
  const held: (string | null)[] = []
  const waiting = new Map<number, () => void>()
  let timers = 0
  t.intercept(globalThis, 'setTimeout', {
    value: (act: (words: unknown) => void, _ms: number, words: unknown) => {
      timers += 1
      waiting.set(timers, () => act(words))
      return timers
    },
    configurable: true
  })
  t.intercept(globalThis, 'clearTimeout', {
    value: (timer: number) => void waiting.delete(timer),
    configurable: true
  })
  const endPause = () => {
    for (const [timer, act] of waiting) {
      waiting.delete(timer)
      act()
    }
  }
  return { announce: createAnnouncer((words) => void held.push(words)), held, endPause }
}

t.test('announcer: for a repeated message, the region is emptied in between', async (t) => {
  const { announce, held, endPause } = setUp(t)
  announce('Enter the code.')
  t.same(held, [null], 'not before the pause has ended')
  endPause()
  announce('Enter the code.')
  endPause()
  t.same(held, [null, 'Enter the code.', null, 'Enter the code.'])
})

t.test('announcer: a message replaced or removed within the pause is never announced', async (t) => {
  const { announce, held, endPause } = setUp(t)
  announce('Caps Lock is on')
  announce('Enter the code.')
  endPause()
  t.same(held, [null, null, 'Enter the code.'])
  announce('Enter the code.')
  announce(null)
  endPause()
  t.same(held.slice(3), [null, null, null])
})
