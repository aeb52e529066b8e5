import t from 'tap'
import type { PreparedConfig } from '../../../src/serving/apply-config.ts'
import { createPreparations } from '../serving-worker.ts'

/** Configurations by name, and the outcome of each. */
function startPreparations() {
  const became: string[] = []
  const preparedOf = (name: string): PreparedConfig => ({
    kind: 'prepared',
    describe: () => ({ kind: 'config.applied', hash: name, changed: [], needRestart: [] }),
    commit: () => void became.push(`${name} committed`),
    discard: async () => void became.push(`${name} discarded`)
  })
  return { ...createPreparations(), became, preparedOf }
}

t.test('preparations: one is committed or discarded as settled, after a refusal there is none', async (t) => {
  const { prepare, settle, became, preparedOf } = startPreparations()
  t.equal(await prepare(async () => preparedOf('first')), null)
  await settle(true)
  t.equal(await prepare(async () => preparedOf('second')), null)
  await settle(false)
  const refused = { kind: 'config.refused', problems: [] } as const
  t.strictSame(await prepare(async () => refused), refused)
  await settle(true)
  t.strictSame(became, ['first committed', 'second discarded'])
})

t.test('preparations: one settled before it is ready is discarded, then the next begins', async (t) => {
  const { prepare, settle, became, preparedOf } = startPreparations()
  let finish = () => {}
  const late = prepare(
    () =>
      new Promise((resolve) => {
        finish = () => resolve(preparedOf('late'))
      })
  )
  await Promise.resolve()
  const all = [
    late,
    settle(false),
    prepare(async () => Promise.reject(new Error('a defect'))).catch(() => {}),
    settle(false),
    prepare(async () => {
      became.push('next begins')
      return preparedOf('next')
    }),
    settle(true)
  ]
  t.strictSame(became, [])
  finish()
  await Promise.all(all)
  t.strictSame(became, ['late discarded', 'next begins', 'next committed'])
})
