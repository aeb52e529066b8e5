import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { PLUGINS } from '../../plugins/plugins.ts'
import { createApp } from '../../src/app.ts'
import { createAppState } from '../../src/app-state.ts'
import type { LoadedConfig } from '../../src/config/load.ts'
import { createIdentityPlatform } from '../../src/identity-platform/identity-platform.ts'
import { createProviderState } from '../../src/identity-platform/provider-state.ts'
import { createAudit } from '../../src/operations/audit.ts'
import { checkConfig } from '../../src/operations/condition.ts'
import { createLog } from '../../src/operations/logging.ts'
import { createActiveConfig, createApplyConfig, createPrepareConfig } from '../../src/serving/apply-config.ts'
import { buildRuntime, createClock, createTimers } from '../fixtures/clock.ts'
import { testLoadedConfig } from '../fixtures/gateway.ts'

const FAILURES_TO_OPEN = 5

function loadedOf(apiKey: string): LoadedConfig {
  return testLoadedConfig({
    'identityPlatform.apiKey': apiKey,
    'identityPlatform.endpoints.secureToken': 'http://127.0.0.1:9'
  })
}

/** A gateway in a provider outage: the circuit of refreshes is open and a probe is due. */
async function startOutage(t: Test) {
  const clock = createClock()
  const probes = createTimers(clock)
  const { now } = clock
  const log = createLog('silent', { write: () => {} })
  const first = loadedOf('key')
  const provider = createProviderState(buildRuntime({ now, schedule: probes.schedule }))
  const base = { config: first.config, logger: log.logger, now, schedule: () => () => {} }
  const appState = createAppState(base)
  const state = { ...appState, provider }
  const builds = { fail: false }
  const build = async ({ config }: LoadedConfig) => {
    const app = await createApp({ plugins: PLUGINS, ...base, config, credentials: null, state })
    t.teardown(() => app.close())
    if (builds.fail) throw new Error('a defect')
    return app
  }
  t.teardown(() => Promise.all([appState.close(), provider.close()]))
  const app = await build(first)
  await app.ready()
  provider.activate()
  const prepare = createPrepareConfig({
    active: createActiveConfig(first, now),
    generations: { current: () => app, replace: () => {} },
    build,
    log,
    audit: createAudit({ log }),
    plugins: [],
    provider,
    shared: { setSignatureKeys: undefined }
  })
  const apply = createApplyConfig(prepare)
  const { tokens } = createIdentityPlatform({
    settings: first.config.identityPlatform,
    credentials: null,
    publicOrigin: new URL(first.config.publicUrl).origin,
    tenantIds: [null],
    now,
    state: provider
  })
  for (let count = 0; count < FAILURES_TO_OPEN; count++) await tokens.refresh('a token')
  const openCircuits = () => provider.condition().circuits.filter(({ isOpen }) => isOpen).length
  return { apply, builds, probes, openCircuits }
}

t.test('apply: if the new app cannot be built, probes of the current configuration continue', async (t) => {
  const { apply, builds, probes, openCircuits } = await startOutage(t)
  t.strictSame([openCircuits(), probes.count()], [1, 1])
  builds.fail = true
  t.match(await apply(loadedOf('another-key')), { kind: 'config.refused' })
  t.strictSame([openCircuits(), probes.count()], [1, 1])
  builds.fail = false
  t.match(await apply(loadedOf('another-key')), { kind: 'config.applied' })
  t.strictSame([openCircuits(), probes.count()], [0, 0], 'control: they end with an app that can be built')
})

t.test('apply: requests get time between the steps', async (t) => {
  const steps: string[] = []
  const note = (name: string) => void steps.push(name)
  const log = createLog('silent', { write: () => {} })
  const app = { ready: async () => note('ready') } as unknown as FastifyInstance
  const pause = async () => note('pause')
  const prepare = createPrepareConfig({
    active: createActiveConfig(loadedOf('key'), createClock().now),
    generations: { current: () => app, replace: () => note('in force') },
    build: async () => {
      note('built')
      return app
    },
    log,
    audit: createAudit({ log }),
    plugins: [],
    provider: { activate: () => {}, revert: () => {} },
    shared: { setSignatureKeys: (keys) => note(`store: ${keys.length} key`) },
    pause
  })
  const apply = createApplyConfig(prepare, pause)
  t.match(await apply(loadedOf('another-key')), { kind: 'config.applied' })
  const expected = ['pause', 'built', 'pause', 'ready', 'pause', 'store: 1 key', 'in force', 'pause']
  t.same(steps, expected)
})

t.test('apply: requests are processed while the app of a configuration is wired', async (t) => {
  let isOver = false
  let turns = 0
  const look = () => {
    turns += 1
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const { config } = loadedOf('key')
  const { logger } = createLog('silent', { write: () => {} })
  const app = await createApp({ plugins: PLUGINS, config, credentials: null, logger })
  isOver = true
  t.teardown(() => app.close())
  t.ok(turns >= 3, `${turns} turns`)

  let pauses = 0
  const pause = async () => {
    pauses += 1
  }
  const next = await createApp({ plugins: PLUGINS, config, credentials: null, logger, pause })
  t.teardown(() => next.close())
  t.equal(pauses, 3, 'a reload pauses for longer')
})

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
