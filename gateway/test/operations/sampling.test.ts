import t from 'tap'
import { Fault } from '../../src/errors.ts'
import type { LineLevel } from '../../src/operations/requests/request-line.ts'
import { RequestRecord } from '../../src/operations/requests/request-record.ts'
import { createSampling as create, type SamplingRules } from '../../src/operations/requests/traffic.ts'

const RULES: SamplingRules = { requests: 'all', sample: 1, slowMs: 5000 }
const QUICK = { level: 'info', status: 200, durationMs: 4999 } as const

interface End {
  level: LineLevel
  status: number
  durationMs: number
}

function createSampling(rules: SamplingRules) {
  const isWritten = create(rules)
  return (record: RequestRecord, { level, status, durationMs }: End) =>
    isWritten(record, level, status, durationMs)
}

function record(facts: Partial<RequestRecord> = {}): RequestRecord {
  return Object.assign(new RequestRecord(0, 'proxy'), facts)
}

function refused(outcome: 'allow' | 'forbidden'): RequestRecord {
  const none = {
    code: null,
    cost: null,
    rule: null,
    durationMs: 0,
    fault: null,
    expiredForSeconds: undefined
  }
  return record({ decision: { ...none, outcome } })
}

t.test('sampling: logs an even share of the allowed requests and every refusal', async (t) => {
  const isWritten = createSampling({ ...RULES, sample: 0.25 })
  const written = Array.from({ length: 8 }, () => isWritten(refused('allow'), QUICK))
  t.same(written, [false, false, false, true, false, false, false, true])
  for (let round = 0; round < 3; round++) t.ok(isWritten(refused('forbidden'), { ...QUICK, status: 403 }))
})

t.test('sampling: with a share of 0, refused, failed and slow requests are still logged', async (t) => {
  const isWritten = createSampling({ ...RULES, sample: 0 })
  t.notOk(isWritten(record(), QUICK))
  t.ok(isWritten(record(), { ...QUICK, durationMs: 5000 }), 'slow')
  t.ok(isWritten(record({ fault: new Fault('NOT_FOUND') }), { ...QUICK, status: 404 }), 'fault')
  t.ok(isWritten(record(), { ...QUICK, status: 0 }), 'client gone')
  t.ok(isWritten(record({ upstreamHeadMs: 1 }), { ...QUICK, status: 500 }), 'failure of the application')
  t.notOk(isWritten(record({ upstreamHeadMs: 1 }), { ...QUICK, status: 404 }), 'its 404 is no refusal')
})

t.test('sampling: log.requests omits more with each of all, refused and none', async (t) => {
  const rows = [
    ['all', true, true, true, true],
    ['refused', false, true, true, true],
    ['none', false, false, false, true]
  ] as const
  for (const [requests, plain, denied, slow, failure] of rows) {
    const isWritten = createSampling({ ...RULES, requests })
    t.equal(isWritten(refused('allow'), QUICK), plain, `${requests}: plain`)
    t.equal(isWritten(refused('forbidden'), { ...QUICK, status: 403 }), denied, `${requests}: refused`)
    t.equal(isWritten(record(), { ...QUICK, durationMs: 6000 }), slow, `${requests}: slow`)
    t.equal(isWritten(record(), { ...QUICK, level: 'error', status: 500 }), failure, `${requests}: failure`)
  }
})

t.test('sampling: streams get two lines or none, however long they were open', async (t) => {
  const stream = record({ stream: { kind: 'websocket', end: null } })
  const long = { ...QUICK, status: 101, durationMs: 9_000_000 }
  t.ok(createSampling({ ...RULES, sample: 0 })(stream, long))
  t.notOk(createSampling({ ...RULES, requests: 'refused' })(stream, long))
})
