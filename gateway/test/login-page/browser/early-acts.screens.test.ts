import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { DEMO_USER } from '../../../demo/demo.ts'
import { holdRequests, holds } from '../../fixtures/browser/browser.ts'
import { openHeld } from '../../fixtures/browser/held-page.ts'
import { alertOn, codeOfDemo, fillIn, heading } from '../../fixtures/browser/login-form.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { becomeAlive, createDemoUser, openVisitor } from '../../fixtures/browser/visitors.ts'
import { startGateway } from '../../fixtures/gateway.ts'

/** What visitors do before the main script of the page has loaded. */

const DEEP_LINK = '/reports/2026?quarter=3#chapter-2'
const LOGIN = `/login?redirect=${encodeURIComponent('/reports/2026?quarter=3')}#chapter-2`
const SENT = ['signInWithPassword', 'session']
const busy = (page: Page) => page.locator('.button[data-busy]')
const arrive = (page: Page) => page.waitForURL((url) => url.href.endsWith(DEEP_LINK))
const pressEnter = (page: Page) => page.keyboard.press('Enter')
const submit = (page: Page) => page.evaluate('document.forms[0].submit()')

/** The login page with its form filled in for a new account, and a script held back. */
async function openFilledIn(t: Test, options: Parameters<typeof openHeld>[2] = {}) {
  const held = await openHeld(t, LOGIN, options)
  const { email } = await createDemoUser()
  await fillIn(held.page, email)
  return { ...held, email }
}

for (const [title, act, options] of [
  ['Enter in the password field', pressEnter, {}],
  ['Enter, the main script is missing', pressEnter, { fails: true }],
  [
    'submitted twice, one request',
    (page) => page.evaluate('document.forms[0].requestSubmit(); document.forms[0].requestSubmit()'),
    {}
  ],
  ['form.submit(), which fires no event', submit, {}],
  ['form.submit(), the main script is missing', submit, { fails: true }]
] satisfies [string, (page: Page) => Promise<unknown>, object][])
  t.test(`early: ${title}, signs in`, { skip }, async (t) => {
    const { page, email, complaints, calls } = await openFilledIn(t, options)
    await act(page)
    await arrive(page)
    t.same(calls(), SENT)
    t.match(await page.locator('body').innerText(), email)
    t.match(await page.evaluate('sessionStorage.getItem("gatehouse:redirects")'), /"sinceMs":\d{13}/)
    const found = complaints.filter((text) => !text.includes('404'))
    t.same(found, [], 'no violation of the policy')
  })

t.test('early: wrong password is reported with input and focus as they were', { skip }, async (t) => {
  const { page, calls, release } = await openHeld(t, LOGIN)
  await fillIn(page, DEMO_USER.email, 'not the password')
  await pressEnter(page)
  await busy(page).waitFor()
  release()
  await alertOn(page).waitFor()
  await page.locator('#password:focus').waitFor()
  t.equal(await page.locator('#email').inputValue(), DEMO_USER.email)
  t.equal(await page.locator('#password').inputValue(), 'not the password')
  t.same(calls(), ['signInWithPassword'], 'one request')
  t.equal(await busy(page).count(), 0)
})

t.test('early: an address leads to the password, which goes on where it was', { skip }, async (t) => {
  const { page, release, calls } = await openHeld(t, LOGIN)
  await page.locator('#email').fill(DEMO_USER.email)
  await pressEnter(page)
  await page.locator('#password:focus').waitFor()
  await page.keyboard.type('meridian')
  release()
  await heading(page, 'Enter your password')
  await page.keyboard.type('-demo')
  t.equal(await page.locator('#password:focus').inputValue(), 'meridian-demo')
  t.same(calls(), [], 'half of it was not sent')
  await page.goBack()
  await heading(page, 'Sign in to Meridian')
  t.equal(await page.locator('#email:focus').inputValue(), DEMO_USER.email)
  t.equal(await page.locator('#password').inputValue(), '', 'not for the next address')
})

for (const has of [true, false])
  t.test(
    `early: ${has ? 'a' : 'no'} passkey button in a browser with${has ? '' : 'out'} them, nothing shifts`,
    { skip },
    async (t) => {
      const { context, url } = await openVisitor(t)
      const page = await context.newPage()
      if (!has) await page.addInitScript('delete globalThis.PublicKeyCredential')
      const release = await holdRequests(page, '**/_auth/assets/index-*.js')
      await page.goto(url + LOGIN, { waitUntil: 'commit' })
      const phone = page.getByRole('button', { name: 'Phone', exact: true })
      const before = await phone.boundingBox()
      t.equal(await page.getByRole('button', { name: 'Passkey', exact: true }).count(), Number(has))
      release()
      await becomeAlive(page)
      await page.waitForLoadState('networkidle')
      t.same(await phone.boundingBox(), before)
      t.equal(await page.getByRole('button', { name: 'Passkey', exact: true }).count(), Number(has))
    }
  )

t.test('early: an account with a second factor sends its password once', { skip }, async (t) => {
  const { page, complaints, calls, release } = await openHeld(t, LOGIN)
  await fillIn(page, 'totp@example.com')
  await pressEnter(page)
  await busy(page).waitFor()
  release()
  await page.locator('#code').waitFor()
  t.same(calls(), ['signInWithPassword'])
  await page.locator('#code').fill(codeOfDemo())
  await arrive(page)
  t.same(calls(), ['signInWithPassword', 'finalize', 'lookup', 'session'])
  t.match(await page.locator('body').innerText(), 'totp@example.com')
  t.same(complaints, [])
})

t.test('early: a clicked link is followed with the input kept once the script loads', { skip }, async (t) => {
  const { page, release } = await openHeld(t, LOGIN)
  await page.locator('#email').fill('typed@example.com')
  await page.getByRole('button', { name: 'Phone' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  release()
  await heading(page, 'Create an account')
  t.equal(await page.locator('#email').inputValue(), 'typed@example.com')
})

const notReady = (page: Page) => page.getByText('That was too quick for us.').waitFor()

t.test('early: a provider button without the main script reloads with a message', { skip }, async (t) => {
  const { page } = await openHeld(t, LOGIN, { fails: true })
  await page.locator('#email').fill('typed@example.com')
  await page.getByRole('button', { name: /Google/ }).click()
  await notReady(page)
})

t.test('early: a missing script keeps the input, the form signs in, no new render', { skip }, async (t) => {
  const { page, complaints, calls } = await openFilledIn(t, { script: 'extras', fails: true })
  await page.evaluate("document.querySelector('#email').isFirst = true")
  while (!complaints.some((text) => text.includes('dynamically imported'))) await page.evaluate('0')
  t.ok(await page.evaluate("document.querySelector('#email').isFirst"))
  t.ok(await page.getByRole('button', { name: 'Continue', exact: true }).isVisible())
  await pressEnter(page)
  await arrive(page)
  t.same(calls(), SENT)
})

t.test('early: a missing script of an email link page leads to the problem page', { skip }, async (t) => {
  const path = '/login/action?mode=resetPassword&oobCode=c0de'
  const { page } = await openHeld(t, path, { script: 'further-screens', fails: true, shows: 'h1' })
  await page.waitForURL('**/login/problem')
  await heading(page, 'Something went wrong')
})

for (const [where, options, filledIn] of [
  ['', {}, ''],
  ['on a page restored by Back, ', { byBack: 'before.' }, 'before.']
] as const) {
  t.test(`early: typed ${where}while the page takes over, kept and sent`, { skip }, async (t) => {
    const { page, release, alive } = await openHeld(t, '/login/forgot', options)
    await page.waitForLoadState('domcontentloaded')
    await page.locator('#email').focus()
    await page.keyboard.press('End')
    await page.keyboard.type('typed@')
    release()
    await page.keyboard.type('example')
    await alive()
    await page.keyboard.type('.com')
    const email = `${filledIn}typed@example.com`
    t.equal(await page.locator('#email:focus').inputValue(), email)
    await pressEnter(page)
    await heading(page, 'Check your email')
    await page.getByText(email).first().waitFor()
  })
}

// Hidden pages are never painted; a browser that reports no paint is like them.
for (const [title, reportsPaint] of [
  ['the page requests its scripts after the first paint, then becomes interactive', true],
  ['a browser that reports no paint gets an interactive page as well', false]
] as const) {
  t.test(`early: ${title}`, { skip }, async (t) => {
    const { context, url } = await openVisitor(t)
    const page = await context.newPage()
    // Without the timer, which may end before the first paint on a slow machine.
    await page.addInitScript(
      reportsPaint ? 'setTimeout = () => {}' : 'PerformanceObserver.prototype.observe = () => {}'
    )
    await page.goto(url + LOGIN)
    await becomeAlive(page)
    const [painted = 0, asked = 0] = await page.evaluate<number[]>(`[
      performance.getEntriesByName('first-paint')[0].startTime,
      performance.getEntriesByType('resource').find(({ name }) => /\\/index-[^/]+js$/.test(name)).startTime
    ]`)
    if (reportsPaint) t.ok(asked > painted, `${asked} ms, painted at ${painted} ms`)
    t.ok(asked > 0)
  })
}

t.test('early: submitted empty on a page of Back, marked once the script loads', { skip }, async (t) => {
  const { page, calls, release } = await openHeld(t, '/login/forgot', { byBack: '' })
  await page.locator('#email').focus()
  await pressEnter(page)
  release()
  await page.locator('#email-error').waitFor()
  t.same(calls(), [])
})

t.test('early: with tenants by email domain, the form is sent once the script loads', { skip }, async (t) => {
  const config = { 'login.tenants.byEmailDomain': { 'acme.example': 'acme', 'hooli.example': 'hooli' } }
  const { origin, provider } = await startGateway(t, { atLocalhost: true, config })
  const email = 'ada@acme.example'
  provider.accounts.create({ uid: 'ada', email, password: 'secret of ada', tenantId: 'acme' })
  const { page, calls, release } = await openHeld(t, '/login', { origin })
  await fillIn(page, email, 'secret of ada')
  await pressEnter(page)
  await busy(page).waitFor()
  t.same(calls(), [], 'not sent to the wrong tenant')
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('signInWithPassword')
  )
  release()
  t.match((await asked).postDataJSON(), { email, tenantId: 'acme' })
})

const ENTRY_RUNS = 'the entry runs'
/** The page then loads its scripts at `paint()` alone, and waits for a sign-in until `runOutOfPatience()`. */
const STEPS_BY_HAND = `
  PerformanceObserver = class {
    constructor(onEntries) { globalThis.paint = onEntries }
    observe() {}
  }
  addEventListener('load', (event) => event.stopImmediatePropagation())
  const startTimer = setTimeout
  globalThis.setTimeout = (run, ms, ...rest) =>
    ms === 1000 ? (globalThis.runOutOfPatience = run, 0) : startTimer(run, ms, ...rest)`

/** A page that is painted while its sign-in waits for the provider. */
async function openSigningIn(
  t: Test,
  { password, fails = false }: { password?: string; fails?: boolean } = {}
) {
  const { context, url, complaints } = await openVisitor(t)
  const page = await context.newPage()
  const calls: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('signInWithPassword') && calls.push(request.method())
  )
  let runs = 0
  page.on('console', (message) => message.text() === ENTRY_RUNS && runs++)
  await page.addInitScript(STEPS_BY_HAND)
  await page.route('**/_auth/assets/index-*.js', async (route) => {
    if (fails) return route.fulfill({ status: 404, body: '' })
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()};console.log('${ENTRY_RUNS}')` })
  })
  const respond = await holdRequests(page, /signInWithPassword/)
  await page.goto(url + LOGIN)
  const { email } = await createDemoUser()
  await fillIn(page, email, password)
  await pressEnter(page)
  await busy(page).waitFor()
  await page.evaluate('paint()')
  await holds(
    page,
    "performance.getEntriesByType('resource').some(({ name }) => /index-[^/]+js$/.test(name))"
  )
  t.equal(runs, 0, 'fetched, not evaluated')
  const posts = () => calls.filter((method) => method === 'POST').length
  return { page, email, complaints, respond, runs: () => runs, posts }
}

t.test('early: a sign-in that leaves the page never evaluates the page’s scripts', { skip }, async (t) => {
  const { page, email, complaints, respond, runs, posts } = await openSigningIn(t)
  respond()
  await arrive(page)
  t.match(await page.locator('body').innerText(), email)
  t.same([runs(), posts()], [0, 1])
  t.same(complaints, [])
})

t.test('early: a refused sign-in without the main script gets a response', { skip }, async (t) => {
  const { page, respond, posts } = await openSigningIn(t, { password: 'not the password', fails: true })
  respond()
  await notReady(page)
  t.equal(posts(), 1)
})

for (const [what, goOn] of [
  ['presses a key', (page) => page.keyboard.press('Tab')],
  ['clicks', (page) => page.locator('h1').click()],
  ['has waited a second', (page) => page.evaluate('runOutOfPatience()')]
] satisfies [string, (page: Page) => Promise<unknown>][])
  t.test(`early: a visitor who ${what} during the sign-in gets the page`, { skip }, async (t) => {
    const { page, email, respond, runs, posts } = await openSigningIn(t)
    await goOn(page)
    await becomeAlive(page)
    t.equal(runs(), 1)
    await page.locator('[type=submit][aria-disabled=true]').waitFor()
    respond()
    await arrive(page)
    t.match(await page.locator('body').innerText(), email)
    t.equal(posts(), 1)
  })
