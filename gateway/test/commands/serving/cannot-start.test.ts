import t from 'tap'
import { startOrExplain } from '../../../src/commands/serving/process.ts'
import { createLog } from '../../../src/operations/logging.ts'

const KEYS = { 'listen.port': 80, 'management.port': 9464 }

/** What is said of a start that fails with such an error. */
async function explain(facts: object): Promise<string> {
  const log = createLog('silent', { write: () => {} })
  const fail = () => Promise.reject(Object.assign(new Error('failed'), facts))
  return await startOrExplain(fail, log, KEYS).then(String, String)
}

t.test('cannot start: a port that is taken or not allowed, its key and what to do', async (t) => {
  const taken = { code: 'EADDRINUSE', syscall: 'listen' }
  t.match(await explain({ ...taken, port: 80 }), /or choose another port \(listen\.port\)\.$/)
  t.match(await explain({ ...taken, port: 9464 }), /\(management\.port\)\.$/)
  t.match(await explain({ ...taken, port: 1 }), /or choose another port\.$/, 'a port of no key')
  const barred = await explain({ code: 'EACCES', syscall: 'listen', port: 80 })
  t.match(barred, /choose another port \(listen\.port\) from 1024 on, or grant CAP_NET_BIND_SERVICE\.$/)
})

t.test('cannot start: another error, the reason alone', async (t) => {
  t.match(await explain({ code: 'EACCES', syscall: 'open' }), /cannot start: failed$/)
})
