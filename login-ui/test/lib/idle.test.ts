import t from 'tap'
import { whenIdle } from '../../src/lib/browser.ts'

t.test('idle: with idle callbacks, schedules the task and can cancel it', async (t) => {
  const asked: { task: unknown; options: unknown }[] = []
  const cancelled: number[] = []
  t.intercept(globalThis, 'requestIdleCallback', {
    value: (task: unknown, options: unknown) => asked.push({ task, options }),
    configurable: true
  })
  t.intercept(globalThis, 'cancelIdleCallback', {
    value: (handle: number) => cancelled.push(handle),
    configurable: true
  })
  const task = () => {}
  const callOff = whenIdle(task)
  t.same(asked, [{ task, options: { timeout: 2000 } }])
  callOff()
  t.same(cancelled, [1])
})

t.test('idle: without idle callbacks, still runs the task', async () => {
  await new Promise<void>((resolve) => void whenIdle(resolve))
})

t.test('idle: a cancelled task never runs', async (t) => {
  const callOff = whenIdle(() => t.fail('ran'))
  callOff()
  await new Promise<void>((resolve) => void whenIdle(resolve))
})
