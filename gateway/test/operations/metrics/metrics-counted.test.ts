import t from 'tap'
import { PLUGINS } from '../../../plugins/plugins.ts'
import { createPrimaryReport } from '../../../plugins/workers/primary-report.ts'
import { packagePath } from '../../../src/config/package-files.ts'
import { ERROR_CATALOGUE } from '../../../src/errors.ts'
import { countEvent } from '../../../src/operations/event-log/event-table.ts'
import type { GatewayEvent, RequestFacts } from '../../../src/operations/events.ts'
import { METRICS, type MetricDefinition } from '../../../src/operations/metrics/catalogue.ts'
import { type Counted, createCounted } from '../../../src/operations/metrics/series.ts'
import { readingsOf } from '../../../src/operations/metrics.ts'
import { NOW } from '../../fixtures/clock.ts'
import { WELL, WELL_CONFIG } from '../../fixtures/condition.ts'
import { readSources } from '../../fixtures/repository/layers.ts'

const FACTS: RequestFacts = { requestId: '1', client: '192.0.2.1' }
/** At least one for each metric that events count. */
const EVENTS: readonly GatewayEvent[] = [
  { kind: 'request.decided', cost: 'warm', outcome: 'allow', code: null, application: null, durationMs: 1 },
  {
    kind: 'request.ended',
    route: 'proxy',
    method: 'GET',
    status: 200,
    durationMs: 2,
    upstreamHeadMs: 1,
    application: null,
    isStream: false
  },
  { kind: 'request.turned-away', reason: 'malformed' },
  { kind: 'upstream.failed', failure: 'reset', application: null },
  { kind: 'upstream.retried', application: null },
  { kind: 'upstream.certificate', application: null, notAfterSeconds: 2_000_000_000 },
  { kind: 'stream.opened', stream: 'websocket' },
  { kind: 'stream.opened', stream: 'event-stream' },
  { kind: 'stream.closed', stream: 'event-stream', by: 'client', reason: 'end' },
  { kind: 'stream.opened', stream: 'event-stream' },
  { ...FACTS, kind: 'session.started', acquire: 'exchange' },
  { ...FACTS, kind: 'session.ended', code: 'SESSION_EXPIRED', by: 'limit' },
  { ...FACTS, kind: 'session.bound' },
  { kind: 'session.sign-out', scope: 'own' },
  { kind: 'session.refresh', result: 'refreshed', reason: 'expired' },
  { kind: 'session.seen', key: 0 },
  { kind: 'session.revocation-check', result: 'fine' },
  { ...FACTS, kind: 'account.changed', what: 'name', outcome: 'done' },
  { ...FACTS, kind: 'client-sdk.token' },
  { ...FACTS, kind: 'oauth.granted', clientId: 'cli', scopes: 'openid' },
  { ...FACTS, kind: 'oauth.logout', clientId: 'cli', result: 'sent' },
  { kind: 'oauth.token', grant: 'refresh_token', result: 'ok' },
  { kind: 'provider.call', call: 'refresh', result: 'ok', durationMs: 1 },
  { kind: 'store.request', op: 'claim', result: 'ok', durationMs: 1 },
  { kind: 'config.unchanged' }
]

/** Metrics that an event changes. */
function listChanged(event: GatewayEvent, counting: Counted): string[] {
  const before = new Map(Object.entries(counting.read()).map(([name, read]) => [name, JSON.stringify(read)]))
  countEvent(event, counting)
  return Object.entries(counting.read()).flatMap(([name, read]) =>
    before.get(name) === JSON.stringify(read) ? [] : [name]
  )
}

/** Metrics read in a primary: those that are not summed over processes, or are above 0. */
async function listOfPrimary(): Promise<string[]> {
  const report = createPrimaryReport({
    config: { metrics: { enabled: true, durationBuckets: [1] } },
    count: 2,
    workers: () => [],
    countReady: () => 0,
    readiness: { notReadyBecause: () => null, draining: WELL.readiness.draining },
    logCondition: () => WELL.log,
    active: () => WELL_CONFIG,
    now: () => NOW
  })
  report.noteWorker({ kind: 'worker.replaced', number: 1, pid: 1 })
  const [own = []] = await report.metrics()
  return own
    .filter(({ aggregator, values }) => values.some(({ value }) => aggregator !== 'sum' || value > 0))
    .map(({ name }) => name.replace(/^gatehouse_/, ''))
}

t.test('metrics: every metric of the catalogue is counted or read', async (t) => {
  const counting = createCounted([1])
  counting.expect({
    signInProviders: [],
    signatureKeys: 1,
    applications: [{ name: null, isProxied: true, answersAuthRequests: false }]
  })
  const store = { isUp: true, changedAtSeconds: NOW, detail: null }
  const readings = readingsOf({ ...WELL, store, tlsNotAfterSeconds: NOW }, NOW)
  const counted = new Set([
    ...EVENTS.flatMap((event) => listChanged(event, counting)),
    ...Object.entries(readings).flatMap(([name, { length }]) => (length > 0 ? [name] : [])),
    ...(await listOfPrimary())
  ])
  t.same(
    Object.keys(METRICS).filter((name) => !counted.has(name)),
    [],
    'a metric that events count needs a `count` in event-table.ts, and one of its events in EVENTS above'
  )
})

t.test('metrics: counters and histograms of an application start at 0', async (t) => {
  const counting = createCounted([1])
  const application = { name: 'shop', isProxied: true, answersAuthRequests: true }
  counting.expect({ signInProviders: ['password'], signatureKeys: 1, applications: [application] })
  const read = Object.entries(counting.read())
  for (const [name, { type, labels }] of Object.entries(METRICS)) {
    const [first] = labels
    if ((first !== 'application' && first !== 'upstream') || type === 'gauge') continue
    const own = read.find(([other]) => other === name)?.[1].filter((one) => one.labels[first] === 'shop')
    t.ok(own?.length, `${name}: see ofApplication in catalogue.ts, or expect in series.ts`)
    t.ok(own?.every(({ value }) => value === 0))
  }
})

t.test('metrics: series that start at 0 have codes of the catalogue of errors', async (t) => {
  const codes = new Set([...Object.keys(ERROR_CATALOGUE), 'none'])
  for (const [name, { labels, known, ofApplication }] of Object.entries<MetricDefinition>(METRICS)) {
    const index = labels.indexOf('code')
    if (index === -1) continue
    const found = [...known.map((row) => row[index]), ...ofApplication.map((row) => row[index - 1])]
    t.same(
      found.filter((code) => !codes.has(String(code))),
      [],
      name
    )
  }
})

t.test('metrics: every event that changes a metric is reported by a module', async (t) => {
  const sources = ['src', 'plugins']
    .flatMap((folder) => readSources(packagePath('gateway', folder)).files)
    .filter(
      ({ path }) => !/^operations\/(event|provider-event|metrics)/.test(path) && !path.includes('/test/')
    )
  const isReported = (kind: string) =>
    sources.some(({ text }) => new RegExp(`(?<!Extract<.*)\\bkind: '${kind}'`).test(text))
  const hasOauth = PLUGINS.some(({ name }) => name === 'oauth')
  const kinds = EVENTS.map(({ kind }) => kind).filter((kind) => hasOauth || !kind.startsWith('oauth.'))
  const found = kinds.filter((kind) => !isReported(kind))
  t.same(found, [])
  t.notOk(isReported('request.lost'), 'control')
})
