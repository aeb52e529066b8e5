import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { DEMO_USER } from '../../../demo/demo.ts'
import { listenToRegions } from '../../fixtures/browser/live-regions.ts'
import { alertOn, codeOfDemo, signInAs } from '../../fixtures/browser/login-form.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { openVisitor } from '../../fixtures/browser/visitors.ts'

/** How the forms of the login page show errors, and how errors are corrected. */

const WRONG_PASSWORD = 'not the password'
const invalid = (page: Page) =>
  page.evaluate<string[]>("[...document.querySelectorAll('[aria-invalid=true]')].map(({ id }) => id)")
/** The selected range in the focused field. */
const selected = (page: Page) =>
  page.evaluate<number[]>('[document.activeElement.selectionStart, document.activeElement.selectionEnd]')

/** The login page after a wrong password, in a window of this size. */
async function openRefused(t: Test, viewport = { width: 1280, height: 720 }) {
  const { openTab } = await openVisitor(t)
  const page = await openTab('/login')
  t.notMatch(await page.title(), /^Error/)
  await page.setViewportSize(viewport)
  await signInAs(page, DEMO_USER.email, WRONG_PASSWORD)
  await alertOn(page).waitFor()
  await page.locator('#password:focus').waitFor()
  return page
}

t.test('errors: a wrong password is selected, the alert does not take the focus', { skip }, async (t) => {
  const page = await openRefused(t)
  t.same(await selected(page), [0, WRONG_PASSWORD.length])
  t.equal(await alertOn(page).getAttribute('tabindex'), null)
  t.match(await page.title(), /^Error: Enter your password/)
  t.same(await invalid(page), ['email', 'password'])
  const { outline, danger } = await page.evaluate<{ outline: string; danger: string }>(`(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.setProperty('color', 'var(--danger)')
    return { outline: getComputedStyle(document.activeElement).outlineColor, danger: getComputedStyle(probe).color }
  })()`)
  t.equal(outline, danger, 'the focused field stays red')
})

t.test('errors: in a small window with many providers, alert and field are in view', { skip }, async (t) => {
  const page = await openRefused(t, { width: 360, height: 640 })
  const { y = -1, height = 0 } = (await alertOn(page).boundingBox()) ?? {}
  t.ok(y >= 0 && y + height <= 640, `${y} px`)
})

t.test('errors: a wrong code, is cleared, and the corrected one auto-submits', { skip }, async (t) => {
  const { openTab } = await openVisitor(t)
  const page = await openTab('/')
  await signInAs(page, 'totp@example.com')
  await page.locator('#code').waitFor()
  const regions = await listenToRegions(page)
  await page.locator('#code').fill(codeOfDemo(1))
  await page.locator('#code-error').waitFor()
  t.equal(await page.locator('#code').inputValue(), '')
  const said = ['Checking…', 'That code isn’t right. Enter the newest one.']
  t.same(await regions.heard(2), said, 'announced, as the focus did not move')
  await page.keyboard.type(codeOfDemo(2))
  t.same(await regions.heard(4), [...said, ...said], 'and announced again')
  await page.keyboard.type(codeOfDemo())
  await page.waitForURL((url) => url.pathname === '/')
})
