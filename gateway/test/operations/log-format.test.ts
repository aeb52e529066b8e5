import t from 'tap'
import { createLog } from '../../src/operations/logging.ts'

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
  t.match(written, [
    /^\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\] WARN: request \{"path":"\/page","status":200\}\n$/
  ])
})

t.test('log format: text escapes control characters and line breaks of visitors', async (t) => {
  const { logger, setFormat, written } = openLog()
  setFormat('text')
  logger.info({ userAgent: HOSTILE }, 'request')
  logger.info(HOSTILE)
  logger.error({ err: new Error(HOSTILE) }, 'failed')
  logger.error(new Error(HOSTILE))
  t.equal(written.length, 4)
  for (const line of written) t.notMatch(line.slice(0, -1), /\p{Cc}/u, line)
})

t.test('log format: text redacts secrets', async (t) => {
  const { logger, setFormat, written } = openLog()
  setFormat('text')
  logger.info({ headers: { cookie: 'gatehouse=secret', accept: 'text/html' } }, 'request')
  t.notMatch(written[0], 'secret')
  t.match(written[0], 'text/html')
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
  t.match(two, /INFO: two\n$/)
  t.match(JSON.parse(three), { msg: 'three' })
})
