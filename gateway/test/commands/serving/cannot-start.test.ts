import t from 'tap'
import { startOrExplain } from '../../../src/commands/process.ts'
import { createLog } from '../../../src/operations/logging.ts'

const KEYS = { 'listen.port': 80, 'management.port': 9464 }

/** The message and the logged line of a start that fails with this error. */
async function explain(facts: object) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const fail = () => Promise.reject(Object.assign(new Error('failed'), facts))
  const message = await startOrExplain(fail, log, KEYS).then(String, String)
  return { message, line: JSON.parse(lines.join('')) }
}

t.test('cannot start: a port or socket that cannot be bound names its key and the fix', async (t) => {
  const rows: readonly [facts: Record<string, unknown>, message: RegExp][] = [
    [{ code: 'EADDRINUSE', port: 80 }, /or choose another port \(listen\.port\)\.$/],
    [{ code: 'EADDRINUSE', port: 9464 }, /\(management\.port\)\.$/],
    [{ code: 'EADDRINUSE', port: 1 }, /or choose another port\.$/],
    [
      { code: 'EADDRNOTAVAIL', port: 9464 },
      /no such address: use one of its own, or omit management\.host\.$/
    ],
    [
      { code: 'EACCES', port: 80, address: '127.0.0.1' },
      /choose another port \(listen\.port\) from 1024 on, or grant CAP_NET_BIND_SERVICE\.$/
    ],
    [
      { code: 'EACCES', address: '/run/app/gatehouse.sock', port: -1 },
      /\nThe folder \/run\/app must exist(?!.*(port|CAP_NET)), .* \(listen\.unix\)\.$/
    ],
    [{ code: 'EACCES', syscall: 'open' }, /cannot start: failed$/]
  ]
  for (const [facts, message] of rows)
    t.match((await explain({ syscall: 'listen', ...facts })).message, message)
})

t.test('cannot start: the line of the log has the fix too, and none for any other error', async (t) => {
  const { line } = await explain({ code: 'EADDRINUSE', syscall: 'listen', port: 80 })
  t.match(line, { msg: 'cannot start', fix: /^The port is in use: .*\(listen\.port\)\.$/ })
  t.notOk('fix' in (await explain({ code: 'EACCES' })).line)
})
