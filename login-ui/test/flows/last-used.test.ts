import t from 'tap'
import { memoryStorage, openTab, refused, signIn, startTab, type TabOptions } from '../fixtures/flows.ts'
import { onlyMethods } from '../fixtures/sample-config.ts'

const KEY = 'gatehouse:last-used'
const noted = (way: unknown) => memoryStorage({ [KEY]: JSON.stringify(way) })

/** The last-used mark of a page with these options. */
function markOf(options: TabOptions): string | null {
  return startTab(options).state().lastUsed
}

/** What a page stores after a sign-in with a provider. */
async function keptBy(options: TabOptions, remember = false): Promise<string | null> {
  const tab = openTab(options)
  tab.store.dispatch({ type: 'chose-to-remember', remember })
  await tab.run('signInWith', 'google.com')
  return tab.device.storage.getItem(KEY)
}

t.test('last used: the id of a provider that opened a session is marked next time', async (t) => {
  const deviceStorage = memoryStorage()
  t.equal(await keptBy({ deviceStorage }), '"google.com"')
  t.equal(deviceStorage.length, 1)
  t.equal(markOf({ deviceStorage }), 'google.com')
})

t.test('last used: a sign-in without a session keeps the stored value', async (t) => {
  const refusal = { signInWithPopup: async () => refused('auth/popup-closed-by-user') }
  t.equal(await keptBy({ sdk: refusal, deviceStorage: noted('saml.acme') }), '"saml.acme"')
  t.equal(await keptBy({ sdk: refusal }), null)
})

for (const reason of ['revoked', 'expired'] as const)
  t.test(
    `last used: ${reason}, the region of the last number is ${reason === 'revoked' ? 'removed' : 'kept'}`,
    async (t) => {
      const region = 'gatehouse:phone-region'
      const tab = startTab({ config: { reason }, deviceStorage: memoryStorage({ [region]: '"DE"' }) })
      t.equal(tab.device.storage.getItem(region), reason === 'revoked' ? null : '"DE"')
    }
  )

t.test('last used: a password after a provider removes the mark', async (t) => {
  const tab = await signIn({ deviceStorage: noted('google.com') })
  t.equal(tab.left.length, 1)
  t.equal(tab.device.storage.getItem(KEY), null)
})

t.test('last used: ids that the page does not offer have no mark', async (t) => {
  t.equal(markOf({ deviceStorage: noted('saml.acme') }), 'saml.acme', 'control')
  for (const value of ['github.com', '', 'Google.com', 1, null, ['google.com'], { id: 'google.com' }, '<b>'])
    t.equal(markOf({ deviceStorage: noted(value) }), null, JSON.stringify(value))
  t.equal(markOf({ deviceStorage: memoryStorage({ [KEY]: 'google.com' }) }), null, 'not JSON')
})

t.test('last used: the email link is marked only where the page offers it', async (t) => {
  const methods = onlyMethods({ password: true, emailLink: true })
  const deviceStorage = noted('link')
  t.equal(markOf({ config: { methods }, deviceStorage }), 'link')
  t.equal(markOf({ config: { methods: { ...methods, emailLink: false } }, deviceStorage }), null)
})

t.test('last used: a phone number is stored and marked only where the page offers it', async (t) => {
  const methods = onlyMethods({ password: true, phone: true })
  const deviceStorage = memoryStorage()
  const tab = startTab({ config: { methods }, deviceStorage })
  await tab.run('askForPhone')
  await tab.run('sendPhoneCode', '+15555550100')
  await tab.run('answerPhoneCode', '123456')
  t.equal(deviceStorage.getItem(KEY), '"phone"')
  t.equal(markOf({ config: { methods }, deviceStorage }), 'phone')
  t.equal(markOf({ config: { methods: { ...methods, phone: false } }, deviceStorage }), null)
})

t.test('last used: the only method of the page has no mark', async (t) => {
  const google = { id: 'google.com', name: 'Google', iconSrc: null, scopes: [], params: {} }
  const config = {
    providers: [google],
    methods: onlyMethods()
  }
  t.equal(markOf({ config, deviceStorage: noted('google.com') }), null)
})

t.test('last used: if switched off, is neither stored nor marked, and is deleted', async (t) => {
  const config = { lastUsed: false }
  t.equal(await keptBy({ config }), null)
  const deviceStorage = noted('google.com')
  t.equal(markOf({ config, deviceStorage }), null)
  t.equal(deviceStorage.length, 0)
})

t.test('last used: storage that the browser forbids is ignored', async (t) => {
  const tab = startTab()
  Object.defineProperty(tab.device, 'storage', {
    get() {
      throw new DOMException('denied', 'SecurityError')
    }
  })
  tab.start()
  t.equal(tab.state().lastUsed, null)
  await tab.run('signInWith', 'google.com')
  t.equal(tab.left.length, 1)
  t.same(tab.faults, [])
})

t.test('last used: pressing the mark forgets it at once', async (t) => {
  const tab = startTab({ deviceStorage: noted('google.com') })
  tab.act('forgetLastUsed')
  t.equal(tab.state().lastUsed, null)
  t.equal(tab.device.storage.length, 0)
})

t.test('last used: sign-out on every device forgets it, sign-out here keeps the mark', async (t) => {
  const deviceStorage = noted('google.com')
  t.equal(markOf({ config: { reason: 'signed-out' }, deviceStorage }), 'google.com')
  t.equal(markOf({ config: { reason: 'revoked' }, deviceStorage }), null)
  t.equal(deviceStorage.length, 0)
})

t.test('last used: with the option to stay signed in, is stored only if that is chosen', async (t) => {
  const config = { remember: true }
  t.equal(await keptBy({ config }, true), '"google.com"')
  t.equal(await keptBy({ config, deviceStorage: noted('google.com') }, false), null)
})
