import { randomUUID } from 'node:crypto'
import { METHODS, STATUS_CODES } from 'node:http'
import t from 'tap'
import { countEvent } from '../../../src/operations/event-log/event-table.ts'
import type { GatewayEvent, TrafficEvent } from '../../../src/operations/events.ts'
import { openManagement, scrape } from '../../fixtures/management.ts'
import { signedIn } from '../../fixtures/signed-in.ts'
import { readSeries } from '../../fixtures/wire/scrape.ts'

const MAX_SERIES = 1500
const CLIENT = '203.0.113.7'

function requestOf(n: number): Extract<TrafficEvent, { kind: 'request.ended' }> {
  return {
    kind: 'request.ended',
    route: 'proxy',
    method: n % 2 === 0 ? `visitor-${n}` : (METHODS[n % METHODS.length] ?? ''),
    status: n % 1100,
    durationMs: n,
    upstreamHeadMs: n,
    application: null,
    isStream: false
  }
}

/** Events filled with arbitrary input of visitors. `n` makes each one different. */
function eventsOf(n: number): GatewayEvent[] {
  const text = `visitor-${n}`
  const facts = {
    requestId: randomUUID(),
    client: CLIENT,
    method: text,
    path: `/${text}`,
    host: `${text}.example`,
    userAgent: text,
    subject: text,
    tenant: text,
    sessionId: text
  }
  return [
    requestOf(n),
    { ...facts, kind: 'session.started', provider: `oidc.${text}`, acquire: 'exchange' },
    { ...facts, kind: 'session.refused', code: 'INVALID_ARGUMENT', detail: text },
    { ...facts, kind: 'session.ended', code: 'TOKEN_REVOKED', by: 'provider', detail: text },
    { ...facts, kind: 'access.refused', code: 'FORBIDDEN', detail: text }
  ]
}

t.test('metrics: 10,000 different paths, hosts, methods, statuses and users add no series', async (t) => {
  const gateway = await signedIn(t)
  const management = openManagement(t, gateway)
  const { metrics } = gateway.state
  if (metrics === null) throw new Error('nothing is counted')
  const report = (event: GatewayEvent) => countEvent(event, metrics.counted)
  // All methods that visitors can send through the application.
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PURGE'])
    for (const status of [0, 999, ...Object.keys(STATUS_CODES).map(Number)])
      report({ ...requestOf(0), method, status })
  for (let n = 0; n < 3; n++) for (const event of eventsOf(n)) report(event)
  const before = readSeries(await scrape(management))
  for (let n = 0; n < 10_000; n++) for (const event of eventsOf(n)) report(event)
  const text = await scrape(management)
  const after = readSeries(text)
  t.same([...after.keys()], [...before.keys()])
  t.ok(after.size < MAX_SERIES, `${after.size} series`)
  t.notMatch(text, /visitor|example/)
  t.ok(
    (after.get('sign_ins_total{application="default",result="ok",code="none",provider="other"}') ?? 0) >=
      10_000,
    'and the requests were counted'
  )
})
