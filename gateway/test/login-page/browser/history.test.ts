import type { Page } from 'playwright-core'
import t from 'tap'
import { findChromium, holdRequests, launchWithPageCache } from '../../fixtures/browser/browser.ts'
import { codeOfDemo, heading, signInAs } from '../../fixtures/browser/login-form.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { becomeAlive, openVisitor, sharedDemo } from '../../fixtures/browser/visitors.ts'
import type { Teardown } from '../../fixtures/provider/stand-in.ts'
import { startUpstream } from '../../fixtures/wire/upstream.ts'

/** After the form, which can be painted then, and before the end of the document. */
const HALF = '</form>'
/** Without them, browsers would keep documents, or run no script of them. */
const PASSED_ON = ['cache-control', 'content-security-policy', 'content-type']

/** A server in front of a gateway, from which documents come in two halves; it accepts only GET. */
async function startHalvedPages(t: Teardown, gatewayUrl: string) {
  let released = Promise.resolve()
  let release = () => {}
  t.teardown(() => release())
  const { url } = await startUpstream(t, async ({ url = '/', headers }, response) => {
    const asked = { accept: headers.accept ?? '*/*', 'accept-encoding': 'identity' }
    const answer = await fetch(gatewayUrl + url, { headers: asked })
    const type = answer.headers.get('content-type') ?? ''
    const kept = PASSED_ON.map((name) => [name, answer.headers.get(name) ?? ''])
    response.writeHead(answer.status, Object.fromEntries(kept))
    const body = Buffer.from(await answer.arrayBuffer())
    const at = type.startsWith('text/html') ? body.indexOf(HALF) : -1
    if (at > 0) {
      response.write(body.subarray(0, at + HALF.length))
      await released
    }
    response.end(at > 0 ? body.subarray(at + HALF.length) : body)
  })
  return {
    url,
    /** Holds back the second half of every document from now on. */
    hold() {
      released = new Promise((resolve) => {
        release = resolve
      })
    },
    /** Releases it. */
    release: () => release()
  }
}

/** Back and Forward on screens without their own address. */

const EMAIL = 'totp@example.com'
/** Reports a first paint to the page at once: browsers may paint before the whole document has loaded. */
const REPORT_PAINT = `PerformanceObserver = class {
  constructor(report) { this.report = report }
  observe() { setTimeout(() => { this.report(); globalThis.isPaintReported = true }) }
}`

async function emailOnNextScreen(page: Page): Promise<string> {
  await page.getByRole('link', { name: /Forgot/ }).click()
  await heading(page, 'Reset your password')
  return await page.locator('#email').inputValue()
}

t.test('history: Back after a sign-in with a second step is the page before sign-in', { skip }, async (t) => {
  const { url, openTab } = await openVisitor(t)
  const page = await openTab('/login/action')
  await page.goto(`${url}/login/forgot?redirect=%2Freports%2Ffirst`)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await heading(page, 'Sign in to Meridian')
  await signInAs(page, EMAIL)
  await heading(page, 'Confirm that it’s you')
  await page.locator('#code').fill(codeOfDemo())
  await page.waitForURL(`${url}/reports/first`)
  await page.goBack()
  t.equal(page.url(), `${url}/login/action`, 'none of the history entries that the page has added')
})

/** Opens another page and waits until it has changed its own address, or `goBack` would wait for that. */
async function goElsewhere(page: Page, origin: string): Promise<void> {
  let navigations = 0
  const settled = new Promise<void>((resolve) => {
    page.on('framenavigated', () => {
      navigations += 1
      if (navigations === 2) resolve()
    })
  })
  await page.goto(`${origin}/login/action`)
  await settled
}

// Browsers fill in the fields of such a page without an event.
t.test('history: Back to a page that was left keeps its email, also further on', { skip }, async (t) => {
  const { url, openTab } = await openVisitor(t)
  const page = await openTab('/login')
  await page.locator('#email').fill(EMAIL)
  await goElsewhere(page, url)
  await page.goBack()
  t.equal(await emailOnNextScreen(page), EMAIL)
})

t.test('history: Back to a page interactive before it has loaded, input comes first', { skip }, async (t) => {
  const { url, openTab } = await openVisitor(t)
  const page = await openTab('/login')
  await page.locator('#email').fill(EMAIL)
  await goElsewhere(page, url)
  // The page has loaded once this script has.
  const release = await holdRequests(page, /\/early-sign-in-[^/]+\.js$/)
  await page.goBack({ waitUntil: 'commit' })
  await becomeAlive(page)
  t.equal(await page.evaluate('document.readyState'), 'interactive')
  t.equal(await page.locator('#email').inputValue(), EMAIL)
  release()
  t.equal(await emailOnNextScreen(page), EMAIL)
})

t.test('history: Back to a document painted early, scripts wait, email restored', { skip }, async (t) => {
  const { context, url } = await openVisitor(t)
  const pages = await startHalvedPages(t, url)
  const page = await context.newPage()
  await page.addInitScript(REPORT_PAINT)
  await page.goto(`${pages.url}/login`)
  await becomeAlive(page)
  await page.locator('#email').fill(EMAIL)
  await goElsewhere(page, pages.url)
  pages.hold()
  await page.goBack({ waitUntil: 'commit' })
  await page.locator('#email').waitFor()
  while (!(await page.evaluate('globalThis.isPaintReported === true')))
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
  t.equal(await page.evaluate('document.readyState'), 'loading')
  t.ok((await page.locator('link[rel=after-paint]').count()) > 0, 'no script is requested yet')
  pages.release()
  await becomeAlive(page)
  t.equal(await page.locator('#email').inputValue(), EMAIL)
  t.equal(await emailOnNextScreen(page), EMAIL)
})

const noPageCache = findChromium() === null && 'no Chromium with a back-forward cache'
t.test(
  'history: Back to a page in memory keeps its input and accepts more',
  { skip: noPageCache },
  async (t) => {
    const { url } = await sharedDemo()
    const browser = await launchWithPageCache(findChromium() ?? '')
    t.teardown(() => browser.close())
    const page = await browser.newPage()
    await page.goto(`${url}/login/forgot`)
    await page.evaluate("addEventListener('pageshow', (event) => { globalThis.wasKept = event.persisted })")
    await page.locator('#email').fill('ada@')
    await goElsewhere(page, url)
    await page.goBack({ waitUntil: 'commit' })
    await heading(page, 'Reset your password')
    t.equal(await page.evaluate('globalThis.wasKept'), true, 'restored from the cache')
    t.equal(await page.locator('#email').inputValue(), 'ada@')
    await page.locator('#email').press('End')
    await page.keyboard.type('example.com')
    await page.keyboard.press('Enter')
    await heading(page, 'Check your email')
    await page.getByText('ada@example.com').first().waitFor()
  }
)
