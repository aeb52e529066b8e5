import type { Page } from 'playwright-core'
import t from 'tap'
import {
  askForLink,
  openAccountVisitor,
  PASSWORD,
  prove,
  save,
  saved,
  startAccountGateway
} from '../../fixtures/browser/account-visitors.ts'
import { signInAs } from '../../fixtures/browser/login-form.ts'
import { sharedChromium, skip } from '../../fixtures/browser/shared-browser.ts'

/** Tenant accounts on the account page: tenants by host, and by path, which the page URL does not show. */

const EMAIL = 'ada@acme.example'
const acme = { email: EMAIL, tenantId: 'acme' }

const signIn = (page: Page) => signInAs(page, EMAIL, PASSWORD)

const gatewayOf = (config: Record<string, unknown>) =>
  skip === false ? startAccountGateway(t, { tenants: ['acme'], config }) : null
const byPath = gatewayOf({ 'identityPlatform.tenants': { '/acme/*': 'acme' } })
const byHost = gatewayOf({ 'identityPlatform.tenantId': 'acme' })

for (const [place, starting] of [
  ['a path', byPath],
  ['the host', byHost]
] as const)
  t.test(`tenant: of ${place}, proof in it, and the session continues`, { skip }, async (t) => {
    const gateway = await starting
    if (gateway === null) return
    const { page, cookie, whoPasses } = await openAccountVisitor(t, gateway, '/password', acme)
    const before = await cookie()
    await prove(page)
    await save(page, gateway)
    await saved(page).waitFor()
    t.not(await cookie(), before)
    t.equal(await whoPasses('/acme/x'), 'ada')
    t.equal(gateway.upstream.seen.at(-1)?.headers['x-gatehouse-tenant'], 'acme')
  })

t.test('tenant: of a path, a link leads to its sign-in and the account page', { skip }, async (t) => {
  const gateway = await byPath
  if (gateway === null) return
  const visitor = await openAccountVisitor(t, gateway, '', acme)
  await visitor.context.clearCookies()
  const { page } = visitor
  await page.goto(`${gateway.origin}/account`)
  await signIn(page)
  await page.getByRole('alert').locator('strong').waitFor()

  await page.goto(`${gateway.origin}/account?tenant=acme`)
  gateway.advance(2)
  await signIn(page)
  await page.waitForURL(`${gateway.origin}/account?tenant=acme`)
  await page.getByText(EMAIL).first().waitFor()

  await page.goto(`${gateway.origin}/login?redirect=%2Faccount`)
  await page.waitForURL(`${gateway.origin}/account`)
  await page.getByText(EMAIL).first().waitFor()
})

t.test('tenant: of a path, the link for a new address works there and leads back', { skip }, async (t) => {
  const gateway = await byPath
  if (gateway === null) return
  const visitor = await openAccountVisitor(t, gateway, '/email', acme)
  const link = await askForLink(visitor, 'ada@new.example')
  gateway.advance(2)
  const phone = await (await sharedChromium()).newContext()
  t.teardown(() => phone.close())
  const mail = await phone.newPage()
  await mail.goto(link)
  await mail.getByRole('button', { name: 'Change email' }).click()
  await mail.getByRole('heading', { name: 'Your email is changed' }).waitFor()
  t.equal(gateway.provider.accounts.get('ada')?.email, 'ada@new.example')
  await mail.getByRole('link', { name: 'Continue' }).click()
  await signInAs(mail, 'ada@new.example', PASSWORD)
  await mail.getByText('ada@new.example').first().waitFor()
  t.match(mail.url(), /\/account\?tenant=acme$/)
})
