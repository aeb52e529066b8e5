import t from 'tap'
import { PLUGINS } from '../../plugins/plugins.ts'
import { loadConfig } from '../../src/config/load.ts'
import { countWorkers, listWorkerWarnings } from '../../src/config/sources/platform.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { environmentOf } from '../fixtures/processes/environment.ts'

const MACHINE = { cores: 4, isContainer: false }

/** The result of a value of `GATEHOUSE_WORKERS`. */
function load(workers: string) {
  const env = { ...environmentOf('workers'), GATEHOUSE_PUBLIC_URL: 'http://localhost:8080' }
  return loadConfig({ file: null, env: { ...env, GATEHOUSE_WORKERS: workers }, plugins: PLUGINS })
}

t.test('workers: a number or `auto` is accepted, the default is one', async (t) => {
  t.equal(testConfig({}).workers, 1)
  for (const [value, workers, count] of [
    ['4', 4, 4],
    ['64', 64, 64],
    ['auto', 'auto', 3]
  ] as const) {
    const loaded = load(value)
    if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
    t.equal(loaded.config.workers, workers)
    t.equal(countWorkers(loaded.config, 3), count)
  }
})

t.test('workers: zero, too many and other words are refused', async (t) => {
  for (const value of ['0', '-1', '65', '1.5', 'all', 'autos'])
    t.match(load(value), { kind: 'invalid', problems: [{ path: 'workers' }] }, value)
})

t.test('workers: more than there are cores cause a warning, as many do not', async (t) => {
  t.match(listWorkerWarnings({ workers: 5 }, MACHINE), [/^workers: 5 on 4 cores /])
  t.same(listWorkerWarnings({ workers: 4 }, MACHINE), [], 'control')
  t.same(listWorkerWarnings({ workers: 'auto' }, MACHINE), [])
})

t.test('workers: several in a container cause a hint at replicas, one does not', async (t) => {
  t.match(listWorkerWarnings({ workers: 2 }, { ...MACHINE, isContainer: true }), [/replicas/])
  t.same(listWorkerWarnings({ workers: 1 }, { ...MACHINE, isContainer: true }), [], 'control')
})
