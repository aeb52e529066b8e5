import t from 'tap'
import { memoryStorage, openTab, refused, settle, type TabOptions } from '../fixtures/flows.ts'

const KEY = 'gatehouse:last-used'
const credentials = { email: 'ada@example.com', password: 'secret' }

const noted = (way: unknown) => memoryStorage({ [KEY]: JSON.stringify(way) })

/** The mark of a page that begins so. */
function markOf(options: TabOptions): string | null {
  const tab = openTab(options)
  tab.start()
  return tab.state().lastUsed
}

/** What a page keeps after a sign-in at a provider. */
async function keptBy(options: TabOptions, remember = false): Promise<string | null> {
  const tab = openTab(options)
  tab.store.dispatch({ type: 'chose-to-remember', remember })
  tab.act('signInWith', 'google.com')
  await settle()
  return tab.device.storage.getItem(KEY)
}

t.test(
  'last used: a provider that opened a session, its id alone is kept and marked next time',
  async (t) => {
    const deviceStorage = memoryStorage()
    t.equal(await keptBy({ deviceStorage }), '"google.com"')
    t.equal(deviceStorage.length, 1)
    t.equal(markOf({ deviceStorage }), 'google.com')
  }
)

t.test('last used: a sign-in that opened no session, keeps what there was', async (t) => {
  const refusal = { signInWithPopup: async () => refused('auth/popup-closed-by-user') }
  t.equal(await keptBy({ sdk: refusal, deviceStorage: noted('saml.acme') }), '"saml.acme"')
  t.equal(await keptBy({ sdk: refusal }), null)
})

t.test('last used: a password after a provider, nothing is marked any more', async (t) => {
  const tab = openTab({ deviceStorage: noted('google.com') })
  tab.start()
  tab.act('signInWithPassword', credentials)
  await settle()
  t.equal(tab.left.length, 1)
  t.equal(tab.device.storage.getItem(KEY), null)
})

t.test('last used: ids that the page does not offer, no mark', async (t) => {
  t.equal(markOf({ deviceStorage: noted('saml.acme') }), 'saml.acme', 'twin')
  for (const value of ['github.com', '', 'Google.com', 1, null, ['google.com'], { id: 'google.com' }, '<b>'])
    t.equal(markOf({ deviceStorage: noted(value) }), null, JSON.stringify(value))
  t.equal(markOf({ deviceStorage: memoryStorage({ [KEY]: 'google.com' }) }), null, 'not JSON')
})

t.test('last used: the link by email, marked exactly where the page offers it', async (t) => {
  const methods = {
    password: true,
    emailLink: true,
    phone: false,
    passkey: 'off' as const,
    signup: false,
    askName: false
  }
  const deviceStorage = noted('link')
  t.equal(markOf({ config: { methods }, deviceStorage }), 'link')
  t.equal(markOf({ config: { methods: { ...methods, emailLink: false } }, deviceStorage }), null)
})

t.test('last used: a phone number, kept and marked exactly where the page offers it', async (t) => {
  const methods = {
    password: true,
    emailLink: false,
    phone: true,
    passkey: 'off' as const,
    signup: false,
    askName: false
  }
  const deviceStorage = memoryStorage()
  const tab = openTab({ config: { methods }, deviceStorage })
  tab.act('askForPhone')
  await settle()
  tab.act('sendPhoneCode', '+15555550100')
  await settle()
  tab.act('answerPhoneCode', '123456')
  await settle()
  t.equal(deviceStorage.getItem(KEY), '"phone"')
  t.equal(markOf({ config: { methods }, deviceStorage }), 'phone')
  t.equal(markOf({ config: { methods: { ...methods, phone: false } }, deviceStorage }), null)
})

t.test('last used: the only way of the page, no mark', async (t) => {
  const google = { id: 'google.com', name: 'Google', iconSrc: null, scopes: [], params: {} }
  const config = {
    providers: [google],
    methods: {
      password: false,
      emailLink: false,
      phone: false,
      passkey: 'off' as const,
      signup: false,
      askName: false
    }
  }
  t.equal(markOf({ config, deviceStorage: noted('google.com') }), null)
})

t.test('last used: switched off, neither kept nor marked, and forgotten', async (t) => {
  const config = { lastUsed: false }
  t.equal(await keptBy({ config }), null)
  const deviceStorage = noted('google.com')
  t.equal(markOf({ config, deviceStorage }), null)
  t.equal(deviceStorage.length, 0)
})

t.test('last used: storage that the browser forbids, nothing happens', async (t) => {
  const tab = openTab()
  Object.defineProperty(tab.device, 'storage', {
    get() {
      throw new DOMException('denied', 'SecurityError')
    }
  })
  tab.start()
  t.equal(tab.state().lastUsed, null)
  tab.act('signInWith', 'google.com')
  await settle()
  t.equal(tab.left.length, 1)
  t.same(tab.faults, [])
})

t.test('last used: mark is pressed, forgotten at once', async (t) => {
  const tab = openTab({ deviceStorage: noted('google.com') })
  tab.start()
  tab.act('forgetLastUsed')
  t.equal(tab.state().lastUsed, null)
  t.equal(tab.device.storage.length, 0)
})

t.test('last used: signed out on every device, forgotten; signed out here, still marked', async (t) => {
  const deviceStorage = noted('google.com')
  t.equal(markOf({ config: { reason: 'signed-out' }, deviceStorage }), 'google.com')
  t.equal(markOf({ config: { reason: 'revoked' }, deviceStorage }), null)
  t.equal(deviceStorage.length, 0)
})

t.test('last used: visitor is asked to stay signed in, kept only if so', async (t) => {
  const config = { remember: true }
  t.equal(await keptBy({ config }, true), '"google.com"')
  t.equal(await keptBy({ config, deviceStorage: noted('google.com') }, false), null)
})
