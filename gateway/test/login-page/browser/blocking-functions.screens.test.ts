import type { Page } from 'playwright-core'
import t from 'tap'
import { openHeld } from '../../fixtures/browser/held-page.ts'
import { fillIn, press } from '../../fixtures/browser/login-form.ts'
import {
  openPasskeyVisitor,
  type PasskeyGateway,
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

const refusal = (page: Page) => page.getByRole('heading', { name: 'You can’t sign in here' })

/** One way in for each kind of call, its path, the event that refuses it, and what the visitor does: of the page, of the SDK, of a message. */
const ways: readonly [name: string, path: string, event: Event, act: (page: Page) => Promise<void>][] = [
  ['a password', '/y', 'beforeSignIn', signInByPassword],
  [
    'an email link, before it is sent',
    '/login/link',
    'beforeSendEmail',
    async (page) => {
      await page.locator('#email').fill('ada@example.com')
      await press(page, 'Send the link')
    }
  ],
  [
    'a phone number, before the code is sent',
    '/y',
    'beforeSendSms',
    async (page) => {
      await press(page, 'Phone')
      await page.locator('#phone').fill(NUMBER)
      await press(page, 'Send the code')
    }
  ]
]

for (const [name, path, event, act] of ways)
  t.test(`blocking function: refuses ${name}, the screen says why and how to go on`, { skip }, async (t) => {
    const { page, context, complaints } = await openPasskeyVisitor(t, gateway)
    refuse(event)
    await page.goto(gateway.origin + path)
    await act(page)
    await refusal(page).waitFor()
    t.match(await page.locator('main').innerText(), REASON)
    const contact = page.getByRole('link', { name: 'Contact localhost support.' })
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
  const { email } = await createDemoUser()
  provider.settings.blockingFunctions = { beforeSignIn: { kind: 'refuse', message: REASON } }
  const { page, calls, release } = await openHeld(t, '/login')
  await fillIn(page, email)
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
