import t from 'tap'
import type { DoctorContext } from '../../../src/commands/doctor/check.ts'
import { storeCheck } from '../../../src/commands/doctor/checks/store.ts'
import { testConfig } from '../../fixtures/gateway.ts'
import { NEEDS_STORE, startRelay, startStore } from '../../fixtures/processes/store-server.ts'
import { findFreePorts } from '../../fixtures/wire/ports.ts'

const skip = NEEDS_STORE

/** The finding for this store, on one line. */
async function look(store: object | null): Promise<string> {
  const config = testConfig(
    Object.fromEntries(Object.entries(store ?? {}).map(([key, value]) => [`store.${key}`, value]))
  )
  const context = { inspected: { config } } as Partial<DoctorContext> as DoctorContext
  const { status, seen, advice } = await storeCheck.run(context, new AbortController().signal)
  return [`${status} ${seen}`, ...advice.flatMap(({ cause, fix }) => [cause, fix])].join(' | ')
}

t.test('doctor: STORE is skipped without a store', async (t) => {
  t.match(await look(null), /^skip no store/)
})

t.test('doctor: STORE is ok if the store responds and evicts nothing', { skip }, async (t) => {
  const server = await startStore(t)
  t.match(await look({ url: server.url }), /^ok 127\.0\.0\.1:\d+: \d+\.\d+\.\d+, \d+ ms$/)
  t.equal(await server.command('DBSIZE'), 0, 'nothing is written')
  await server.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
  t.match(await look({ url: server.url }), /^ok /, 'without a memory limit nothing is evicted')
  await server.command('CONFIG', 'SET', 'maxmemory', '100mb')
  t.match(await look({ url: server.url }), /^fail .*allkeys-lru.*noeviction/)
  await server.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
  t.match(await look({ url: server.url }), /^ok /, 'control')
  await server.command('CONFIG', 'SET', 'maxmemory', '1')
  t.match(await look({ url: server.url }), /^fail .*full/)
})

t.test('doctor: STORE fails for a read-only replica and is ok for a primary', { skip }, async (t) => {
  const server = await startStore(t)
  await server.command('REPLICAOF', '127.0.0.1', '1')
  t.match(await look({ url: server.url }), /^fail .*replica.*point `store.url` at its primary/)
  await server.command('CONFIG', 'SET', 'replica-read-only', 'no')
  t.match(await look({ url: server.url }), /^ok /, 'control: a replica that accepts writes')
  await server.command('CONFIG', 'SET', 'replica-read-only', 'yes')
  await server.command('REPLICAOF', 'NO', 'ONE')
  t.match(await look({ url: server.url }), /^ok /, 'control')
})

t.test('doctor: STORE fails with a fix if unreachable or the password is wrong', { skip }, async (t) => {
  const [port] = await findFreePorts(1)
  t.match(await look({ url: `redis://127.0.0.1:${port}` }), /^fail .*cannot be reached: ECONNREFUSED/)
  const server = await startStore(t, ['--requirepass', 'right'], 'right')
  const folder = t.testdir({ wrong: 'wrong-word', right: 'right' })
  const wrong = await look({ url: server.url, passwordFile: `${folder}/wrong` })
  t.match(wrong, /^fail .*rejects the gateway: WRONGPASS.*passwordFile/)
  t.notMatch(wrong, 'wrong-word')
  t.match(await look({ url: server.url }), /^fail .*rejects the gateway: NOAUTH/)
  t.match(await look({ url: server.url, passwordFile: `${folder}/right` }), /^ok /, 'control')
})

t.test('doctor: STORE fails if slower than the timeout of the gateway', { skip }, async (t) => {
  const server = await startStore(t)
  const relay = await startRelay(t, server.port)
  relay.hold()
  const looked = look({ url: relay.url, timeoutMs: 10 })
  const timer = setInterval(() => {
    relay.release()
    relay.hold()
  }, 50)
  t.teardown(() => clearInterval(timer))
  t.match(await looked, /^fail .*takes \d+ ms.*store.timeoutMs is 10/)
})
