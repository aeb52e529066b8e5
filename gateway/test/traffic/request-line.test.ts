import fc from 'fast-check'
import t from 'tap'
import { describeFault, Fault } from '../../src/errors.ts'
import type { JudgedRequest } from '../../src/http/judged-request.ts'
import { describeRequest } from '../../src/http/request-log.ts'
import { describeOwner } from '../../src/operations/log-fields.ts'
import { createLog } from '../../src/operations/logging.ts'
import { createRecord, type RequestRecord } from '../../src/traffic/record.ts'
import { levelOf, type RequestEnd } from '../../src/traffic/request-line.ts'
import { createTraffic } from '../../src/traffic/traffic.ts'

const REQUESTS = 100_000

/** What visitors, applications and the provider may send: quotation marks, controls, lone surrogates, long text. */
const hostile = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('', '/a"b\\c', 'line\nend\u0000', 'del\u007f\u2028', 'lone \ud800', '\udc00 lone', 'é€😀'),
  fc.constantFrom(
    'x'.repeat(100),
    'x'.repeat(101),
    `"${'x'.repeat(99)}`,
    `\ud800${'é'.repeat(120)}`,
    'u'.repeat(400)
  ),
  fc.string({ unit: 'binary', maxLength: 8 })
)
const nullable = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null, freq: 2 })
const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined, freq: 2 })
const ms = fc.double({ min: 0, max: 1e7, noNaN: true })

const fault = fc
  .tuple(
    fc.constantFrom('FORBIDDEN', 'UPSTREAM_UNREACHABLE', 'PROVIDER_UNAVAILABLE', 'INTERNAL_ERROR'),
    optional(hostile),
    optional(hostile)
  )
  .map(([code, detail, call]) => new Fault(code, { detail, call }))

const owner = fc.record({
  subject: hostile,
  tenantId: nullable(hostile),
  id: hostile,
  bearer: optional(fc.record({ issuer: hostile }))
})

const decision = fc.record({
  outcome: fc.constantFrom('allow' as const, 'forbidden', 'unavailable'),
  code: nullable(fc.constantFrom('FORBIDDEN' as const, 'MISSING_CREDENTIALS')),
  cost: fc.constant('warm' as const),
  rule: nullable(fc.nat()),
  durationMs: nullable(ms),
  fault: nullable(fault),
  expiredForSeconds: optional(fc.nat())
})

const stream = fc.record({
  kind: fc.constantFrom('websocket' as const, 'event-stream'),
  end: fc.record({
    by: fc.constantFrom('client' as const, 'gateway'),
    reason: fc.constantFrom('end' as const, 'idle'),
    because: optional(hostile),
    closeCode: nullable(fc.nat(4999))
  })
})

const request = fc.record({
  judged: fc.record({
    id: fc.uuid(),
    method: hostile,
    hostname: optional(hostile),
    client: optional(hostile),
    path: optional(hostile),
    userAgent: optional(hostile)
  }),
  known: fc.record({
    application: nullable(hostile),
    decision: nullable(decision),
    specialAnswer: nullable(fc.constant('preflight' as const)),
    owner: nullable(owner),
    fault: nullable(fault),
    upstreamHeadMs: nullable(ms),
    isRetried: fc.boolean(),
    end: nullable(fc.constantFrom('client_gone' as const, 'drain')),
    stream: nullable(stream)
  }),
  end: fc.record({
    method: hostile,
    status: fc.nat(599),
    bytesIn: optional(fc.nat()),
    bytesOut: optional(fc.nat())
  }),
  durationMs: ms
})

t.test(
  `request line: ${REQUESTS} random requests, the same bytes as by pino`,
  { timeout: 300_000 },
  async () => {
    const lines: string[] = []
    const { logger } = createLog('info', { write: (line) => void lines.push(line) })
    let nowMs = 0
    const traffic = createTraffic({ report: () => {}, lines: logger.lines, nowMs: () => nowMs })
    fc.assert(
      fc.property(request, ({ judged: { path, userAgent, ...facts }, known, end, durationMs }) => {
        lines.length = 0
        const judged = {
          ...facts,
          target: path === undefined ? null : { path },
          headers: { 'user-agent': userAgent }
        } as JudgedRequest
        nowMs = 0
        const record: RequestRecord = Object.assign(createRecord(0, 'proxy'), known)
        nowMs = durationMs
        traffic.settle(record, judged, end)
        logger
          .child({ requestId: judged.id })
          [levelOf(record)](
            describeLine(record, judged, end, durationMs),
            known.stream === null ? 'request' : 'stream closed'
          )
        const [ours, theirs] = lines.map((line) => line.replace(/"time":"[^"]+"/, ''))
        if (ours !== theirs) throw new Error(`${ours}${theirs}`)
      }),
      { numRuns: REQUESTS }
    )
  }
)

/** The fields of the line, in their order. */
function describeLine(
  record: RequestRecord,
  judged: JudgedRequest,
  end: RequestEnd,
  durationMs: number
): object {
  const { decision, fault, stream } = record
  const cause = fault ?? decision?.fault ?? null
  const owner = describeOwner(record.owner)
  const why = cause === null ? {} : describeFault(cause)
  const { method, path, client, userAgent } = describeRequest(judged)
  return {
    ...{ method, path, client, userAgent, host: judged.hostname, route: record.route },
    application: record.application ?? undefined,
    outcome: decision?.outcome,
    code: stream?.end?.closeCode ?? cause?.code ?? decision?.code ?? undefined,
    ...{ doctor: why.doctor, call: why.call, detail: why.detail, cause: why.cause },
    rule: decision?.rule ?? undefined,
    answer: record.specialAnswer ?? undefined,
    ...{ subject: owner.subject, tenant: owner.tenant, sessionId: owner.sessionId, issuer: owner.issuer },
    expiredForSeconds: decision?.expiredForSeconds,
    ...{ status: end.status, bytesIn: end.bytesIn, bytesOut: end.bytesOut },
    ms: round(durationMs),
    decisionMs: round(decision?.durationMs),
    upstreamHeadMs: round(record.upstreamHeadMs),
    upstreamRetried: record.isRetried || undefined,
    end: record.end ?? undefined,
    ...(stream === null
      ? {}
      : {
          stream: stream.kind,
          seconds: Math.round(durationMs / 100) / 10,
          by: stream.end?.by,
          reason: stream.end?.reason,
          because: stream.end?.because
        })
  }
}

function round(value: number | null | undefined): number | undefined {
  return value == null ? undefined : Math.round(value * 1000) / 1000
}
