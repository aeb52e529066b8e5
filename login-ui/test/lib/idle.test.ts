import t from 'tap'
import { whenIdle } from '../../src/lib/idle.ts'

t.test('idle: browser with idle callbacks, gives the task to it and can call it off', async (t) => {
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

t.test('idle: browser without idle callbacks, runs the task by itself', async () => {
  await new Promise<void>((resolve) => void whenIdle(resolve))
})

t.test('idle: called off before its time, never runs the task', async (t) => {
  const callOff = whenIdle(() => t.fail('ran'))
  callOff()
  await new Promise<void>((resolve) => void whenIdle(resolve))
})
