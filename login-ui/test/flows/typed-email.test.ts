import t from 'tap'
import {
  memoryStorage,
  openTab,
  settle,
  startMs,
  startTab,
  type Tab,
  type TabOptions
} from '../fixtures/flows.ts'

const email = 'ada@example.com'

/** What the tab's storage holds after the address was typed and `then` was done. */
async function typed(then: (tab: Tab) => void = () => {}): Promise<Storage> {
  const storage = memoryStorage()
  const tab = startTab({ storage })
  tab.store.dispatch({ type: 'typed', email })
  then(tab)
  await settle()
  return storage
}

/** The address after a reload. */
function reload(storage: Storage, laterMs = 0, config: TabOptions['config'] = {}): string {
  return startTab({ storage, config, browser: { now: () => startMs + laterMs } }).state().email
}

t.test('typed address: survives a reload within ten minutes, twice too', async (t) => {
  const storage = await typed()
  t.equal(reload(storage, 600_000), email)
  t.equal(reload(storage, 600_000), email)
})

t.test('typed address: one typed before the page took over is kept as well', async (t) => {
  const storage = memoryStorage()
  const tab = openTab({ storage })
  tab.store.dispatch({ type: 'typed', email })
  tab.start()
  t.equal(reload(storage), email)
})

t.test('typed address: is forgotten after ten minutes, when cleared, and with the sign-in', async (t) => {
  t.equal(reload(await typed(), 600_001), '')
  t.equal(reload(await typed((tab) => tab.store.dispatch({ type: 'typed', email: '' }))), '')
  const signedIn = await typed((tab) => tab.act('signInWithPassword', { email, password: 'secret words' }))
  t.equal(signedIn.getItem('gatehouse:typed-email'), null)
})

t.test('typed address: that of a known account is neither stored nor replaced', async (t) => {
  const account = { name: null, email: 'eve@example.com', provider: null }
  const storage = await typed()
  t.equal(reload(storage, 0, { reason: 'step-up', account }), account.email)
  t.equal(storage.getItem('gatehouse:typed-email'), null)
})

t.test('typed address: a malformed note is ignored', async (t) => {
  for (const note of ['null', '[]', '{', `{"email":1,"atMs":${startMs}}`, `{"email":"${email}"}`])
    t.equal(reload(memoryStorage({ 'gatehouse:typed-email': note })), '', note)
})
