import t from 'tap'
import { startOrExplain } from '../../../src/commands/process.ts'
import { createLog } from '../../../src/operations/logging.ts'

const KEYS = { 'listen.port': 80, 'management.port': 9464 }

/** The message of a start that fails with this error. */
async function explain(facts: object): Promise<string> {
  const log = createLog('silent', { write: () => {} })
  const fail = () => Promise.reject(Object.assign(new Error('failed'), facts))
  return await startOrExplain(fail, log, KEYS).then(String, String)
}

t.test(
  'cannot start: a port that is in use, not permitted or at a foreign address names its key and the fix',
  async (t) => {
    const taken = { code: 'EADDRINUSE', syscall: 'listen' }
    t.match(await explain({ ...taken, port: 80 }), /or choose another port \(listen\.port\)\.$/)
    t.match(await explain({ ...taken, port: 9464 }), /\(management\.port\)\.$/)
    t.match(await explain({ ...taken, port: 1 }), /or choose another port\.$/, 'a port without a key')
    const elsewhere = await explain({ code: 'EADDRNOTAVAIL', syscall: 'listen', port: 9464 })
    t.match(elsewhere, /no such address: use one of its own, or omit management\.host\.$/)
    const barred = await explain({ code: 'EACCES', syscall: 'listen', port: 80 })
    t.match(barred, /choose another port \(listen\.port\) from 1024 on, or grant CAP_NET_BIND_SERVICE\.$/)
  }
)

t.test('cannot start: a Unix socket that cannot be made names its folder, not ports', async (t) => {
  const barred = await explain({
    code: 'EACCES',
    syscall: 'listen',
    address: '/run/app/gatehouse.sock',
    port: -1
  })
  t.match(barred, /\nThe folder \/run\/app must exist, .* \(listen\.unix\)\.$/)
  t.notMatch(barred, /port|CAP_NET_BIND_SERVICE/)
  const host = await explain({ code: 'EACCES', syscall: 'listen', address: '127.0.0.1', port: 80 })
  t.match(host, /CAP_NET_BIND_SERVICE\.$/, 'a port at an address')
})

t.test('cannot start: the line of the log has the fix too, and none for any other error', async (t) => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  for (const facts of [{ code: 'EADDRINUSE', syscall: 'listen', port: 80 }, { code: 'EACCES' }])
    await startOrExplain(() => Promise.reject(Object.assign(new Error('failed'), facts)), log, KEYS).catch(
      () => {}
    )
  const [taken, other] = lines.map((line) => JSON.parse(line))
  t.match(taken, { msg: 'cannot start', fix: /^The port is in use: .*\(listen\.port\)\.$/ })
  t.notOk('fix' in other)
})

t.test('cannot start: any other error shows only its reason', async (t) => {
  t.match(await explain({ code: 'EACCES', syscall: 'open' }), /cannot start: failed$/)
})
