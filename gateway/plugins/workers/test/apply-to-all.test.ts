import t from 'tap'
import type { LoadedConfig } from '../../../src/config/load.ts'
import { createAudit } from '../../../src/operations/audit.ts'
import { createLog } from '../../../src/operations/logging.ts'
import { createActiveConfig, type PreparedConfig } from '../../../src/serving/apply-config.ts'
import { createClock } from '../../../test/fixtures/clock.ts'
import { testLoadedConfig } from '../../../test/fixtures/gateway.ts'
import { signal } from '../../../test/fixtures/signal.ts'
import { createApplyToAll, createPreparations } from '../apply-to-all.ts'
import type { Link, Reply, ToWorker } from '../protocol.ts'

type Prepared = Reply<ReturnType<ToWorker['prepare']>>

const READY: Prepared = { kind: 'response', value: null }

function loadedOf(apiKey: string): LoadedConfig {
  return testLoadedConfig({ 'identityPlatform.apiKey': apiKey })
}

/** Workers that respond like this. `hasBegun`, `isServing`: default true. */
function startWorkers(workers: { responses: Prepared; hasBegun?: boolean; isServing?: boolean }[]) {
  const log = createLog('silent', { write: () => {} })
  const active = createActiveConfig(loadedOf('first'), createClock().now)
  const asked: string[] = []
  const { apply } = createApplyToAll({
    active,
    log,
    audit: createAudit({ log }),
    plugins: [],
    workers: () =>
      workers.map(({ responses, hasBegun = true, isServing = true }, index) => ({
        number: index + 1,
        hasBegun,
        ports: isServing ? { port: 1, ports: {} } : null,
        link: {
          async ask(name: string, [commit]: readonly unknown[]) {
            asked.push(`${index + 1} ${name}${name === 'settle' ? ` ${commit}` : ''}`)
            return name === 'prepare' ? responses : { kind: 'response', value: null }
          }
        } as Link<ToWorker>
      }))
  })
  return { apply, asked, keyInForce: () => active.current().config.identityPlatform.apiKey }
}

t.test('apply to all: applied if each that serves is ready, otherwise discarded by all', async (t) => {
  const threw: Prepared = { kind: 'failed', failure: { message: 'a defect' } }
  const ready = { responses: READY }
  const applied = { kind: 'config.applied', changed: ['identityPlatform.apiKey'], needRestart: [] }
  const refused = (message: string) => ({ kind: 'config.refused', problems: [{ message }] })
  const ofBoth = (commit: boolean) => `1 prepare, 2 prepare, 1 settle ${commit}, 2 settle ${commit}`
  const late = { responses: { kind: 'late' } } as const
  const gone = { responses: { kind: 'gone' } } as const
  const rows: readonly [workers: Parameters<typeof startWorkers>[0], result: object, asked: string][] = [
    [[ready, ready], applied, ofBoth(true)],
    [[ready, late], refused('worker 2 was not ready for it within 30 s'), ofBoth(false)],
    [[{ responses: threw }, ready], refused('worker 1: a defect'), ofBoth(false)],
    [[{ responses: threw, isServing: false }, ready], applied, ofBoth(true)],
    [[gone, { ...late, hasBegun: false }], applied, '1 prepare, 1 settle true']
  ]
  for (const [workers, result, all] of rows) {
    const { apply, asked, keyInForce } = startWorkers(workers)
    t.match(await apply(loadedOf('next')), result, all)
    t.equal(asked.join(', '), all)
    t.equal(keyInForce(), result === applied ? 'next' : 'first')
  }
})

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

t.test('preparations: one settled before it is ready is discarded, then the next begins', async (t) => {
  const { prepare, settle, became, preparedOf } = startPreparations()
  const finished = signal()
  const late = prepare(() => finished.promise.then(() => preparedOf('late')))
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
  finished.settle()
  await Promise.all(all)
  t.strictSame(became, ['late discarded', 'next begins', 'next committed'])
})
