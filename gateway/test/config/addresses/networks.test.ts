import { isIP } from 'node:net'
import fc from 'fast-check'
import t from 'tap'
import { buildNetworkTest, isNetwork } from '../../../src/config/addresses/networks.ts'

t.test('networks: thousands of addresses give the same result on every call', async (t) => {
  const isWithin = buildNetworkTest(['10.0.0.0/24', '2001:db8::/32', '192.0.2.7'])
  const [inside, outside] = [
    ['10.0.0.255', '2001:db8::1', '192.0.2.7'],
    ['10.0.1.0', '2001:db9::1', '192.0.2.8', 'unknown']
  ]
  for (let round = 0; round < 3; round++) {
    t.same([...inside, ...outside].filter(isWithin), inside)
    for (let number = 0; number < 1500; number++) isWithin(`172.16.${number >> 8}.${number & 255}`)
  }
})

t.test('networks: with no networks, no address matches', async (t) => {
  for (const address of ['127.0.0.1', '::1', '0.0.0.0', '']) t.notOk(buildNetworkTest([])(address), address)
})

t.test('networks: a text that is not exactly an address or a CIDR is refused', async (t) => {
  const rows: [wrong: string, twin: string][] = [
    ['10.0.0.0/', '10.0.0.0'],
    ['10.0.0.0/8/32', '10.0.0.0/8'],
    ['10.0.0.0/8/', '10.0.0.0/8'],
    ['10.0.0.0//8', '10.0.0.0/8'],
    ['10.0.0.0/08', '10.0.0.0/8'],
    ['0.0.0.0/00', '0.0.0.0/0'],
    ['10.0.0.0 /8', '10.0.0.0/8'],
    ['10.0.0.0/ 8', '10.0.0.0/8'],
    ['10.0.0.0/8 ', '10.0.0.0/8'],
    ['10.0.0.0/8\n', '10.0.0.0/8'],
    [' 10.0.0.0/8', '10.0.0.0/8'],
    ['10.0.0.0/+8', '10.0.0.0/8'],
    ['10.0.0.0/-8', '10.0.0.0/8'],
    ['10.0.0.0/1e1', '10.0.0.0/10'],
    ['10.0.0.0/0x8', '10.0.0.0/8'],
    ['10.0.0.0/8.0', '10.0.0.0/8'],
    ['10.0.0.0/٨', '10.0.0.0/8'],
    ['10.0.0.0/33', '10.0.0.0/32'],
    ['10.0.0.0/255.0.0.0', '10.0.0.0/8'],
    ['010.0.0.0/8', '10.0.0.0/8'],
    ['10/8', '10.0.0.0/8'],
    ['/8', '0.0.0.0/8'],
    ['', '0.0.0.0'],
    ['unix:', '127.0.0.1'],
    ['localhost', '127.0.0.1'],
    ['fd00::/', 'fd00::'],
    ['fd00::/129', 'fd00::/128'],
    ['fd00::/08', 'fd00::/8'],
    ['[fd00::]/8', 'fd00::/8'],
    ['fe80::1%eth0', 'fe80::1'],
    ['fe80::%eth0/10', 'fe80::/10'],
    ['::ffff:10.0.0.0/8', '::ffff:10.0.0.0/104'],
    ['::ffff:10.0.0.0/95', '::ffff:10.0.0.0/96'],
    ['::FFFF:a00:0/8', '::ffff:a00:0/104'],
    ['0:0:0:0:0:ffff:10.0.0.0/8', '0:0:0:0:0:ffff:10.0.0.0']
  ]
  for (const [wrong, twin] of rows) {
    t.equal(isNetwork(wrong), false, JSON.stringify(wrong))
    t.throws(() => buildNetworkTest([wrong === 'unix:' ? 'unix:/8' : wrong]), TypeError)
    t.equal(isNetwork(twin), true, twin)
  }
})

t.test('networks: a peer on a link or in IPv4-mapped form is in those without the form', async (t) => {
  const isWithin = buildNetworkTest(['fe80::/10', '10.0.0.0/8', '::ffff:192.0.2.0/120'])
  for (const address of ['fe80::1%eth0', '::ffff:10.1.2.3', '192.0.2.7', '::ffff:192.0.2.7'])
    t.ok(isWithin(address), address)
  for (const address of ['fec0::1%eth0', '::ffff:11.1.2.3', '192.0.3.7', '::ffff:192.0.3.7'])
    t.notOk(isWithin(address), address)
})

t.test('networks: an IPv6 network around the IPv4-mapped range includes no IPv4 peer', async (t) => {
  for (const network of ['::/0', '::/64', '::/80', '::fffe:0:0/95']) {
    t.notOk(buildNetworkTest([network])('192.0.2.7'), network)
    t.ok(buildNetworkTest([network, '192.0.2.0/24'])('192.0.2.7'), `control: ${network} and one that does`)
  }
  for (const address of ['::1', '::fffe:c000:207']) t.ok(buildNetworkTest(['::/64'])(address), address)
})

t.test('networks: for any network, the addresses with the same leading bits', async () => {
  const toIPv4 = (address: bigint) => [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn).join('.')
  const toIPv6 = (address: bigint) => (address.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).join(':')
  for (const [bits, write] of [
    [32, toIPv4],
    [128, toIPv6]
  ] as const)
    fc.assert(
      fc.property(
        fc.bigInt(0n, (1n << BigInt(bits)) - 1n),
        fc.nat(bits),
        fc.nat(bits - 1),
        (address, length, flippedBit) => {
          const isWithin = buildNetworkTest([`${write(address)}/${length}`])
          const other = address ^ (1n << BigInt(bits - 1 - flippedBit))
          return isWithin(write(address)) && isWithin(write(other)) === flippedBit >= length
        }
      )
    )
})

t.test('networks: any accepted text is an address, or one with its length in digits', async () => {
  const piece = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom('/', '%', ' ', '+', '-', '0', '8', '08', '32', '64', '1e1', '\n', '.', ':', 'ffff'),
    fc.nat(200).map(String),
    fc.string({ maxLength: 2 })
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
      const text = pieces.join('')
      const [address = '', length] = text.split('/')
      const isExact = length === undefined ? text === address : text === `${address}/${Number(length)}`
      return !isNetwork(text) || (isIP(address) !== 0 && !text.includes('%') && isExact)
    }),
    { numRuns: 2000 }
  )
})
