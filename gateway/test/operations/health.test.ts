import t from 'tap'
import { createAppState } from '../../src/app-state.ts'
import { type HealthState, type LimitCondition, listHealthChecks } from '../../src/operations/condition.ts'
import { createLog } from '../../src/operations/logging.ts'
import { createShutdown } from '../../src/operations/shutdown.ts'
import { createListeners } from '../../src/serving/listeners.ts'
import { createClock, NOW } from '../fixtures/clock.ts'
import { WELL, WELL_CONFIG } from '../fixtures/condition.ts'
import { startGateway, testConfig } from '../fixtures/gateway.ts'
import { openManagement, scrape } from '../fixtures/management.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { readSeries } from '../fixtures/wire/scrape.ts'

const SINCE = new Date((NOW - 5) * 1000).toISOString()

const CHANGED = { changedAtSeconds: NOW - 5 }
const NO_KEYS = { areNeeded: true, keys: 0, fetchedAtSeconds: null, isFailing: true, ...CHANGED }
const OLD_KEYS = { areNeeded: true, keys: 2, fetchedAtSeconds: NOW - 90_000, isFailing: false, ...CHANGED }
const flags = (listening: boolean, draining: boolean) => ({
  listening: { value: listening, changedAtSeconds: NOW - (listening ? 9 : 5) },
  draining: { value: draining, changedAtSeconds: NOW - (draining ? 5 : 9) }
})
const clockOff = (offsetSeconds: number, isUnusable = false) => ({
  clock: { offsetSeconds, isOff: true, isUnusable, ...CHANGED }
})
const logFailing = (lostLines: number, failure: string | null) => ({
  log: { lostLines, isFailing: true, failure, ...CHANGED }
})

/** A condition with one problem -> the check that reports it. */
const TROUBLES: [changes: Partial<HealthState>, name: string, status: string, reason: RegExp][] = [
  [{ tlsNotAfterSeconds: NOW - 5 }, 'tls', 'warn', /certificate of a listener has expired/],
  [{ readiness: flags(false, false) }, 'listening', 'fail', /not listening/],
  [{ readiness: flags(true, true) }, 'draining', 'fail', /shutting down/],
  [{ config: { ...WELL_CONFIG, isRefused: true, ...CHANGED } }, 'config', 'warn', /last change was rejected/],
  [
    { config: { ...WELL_CONFIG, needRestart: ['listen', 'store'], ...CHANGED } },
    'config',
    'warn',
    /^needs a restart: listen, store$/
  ],
  [{ certificates: NO_KEYS }, 'certificates', 'warn', /none; they cannot be fetched/],
  [{ certificates: OLD_KEYS }, 'certificates', 'warn', /2 keys, 90000 s old/],
  [
    { circuits: [{ call: 'refresh', isOpen: true, detail: '503 HTML', ...CHANGED }] },
    'provider.refresh',
    'warn',
    /held back: 503 HTML/
  ],
  [{ store: { isUp: false, detail: 'OOM', ...CHANGED } }, 'store', 'warn', /^away: OOM$/],
  [clockOff(-3600, true), 'clock', 'fail', /3600 s ahead of/],
  [clockOff(600), 'clock', 'warn', /600 s behind/],
  [clockOff(-90), 'clock', 'warn', /90 s ahead of/],
  [logFailing(12, null), 'log', 'warn', /^12 lines lost/],
  [logFailing(0, 'cannot be written: ENOSPC'), 'log', 'warn', /^cannot be written: ENOSPC; 0 lines lost/]
]

t.test('health: `since` of the limits is when one was reached, and when all were left again', async (t) => {
  const sinceAfter = (level: LimitCondition['level'], seconds: number) =>
    listHealthChecks(
      { ...WELL, limits: [{ name: 'memory', share: 0.9, level, changedAtSeconds: NOW + seconds }] },
      NOW
    ).limits
  const at = (seconds: number) => new Date((NOW + seconds) * 1000).toISOString()
  t.match(sinceAfter(0.8, 21), { status: 'warn', since: at(21), reason: 'memory: 90 % in use' })
  t.match(sinceAfter(0, 60), { status: 'ok', since: at(60) })
})

t.test('health: one problem is reported by its check with time and reason, others are ok', async (t) => {
  t.ok(
    Object.values(listHealthChecks(WELL, NOW)).every(({ status }) => status === 'ok'),
    'control'
  )
  for (const [changes, name, status, reason] of TROUBLES) {
    const checks = listHealthChecks({ ...WELL, ...changes }, NOW)
    t.match(checks[name], { status, since: SINCE, reason }, name)
    const others = Object.entries(checks).filter(([other]) => other !== name)
    t.ok(
      others.every(([, check]) => check.status === 'ok'),
      `${name}: other checks`
    )
  }
})

t.test('health: a configuration without a condition has no check', async (t) => {
  t.notOk('config' in listHealthChecks({ ...WELL, config: null }, NOW))
  t.ok('config' in listHealthChecks(WELL, NOW), 'control')
})

t.test('health: ready without the provider at start, with warnings of the checks', async (t) => {
  const gateway = await startGateway(t, { config: { 'identityPlatform.endpoints': deadEndpoints() } })
  await send(`${gateway.url}/app`, { headers: { cookie: 'gatehouse=none' } })
  let notReady: string | null = null
  const draining = { value: false, changedAtSeconds: gateway.now() }
  const readiness = { notReadyBecause: () => notReady, draining }
  const management = openManagement(t, gateway, { readiness })
  while (!gateway.state.provider.condition().certificates.isFailing)
    await new Promise((resolve) => setImmediate(resolve))
  const response = await management.inject('/readyz?verbose')
  t.equal(response.statusCode, 200)
  t.match(response.json(), {
    status: 'ready',
    checks: {
      listening: { status: 'ok' },
      draining: { status: 'ok' },
      certificates: { status: 'warn' },
      log: { status: 'ok' }
    }
  })
  t.same((await management.inject('/readyz')).json(), { status: 'ready' }, 'only the status, unless verbose')
  notReady = 'shutting down'
  draining.value = true
  const ending = await management.inject('/readyz?verbose')
  t.equal(ending.statusCode, 503)
  t.match(ending.json(), { status: 'shutting down', checks: { draining: { status: 'fail' } } })
})

t.test('health: with the emulator, no certificates are fetched, ok and without a metric', async (t) => {
  for (const isEmulator of [true, false]) {
    const beside = await startGateway(t)
    const emulatorHost = isEmulator ? new URL(beside.provider.url).host : null
    const config = {
      'identityPlatform.endpoints': deadEndpoints(),
      ...(isEmulator ? { 'identityPlatform.emulatorHost': emulatorHost } : {})
    }
    const gateway = await startGateway(t, { beside, config })
    const management = openManagement(t, gateway)
    const isLogged = () => gateway.logText().includes('certificates cannot be fetched')
    while (!(isEmulator || isLogged())) await new Promise((resolve) => setImmediate(resolve))
    const { certificates } = (await management.inject('/readyz?verbose')).json().checks
    const expected = isEmulator ? { status: 'ok', reason: 'the emulator signs nothing' } : { status: 'warn' }
    t.match(certificates, expected, String(emulatorHost))
    const metrics = await scrape(management)
    t.equal(metrics.includes('\ngatehouse_provider_certificates '), !isEmulator)
    t.equal(metrics.includes('call="certificates",result="ok"} 1'), false)
    t.notOk(isEmulator && isLogged(), 'not logged')
  }
})

t.test('health: with a clock an hour ahead, no visitor passes and the instance is not ready', async (t) => {
  const gateway = await startGateway(t)
  let aheadSeconds = 0
  const now = () => gateway.now() + aheadSeconds
  const { logger } = createLog('silent', { write: () => {} })
  const state = createAppState({
    config: testConfig({}),
    logger,
    now,
    nowMs: () => gateway.now() * 1000,
    schedule: () => () => {}
  })
  t.teardown(() => state.close())
  const ahead = await startGateway(t, { beside: { ...gateway, now }, state })
  const management = openManagement(t, ahead)
  const cookie = await ahead.signIn('ada')
  const visit = async () => (await send(`${ahead.url}/`, { headers: { cookie } })).status
  const ready = async () => (await management.inject('/readyz')).json().status
  const isReady = async () => readSeries(await scrape(management)).get('ready')
  t.same([await visit(), await ready(), await isReady()], [200, 'ready', 1])
  aheadSeconds = 3600
  t.same([await visit(), await ready(), await isReady()], [503, 'clock is wrong', 0])
  t.match(await management.inject('/livez'), { statusCode: 200, body: '{"status":"live"}' })
  aheadSeconds = 120
  t.same([await visit(), await ready(), await isReady()], [200, 'ready', 1])
})

t.test('health: listening and draining report when they changed, not when requested', async (t) => {
  const clock = createClock()
  const { logger } = createLog('silent', { write: () => {} })
  const config = testConfig({ 'listen.host': '127.0.0.1', 'listen.port': 0 })
  const listeners = await createListeners(config, logger, { now: clock.now })
  t.match(listeners.listening, { value: false, changedAtSeconds: NOW })
  clock.advance(10)
  await listeners.listen()
  clock.advance(10)
  t.match(listeners.listening, { value: true, changedAtSeconds: NOW + 10 })
  const { begin, draining } = createShutdown({
    announce: () => {},
    drainMs: () => 0,
    endStreams: async () => {},
    graceMs: () => 0,
    finish: listeners.close,
    abort: listeners.abort,
    now: clock.now
  })
  const ended = begin()
  await ended
  clock.advance(10)
  await begin()
  t.match(draining, { value: true, changedAtSeconds: NOW + 20 })
  t.match(listeners.listening, { value: false, changedAtSeconds: NOW + 20 })
})

/** Endpoints without a listener. */
function deadEndpoints(): Record<string, string> {
  const names = ['identityToolkit', 'secureToken', 'certificates']
  return Object.fromEntries(names.map((name) => [name, 'http://127.0.0.1:9/']))
}
