import t from 'tap'
import type { PreparedConfig } from '../../../src/serving/apply-config.ts'
import type { Refused } from '../../../src/serving/reload.ts'
import { createPreparations } from '../serving-worker.ts'

const REFUSED: Refused = { kind: 'config.refused', problems: [] }

/** Configurations by name, and the outcome of each. */
function startPreparations() {
  const preparations = createPreparations()
  const became: string[] = []
  const preparedOf = (name: string): PreparedConfig => ({
    kind: 'prepared',
    loaded: {} as PreparedConfig['loaded'],
    needRestart: [],
    commit: () => void became.push(`${name} committed`),
    discard: async () => void became.push(`${name} discarded`)
  })
  return { ...preparations, became, preparedOf }
}

t.test('preparations: a prepared configuration is committed or discarded as settled', async (t) => {
  const { prepare, settle, became, preparedOf } = startPreparations()
  t.equal(await prepare(1, async () => preparedOf('first')), null)
  await settle(1, true)
  t.equal(await prepare(2, async () => preparedOf('second')), null)
  await settle(2, false)
  t.strictSame(became, ['first committed', 'second discarded'])
})

t.test('preparations: after a refusal there is nothing to settle', async (t) => {
  const { prepare, settle, became } = startPreparations()
  t.strictSame(await prepare(1, async () => REFUSED), REFUSED)
  await settle(1, false)
  t.strictSame(became, [])
})

t.test(
  'preparations: one settled before it is ready is discarded once it is, and the next one takes effect',
  async (t) => {
    const { prepare, settle, became, preparedOf } = startPreparations()
    let finish = () => {}
    const late = prepare(
      1,
      () =>
        new Promise((resolve) => {
          finish = () => resolve(preparedOf('late'))
        })
    )
    await Promise.resolve()
    await settle(1, false)
    const next = prepare(2, async () => {
      became.push('next begins')
      return preparedOf('next')
    })
    t.strictSame(became, [], 'in sequence')
    finish()
    await Promise.all([late, next])
    await settle(2, true)
    t.strictSame(became, ['late discarded', 'next begins', 'next committed'])
  }
)

t.test('preparations: one settled before it starts is never started', async (t) => {
  const { prepare, settle, became, preparedOf } = startPreparations()
  await settle(1, false)
  await prepare(1, async () => {
    became.push('begins')
    return preparedOf('given up')
  })
  t.strictSame(became, [])
})

t.test('preparations: one that throws rejects for its caller, and the next one is prepared', async (t) => {
  const { prepare, preparedOf } = startPreparations()
  const defect = async (): Promise<PreparedConfig> => {
    throw new Error('a defect')
  }
  await t.rejects(prepare(1, defect), { message: 'a defect' })
  t.equal(await prepare(2, async () => preparedOf('next')), null)
})
