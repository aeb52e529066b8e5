import t from 'tap'
import {
  memoryStorage,
  openTab,
  refused,
  settle,
  signIn,
  startTab,
  type Tab,
  type TabOptions
} from '../fixtures/flows.ts'

const email = 'ada@example.com'
const config: TabOptions['config'] = { identifierFirst: true }
const atPassword = { name: 'sign-in', step: 'password' } as const
const give = { email: ` ${email} `, password: '' }

t.test('address first: leads to the password without a request, whatever the address', async (t) => {
  for (const one of [email, 'unknown@example.com']) {
    const tab = openTab({ config })
    await tab.run('signInWithPassword', { email: one, password: '' })
    t.same(tab.state().screen, atPassword)
    t.equal(tab.state().email, one)
    t.same([tab.calls, tab.requests], [[], []])
  }
})

t.test('address first: a missing or malformed address stays in the first step', async (t) => {
  for (const typed of ['', 'ada@']) {
    const tab = openTab({ config })
    await tab.run('signInWithPassword', { email: typed, password: '' })
    t.same(tab.state().screen, { name: 'sign-in' })
    t.match(tab.state().status, { name: 'error', problem: { kind: 'email' } })
  }
})

t.test('address first: a password filled in with the address signs in at once', async (t) => {
  const tab = await signIn({ config })
  t.equal(tab.state().screen.name, 'leaving')
  const wrong = await signIn({ config, signIn: refused('auth/invalid-credential') })
  t.same(wrong.state().screen, atPassword, 'where a wrong one is typed again')
  t.match(wrong.state().status, { problem: { kind: 'credentials' } })
})

t.test('address first: without it, and of a known account, a missing password is a problem', async (t) => {
  const account = { name: null, email, provider: null }
  for (const other of [{}, { ...config, reason: 'step-up', account } as const]) {
    const tab = openTab({ config: other })
    await tab.run('signInWithPassword', give)
    t.same(tab.state().screen, { name: 'sign-in' })
    t.match(tab.state().status, { problem: { kind: 'password' } })
  }
})

t.test('address first: Back leads to the address, which is kept', async (t) => {
  const tab = startTab({ config })
  await tab.run('signInWithPassword', give)
  t.equal(tab.addresses.length, 1, 'an entry of its own')
  tab.goBack()
  t.same(tab.state().screen, { name: 'sign-in' })
  t.equal(tab.state().email, email)
  t.same(tab.wentBack, [])
})

t.test('address first: the way back from another form leads to the password, by link or Back', async (t) => {
  for (const form of ['forgot', 'link'] as const)
    for (const goBack of [(tab: Tab) => tab.act('go', 'sign-in'), (tab: Tab) => tab.goBack()]) {
      const tab = startTab({ config })
      await tab.run('signInWithPassword', give)
      tab.act('go', form)
      t.equal(tab.state().screen.name, form)
      goBack(tab)
      t.match(tab.state(), { email, screen: atPassword })
      tab.goBack()
      t.match(tab.state(), { email, screen: { name: 'sign-in', step: undefined } }, 'once more: the address')
      t.same(tab.wentBack, [])
    }
})

t.test('address first: the way back leads to the address without one, and for another account', async (t) => {
  const tab = startTab({ config })
  tab.act('go', 'forgot')
  tab.act('go', 'sign-in')
  t.same(tab.state().screen, { name: 'sign-in' }, 'it was not given')
  await tab.run('signInWithPassword', give)
  tab.act('go', 'forgot')
  tab.store.dispatch({ type: 'typed', email: 'ada@' })
  tab.act('go', 'sign-in')
  t.same(tab.state().screen, { name: 'sign-in' }, 'it is malformed by now')
  await tab.run('signInWithPassword', give)
  tab.act('go', 'forgot')
  tab.act('startOver')
  t.same(tab.state().screen, { name: 'sign-in' }, 'another account')
  await tab.run('signInWithPassword', give)
  tab.act('go', 'forgot')
  tab.goBack(-2)
  t.same(tab.state().screen, { name: 'sign-in' }, 'the entry of the first step')
})

t.test('address first: a reload stays at the password, a new visit begins with the address', async (t) => {
  const storage = memoryStorage()
  const first = startTab({ config, storage })
  await first.run('signInWithPassword', give)
  await settle()
  const reload = (rank: number, changes: TabOptions['config'] = config) => {
    const browser = { historyEntry: () => ({ depth: rank, rank }) }
    return startTab({ config: changes, storage, browser }).state()
  }
  t.match(reload(1), { email, screen: atPassword })
  t.same(reload(1, {}).screen, { name: 'sign-in' }, 'both are asked for at once by now')
  await first.run('signInWithPassword', give)
  t.match(reload(0), { email, screen: { name: 'sign-in' } })
})
