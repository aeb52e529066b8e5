import { EventEmitter } from 'node:events'
import type { FastifyRequest } from 'fastify'
import t from 'tap'
import type { Pool } from 'undici'
import { NOT_ADMITTED } from '../../src/access/decision.ts'
import { createPinnedConnections } from '../../src/upstream/connections.ts'

const SHARE = 64

function start(max: number) {
  const pinned = createPinnedConnections({ max, open: () => new FakePool() as unknown as Pool })
  /** A request on a client connection of its own. */
  const connect = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress })
    return { raw: { socket }, admitted: NOT_ADMITTED } as unknown as FastifyRequest
  }
  const open = (address: string) => {
    const request = connect(address)
    pinned.add(request)
    return request
  }
  return { pinned, open }
}

class FakePool extends EventEmitter {
  stats = { size: 0 }
  async destroy(): Promise<void> {}
}

t.test('pinned connections: one address opens too many, its own idle ones are closed', async (t) => {
  for (const [flooder, same] of [
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:1::1', '2001:db8:0:1::2']
  ] as const) {
    const { pinned, open } = start(2 * SHARE)
    const other = open('192.0.2.2')
    const first = open(same)
    const second = open(same)
    t.ok(pinned.of(second))
    for (let count = 2; count < SHARE; count++) open(flooder)
    t.ok(pinned.of(first), 'control: within its share')
    for (let count = 0; count < 4 * SHARE; count++) open(flooder)
    t.ok(pinned.of(other), `${flooder}: that of another address stays`)
    t.notOk(pinned.of(second), 'twin: its own')
  }
})

t.test('pinned connections: those of one address are all in use, none is closed', async (t) => {
  const { pinned, open } = start(4 * SHARE)
  const requests = Array.from({ length: SHARE }, () => open('192.0.2.1'))
  for (const request of requests) Object.assign(Object(pinned.of(request)).stats, { size: 1 })
  open('192.0.2.1')
  t.ok(requests.every((request) => pinned.of(request) !== null))
})

t.test('pinned connections: more than may be kept, the least recent one is closed', async (t) => {
  const { pinned, open } = start(3)
  const [first, second] = [open('192.0.2.1'), open('192.0.2.2')]
  open('192.0.2.3')
  pinned.of(first)
  open('192.0.2.4')
  t.ok(pinned.of(first))
  t.notOk(pinned.of(second))
})
