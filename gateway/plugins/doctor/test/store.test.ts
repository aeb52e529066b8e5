import { writeFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { testConfig } from '../../../test/fixtures/gateway.ts'
import {
  NEEDS_STORE,
  NEEDS_STORE_TLS,
  startRelay,
  startStore
} from '../../../test/fixtures/processes/store-server.ts'
import { makeAuthority, makePair, type Pair } from '../../../test/fixtures/provider/certificates.ts'
import { findFreePorts } from '../../../test/fixtures/wire/ports.ts'
import { STORE } from '../checks/store.ts'
import { runChecks } from './fixtures/doctor.ts'

const skip = NEEDS_STORE

/** The finding for this store. */
async function look(store: object): Promise<string | undefined> {
  const keys = Object.entries(store).map(([key, value]) => [`store.${key}`, value])
  return (await runChecks({ STORE }, { config: testConfig(Object.fromEntries(keys)) })).STORE
}

t.test('doctor: STORE is skipped without a store', async (t) => {
  t.match(await look({}), /^skip no store/)
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

t.test('doctor: STORE names faults of certificates and TLS', { skip: NEEDS_STORE_TLS }, async (t) => {
  const authority = await makeAuthority()
  const [right, wrong, expired] = [
    await authority.issue('localhost'),
    await authority.issue('store.example'),
    await makePair({ days: -1 })
  ]
  const folder = t.testdir({ 'ca.crt': authority.cert, 'old.crt': expired.cert })
  const [caFile, oldFile] = [`${folder}/ca.crt`, `${folder}/old.crt`]
  const plain = await startStore(t)
  const secured = await startSecuredStore(t, folder, right)
  const misnamed = await startSecuredStore(t, folder, wrong)
  const outdated = await startSecuredStore(t, folder, expired)
  const suspicious = await startSecuredStore(t, folder, right, 'yes')
  const cases: [store: object, said: RegExp][] = [
    [{ url: `rediss://localhost:${secured}`, caFile }, /^ok /],
    [{ url: `rediss://localhost:${secured}` }, /^fail .*CA that the gateway does not trust.*store\.caFile/],
    [{ url: `rediss://localhost:${misnamed}`, caFile }, /^fail .*for another name.*name.*`store\.url`/],
    [{ url: `rediss://localhost:${outdated}`, caFile: oldFile }, /^fail .*has expired.*renew it/],
    [{ url: `redis://localhost:${secured}` }, /^fail .*it uses TLS.*`rediss` instead of `redis`/],
    [{ url: `redis+sentinel://localhost:${secured}/main` }, /^fail .*it uses TLS/],
    [{ url: `redis+cluster://localhost:${secured}` }, /^fail .*it uses TLS/],
    [
      { url: `rediss://127.0.0.1:${plain.port}`, caFile },
      /^fail .*does not use TLS.*`redis` instead of `rediss`/
    ],
    [{ url: `rediss://localhost:${suspicious}`, caFile }, /^fail .*client certificate.*tls-auth-clients no/]
  ]
  for (const [store, said] of cases) t.match(await look(store), said)
})

/** The port of a store with this certificate, and no other port. */
async function startSecuredStore(t: Test, folder: string, pair: Pair, clients = 'no'): Promise<number> {
  const [port = 0] = await findFreePorts(1)
  const [certFile, keyFile] = [`${folder}/${port}.crt`, `${folder}/${port}.key`]
  writeFileSync(certFile, pair.cert)
  writeFileSync(keyFile, pair.key)
  const files = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', certFile]
  await startStore(t, [...files, '--tls-port', `${port}`, '--tls-auth-clients', clients])
  return port
}

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
