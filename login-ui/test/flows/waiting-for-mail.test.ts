import t from 'tap'
import type { PageConfig } from '../../src/page-config.ts'
import {
  memoryStorage,
  openTab,
  origin,
  problemIn,
  refused,
  settle,
  startMs,
  startTab,
  type TabOptions
} from '../fixtures/flows.ts'

const email = 'ada@example.com'
const hourMs = 3_600_000

/** Asks for a link in one tab; what the device holds afterwards. */
async function ask(config: Partial<PageConfig> = {}, remember = false, sdk: TabOptions['sdk'] = {}) {
  const deviceStorage = memoryStorage()
  const tab = startTab({ deviceStorage, sdk, config: { address: 'link', lastUsed: true, ...config } })
  tab.store.dispatch({ type: 'chose-to-remember', remember })
  await tab.run('requestLink', ` ${email} `)
  return { deviceStorage, tab }
}

/** Opens the link with this device storage, the other tabs being gone. */
async function open(
  deviceStorage: Storage,
  { laterMs = 0, lastUsed = true, ...more }: TabOptions & { laterMs?: number; lastUsed?: boolean } = {}
) {
  const tab = startTab({
    ...more,
    deviceStorage,
    url: `${origin}/login/action?mode=signIn&oobCode=code-1`,
    config: { address: 'action', action: { mode: 'signIn' }, lastUsed, remember: true },
    browser: { now: () => startMs + laterMs }
  })
  for (let turn = 0; turn < 2; turn++) {
    await settle()
    tab.runTimers(300)
  }
  await settle()
  const { screen } = tab.state()
  return { tab, step: screen.name === 'action' ? screen.step.name : screen.name }
}

t.test('link: the waiting tab is gone, the address and choice are known for an hour', async (t) => {
  for (const remember of [true, false]) {
    const { deviceStorage } = await ask({}, remember)
    const { tab, step } = await open(deviceStorage, { laterMs: hourMs - 1 })
    t.equal(step, 'ready')
    t.match(tab.state(), { remember, screen: { step: { email } } })
    t.notOk(
      tab.hub.sent.some((message) => Object(message).type === 'who-asked'),
      'no other tab is asked'
    )
  }
  const { deviceStorage } = await ask()
  t.equal((await open(deviceStorage, { laterMs: hourMs })).step, 'ask-email')
  t.equal(deviceStorage.length, 0, 'and forgotten then')
})

t.test('link: used, the address is forgotten; refused, it is not', async (t) => {
  const { deviceStorage } = await ask()
  const refusing = await open(deviceStorage, {
    sdk: { signInWithLink: async () => refused('auth/internal-error') }
  })
  refusing.tab.act('applyAction', {})
  await settle()
  t.equal(deviceStorage.length, 1)
  const { tab } = await open(deviceStorage)
  await tab.run('applyAction', {})
  t.equal(deviceStorage.getItem('gatehouse:asked-link'), null)
})

t.test('link: signed out or not to be kept, the address is neither stored nor used', async (t) => {
  t.equal((await ask({ lastUsed: false })).deviceStorage.length, 0)
  const failed = await ask({}, false, { sendLink: async () => refused('auth/network-request-failed') })
  t.equal(failed.deviceStorage.length, 0, 'no mail was sent')
  const departures: Partial<PageConfig>[] = [
    { reason: 'signed-out' },
    { reason: 'revoked' },
    { address: 'signed-out' },
    { lastUsed: false }
  ]
  for (const departure of departures) {
    const { deviceStorage } = await ask()
    openTab({ deviceStorage, config: { lastUsed: true, ...departure } }).start()
    t.equal(deviceStorage.length, 0, JSON.stringify(departure))
  }
  const { deviceStorage } = await ask()
  openTab({ deviceStorage, config: { lastUsed: true, reason: 'expired' } }).start()
  t.equal(deviceStorage.length, 1, 'control')
})

t.test('link: a malformed note on the device is ignored', async (t) => {
  const until = startMs + 1000
  for (const note of [
    'null',
    '[]',
    '{',
    JSON.stringify({ address: 'ada', until }),
    JSON.stringify({ address: 1, until }),
    JSON.stringify({ address: email }),
    JSON.stringify({ address: email, until: startMs + 2 * hourMs }),
    JSON.stringify({ address: email, until: String(until) })
  ])
    t.equal((await open(memoryStorage({ 'gatehouse:asked-link': note }))).step, 'ask-email', note)
})

/** The screen after a reload. */
function reload(storage: Storage, config: Partial<PageConfig>, { laterMs = 0, rank = 1 } = {}) {
  return startTab({ storage, config, entry: { rank }, browser: { now: () => startMs + laterMs } })
}

const MAILS = [
  { mail: 'link', address: 'link', action: 'requestLink' },
  { mail: 'reset', address: 'forgot', action: 'requestReset' },
  { mail: 'link', address: 'sign-in', action: 'requestLink' }
] as const

for (const { mail, address, action } of MAILS)
  t.test(`sent: ${mail} at ${address}, survives a reload within a quarter of an hour`, async (t) => {
    const waiting = async () => {
      const tab = startTab({ config: { address } })
      await tab.run(action, email)
      return tab
    }
    const { storage } = await waiting()
    const again = reload(storage, { address }, { laterMs: 900_000 })
    t.same(again.state().screen, { name: 'sent', mail, email })
    await again.run(action, email)
    t.match(again.state().screen, { name: 'sent', again: true }, 'and can be asked for again')

    t.equal(reload((await waiting()).storage, { address }, { laterMs: 900_001 }).state().screen.name, address)
    const other = address === 'forgot' ? 'link' : 'forgot'
    t.equal(reload((await waiting()).storage, { address: other }).state().screen.name, other)
    const left = await waiting()
    left.act('startOver')
    t.equal(left.storage.getItem('gatehouse:step'), null)
    t.equal(reload(left.storage, { address }).state().screen.name, address)
    if (address !== 'sign-in') return
    const found = reload((await waiting()).storage, { address }, { rank: 0 }).state().screen.name
    t.equal(found, 'sign-in', 'a new visit')
  })

t.test('action: reloaded, opens the link of the history entry again', async (t) => {
  const href = `${origin}/login/action?mode=resetPassword&oobCode=code-1&redirect=%2Freports`
  const first = startTab({ url: href, config: { address: 'action', action: { mode: 'resetPassword' } } })
  t.equal(first.browser.historyEntry().link, href)
  t.notMatch(first.browser.location().href, 'code-1')
  const config = { address: 'action', action: null } as const
  const second = startTab({ url: first.browser.location().href, entry: first.browser.historyEntry(), config })
  await settle()
  t.same(second.left, [href])
  for (const link of [undefined, 'https://evil.example/login/action?oobCode=1', `${origin}.evil.example/`]) {
    const tab = startTab({ url: `${origin}/login/action`, entry: { link }, config })
    await settle()
    t.same(tab.left, [], String(link))
    t.ok(problemIn(tab.state()))
  }
})
