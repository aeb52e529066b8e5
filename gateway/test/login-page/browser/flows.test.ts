import type { Page } from 'playwright-core'
import t from 'tap'
import { DEMO_USER } from '../../../demo/demo.ts'
import { totpCode } from '../../../stand-in/second-factors/totp.ts'
import { holdRequests } from '../../fixtures/browser/browser.ts'
import { codeOfDemo, heading, press, signInAs } from '../../fixtures/browser/login-form.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { createDemoUser, openVisitor, type Visitor } from '../../fixtures/browser/visitors.ts'

const email = (page: Page) => page.locator('#email')

/** Resolves when a loading page listens to other tabs: what it needs to reply is fetched after that. */
const listening = (page: Page) => page.waitForResponse('**/_auth/assets/second-step-parts-*.js')

const openDrawer = (page: Page) => page.getByRole('button', { name: 'Test', exact: true }).click()

/** Requests an email link for the demo's user at a path; returns the address of the link. */
async function requestLink({ provider, openTab }: Visitor, path: string) {
  const page = await openTab(path)
  await email(page).fill(DEMO_USER.email)
  await email(page).press('Enter')
  await press(page, 'Email link')
  await heading(page, 'Check your email')
  const mail = provider.mail.list().findLast(({ requestType }) => requestType === 'EMAIL_SIGNIN')
  const { pathname, search } = new URL(mail?.oobLink ?? '')
  return { page, link: pathname + search }
}

t.test('login: a new account lands on the deep link', { skip }, async (t) => {
  const { url, complaints, openTab } = await openVisitor(t)
  const page = await openTab('/reports/2026?quarter=3')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await heading(page, 'Create an account')
  await email(page).fill('sign-up@example.com')
  await page.locator('#new-password').fill('a long enough password')
  await press(page, 'Create account')
  await page.waitForURL(`${url}/reports/2026?quarter=3`)
  t.match(await page.locator('body').textContent(), 'sign-up@example.com', 'in the id token')
  t.same(complaints, [])
})

t.test('login: password reset by email lands on the deep link (ASVS 6.2.2, 14.2.1)', { skip }, async (t) => {
  const { url, provider, complaints, openTab } = await openVisitor(t)
  provider.accounts.create({ email: 'reset@example.com', password: 'old password' })
  const page = await openTab('/reports/7?tab=1')
  await email(page).fill('reset@example.com')
  await email(page).press('Enter')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await heading(page, 'Reset your password')
  t.equal(await email(page).inputValue(), 'reset@example.com', 'the address is filled in already')
  await press(page, 'Send the link')
  await heading(page, 'Check your email')
  await openDrawer(page)
  await page.getByRole('tab', { name: 'Mails' }).click()
  await page.getByRole('link', { name: 'Reset the password: reset@example.com' }).first().click()
  await heading(page, 'Choose a new password')
  // The heading appears before the script that removes the code from the address bar.
  await page.waitForURL(({ search }) => !search.includes('oobCode'))
  await page.locator('#new-password').fill('a new and long password')
  await press(page, 'Save password')
  await page.waitForURL(`${url}/reports/7?tab=1`)
  t.match(await page.locator('body').innerText(), 'reset@example.com')
  t.same(complaints, [])
})

for (const [title, path, lose] of [
  ['the waiting tab goes on as well,', '/reports/first', async () => {}],
  ['the waiting tab reloaded,', '/reports/link', async (page: Page) => void (await page.reload())],
  ['the waiting tab closed,', '/reports/link', (page: Page) => page.close()]
] as const)
  t.test(`login: email link in a second tab, ${title} no address asked`, { skip }, async (t) => {
    const visitor = await openVisitor(t)
    const { page: first, link } = await requestLink(visitor, path)
    await lose(first)
    const second = await visitor.openTab(link)
    await second.getByText(`You’re signing in as ${DEMO_USER.email}.`).waitFor()
    t.equal(await email(second).count(), 0)
    await press(second, 'Sign in')
    await second.waitForURL(visitor.url + path)
    if (path === '/reports/first') await first.waitForURL(visitor.url + path)
    t.same(visitor.complaints, [])
  })

t.test('login: second factor, the right code signs in and a wrong one does not', { skip }, async (t) => {
  const { url, context, openTab } = await openVisitor(t)
  const page = await openTab('/')
  const passwords: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /:signInWithPassword/.test(request.url()))
      passwords.push(request.url())
  })
  await signInAs(page, 'totp@example.com')
  await heading(page, 'Confirm that it’s you')
  const linked = "[...document.querySelectorAll('link[rel=stylesheet]')].map(({ href }) => href)"
  const seen = await page.evaluate(linked)
  t.same(seen, [], 'the styles are in the HTML: linked again, they would undo the theme')
  const responses: string[] = []
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url())
    if (origin === url) responses.push(`${response.request().method()} ${pathname} ${response.status()}`)
  })
  await page.locator('#code').fill(codeOfDemo(1))
  await page.locator('#code-error, [role=alert]').filter({ hasText: /./ }).first().waitFor()
  t.same(await context.cookies(), [])
  const found = responses.filter((line) => !line.includes('/_auth/assets/'))
  t.same(found, ['HEAD /login/action 200'], 'the time is requested where no session is needed')
  await page.locator('#code').fill(codeOfDemo())
  await page.waitForURL(`${url}/`)
  t.match(await page.locator('body').innerText(), 'totp@example.com')
  t.equal(passwords.length, 1, 'the password is sent once')
})

t.test('login: restored by Back in the middle of a sign-in, works again', { skip }, async (t) => {
  const { url, openTab } = await openVisitor(t)
  const page = await openTab('/')
  const release = await holdRequests(page, '**/_auth/session')
  await signInAs(page, (await createDemoUser()).email)
  await page.getByRole('button', { name: 'Checking your access…' }).waitFor()
  // The event of the browser when it shows the frozen page again.
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  t.equal(await page.locator('#password').isEditable(), true)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  release()
  await page.locator('#password').fill(DEMO_USER.password)
  await press(page, 'Sign in')
  await page.waitForURL(`${url}/`)
})

t.test('login: sign-in in one tab, an idle tab follows, one with input stays', { skip }, async (t) => {
  const { url, context, openTab } = await openVisitor(t)
  const [idle, typing] = await Promise.all([context.newPage(), context.newPage()])
  for (const [page, path] of [
    [idle, '/reports/idle'],
    [typing, '/reports/typing']
  ] as const)
    await Promise.all([listening(page), page.goto(url + path)])
  await email(typing).pressSequentially('someone@exam')
  const acting = await openTab('/reports/acting')
  await signInAs(acting, (await createDemoUser()).email)
  await acting.waitForURL(`${url}/reports/acting`)
  await idle.waitForURL(`${url}/reports/idle`)
  await typing.getByText('You’ve already signed in, in another tab.').waitFor()
  t.equal(new URL(typing.url()).pathname, '/login')
  t.equal(await email(typing).inputValue(), 'someone@exam')
  await typing.getByRole('link', { name: 'Open Meridian' }).click()
  await typing.waitForURL(`${url}/reports/typing`)
})

const EMAIL = 'step-up@example.com'

t.test('step-up: without a second factor, informed once, sets one up and continues', { skip }, async (t) => {
  const { url, provider, openTab } = await openVisitor(t)
  provider.accounts.create({ email: EMAIL, emailVerified: true, password: DEMO_USER.password })
  const page = await openTab('/')
  await signInAs(page, EMAIL)
  await page.waitForURL(`${url}/`)

  const statuses: number[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/payments/1') statuses.push(response.status())
  })
  await page.goto(`${url}/payments/1`)
  await heading(page, 'Demo needs a second step')
  t.same(statuses, [403], 'no automatic redirect back to the login page')
  await page.getByRole('link', { name: 'Set up a second step' }).click()
  await page.getByText('Demo asks for a second step. Sign in to set one up.').waitFor()
  const email = page.locator('#email')
  t.equal(await email.inputValue(), EMAIL)
  t.equal(await email.getAttribute('readonly'), '')
  t.equal(await page.getByRole('link', { name: 'Create an account' }).count(), 0)
  await page.locator('#password').fill(DEMO_USER.password)
  await press(page, 'Sign in')
  await heading(page, 'Set up a second step')
  await press(page, 'Start setup')
  const secret = ((await page.locator('.secret code').textContent()) ?? '').replaceAll(' ', '')
  await page.locator('#code').fill(totpCode(secret, Date.now() / 1000))
  await page.waitForURL(`${url}/payments/1`)
  t.same(statuses, [403, 200])
})
