import type { Page } from 'playwright-core'
import t from 'tap'
import { openHeld } from '../../fixtures/browser/held-page.ts'
import {
  openPasskeyVisitor,
  type PasskeyGateway,
  type PasskeyVisitor,
  signInByPassword,
  startPasskeyGateway
} from '../../fixtures/browser/passkey-visitors.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { createDemoUser, sharedDemo } from '../../fixtures/browser/visitors.ts'

/** What visitors see whom a blocking function of the project refuses, with the real SDK. */

const REASON = 'Use the address of your school.'
const NUMBER = '+15555550142'
const CONFIG = {
  'login.blockingFunctions.showMessage': true,
  'login.methods.emailLink': true,
  'login.methods.phone': true,
  'login.methods.signup': true,
  'login.passkeys.offerAfterSignIn': false,
  'login.links.contact': 'mailto:help@acme.example'
}

type Event = 'beforeCreate' | 'beforeSignIn' | 'beforeSendEmail' | 'beforeSendSms'

let gateway: PasskeyGateway
t.before(async () => {
  if (skip !== false) return
  gateway = await startPasskeyGateway(t, { config: CONFIG })
})
t.beforeEach(() => gateway?.provider.settings.reset())

function refuse(event: Event, message = REASON): void {
  const { settings } = gateway.provider
  settings.passkeys = { rpId: 'localhost', expectedOrigins: [gateway.origin] }
  settings.blockingFunctions = { [event]: { kind: 'refuse', message } }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const refusal = (page: Page) => page.getByRole('heading', { name: 'You can’t sign in here' })

async function typeEmail(page: Page, path: string, email: string): Promise<void> {
  await page.goto(`${gateway.origin}${path}`)
  await page.locator('#email').fill(email)
}

/** One way in for each kind of call, the event that refuses it, and what the visitor does: of the page, of the SDK, of a message. */
const ways: readonly [name: string, event: Event, act: (visitor: PasskeyVisitor) => Promise<void>][] = [
  [
    'a password',
    'beforeSignIn',
    async ({ page }) => {
      await page.goto(`${gateway.origin}/y`)
      await signInByPassword(page)
    }
  ],
  [
    'an email link, before it is sent',
    'beforeSendEmail',
    async ({ page }) => {
      await typeEmail(page, '/login/link', 'ada@example.com')
      await press(page, 'Send the link')
    }
  ],
  [
    'a phone number, before the code is sent',
    'beforeSendSms',
    async ({ page }) => {
      await page.goto(`${gateway.origin}/y`)
      await press(page, 'Use your phone number')
      await page.locator('#phone').fill(NUMBER)
      await press(page, 'Send the code')
    }
  ]
]

for (const [name, event, act] of ways)
  t.test(`blocking function: refuses ${name}, the screen says why and how to go on`, { skip }, async (t) => {
    const visitor = await openPasskeyVisitor(t, gateway)
    const { page, context, complaints } = visitor
    refuse(event)
    await act(visitor)
    await refusal(page).waitFor()
    t.match(await page.locator('main').innerText(), REASON)
    const contact = page.getByRole('link', { name: 'Contact the people who run this site.' })
    t.equal(await contact.getAttribute('href'), 'mailto:help@acme.example')
    const found = (await context.cookies()).filter(({ name }) => name === 'gatehouse')
    t.same(found, [], 'no session')
    t.same(await page.evaluate('document.activeElement.tagName'), 'H1', 'screen readers begin there')
    t.notMatch(page.url(), 'school')
    t.notMatch(gateway.logText(), 'school', 'nothing of it in the log')
    await press(page, 'Use another account')
    await page.getByRole('heading', { name: /^Sign in/ }).waitFor()
    const seen = complaints.filter((line) => !line.includes('400'))
    t.same(seen, [])
  })

const ATTACK =
  '</script><script>document.title=1</script><img src=x onerror="document.title=1">\u202e.erutaef\u202c'

t.test('blocking function: HTML and bidi overrides in its message are shown as text', { skip }, async (t) => {
  const { page, complaints } = await openPasskeyVisitor(t, gateway)
  refuse('beforeSignIn', ATTACK)
  await page.goto(`${gateway.origin}/y`)
  await signInByPassword(page)
  await refusal(page).waitFor()
  t.equal(await page.locator('main bdi').last().textContent(), ATTACK.replace(/[\u202c\u202e]/g, ''))
  t.equal(await page.locator('main img, main script').count(), 0)
  t.not(await page.title(), '1')
  const width = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  t.ok(Number(width) <= 0, 'nothing sticks out')
  const found = complaints.filter((line) => !line.includes('400'))
  t.same(found, [], 'no violation of the policy')
})

t.test('blocking function: refuses before the scripts load, no message in the page', { skip }, async (t) => {
  const { provider, logText } = await sharedDemo()
  t.teardown(() => provider.settings.reset())
  const { email, password } = await createDemoUser()
  provider.settings.blockingFunctions = { beforeSignIn: { kind: 'refuse', message: REASON } }
  const { page, calls, release } = await openHeld(t, '/login')
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await page.keyboard.press('Enter')
  await page.locator('.button[data-busy]').waitFor()
  release()
  await refusal(page).waitFor()
  t.same(calls(), ['signInWithPassword'], 'one request, so that the function runs once')
  t.notMatch(await page.content(), 'school')
  t.notMatch(
    await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href])'),
    'school'
  )
  t.notMatch(logText(), 'school')
})
