import t from 'tap'
import { buildNetworkTest } from '../../../src/config/addresses/networks.ts'

t.test('networks: thousands of addresses give the same result on every call', async (t) => {
  const isWithin = buildNetworkTest(['10.0.0.0/24', '2001:db8::/32', '192.0.2.7'])
  const rows: [address: string, expected: boolean][] = [
    ['10.0.0.255', true],
    ['10.0.1.0', false],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['unknown', false]
  ]
  for (let round = 0; round < 3; round++) {
    for (const [address, expected] of rows) t.equal(isWithin(address), expected, address)
    for (let number = 0; number < 1500; number++) isWithin(`172.16.${number >> 8}.${number & 255}`)
  }
})

t.test('networks: with no networks, no address matches', async (t) => {
  for (const address of ['127.0.0.1', '::1', '0.0.0.0', '']) t.notOk(buildNetworkTest([])(address), address)
})
