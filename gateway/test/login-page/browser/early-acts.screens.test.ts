import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { DEMO_USER } from '../../../demo/demo.ts'
import { totpCode } from '../../../stand-in/second-factors/totp.ts'
import { holdRequests, holds } from '../../fixtures/browser/browser.ts'
import { openHeld } from '../../fixtures/browser/held-page.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import {
  becomeAlive,
  createDemoUser,
  openVisitor,
  type SharedDemo,
  sharedDemo
} from '../../fixtures/browser/visitors.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { findFreePorts } from '../../fixtures/wire/ports.ts'

/** What visitors do before the main script of the page has loaded. */

const DEEP_LINK = '/reports/2026?quarter=3#chapter-2'
const LOGIN = `/login?redirect=${encodeURIComponent('/reports/2026?quarter=3')}#chapter-2`
const busy = (page: Page) => page.locator('.button[data-busy]')
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /./ })

let demo: SharedDemo
t.before(async () => {
  if (skip === false) demo = await sharedDemo()
})

/** Fills in the form and returns the address, by default that of a new account. */
async function fillIn(page: Page, address?: string, password: string = DEMO_USER.password): Promise<string> {
  const email = address ?? (await createDemoUser()).email
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  return email
}

t.test('early: Enter in the password field signs in without the main script', { skip }, async (t) => {
  const { page, complaints, calls } = await openHeld(t, LOGIN)
  const email = await fillIn(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(demo.url + DEEP_LINK)
  t.same(calls(), ['signInWithPassword', 'session'])
  t.match(await page.locator('body').innerText(), email)
  t.match(await page.evaluate('sessionStorage.getItem("gatehouse:redirects")'), /"sinceMs":\d{13}/)
  t.same(complaints, [], 'no violation of the policy')
})

t.test('early: signs in even if the main script is missing', { skip }, async (t) => {
  const { page, calls } = await openHeld(t, LOGIN, { fails: true })
  await fillIn(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(demo.url + DEEP_LINK)
  t.same(calls(), ['signInWithPassword', 'session'])
})

t.test('early: wrong password is reported with input and focus as they were', { skip }, async (t) => {
  const { page, calls, release } = await openHeld(t, LOGIN)
  await fillIn(page, DEMO_USER.email, 'not the password')
  await page.keyboard.press('Enter')
  await busy(page).waitFor()
  release()
  await alert(page).waitFor()
  await page.locator('#password:focus').waitFor()
  t.equal(await page.locator('#email').inputValue(), DEMO_USER.email)
  t.equal(await page.locator('#password').inputValue(), 'not the password')
  t.same(calls(), ['signInWithPassword'], 'one request')
  t.equal(await busy(page).count(), 0)
})

t.test('early: an account with a second factor sends its password once', { skip }, async (t) => {
  const { page, complaints, calls, release } = await openHeld(t, LOGIN)
  await fillIn(page, 'totp@example.com')
  await page.keyboard.press('Enter')
  await busy(page).waitFor()
  release()
  await page.locator('#code').waitFor()
  t.same(calls(), ['signInWithPassword'])
  await page.locator('#code').fill(totpCode('GEZDGNBVGY3TQOJQ', Date.now() / 1000))
  await page.waitForURL(demo.url + DEEP_LINK)
  t.same(calls(), ['signInWithPassword', 'finalize', 'lookup', 'session'])
  t.match(await page.locator('body').innerText(), 'totp@example.com')
  t.same(complaints, [])
})

t.test('early: submitting twice sends one request', { skip }, async (t) => {
  const { page, calls } = await openHeld(t, LOGIN)
  await fillIn(page)
  await page.evaluate('document.forms[0].requestSubmit(); document.forms[0].requestSubmit()')
  await page.waitForURL(demo.url + DEEP_LINK)
  t.same(calls(), ['signInWithPassword', 'session'])
})

for (const [title, options] of [
  ['which fires no event, signs in without posting the form', {}],
  ['without the main script, also signs in', { fails: true }]
] as const) {
  t.test(`early: form.submit(), ${title}`, { skip }, async (t) => {
    const { page, calls } = await openHeld(t, LOGIN, options)
    await fillIn(page)
    await page.evaluate('document.forms[0].submit()')
    await page.waitForURL(demo.url + DEEP_LINK)
    t.same(calls(), ['signInWithPassword', 'session'])
  })
}

t.test('early: a script that loads during the provider request sends no second one', { skip }, async (t) => {
  const { page, complaints, calls, release, alive } = await openHeld(t, LOGIN)
  const response = await holdRequests(page, /signInWithPassword/)
  await fillIn(page)
  await page.keyboard.press('Enter')
  await busy(page).waitFor()
  release()
  await alive()
  await page.getByRole('button', { name: 'Signing in' }).and(page.locator('[aria-disabled=true]')).waitFor()
  t.equal(await busy(page).count(), 0, 'the page itself shows the progress')
  await page.evaluate('document.forms[0].requestSubmit()')
  response()
  await page.waitForURL(demo.url + DEEP_LINK)
  t.same(calls(), ['signInWithPassword', 'session'])
  t.same(complaints, [])
})

t.test('early: empty fields are marked once the script loads', { skip }, async (t) => {
  const { page, calls, release } = await openHeld(t, LOGIN)
  await page.locator('#email').fill('ada')
  await page.keyboard.press('Enter')
  release()
  await page.locator('#password-error').waitFor()
  t.equal(await page.locator('#email').inputValue(), 'ada')
  t.same(calls(), [])
})

t.test('early: a clicked link is followed with the input kept once the script loads', { skip }, async (t) => {
  const { page, release } = await openHeld(t, LOGIN)
  await page.locator('#email').fill('typed@example.com')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('link', { name: /Forgot/ }).click()
  release()
  await page.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor()
  t.equal(await page.locator('#email').inputValue(), 'typed@example.com')
})

const notReady = (page: Page) => page.getByText('The page wasn’t ready yet.').waitFor()

t.test('early: a provider button without the main script reloads with a message', { skip }, async (t) => {
  const { page } = await openHeld(t, LOGIN, { fails: true })
  await page.locator('#email').fill('typed@example.com')
  await page.getByRole('button', { name: /Google/ }).click()
  await notReady(page)
})

t.test('early: a missing script keeps the input, the form signs in, no new render', { skip }, async (t) => {
  const { page, complaints, calls } = await openHeld(t, LOGIN, { script: 'extras', fails: true })
  await page.evaluate("document.querySelector('#email').isFirst = true")
  await fillIn(page)
  while (!complaints.some((text) => text.includes('dynamically imported'))) await page.evaluate('0')
  t.ok(await page.evaluate("document.querySelector('#email').isFirst"))
  t.ok(await page.getByRole('button', { name: /Google/ }).isVisible())
  await page.keyboard.press('Enter')
  await page.waitForURL(demo.url + DEEP_LINK)
  t.same(calls(), ['signInWithPassword', 'session'])
})

t.test('early: a missing script of an email link page leads to the problem page', { skip }, async (t) => {
  const path = '/login/action?mode=resetPassword&oobCode=c0de'
  const { page } = await openHeld(t, path, { script: 'further-screens', fails: true, shows: 'h1' })
  await page.waitForURL('**/login/problem')
  await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor()
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
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Check your email' }).waitFor()
    await page.getByText(email).first().waitFor()
  })
}

// Hidden pages are never painted; this stands in for them with a browser that reports no paint.
for (const [title, tellsOfPaint] of [
  ['the page requests its scripts after the first paint, then becomes interactive', true],
  ['a browser that reports no paint gets an interactive page as well', false]
] as const) {
  t.test(`early: ${title}`, { skip }, async (t) => {
    const { context } = await openVisitor(t)
    const page = await context.newPage()
    if (!tellsOfPaint) await page.addInitScript('PerformanceObserver.prototype.observe = () => {}')
    await page.goto(demo.url + LOGIN)
    await becomeAlive(page)
    const [painted = 0, asked = 0] = await page.evaluate<number[]>(`[
      performance.getEntriesByName('first-paint')[0].startTime,
      performance.getEntriesByType('resource').find(({ name }) => /\\/index-[^/]+js$/.test(name)).startTime
    ]`)
    if (tellsOfPaint) t.ok(asked > painted, `${asked} ms, painted at ${painted} ms`)
    t.ok(asked > 0)
  })
}

t.test('early: submitted empty on a page of Back, marked once the script loads', { skip }, async (t) => {
  const { page, calls, release } = await openHeld(t, '/login/forgot', { byBack: '' })
  await page.locator('#email').focus()
  await page.keyboard.press('Enter')
  release()
  await page.locator('#email-error').waitFor()
  t.same(calls(), [])
})

t.test('early: the form for a new password is sent once the script loads', { skip }, async (t) => {
  const { page, calls, release } = await openHeld(t, '/login/forgot')
  await page.locator('#email').fill('typed@example.com')
  await page.keyboard.press('Enter')
  await busy(page).waitFor()
  release()
  await page.getByRole('heading', { level: 1, name: 'Check your email' }).waitFor()
  await page.getByText('typed@example.com').first().waitFor()
  t.same(calls(), ['sendOobCode'])
})

t.test('early: with tenants by email domain, the form is sent once the script loads', { skip }, async (t) => {
  const [port = 0] = await findFreePorts(1)
  const origin = `http://localhost:${port}`
  const config = { 'login.tenants.byEmailDomain': { 'acme.example': 'acme', 'hooli.example': 'hooli' } }
  const gateway = await startGateway(t, { publicUrl: origin, port, config })
  const email = 'ada@acme.example'
  gateway.provider.accounts.create({ uid: 'ada', email, password: 'secret of ada', tenantId: 'acme' })
  const { page, calls, release } = await openHeld(t, '/login', { origin })
  await fillIn(page, email, 'secret of ada')
  await page.keyboard.press('Enter')
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
  const { context, complaints } = await openVisitor(t)
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
  await page.goto(demo.url + LOGIN)
  const email = await fillIn(page, undefined, password)
  await page.keyboard.press('Enter')
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
  await page.waitForURL(demo.url + DEEP_LINK)
  t.match(await page.locator('body').innerText(), email)
  t.same([runs(), posts()], [0, 1])
  t.same(complaints, [])
})

t.test('early: a refused sign-in evaluates them at once, with the input kept', { skip }, async (t) => {
  const { page, email, respond, posts } = await openSigningIn(t, { password: 'not the password' })
  respond()
  await alert(page).waitFor()
  t.equal(await page.locator('#email').inputValue(), email)
  t.equal(await page.locator('#password:focus').inputValue(), 'not the password')
  t.equal(posts(), 1)
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
    await page.waitForURL(demo.url + DEEP_LINK)
    t.match(await page.locator('body').innerText(), email)
    t.equal(posts(), 1)
  })
