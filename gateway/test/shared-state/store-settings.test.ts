import t from 'tap'
import type { StoreConfig } from '../../src/config/schema/schema.ts'
import { checkStore, listStoreWarnings, parseStoreUrl } from '../../src/shared-state/settings-checks.ts'

const STORE: StoreConfig = {
  url: 'redis://127.0.0.1',
  urlFile: null,
  passwordFile: null,
  prefix: 'gatehouse',
  timeoutMs: 250,
  caFile: null
}
const hosts = [
  { host: 'a', port: 7000 },
  { host: 'b', port: 6379 }
]

t.test('store: every form of URL is parsed', async (t) => {
  const rows: [string, object][] = [
    ['redis://store', { kind: 'server', host: 'store', port: 6379, database: 0, tls: false, username: null }],
    [
      'redis://gatehouse@10.0.0.1:7000/3',
      { host: '10.0.0.1', port: 7000, database: 3, username: 'gatehouse' }
    ],
    ['rediss://[::1]:6380', { host: '::1', port: 6380, tls: true }],
    ['unix:/run/valkey.sock', { kind: 'socket', path: '/run/valkey.sock', database: 0 }],
    ['unix:/run/valkey.sock?db=2', { kind: 'socket', path: '/run/valkey.sock', database: 2 }],
    ['redis+cluster://a:7000,b', { kind: 'cluster', hosts, tls: false }],
    ['rediss+cluster://a:7000,b', { kind: 'cluster', tls: true }],
    [
      'redis+sentinel://a:7000,b/main/1',
      { kind: 'sentinel', hosts: [hosts[0], { host: 'b', port: 26379 }], primary: 'main', database: 1 }
    ]
  ]
  for (const [url, address] of rows) t.match(parseStoreUrl(url), { kind: 'address', address }, url)
})

t.test('store: an invalid URL is refused without showing any of it', async (t) => {
  const urls = [
    ...['', 'store', 'http://store', 'redis:/store', 'redis://', 'redis://hunter2,b', 'redis://store/x'],
    ...['redis://store:0', 'redis://store:70000', 'redis://store?password=hunter2', 'redis+cluster://a/1'],
    ...['redis+sentinel://a', 'redis+sentinel://a/main/x', 'redis+sentinel://a/main/1/2'],
    ...['unix:run/hunter2.sock']
  ]
  for (const url of urls) {
    const parsed = parseStoreUrl(url)
    t.equal(parsed.kind, 'invalid', url)
    t.notMatch(JSON.stringify(parsed), /hunter2/)
  }
  const secret = parseStoreUrl('redis://user:hunter2@store')
  t.match(secret, { kind: 'invalid', message: 'contains a password', hint: /passwordFile/ })
  t.notMatch(JSON.stringify(secret), /hunter2/)
})

t.test('store: problems with files name their keys', async (t) => {
  const folder = t.testdir({ empty: '\n', text: 'no certificate', password: 'hunter2' })
  const rows: [Partial<StoreConfig>, RegExp][] = [
    [{ url: null }, /^store.url is required/],
    [{ url: 'x', urlFile: '/x' }, /^store.urlFile is not a store URL/],
    [{ passwordFile: `${folder}/gone` }, /^store.passwordFile names a file that cannot be read/],
    [{ passwordFile: `${folder}/empty` }, /^store.passwordFile is an empty file/],
    [{ url: 'rediss://a', caFile: `${folder}/gone` }, /^store.caFile names a file that cannot be read/],
    [{ url: 'rediss://a', caFile: `${folder}/text` }, /^store.caFile contains no certificate/]
  ]
  const config = { workers: 1, session: { maxPerAccount: 0 } }
  for (const [changes, says] of rows) {
    const [problem] = checkStore({ ...config, store: { ...STORE, ...changes } })
    t.match(`${problem?.path} ${problem?.message}`, says)
  }
  t.same(checkStore({ ...config, store: { ...STORE, passwordFile: `${folder}/password` } }), [], 'control')
  t.same(checkStore({ ...config, store: null }), [])
})

t.test('store: workers need one for a limit of sessions per account, one process does not', async (t) => {
  const limited = (workers: number, store: StoreConfig | null) =>
    checkStore({ workers, store, session: { maxPerAccount: 2 } }).map(({ path }) => path)
  t.same(limited(2, null), ['session.maxPerAccount'])
  t.same(limited(1, null), [])
  t.same(limited(2, STORE), [])
  t.same(checkStore({ workers: 2, store: null, session: { maxPerAccount: 0 } }), [])
})

t.test('store: no password, or one without TLS, is a warning unless on this machine', async (t) => {
  const far = { ...STORE, url: 'redis://store.internal' }
  t.match(listStoreWarnings({ store: { ...far, passwordFile: '/x' } }), [/^store.url: without TLS/])
  t.match(listStoreWarnings({ store: far }), [/^store.passwordFile: without a password/])
  const secured = { ...far, url: 'rediss://store.internal', passwordFile: '/x' }
  for (const store of [null, STORE, secured, { ...STORE, url: 'unix:/run/x' }])
    t.same(listStoreWarnings({ store }), [])
})
