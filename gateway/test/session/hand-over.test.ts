import t from 'tap'
import { createCompletedHandOvers } from '../../src/session/hand-over.ts'
import { createClock } from '../fixtures/clock.ts'

const CACHED = 100

t.test('hand-over: more attempts than are cached, none of them is accepted twice', async (t) => {
  const clock = createClock(1000)
  const handedOver = createCompletedHandOvers(clock.now, CACHED)
  const states = Array.from({ length: 3 * CACHED }, (_, n) => `state ${n}`)
  const at = clock.now() + 60
  for (const state of states) handedOver.set(state, at)
  t.notOk(states.some((state) => !handedOver.has(state, at)))
})

t.test('hand-over: more attempts than are cached, sessions encrypted later are accepted', async (t) => {
  const clock = createClock(1000)
  const handedOver = createCompletedHandOvers(clock.now, CACHED)
  const early = clock.now() + 60
  for (let n = 0; n < CACHED; n++) handedOver.set(`state ${n}`, clock.now() + 60)
  t.notOk(handedOver.has('early', early), 'none has been dropped')
  clock.advance(1)
  const later = clock.now() + 60
  for (let n = 0; n < CACHED; n++) handedOver.set(`later ${n}`, later)
  t.ok(handedOver.has('early', early), 'twin: as old as one that was dropped')
  t.notOk(handedOver.has('new', later))
  t.ok(handedOver.has('later 0', later))
})

t.test('hand-over: an attempt that is released is accepted once more', async (t) => {
  const clock = createClock(1000)
  const handedOver = createCompletedHandOvers(clock.now, CACHED)
  handedOver.set('state', 1060)
  handedOver.delete('state')
  t.notOk(handedOver.has('state', 1060))
})
