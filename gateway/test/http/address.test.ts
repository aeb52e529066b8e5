import t from 'tap'
import { networkOf, withoutPorts } from '../../src/http/origin.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { handshakeOf } from '../fixtures/wire/websockets.ts'

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
  const gateway = await startGateway(t, {
    config: {
      trustedProxies: ['127.0.0.1/32', '10.0.0.0/8'],
      'access.default': 'public',
      'access.rules': [{ path: '/office', allow: { network: ['203.0.113.0/24'] } }]
    }
  })
  gateway.provider.accounts.create({ uid: 'ada' })
  const cookie = await gateway.signIn('ada')
  const ask = (from: string, path = '/office') =>
    send(`${gateway.url}${path}`, { headers: { cookie, 'x-forwarded-for': from } })
  for (const [from, status] of [
    ['203.0.113.7:4711', 200],
    ['198.51.100.7:4711', 403]
  ] as const) {
    const handshake = handshakeOf('/office', cookie).replace('Host', `X-Forwarded-For: ${from}\r\nHost`)
    t.match(await sendRaw(gateway.port, handshake), `HTTP/1.1 ${status} `, `WebSocket, ${from}`)
  }
  for (const from of [
    '203.0.113.7:4711',
    '203.0.113.7:4711, 10.0.0.1:80',
    '9.9.9.9:1, 203.0.113.7:4711, 10.0.0.1:80'
  ])
    t.equal((await ask(from)).status, 200, from)
  for (const from of ['198.51.100.7:4711', '203.0.113.7:4711, 198.51.100.7:80', '[2001:db8::1]:443'])
    t.equal((await ask(from)).status, 403, from)
  await gateway.settled()
  const clients = gateway.logLines().flatMap(({ msg, client }) => (msg === 'request' ? [client] : []))
  t.same(
    clients
      .slice(-6)
      .filter((client) => /[:[]\d+$|\[/.test(String(client)) && !String(client).includes('::')),
    []
  )
  t.match(
    gateway.upstream.seen.at(-1)?.headers['x-forwarded-for'],
    /^9\.9\.9\.9, 203\.0\.113\.7, 10\.0\.0\.1, 127\.0\.0\.1$/
  )
})
