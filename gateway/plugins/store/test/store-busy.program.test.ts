import t from 'tap'
import { joinStore, NEEDS_STORE, startStore } from '../../../test/fixtures/processes/store-server.ts'
import { textWork } from '../../../test/fixtures/session/shared-state.ts'

const SESSIONS = 1000
/** Of the processor, for each call to the provider. */
const BUSY_MS = 1

function keepBusy(): void {
  for (const endsAtMs = performance.now() + BUSY_MS; performance.now() < endsAtMs; );
}

t.test(
  'store: 1,000 sessions expire at two busy gateways, one refresh for each',
  { skip: NEEDS_STORE },
  async (t) => {
    const store = await startStore(t)
    const members = [joinStore(t, store.url), joinStore(t, store.url)]
    for (const member of members) await member.ready()
    let made = 0
    const work = textWork({
      async run() {
        made += 1
        keepBusy()
        return 'refreshed'
      }
    })
    await Promise.all(
      Array.from({ length: SESSIONS }, (_, index) =>
        Promise.all(members.map((member) => member.singleFlight(`refresh ${index}`, 60, work)))
      )
    )
    t.equal(made, SESSIONS)
    for (const member of members) t.match(member.condition(), { isUp: true })
  }
)
