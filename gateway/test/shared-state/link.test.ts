import { EventEmitter } from 'node:events'
import t from 'tap'
import type { Schedule } from '../../src/async/schedule.ts'
import type { GatewayEvent } from '../../src/operations/events.ts'
import type { StoreClient } from '../../src/shared-state/store/clients.ts'
import { createStoreLink } from '../../src/shared-state/store/link.ts'

/** A link to a store of which the test says what happens. */
function createPlace() {
  const events: GatewayEvent[] = []
  let look = () => {}
  const schedule: Schedule = (_seconds, work) => {
    look = work
    return () => {}
  }
  let connect = async () => {}
  let isThere = false
  const client = Object.assign(new EventEmitter(), {
    connect: () => connect(),
    set: async () => {
      if (!isThere) throw new Error("Stream isn't writeable")
    }
  })
  const link = createStoreLink({
    client: client as unknown as StoreClient,
    probeName: 'probe',
    timeoutMs: 1000,
    onThere: async () => {},
    report: (event) => void events.push(event),
    schedule,
    now: () => 0
  })
  return {
    link,
    /** Connecting fails as it does when the store refuses: it says why, closes, and the promise knows of the close alone. */
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
    look: () => look(),
    lost: () => events.flatMap((event) => (event.kind === 'store.lost' ? [event.detail] : []))
  }
}

t.test('store link: it refuses and closes, the reason stays that of the refusal', async (t) => {
  const place = createPlace()
  place.refuse('WRONGPASS')
  await place.link.start()
  t.match(place.link.condition(), { isUp: false, detail: 'WRONGPASS' })
  place.look()
  await new Promise(setImmediate)
  t.match(place.link.condition(), { isUp: false, detail: 'WRONGPASS' }, 'after another look too')
  t.strictSame(place.lost(), ['WRONGPASS'])
})

t.test('store link: refused, then there, then closed; the old refusal is not told again', async (t) => {
  const place = createPlace()
  place.refuse('WRONGPASS')
  await place.link.start()
  await place.accept()
  t.match(place.link.condition(), { isUp: true, detail: null })
  place.closeConnection()
  t.match(place.link.condition(), { isUp: false, detail: 'connection closed' })
  t.strictSame(place.lost(), ['WRONGPASS', 'connection closed'])
})
