import t from 'tap'
import { createLog, lineFormatOf } from '../../src/operations/logging.ts'
import { testConfig } from '../fixtures/gateway.ts'

const HOSTILE = 'a\nb\u001b[2J\u009b2Jc'

function openLog() {
  const written: string[] = []
  const log = createLog('info', { write: (line) => void written.push(line) })
  return { ...log, written }
}

t.test('log format: text has time, level, message and the other members on one line', async (t) => {
  const { logger, setFormat, written } = openLog()
  setFormat('text')
  logger.warn({ path: '/page', status: 200 }, 'request')
  t.match(written, [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARN {2}request path=\/page status=200\n$/])
})

t.test('log format: text quotes what could be another member, and names nested ones by path', async (t) => {
  const { logger, setFormat, written } = openLog()
  setFormat('text')
  const list = [{ path: 'cookie.name' }]
  logger.info(
    { path: '/a b=c', userAgent: 'say "x"', empty: '', none: null, times: { upstream: 1 }, list, 'a b': 1 },
    'request'
  )
  t.equal(
    written[0]?.split('request ')[1],
    String.raw`path="/a b=c" userAgent="say \"x\"" empty="" none=null times.upstream=1 list="[{\"path\":\"cookie.name\"}]" a_b=1` +
      '\n'
  )
})

t.test('log format: it can be changed at runtime, to text and back to JSON', async (t) => {
  const { logger, setFormat, written } = openLog()
  logger.info('one')
  setFormat('text')
  logger.info('two')
  setFormat('json')
  logger.info('three')
  const [one = '', two = '', three = ''] = written
  t.match(JSON.parse(one), { msg: 'one', level: 'info' })
  t.match(two, /INFO {2}two\n$/)
  t.match(JSON.parse(three), { msg: 'three' })
})

const GOOGLE = { projectId: 'demo-traces', scheme: 'https' }

function writeInGoogleFormat(work: (log: ReturnType<typeof openLog>) => void) {
  const log = openLog()
  log.setFormat(GOOGLE)
  work(log)
  return log.written.map((line) => JSON.parse(line))
}

t.test('log format: google has the severity of each level, message and time', async (t) => {
  const levels = { info: 'INFO', warn: 'WARNING', error: 'ERROR', fatal: 'CRITICAL' } as const
  for (const level of ['info', 'warn', 'error', 'fatal'] as const) {
    const [line] = writeInGoogleFormat(({ logger }) => logger[level]({ detail: 'x' }, 'said'))
    t.match(line, { severity: levels[level], message: 'said', detail: 'x', service: 'gatehouse' })
    t.match(line.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    for (const name of ['level', 'msg', 'httpRequest']) t.notOk(name in line, name)
  }
})

t.test('log format: google, only the line of a request itself has httpRequest', async (t) => {
  const [line] = writeInGoogleFormat(({ logger }) => logger.info({ method: 'GET', path: '/a' }, 'event'))
  t.match(line, { method: 'GET', path: '/a', message: 'event' })
  t.notOk('httpRequest' in line)
})

t.test('log format: google has the stack of an error where Error Reporting reads it', async (t) => {
  const [line] = writeInGoogleFormat(({ logger }) => logger.error({ err: new Error('broken') }, 'failed'))
  t.match(line, { severity: 'ERROR', message: 'failed', stack_trace: /^Error: broken\n/ })
})

t.test('log format: secrets are redacted, text of visitors makes no second line (ASVS 16.2.5)', async (t) => {
  for (const format of ['json', 'text', GOOGLE] as const) {
    const { logger, setFormat, written } = openLog()
    setFormat(format)
    const secrets = { cookie: 's3cret', authorization: 's3cret' }
    const headers = { ...secrets, 'set-cookie': 's3cret', accept: 'text/html' }
    const tokens = { ...secrets, idToken: 's3cret', refreshToken: 's3cret', apiKey: 's3cret' }
    const req = { method: 'PUT', url: '/?s3cret', headers }
    logger.info({ ...tokens, headers, req, userAgent: HOSTILE }, HOSTILE)
    logger.info(HOSTILE)
    logger.error({ err: new Error(HOSTILE) }, 'failed')
    logger.error(new Error(HOSTILE))
    t.equal(written.length, 4)
    for (const kept of ['text/html', 'PUT']) t.match(written[0], kept)
    t.notMatch(written[0], 's3cret')
    // JSON leaves what is no end of a line.
    const broken = format === 'text' ? /\p{Cc}/u : /\n/
    for (const line of written) t.notMatch(line.slice(0, -1), broken, line)
    if (format === GOOGLE) t.match(JSON.parse(written[0] ?? ''), { message: HOSTILE, userAgent: HOSTILE })
  }
})

t.test('log format: google leaves lines that are not its own unchanged', async (t) => {
  const { writeLine, setFormat, written } = openLog()
  setFormat(GOOGLE)
  for (const line of ['{"specversion":"1.0"}\n', 'text\n']) writeLine(line)
  t.same(written, ['{"specversion":"1.0"}\n', 'text\n'])
})

t.test('log format: traces of google lines are of traceProjectId, else of the project', async (t) => {
  const own = testConfig({ 'log.format': 'google' })
  t.same(lineFormatOf(own), { projectId: own.identityPlatform.projectId, scheme: 'http' })
  const other = testConfig({ 'log.format': 'google', 'log.traceProjectId': 'other' })
  t.match(lineFormatOf(other), { projectId: 'other' })
  t.equal(lineFormatOf(testConfig({})), 'json')
})
