import t, { type Test } from 'tap'
import { signInAs } from '../../fixtures/browser/login-form.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { becomeAlive, createDemoUser, openVisitor } from '../../fixtures/browser/visitors.ts'

/** A new account of the demo, signed in at its start page. */
async function openSignedIn(t: Test) {
  const [visitor, user] = [await openVisitor(t), await createDemoUser()]
  const page = await visitor.openTab('/')
  await signInAs(page, user.email)
  await page.waitForURL(`${visitor.url}/`)
  return { ...visitor, page, user }
}

const namesOf = (cookies: readonly { name: string }[]) => cookies.map(({ name }) => name)

t.test('browser: a deep link leads to sign-in and back, and sign-out works', { skip }, async (t) => {
  const user = await createDemoUser()
  const { context, complaints, url, logText } = await openVisitor(t)
  const origins = new Set<string>()
  context.on('request', (request) => origins.add(new URL(request.url()).origin))
  const page = await context.newPage()
  const deepLink = `${url}/reports/2026?quarter=3&q=a%2Fb#chapter-2`
  await page.goto(deepLink)
  t.equal(new URL(page.url()).pathname, '/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const found = [...origins].filter((origin) => origin !== url)
  t.same(found, [], 'no third-party request before the visitor acts')

  await signInAs(page, user.email)
  await page.waitForURL(deepLink)
  const text = await page.locator('body').innerText()
  t.match(text, user.uid)
  t.match(text, user.email)
  t.match(text, '/reports/2026?quarter=3&q=a%2Fb')
  t.same(complaints, [], 'a clean console')

  const [cookie] = await page.context().cookies()
  t.match(cookie, { name: 'gatehouse', httpOnly: true, sameSite: 'Lax', path: '/' })

  await page.locator('form[action="/logout"] button').click()
  await page.waitForURL(`${url}/login?reason=signed-out`)
  t.same(namesOf(await page.context().cookies()), ['gatehouse-known', 'gatehouse-signed-out'])
  await page.goto(`${url}/`)
  t.equal(new URL(page.url()).pathname, '/login', 'really signed out')
  t.notMatch(logText(), /eyJ[A-Za-z0-9_-]{10}/, 'no token in the log')
  t.notMatch(logText(), user.password)
})

/** Everything that scripts of an origin can read from its storage, as JSON. */
const STORED = `(async () => {
  const settled = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const databases = {}
  for (const { name } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name))
    databases[name] = {}
    for (const store of database.objectStoreNames) {
      const entries = database.transaction(store).objectStore(store)
      databases[name][store] = [await settled(entries.getAllKeys()), await settled(entries.getAll())]
    }
    database.close()
  }
  const caches_ = {}
  for (const name of await caches.keys())
    caches_[name] = (await (await caches.open(name)).keys()).map(({ url }) => url)
  const { cookie } = document
  return JSON.stringify({ databases, caches: caches_, cookie, local: { ...localStorage }, session: { ...sessionStorage } })
})()`

t.test('browser: no token, password or address that scripts can read (ASVS 14.3.3)', { skip }, async (t) => {
  const user = await createDemoUser()
  const { openTab, url } = await openVisitor(t)
  const page = await openTab('/')
  const read = async () => JSON.parse(String(await page.evaluate(STORED)))
  await page.evaluate(`new Promise((resolve) => {
      const request = indexedDB.open('of-the-test')
      request.onupgradeneeded = () => request.result.createObjectStore('notes').put('found-by-the-test', 1)
      request.onsuccess = () => resolve(request.result.close())
    })`)
  t.match(JSON.stringify(await read()), 'found-by-the-test', 'control: stored data is found')
  await page.evaluate(`new Promise((resolve) => {
      indexedDB.deleteDatabase('of-the-test').onsuccess = () => resolve(null)
    })`)
  await signInAs(page, user.email)
  await page.waitForURL(`${url}/`)
  const stored = await read()
  const text = JSON.stringify(stored)
  for (const [name, secret] of [
    ['token', /eyJ[A-Za-z0-9_-]{10}/],
    ['password', user.password],
    ['address', user.email],
    ['refresh token or account of the SDK', /refreshToken|stsTokenManager|authUser/]
  ] as const)
    t.notMatch(text, secret, name)
  t.same([stored.cookie, stored.local, stored.caches], ['', {}, {}])
  t.same(Object.keys(stored.session), ['gatehouse:redirects'])
  t.match(stored.session['gatehouse:redirects'], /^\{[^a-z]*count[^a-z]*sinceMs[^a-z]*\}$/, 'a counter')
})

t.test('browser: sign-in does not wait for a device that is silent about passkeys', { skip }, async (t) => {
  const user = await createDemoUser()
  const { context, url } = await openVisitor(t)
  const page = await context.newPage()
  await page.addInitScript(
    'PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = () => new Promise(() => {})'
  )
  await page.goto(`${url}/`)
  await becomeAlive(page)
  await signInAs(page, user.email)
  await page.waitForURL(`${url}/`)
  t.match(await page.locator('body').innerText(), user.email)
})

t.test('browser: a sign-out link on another site needs a confirmation', { skip }, async (t) => {
  const { page, url } = await openSignedIn(t)
  await page.goto(`data:text/html,<a href="${url}/logout">x</a>`)
  await page.getByRole('link').click()
  await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
  t.ok(namesOf(await page.context().cookies()).includes('gatehouse'), 'still signed in')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${url}/login?reason=signed-out`)
  t.same(namesOf(await page.context().cookies()), ['gatehouse-known', 'gatehouse-signed-out'])
})
