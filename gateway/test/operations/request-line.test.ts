import t from 'tap'
import type { AuthRequest } from '../../src/http/auth-request.ts'
import { createLog } from '../../src/operations/logging.ts'
import { hashSessionId } from '../../src/operations/requests/request-line.ts'
import { RequestRecord } from '../../src/operations/requests/request-record.ts'
import { createTraffic } from '../../src/operations/requests/traffic.ts'
import { createTracing } from '../../src/operations/tracing.ts'
import { compareGoogleLines, compareRequestLines } from '../fixtures/session/request-lines.ts'

t.test(
  'request line: 10,000 hostile requests give the same bytes as pino',
  { timeout: 300_000 },
  async (t) => {
    t.doesNotThrow(() => compareRequestLines(10_000))
  }
)

t.test(
  'request line: 5,000 hostile requests say the same for Cloud Logging',
  { timeout: 300_000 },
  async (t) => {
    t.doesNotThrow(() => compareGoogleLines(5000))
  }
)

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const AUTH_REQUEST = {
  id: 'r',
  method: 'GET',
  hostname: 'app.example.com',
  client: '192.0.2.1',
  target: { path: '/a"b' },
  headers: { 'user-agent': 'curl', cookie: 'gatehouse=secret', authorization: 'Bearer secret' }
} as AuthRequest

/** The line of a request of 123 ms in the format of Cloud Logging. */
function writeGoogleLine(traceparent?: string) {
  const lines: string[] = []
  let nowMs = 0
  const { logger, setFormat } = createLog('info', { write: (line) => void lines.push(line) })
  setFormat({ projectId: 'demo-traces', scheme: 'https' })
  const traffic = createTraffic({ report: () => {}, lines: logger.lines, nowMs: () => nowMs })
  const tracing = createTracing({ accept: 'all', paths: false, subject: false }, null)
  const trace = tracing.begin({ headers: { traceparent }, socket: {} }, () => false)
  nowMs = 123.4
  const end = { method: 'GET', status: 200, bytesIn: 80, bytesOut: 1200 }
  traffic.settle(new RequestRecord(0, 'proxy'), { ...AUTH_REQUEST, trace }, end)
  return { line: JSON.parse(lines.join('')), spanId: trace?.spanId }
}

t.test('request line: in the format of Cloud Logging, httpRequest has its documented fields', async (t) => {
  const { line } = writeGoogleLine()
  t.same(line.httpRequest, {
    requestMethod: 'GET',
    requestUrl: 'https://app.example.com/a"b',
    status: 200,
    requestSize: '80',
    responseSize: '1200',
    userAgent: 'curl',
    remoteIp: '192.0.2.1',
    latency: '0.123400s'
  })
  t.match(line, { severity: 'INFO', message: 'request', requestId: 'r', route: 'proxy' })
  for (const name of ['method', 'status', 'client', 'userAgent', 'ms', 'bytesIn', 'bytesOut'])
    t.notOk(name in line, name)
  t.notMatch(JSON.stringify(line), 'secret')
  t.notMatch(JSON.stringify(line), 'logging.googleapis.com')
})

t.test('request line: in the format of Cloud Logging, its trace is that of the project', async (t) => {
  for (const flags of ['01', '00']) {
    const { line, spanId } = writeGoogleLine(`00-${TRACE}-b7ad6b7169203331-${flags}`)
    t.match(line, {
      'logging.googleapis.com/trace': `projects/demo-traces/traces/${TRACE}`,
      'logging.googleapis.com/spanId': spanId,
      'logging.googleapis.com/trace_sampled': flags === '01'
    })
    for (const name of ['traceId', 'spanId']) t.notOk(name in line, name)
  }
})

t.test('session ids in the log: 12 letters and digits, so none looks like a command option', async (t) => {
  const ids = Array.from({ length: 500 }, (_, index) => hashSessionId(`session ${index}`))
  const found = ids.filter((id) => !/^[A-Za-z0-9]{12}$/.test(id))
  t.same(found, [])
  t.equal(new Set(ids).size, ids.length, 'all different')
  t.equal(hashSessionId('session 0'), ids[0], 'stable')
})
