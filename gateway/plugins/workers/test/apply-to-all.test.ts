import t from 'tap'
import type { LoadedConfig } from '../../../src/config/load.ts'
import { createAudit } from '../../../src/operations/audit.ts'
import { createLog } from '../../../src/operations/logging.ts'
import { createActiveConfig } from '../../../src/serving/apply-config.ts'
import { createClock } from '../../../test/fixtures/clock.ts'
import { testLoadedConfig } from '../../../test/fixtures/gateway.ts'
import { createApplyToAll } from '../apply-to-all.ts'
import type { Link, Reply, ToWorker } from '../protocol.ts'

type Prepared = Reply<ReturnType<ToWorker['prepare']>>

const READY: Prepared = { kind: 'response', value: null }

function loadedOf(apiKey: string): LoadedConfig {
  return testLoadedConfig({ 'identityPlatform.apiKey': apiKey })
}

/** Workers that respond like this. `hasBegun`, `isServing`: default true. */
function startWorkers(workers: { responses: Prepared; hasBegun?: boolean; isServing?: boolean }[]) {
  const log = createLog('silent', { write: () => {} })
  const inForce = createActiveConfig(loadedOf('first'), createClock().now)
  const asked: string[] = []
  const { apply } = createApplyToAll({
    inForce,
    log,
    audit: createAudit({ log }),
    plugins: [],
    workers: () =>
      workers.map(({ responses, hasBegun = true, isServing = true }, index) => ({
        number: index + 1,
        worker: {
          hasBegun: () => hasBegun,
          ports: () => (isServing ? { port: 1, ports: {} } : null),
          link: {
            async ask(name: string, ask: unknown) {
              asked.push(`${index + 1} ${name}${name === 'settle' ? ` ${ask}` : ''}`)
              return name === 'prepare' ? responses : { kind: 'response', value: null }
            }
          } as Link<ToWorker>
        }
      }))
  })
  return { apply, asked, keyInForce: () => inForce.current().config.identityPlatform.apiKey }
}

t.test('apply to all: when each is ready, all get the message to commit', async (t) => {
  const { apply, asked, keyInForce } = startWorkers([{ responses: READY }, { responses: READY }])
  t.match(await apply(loadedOf('next')), {
    kind: 'config.applied',
    changed: ['identityPlatform.apiKey'],
    needRestart: []
  })
  t.strictSame(asked, ['1 prepare', '2 prepare', '1 settle true', '2 settle true'])
  t.equal(keyInForce(), 'next')
})

t.test('apply to all: when one is late, all get the message to discard it, also the late one', async (t) => {
  const { apply, asked, keyInForce } = startWorkers([{ responses: READY }, { responses: { kind: 'late' } }])
  t.match(await apply(loadedOf('next')), {
    kind: 'config.refused',
    problems: [{ message: 'worker 2 was not ready for it within 30 s' }]
  })
  t.strictSame(asked.slice(2), ['1 settle false', '2 settle false'])
  t.equal(keyInForce(), 'first')
})

t.test('apply to all: one that throws refuses it for all, unless that worker never served', async (t) => {
  const responses: Prepared = { kind: 'failed', failure: { message: 'a defect' } }
  t.match(await startWorkers([{ responses }, { responses: READY }]).apply(loadedOf('next')), {
    kind: 'config.refused',
    problems: [{ message: 'worker 1: a defect' }]
  })
  t.match(
    await startWorkers([{ responses, isServing: false }, { responses: READY }]).apply(loadedOf('next')),
    { kind: 'config.applied' },
    'control'
  )
})

t.test('apply to all: workers that are gone or have not started are not waited for', async (t) => {
  const { apply, asked } = startWorkers([
    { responses: { kind: 'gone' } },
    { responses: { kind: 'late' }, hasBegun: false }
  ])
  t.match(await apply(loadedOf('next')), { kind: 'config.applied' })
  t.strictSame(asked, ['1 prepare', '1 settle true'])
})
