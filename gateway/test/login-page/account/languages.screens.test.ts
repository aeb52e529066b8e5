import t from 'tap'
import { readPackageJson } from '../../../src/config/package-files.ts'
import {
  NEW_PASSWORD,
  openAccountVisitor,
  PASSWORD,
  prove,
  shareAccountGateways
} from '../../fixtures/browser/account-visitors.ts'
import { holds } from '../../fixtures/browser/browser.ts'
import { chooseLanguage, fillIn, spokenAt } from '../../fixtures/browser/login-form.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

const gatewayFor = shareAccountGateways(t)

/** A text of the page in a language, up to its first placeholder. */
const textIn = (language: string, key: string) =>
  String(Object(readPackageJson('login-ui', 'locales', `${language}.json`))[key])
    .split(/\s*\{/, 1)
    .join()

t.test('languages: German and Arabic keep a typed password, the proof still counts', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const { page, complaints, context } = await openAccountVisitor(t, gateway, '/password')
  let proofs = 0
  let documents = 0
  page.on('request', (request) => {
    if (request.url().includes('signInWithPassword')) proofs++
    if (request.resourceType() === 'document') documents++
  })
  await prove(page)
  await page.locator('#new-password').waitFor()
  await page.locator('#new-password').fill(NEW_PASSWORD)
  for (const [language, name, direction] of [
    ['de', 'Deutsch', 'ltr'],
    ['ar', 'العربية', 'rtl']
  ] as const) {
    await chooseLanguage(page, name)
    const heading = textIn(language, 'account-password.heading')
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    t.same(await spokenAt(page), [language, direction, 'summary'])
    t.match(await page.title(), heading)
  }
  t.equal(await page.locator('#new-password').inputValue(), NEW_PASSWORD)
  t.equal(new URL(page.url()).search, '?lang=ar')
  const found = (await context.cookies()).find(({ name }) => name === 'gatehouse-lang')
  t.equal(found?.value, 'ar', 'stored in the cookie')
  gateway.advance(2)
  await page.getByRole('button', { name: textIn('ar', 'account-password.submit'), exact: true }).click()
  await page.getByText(textIn('ar', 'account-password.done')).waitFor()
  t.same([proofs, documents], [1, 0])
  t.same(complaints, [])
})

t.test('languages: the session ended, the login page uses the choice', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const { page, context } = await openAccountVisitor(t, gateway, '')
  await page.locator('#name').fill('Ada L.')
  await context.clearCookies({ name: 'gatehouse' })
  await chooseLanguage(page, 'Deutsch')
  await page.getByRole('heading', { level: 1, name: /^Bei .* anmelden$/ }).waitFor()
  t.equal(await page.locator('html').getAttribute('lang'), 'de')
  gateway.advance(2)
  await fillIn(page, 'ada@example.com', PASSWORD)
  await page.getByRole('button', { name: textIn('de', 'sign-in.submit'), exact: true }).click()
  await page.getByRole('heading', { name: textIn('de', 'account-page.heading'), exact: true }).waitFor()
  await holds(page, "document.querySelector('#name')?.value === 'Ada L.'")
})
