import type { Page } from 'playwright-core'
import t from 'tap'
import { DEMO_USER } from '../../../demo/demo.ts'
import { totpCode } from '../../../stand-in/second-factors/totp.ts'
import { listenToRegions } from '../../fixtures/browser/live-regions.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { openVisitor } from '../../fixtures/browser/visitors.ts'

/** How the forms of the login page show errors, and how errors are corrected. */

const WRONG_PASSWORD = 'not the password'
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click()
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /./ })
const invalid = (page: Page) =>
  page.evaluate<string[]>("[...document.querySelectorAll('[aria-invalid=true]')].map(({ id }) => id)")
/** The selected range in the focused field. */
const selected = (page: Page) =>
  page.evaluate<number[]>('[document.activeElement.selectionStart, document.activeElement.selectionEnd]')
const isInView = (page: Page, selector: string) =>
  page.evaluate<boolean>(`(() => {
    const { top, bottom } = document.querySelector('${selector}').getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })()`)

async function refuse(page: Page): Promise<void> {
  await page.locator('#email').fill(DEMO_USER.email)
  await page.locator('#password').fill(WRONG_PASSWORD)
  await submit(page)
  await alert(page).waitFor()
}

t.test('errors: a wrong password is selected, the alert does not take the focus', { skip }, async (t) => {
  const { openTab } = await openVisitor(t)
  const page = await openTab('/login')
  t.notMatch(await page.title(), /^Error/)
  await refuse(page)
  await page.locator('#password:focus').waitFor()
  t.same(await selected(page), [0, WRONG_PASSWORD.length])
  t.equal(await alert(page).getAttribute('tabindex'), null)
  t.match(await page.title(), /^Error: Sign in/)
  t.same(await invalid(page), ['email', 'password'])
  const { outline, danger } = await page.evaluate<{ outline: string; danger: string }>(`(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.setProperty('color', 'var(--danger)')
    return { outline: getComputedStyle(document.activeElement).outlineColor, danger: getComputedStyle(probe).color }
  })()`)
  t.equal(outline, danger, 'the focused field stays red')
})

t.test('errors: in a small window with many providers, alert and field are in view', { skip }, async (t) => {
  const { openTab } = await openVisitor(t)
  const page = await openTab('/login')
  await page.setViewportSize({ width: 360, height: 640 })
  await refuse(page)
  await page.locator('#password:focus').waitFor()
  t.ok(await isInView(page, '[role=alert]'))
})

t.test('errors: a wrong code, is cleared, and the corrected one auto-submits', { skip }, async (t) => {
  const { openTab } = await openVisitor(t)
  const page = await openTab('/')
  await page.locator('#email').fill('totp@example.com')
  await page.locator('#password').fill(DEMO_USER.password)
  await submit(page)
  await page.locator('#code').waitFor()
  const regions = await listenToRegions(page)
  const right = () => totpCode('GEZDGNBVGY3TQOJQ', Date.now() / 1000)
  const wrong = (by: number) => String((Number(right()) + by) % 1_000_000).padStart(6, '0')
  await page.locator('#code').fill(wrong(1))
  await page.locator('#code-error').waitFor()
  t.equal(await page.locator('#code').inputValue(), '')
  const said = ['Checking…', 'That code didn’t work. Try a new one.']
  t.same(await regions.heard(2), said, 'announced, as the focus did not move')
  await page.keyboard.type(wrong(2))
  t.same(await regions.heard(4), [...said, ...said], 'and announced again')
  await page.keyboard.type(right())
  await page.waitForURL((url) => url.pathname === '/')
})
