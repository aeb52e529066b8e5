import t from 'tap'
import { checkConfig } from '../../src/operations/condition.ts'
import { createActiveConfig } from '../../src/serving/apply-config.ts'
import { createClock } from '../fixtures/clock.ts'
import { testLoadedConfig } from '../fixtures/gateway.ts'

const applied = (needRestart: readonly string[]) =>
  ({ kind: 'config.applied', hash: 'abc', changed: [], needRestart, files: [] }) as const

t.test('config in force: a change that needs a restart causes a warning until it is reverted', async (t) => {
  const clock = createClock()
  const { note, condition } = createActiveConfig(testLoadedConfig({}), clock.now)
  const check = () => checkConfig(condition())
  t.match(check(), { status: 'ok' })
  clock.advance(5)
  note(applied(['listen', 'store']))
  t.match(check(), {
    status: 'warn',
    reason: 'needs a restart: listen, store',
    since: new Date(clock.now() * 1000).toISOString()
  })
  note({ kind: 'config.unchanged' })
  t.match(check(), { status: 'warn', reason: /restart/ }, 'the configuration in use is the same')
  note(applied([]))
  t.match(check(), { status: 'ok' })
})

t.test('config in force: a refused change is reported first, then the needed restart', async (t) => {
  const clock = createClock()
  const { note, condition } = createActiveConfig(testLoadedConfig({}), clock.now)
  note(applied(['listen']))
  note({ kind: 'config.refused', problems: [] })
  t.match(checkConfig(condition()), { status: 'warn', reason: /last change was rejected/ })
  clock.advance(5)
  note({ kind: 'config.unchanged' })
  const since = new Date(clock.now() * 1000).toISOString()
  t.match(checkConfig(condition()), { status: 'warn', reason: /needs a restart: listen/, since })
})
