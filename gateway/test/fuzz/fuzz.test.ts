import { randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { startSiege } from './siege.ts'

const BATCHES = 6
const VISITS = 250
/** Far above what the gateway needs, far below what a leak would use. */
const MAX_RESIDENT_MIB = 400

const seed = Number(process.env.FUZZ_SEED ?? randomInt(1_000_000_000))

/** A client disconnects between its pipelined upgrade and the 101, which once left an open WebSocket. */
const SEED_OF_A_LOST_SOCKET = 972_044_342

t.test('fuzz: visitors disconnect early, no WebSocket stays open and the gateway exits', async (t) => {
  const siege = await startSiege()
  await siege.attack(SEED_OF_A_LOST_SOCKET, VISITS)
  t.same(siege.faults, [])
  while ((await siege.openWebSockets()) > 0) await setImmediate()
  t.equal(await siege.end(), 0, 'shuts down cleanly')
})

t.test(`fuzz: no input crashes, freezes or fills it (FUZZ_SEED=${seed}) (ASVS 1.4.3, 16.5.3)`, async (t) => {
  const siege = await startSiege()
  const descriptors = siege.descriptors()
  for (let batch = 0; batch < BATCHES; batch++) {
    await siege.attack(seed + batch, VISITS)
    t.same(siege.faults, [], `${VISITS} visits of seed ${seed + batch}`)
    if (siege.faults.length > 0) break
  }
  if (siege.faults.length > 0) {
    await siege.end()
    return
  }
  for (const status of ['101', '200', '302', '400', '401', '404', '405', '502'])
    t.ok(siege.responses.has(status), `some got a ${status}`)
  t.ok(siege.residentMib() < MAX_RESIDENT_MIB, `${siege.residentMib()} MiB resident`)
  t.ok(siege.descriptors() < descriptors + 200, `${siege.descriptors()} descriptors, ${descriptors} before`)
  t.equal(await siege.end(), 0, 'shuts down cleanly')
  t.same(siege.faults, [])
})
