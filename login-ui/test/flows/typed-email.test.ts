import t from 'tap'
import {
  challengeWith,
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

t.test('organization: a chosen one survives a reload, but not a new visit', async (t) => {
  const [a, b] = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' }
  ]
  const configOf = (choose: (typeof a)[]) => ({ tenant: { id: null, choose, byEmailDomain: {} } })
  for (const [rank, choose, found] of [
    [1, [a, b], 'a'],
    [0, [a, b], null],
    [1, [b], null]
  ] as const) {
    const tab = startTab({ config: configOf([a, b]) })
    await tab.run('chooseTenant', 'a')
    const again = startTab({ storage: tab.storage, entry: { rank }, config: configOf([...choose]) })
    t.equal(again.state().tenant, found)
    await again.run('signInWithPassword', { email, password: 'secret words' })
    t.same(again.calls.find(({ name }) => name === 'setTenant')?.with, found === null ? undefined : [found])
  }
})

t.test('reload: after a step that needs tokens, the form says why it is asked again', async (t) => {
  const atSecondFactor = async () => {
    const tab = startTab({ sdk: { signInWithPassword: async () => challengeWith() } })
    await tab.run('signInWithPassword', { email, password: 'secret words' })
    t.equal(tab.state().screen.name, 'second-factor')
    return tab.storage
  }
  const reasonAfter = (storage: Storage, rank: number, config: TabOptions['config'] = {}) =>
    startTab({ storage, entry: { rank }, config }).state().reason
  t.equal(reasonAfter(await atSecondFactor(), 1), 'reloaded')
  t.equal(reasonAfter(await atSecondFactor(), 1, { reason: 'expired' }), 'expired')
  t.equal(reasonAfter(await atSecondFactor(), 0), null, 'a new visit')
  t.equal(reasonAfter(await typed(), 1), null, 'at the form')
  t.notMatch(JSON.stringify((await atSecondFactor()).getItem('gatehouse:step')), /token|pending/i)
})
