import type { Page } from 'playwright-core'
import t from 'tap'
import {
  askForLink,
  MODES,
  openAccountVisitor,
  PASSWORD,
  shareAccountGateways
} from '../../fixtures/browser/account-visitors.ts'
import { signInAs } from '../../fixtures/browser/login-form.ts'
import { sharedChromium, skip } from '../../fixtures/browser/shared-browser.ts'

/** The link that confirms a new address, opened in the same browser and on another device. */

const gatewayFor = shareAccountGateways(t)
const NEW_EMAIL = 'ada@new.example'

/** Opens the link, which changes nothing yet; the returned function confirms the change. */
async function openLink(page: Page, link: string): Promise<() => Promise<void>> {
  await page.goto(link)
  await page.getByText(NEW_EMAIL).waitFor()
  return async () => {
    await page.getByRole('button', { name: 'Change email' }).click()
    await page.getByRole('heading', { name: 'Your email is changed' }).waitFor()
  }
}

/** Signs in on the login page with an address. */
const signIn = (page: Page, email: string) => signInAs(page, email, PASSWORD)

/** The uid of the session in a browser, or null. */
async function signedIn(page: Page, origin: string): Promise<string | null> {
  const response = await page.request.get(`${origin}/_auth/session`)
  return response.ok() ? (await response.json()).uid : null
}

for (const acquire of MODES) {
  t.test(`address: ${acquire}, link in the same browser, session ended and said so`, { skip }, async (t) => {
    const gateway = await gatewayFor(acquire)
    const visitor = await openAccountVisitor(t, gateway, '/email')
    const { page, context } = visitor
    const mail = await context.newPage()
    const take = await openLink(mail, await askForLink(visitor, NEW_EMAIL))
    t.equal(gateway.provider.accounts.get('ada')?.email, 'ada@example.com', 'control: only opened')
    t.equal(await signedIn(page, gateway.origin), 'ada')

    gateway.advance(2)
    await take()
    t.equal(gateway.provider.accounts.get('ada')?.email, NEW_EMAIL)
    await page.getByText('Your sign-in details have changed. Sign in again to continue.').waitFor()
    t.match(page.url(), /\/login\?redirect=%2Faccount&reason=changed$/)
    t.equal(await signedIn(page, gateway.origin), null)
    await signIn(page, 'ada@example.com')
    await page.getByRole('alert').locator('strong').waitFor()
    await page.getByRole('link', { name: 'Change', exact: true }).click()
    await signIn(page, NEW_EMAIL)
    await page.waitForURL(`${gateway.origin}/account`)
    await mail.getByRole('link', { name: 'Continue' }).click()
    await mail.waitForURL(`${gateway.origin}/account`)
    await mail.getByText(NEW_EMAIL).first().waitFor()
  })

  t.test(`address: ${acquire}, link on another device, next page leads to sign-in`, { skip }, async (t) => {
    const gateway = await gatewayFor(acquire)
    const visitor = await openAccountVisitor(t, gateway, '/email')
    const { page } = visitor
    const link = await askForLink(visitor, NEW_EMAIL)
    const phone = await (await sharedChromium()).newContext()
    t.teardown(() => phone.close())
    const take = await openLink(await phone.newPage(), link)
    gateway.advance(2)
    await page.goto(`${gateway.origin}/account`)
    await page.getByText('ada@example.com').first().waitFor()
    await take()
    await page.goto(`${gateway.origin}/account`)
    await page.getByText('Your session has ended. Sign in to carry on where you were.').waitFor()
    await signIn(page, NEW_EMAIL)
    await page.waitForURL(`${gateway.origin}/account`)
    await page.getByText(NEW_EMAIL).first().waitFor()
  })
}

t.test('address: the old one restored, an open account page is signed out, says why', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const visitor = await openAccountVisitor(t, gateway, '/email')
  const { page, context } = visitor
  const mail = await context.newPage()
  gateway.advance(2)
  await (await openLink(mail, await askForLink(visitor, NEW_EMAIL)))()
  await page.getByText('Your sign-in details have changed.').waitFor()
  gateway.advance(2)
  await signIn(page, NEW_EMAIL)
  await page.waitForURL(`${gateway.origin}/account`)

  const back = gateway.provider.mail.list().findLast(({ requestType }) => requestType === 'RECOVER_EMAIL')
  gateway.advance(2)
  await mail.goto(`${gateway.origin}/login/action${new URL(back?.oobLink ?? '').search}`)
  await mail.getByRole('button', { name: 'Restore email' }).click()
  await page.getByText('Your sign-in details have changed.').waitFor()
  t.equal(gateway.provider.accounts.get('ada')?.email, 'ada@example.com')
  t.equal(await signedIn(page, gateway.origin), null)
})
