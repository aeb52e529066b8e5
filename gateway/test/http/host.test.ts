import type { IncomingMessage } from 'node:http'
import t from 'tap'
import {
  HOST,
  hostnameOf,
  networkOf,
  readHost,
  readHostAndPort,
  withoutPorts
} from '../../src/http/origin.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { handshakeOf } from '../fixtures/wire/websockets.ts'

const READ = [
  ['wiki.example.com', 'wiki.example.com', null],
  ['Wiki.example.com.', 'Wiki.example.com.', null],
  ['my_app:8080', 'my_app', '8080'],
  ['127.0.0.1:0', '127.0.0.1', '0'],
  ['a:65535', 'a', '65535'],
  ['[::1]', '[::1]', null],
  ['[::FFFF:127.0.0.1]:443', '[::FFFF:127.0.0.1]', '443']
] as const

const MALFORMED = [
  ...['', ' ', 'a b', ' a', 'a ', 'a:8 0', 'a\n', 'a\u0000', 'a\r\nb', `a:${'9'.repeat(400)}`],
  ...'a: :80 a:80:80 a:80@evil a@evil evil@a a:65536 a:99999 a:000080 a:-1 a:x'.split(' '),
  ...'[::1 ::1 [::1]x [::1]: [a%25eth0] %61 a/b a#b a?b a\\b a,b *.a ä'.split(' ')
]

t.test('hosts: well-formed ones are read as written, malformed ones refused', async (t) => {
  for (const [text, hostname, port] of READ) {
    t.same(readHostAndPort(text), { hostname, port }, text)
    t.equal(hostnameOf(text), hostname, text)
  }
  for (const text of MALFORMED)
    t.same([readHostAndPort(text), HOST.test(text)], [null, false], JSON.stringify(text))
})

t.test('hosts: every port up to 65535 is valid, higher ones are not', async (t) => {
  for (let port = 0; port < 70_000; port += 1)
    if (HOST.test(`a:${port}`) !== port <= 65_535) t.fail(`${port}`)
})

t.test('hosts: behind a trusted proxy the last X-Forwarded-Host, otherwise Host', async (t) => {
  const trust = { isTrustedProxy: (address: string) => address === '10.0.0.1' }
  const hostOf = (forwarded: string | undefined, remoteAddress = '10.0.0.1') => {
    const headers = { host: 'own', ...(forwarded === undefined ? {} : { 'x-forwarded-host': forwarded }) }
    return readHost({ headers, socket: { remoteAddress } } as unknown as IncomingMessage, trust)
  }
  t.equal(hostOf('app.example.com'), 'app.example.com')
  t.equal(hostOf('evil.example, app.example.com'), 'app.example.com')
  t.equal(hostOf('evil.example,  app.example.com '), 'app.example.com')
  t.equal(hostOf('app.example.com', '::ffff:10.0.0.1'), 'app.example.com')
  t.equal(hostOf('evil.example', '10.0.0.2'), 'own', 'control: untrusted')
  t.equal(hostOf(undefined), 'own')
})

t.test('network of a client: an IPv4 address as is, the first 64 bits of an IPv6 address', async (t) => {
  const rows: readonly [address: string, network: string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['unknown', 'unknown'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000:0000:ffff::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001::1:2:3:4:192.0.2.1', '2001:0:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64']
  ]
  for (const [address, network] of rows) t.equal(networkOf(address), network, address)
})

t.test('X-Forwarded-For: ports and brackets are removed, nothing else', async (t) => {
  const rows: readonly [sent: string, read: string][] = [
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['203.0.113.7:4711,[2001:db8::1]:1 , 10.0.0.1', '203.0.113.7, 2001:db8::1, 10.0.0.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['unknown', 'unknown'],
    ['_hidden:80', '_hidden:80'],
    ['203.0.113.7:471100', '203.0.113.7:471100'],
    ['', '']
  ]
  for (const [sent, read] of rows) t.equal(withoutPorts(sent), read, sent)
})

t.test('X-Forwarded-For: with ports, rules, log and application get the address', async (t) => {
  const rules = { 'access.rules': [{ path: '/office', allow: { network: ['203.0.113.0/24'] } }] }
  const gateway = await signedIn(t, {
    trustedProxies: ['127.0.0.1/32', '10.0.0.0/8'],
    'access.default': 'public',
    ...rules
  })
  const { cookie } = gateway
  const ask = (from: string, url = gateway.url) =>
    send(`${url}/office`, { headers: { cookie, 'x-forwarded-for': from } })
  for (const [from, status] of [
    ['203.0.113.7:4711', 200],
    ['198.51.100.7:4711', 403]
  ] as const) {
    const handshake = handshakeOf('/office', cookie).replace('Host', `X-Forwarded-For: ${from}\r\nHost`)
    t.match(await sendRaw(gateway.port, handshake), `HTTP/1.1 ${status} `, `WebSocket, ${from}`)
  }
  for (const [from, status] of [
    ['203.0.113.7:4711, 10.0.0.1:80', 200],
    ['203.0.113.7:4711, 198.51.100.7:80', 403],
    ['[2001:db8::1]:443', 403],
    ['9.9.9.9:1, 203.0.113.7:4711, 10.0.0.1:80', 200]
  ] as const)
    t.equal((await ask(from)).status, status, from)
  const strict = await startGateway(t, { beside: gateway, config: rules })
  t.equal((await ask('203.0.113.7', strict.url)).status, 403, 'control: no proxy is trusted')
  await gateway.settled()
  const clients = gateway.logLines().flatMap(({ msg, client }) => (msg === 'request' ? [client] : []))
  t.same(clients.slice(-4), ['203.0.113.7', '198.51.100.7', '2001:db8::1', '203.0.113.7'])
  const found = gateway.upstream.seen.at(-1)?.headers['x-forwarded-for']
  t.match(found, /^9\.9\.9\.9, 203\.0\.113\.7, 10\.0\.0\.1, 127\.0\.0\.1$/)
})
