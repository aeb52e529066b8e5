import t from 'tap'
import { networkOf } from '../../src/http/origin.ts'

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
