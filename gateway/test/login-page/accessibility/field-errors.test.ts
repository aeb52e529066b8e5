import t from 'tap'
import { DEMO_USER } from '../../../demo/demo.ts'
import { holds } from '../../fixtures/browser/browser.ts'
import { listenToRegions } from '../../fixtures/browser/live-regions.ts'
import { alertOn, press, signInAs } from '../../fixtures/browser/login-form.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { becomeAlive, openVisitor } from '../../fixtures/browser/visitors.ts'

/** How screen readers learn of invalid fields: each error once, with the focus or by the status region. */

const MISSING = 'Enter your email address.'
const MALFORMED = 'Enter a full email address, like name@example.com.'

t.test('errors: Enter in an invalid field announces it each time, typing nothing', { skip }, async (t) => {
  const { openTab } = await openVisitor(t)
  const page = await openTab('/login/forgot')
  await becomeAlive(page)
  const regions = await listenToRegions(page)
  await page.locator('#email').press('Enter')
  t.same(await regions.heard(1), [MISSING])
  await page.locator('#email:focus').press('Enter')
  t.same(await regions.heard(2), [MISSING, MISSING])
  await page.keyboard.type('a')
  await regions.silent()
  t.equal(await page.locator('#email-error').count(), 0)
  await page.keyboard.type('da')
  await page.keyboard.press('Enter')
  t.same((await regions.heard(3)).slice(2), [MALFORMED])
})

t.test('errors: an invalid field reads its own error, the status only the others', { skip }, async (t) => {
  const { openTab } = await openVisitor(t)
  const page = await openTab('/login/sign-up')
  await becomeAlive(page)
  const regions = await listenToRegions(page)
  await press(page, 'Create account')
  t.same(await regions.heard(1), ['Enter your password.'])
  const described = "document.getElementById(document.activeElement.getAttribute('aria-describedby'))"
  t.equal(await page.evaluate(`${described}.innerText.trim()`), MISSING)
  await page.locator('#email:focus').press('Enter')
  t.same((await regions.heard(2)).slice(1), [`${MISSING} Enter your password.`])
})

t.test('errors: a wrong password is announced only by the alert', { skip }, async (t) => {
  const { openTab } = await openVisitor(t)
  const page = await openTab('/login')
  await becomeAlive(page)
  const regions = await listenToRegions(page)
  await signInAs(page, DEMO_USER.email, 'not the password')
  await alertOn(page).waitFor()
  await holds(page, "document.querySelector('[role=status]').innerText === ''")
  const alert = (await alertOn(page).innerText()).replace(/\s+/g, ' ').trim()
  t.same(await regions.heard(2), ['Signing in…', alert])
})
