import { EventEmitter } from 'node:events'
import t from 'tap'
import type { Schedule } from '../../../src/async.ts'
import type { GatewayEvent } from '../../../src/operations/events.ts'
import type { StoreClient } from '../../../src/shared-state/store-client.ts'
import { createClock } from '../../../test/fixtures/clock.ts'
import { createStoreLink } from '../link.ts'

/** A link to a store that the test controls. */
function createPlace(random = () => 0) {
  const clock = createClock()
  const events: GatewayEvent[] = []
  const pauses: number[] = []
  let look = () => {}
  const schedule: Schedule = (seconds, work) => {
    pauses.push(Number(seconds.toFixed(2)))
    look = work
    return () => {}
  }
  /** Writes that the store accepted. */
  const taken: string[] = []
  /** The error for each write; null if it is accepted. */
  let refusal: string | null = null
  const response = async () => {
    if (refusal !== null) throw new Error(`${refusal} not now`)
    return 'OK'
  }
  let connect = async () => {}
  let onThere = () => {}
  let isThere = false
  const client = Object.assign(new EventEmitter(), {
    connect: () => connect(),
    set: async () => {
      if (!isThere) throw new Error("Stream isn't writeable")
      return await response()
    },
    get: async () => '1',
    // As sockets do: in a later turn of the event loop.
    time: () => new Promise((resolve) => setImmediate(resolve, [1]))
  })
  const link = createStoreLink({
    client: client as unknown as StoreClient,
    probeName: 'probe',
    timeoutMs: 1000,
    onThere: async () => onThere(),
    report: (event) => void events.push(event),
    schedule,
    random,
    now: clock.now
  })
  return {
    link,
    clock,
    taken,
    pauses,
    /** Asks for something, and keeps the event loop busy for longer than the time limit. */
    askWhileBusy(): Promise<unknown> {
      const reply = link.run('read', (client) => client.time())
      for (const endsAtMs = performance.now() + 1100; performance.now() < endsAtMs; );
      return reply
    },
    /** Writes a text valid for this many seconds; `says`: the result of this write only. */
    write: (text: string, seconds = 60, says: () => string | null = () => null) =>
      link.write({
        op: 'publish',
        expiresAtSeconds: clock.now() + seconds,
        async ask() {
          await response()
          const why = says()
          if (why !== null) throw new Error(`${why} not this one`)
          taken.push(text)
          return 1
        }
      }),
    /** From now on, this runs each time the store is found to be up. */
    whenThere(work: () => void) {
      onThere = work
    },
    /** From now on, all writes have this result. */
    say(why: string | null) {
      refusal = why
    },
    /** Connecting fails as if the store refuses: an error with the reason, then a rejection. */
    refuse(why: string) {
      connect = async () => {
        link.noteError(why)
        client.emit('close')
        throw new Error('Connection is closed.')
      }
    },
    async accept() {
      isThere = true
      client.emit('ready')
      await new Promise(setImmediate)
    },
    closeConnection() {
      isThere = false
      client.emit('close')
    },
    async look() {
      look()
      await new Promise(setImmediate)
    },
    kinds: () => events.map(({ kind }) => kind).filter((kind) => kind !== 'store.request'),
    lost: () => events.flatMap((event) => (event.kind === 'store.lost' ? [event.detail] : []))
  }
}

/** The same, with a store that accepts connections. */
async function createAccepted(random?: () => number) {
  const place = createPlace(random)
  await place.accept()
  return place
}

t.test('store link: if it refuses and closes, the reason remains that of the refusal', async (t) => {
  const place = createPlace()
  place.refuse('WRONGPASS')
  await place.link.start()
  t.match(place.link.condition(), { isUp: false, detail: 'WRONGPASS' })
  await place.look()
  t.match(place.link.condition(), { isUp: false, detail: 'WRONGPASS' }, 'also after another look')
  t.strictSame(place.lost(), ['WRONGPASS'])
})

t.test('store link: refused, then connected and closed, it does not report the refusal again', async (t) => {
  const place = createPlace()
  place.refuse('WRONGPASS')
  await place.link.start()
  await place.accept()
  t.match(place.link.condition(), { isUp: true, detail: null })
  place.closeConnection()
  t.match(place.link.condition(), { isUp: false, detail: 'connection closed' })
  t.strictSame(place.lost(), ['WRONGPASS', 'connection closed'])
})

t.test('store link: closed, then rejected, the rejection is reported too, once', async (t) => {
  const place = await createAccepted()
  place.closeConnection()
  place.say('WRONGPASS')
  for (let count = 0; count < 3; count++) await place.accept()
  t.strictSame(place.lost(), ['connection closed', 'WRONGPASS'])
})

for (const why of ['OOM', 'READONLY', 'MISCONF', 'NOREPLICAS'])
  t.test(`store link: ${why} for a write marks it as down, the write is repeated`, async (t) => {
    const place = await createAccepted()
    place.say(why)
    t.equal(await place.write('kept'), false)
    t.match(place.link.condition(), { isUp: false, detail: why })
    await place.look()
    t.match(place.link.condition(), { isUp: false, detail: why }, 'also after another look')
    t.strictSame(place.taken, [])
    place.say(null)
    await place.look()
    t.strictSame(place.taken, ['kept'])
    t.match(place.link.condition(), { isUp: true, detail: null })
    await place.look()
    t.strictSame(place.taken, ['kept'], 'written once')
    t.strictSame(place.kinds(), ['store.lost', 'store.found'])
  })

t.test('store link: a write that fails once is repeated soon, the store is never down', async (t) => {
  const place = await createAccepted()
  const responses = ['ERR', null]
  t.equal(await place.write('kept', 60, () => responses.shift() ?? null), false)
  t.equal(place.pauses.at(-1), 0.1)
  await place.look()
  t.strictSame(place.taken, ['kept'])
  t.strictSame(place.kinds(), [])
  t.equal(place.pauses.at(-1), 5)
})

t.test('store link: a write that keeps failing alone marks it as down until accepted', async (t) => {
  const place = await createAccepted()
  let why: string | null = 'ERR'
  await place.write('kept', 60, () => why)
  t.equal(place.link.condition().isUp, true)
  await place.look()
  t.match(place.link.condition(), { isUp: false, detail: 'ERR' })
  await place.look()
  t.equal(place.link.condition().isUp, false)
  why = null
  await place.look()
  t.equal(place.link.condition().isUp, true)
  t.strictSame(place.taken, ['kept'])
})

t.test('store link: a write that has expired is not written, one that is still valid is', async (t) => {
  const place = await createAccepted()
  place.say('OOM')
  await place.write('over', 10)
  await place.write('counts', 11)
  place.clock.advance(10)
  place.say(null)
  await place.look()
  t.strictSame(place.taken, ['counts'])
})

t.test('store link: of 10,001 writes for a store that is down, the oldest is dropped', async (t) => {
  const place = await createAccepted()
  place.say('OOM')
  for (let count = 0; count <= 10_000; count++) await place.write(`${count}`)
  place.say(null)
  await place.look()
  while (!place.link.condition().isUp) await new Promise(setImmediate)
  t.equal(place.taken.length, 10_000)
  t.equal(place.taken[0], '1')
})

t.test('store link: while it is down, pauses grow up to a second, shortened by jitter', async (t) => {
  const pausesOf = async (random: () => number) => {
    const place = await createAccepted(random)
    place.say('OOM')
    await place.write('kept')
    const from = place.pauses.length - 1
    for (let looks = 0; looks < 5; looks++) await place.look()
    return place.pauses.slice(from)
  }
  t.strictSame(await pausesOf(() => 0), [0.1, 0.2, 0.4, 0.8, 0.9, 0.9])
  t.strictSame(await pausesOf(() => 1), [0.05, 0.1, 0.2, 0.4, 0.45, 0.45])
})

t.test('store link: if it comes and goes at every look, it is not retried without a pause', async (t) => {
  const place = await createAccepted()
  for (let times = 0; times < 6; times++) {
    place.say('OOM')
    await place.write('kept')
    place.say(null)
    await place.look()
  }
  place.say('OOM')
  await place.write('kept')
  t.equal(place.pauses.at(-1), 0.9)
})

t.test('store link: if each look misses something, pauses grow, later they are as usual', async (t) => {
  const place = await createAccepted()
  place.whenThere(() => place.link.lookSoon())
  await place.look()
  for (let looks = 0; looks < 5; looks++) await place.look()
  t.strictSame(
    place.pauses.filter((pause) => pause < 5),
    [0.1, 0.2, 0.4, 0.8, 0.9, 0.9]
  )
  t.strictSame(place.kinds(), [], 'it accepts all writes')
  place.whenThere(() => {})
  await place.look()
  t.equal(place.pauses.at(-1), 5)
  place.link.lookSoon()
  t.equal(place.pauses.at(-1), 0.1, 'the next pause is short again')
})

t.test('store link: the store is looked at until close, not after it', async (t) => {
  const place = await createAccepted()
  const before = place.pauses.length
  await place.look()
  t.ok(place.pauses.length > before)
  place.link.close()
  const { length } = place.pauses
  await place.look()
  place.link.lookSoon()
  place.closeConnection()
  t.equal(place.pauses.length, length)
})

t.test('store link: a reply that came while this process was busy is in time', async (t) => {
  const place = await createAccepted()
  for (let count = 0; count < 4; count++) t.strictSame(await place.askWhileBusy(), [1])
  t.strictSame(place.lost(), [])
})

t.test('store link: replies that do not come within the time limit, mark it as down', async (t) => {
  // The time limit keeps no process alive.
  const alive = setInterval(() => {}, 1000)
  t.teardown(() => clearInterval(alive))
  const place = await createAccepted()
  for (let count = 0; count < 3; count++)
    t.equal(await place.link.run('read', () => new Promise(() => {})), null)
  t.strictSame(place.lost(), ['timeout'])
})
