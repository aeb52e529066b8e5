import type { Page } from 'playwright-core'
import t from 'tap'
import { totpCode } from '../../../stand-in/second-factors/totp.ts'
import { openHeld } from '../../fixtures/browser/held-page.ts'
import {
  addPasskey,
  openPasskeyVisitor,
  type PasskeyGateway,
  type PasskeyVisitor,
  passkeyButton,
  signInByPassword,
  startPasskeyGateway
} from '../../fixtures/browser/passkey-visitors.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { createDemoUser, sharedDemo } from '../../fixtures/browser/visitors.ts'

/** What visitors see whom a blocking function of the project refuses, with the real SDK. */

const REASON = 'Use the address of your school.'
const SECRET = 'GEZDGNBVGY3TQOJQ'
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
  gateway.provider.accounts.create({
    uid: 'grace',
    email: 'grace@example.com',
    password: 'the-password-of-ada',
    emailVerified: true,
    secondFactors: [{ id: 'app', enrolledAtSeconds: 0, totpSecret: SECRET, displayName: 'App' }]
  })
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

async function signInAsGrace(page: Page): Promise<void> {
  await typeEmail(page, '/y', 'grace@example.com')
  await page.locator('#password').fill('the-password-of-ada')
  await press(page, 'Sign in')
}

/** Each way in, the event that refuses it, and what the visitor does. */
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
    'a new account',
    'beforeCreate',
    async ({ page }) => {
      await typeEmail(page, '/login/sign-up', 'new@example.com')
      await page.locator('#new-password').fill('a long enough password')
      await press(page, 'Create account')
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
    'an email link',
    'beforeSignIn',
    async ({ page }) => {
      await typeEmail(page, '/login/link', 'ada@example.com')
      await press(page, 'Send the link')
      await page.getByRole('heading', { name: 'Check your email' }).waitFor()
      const { oobLink } = gateway.provider.mail.list().at(-1) ?? { oobLink: '' }
      await page.goto(`${gateway.origin}/login/action${new URL(oobLink).search}`)
      await page.getByText('You’re signing in as ada@example.com').waitFor()
      await press(page, 'Sign in')
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
  ],
  [
    'a phone number',
    'beforeCreate',
    async ({ page }) => {
      await page.goto(`${gateway.origin}/y`)
      await press(page, 'Use your phone number')
      await page.locator('#phone').fill(NUMBER)
      await press(page, 'Send the code')
      await page.locator('#code').waitFor()
      await page.locator('#code').fill(gateway.provider.mail.listTexts().at(-1)?.code ?? '')
    }
  ],
  [
    'a passkey',
    'beforeSignIn',
    async ({ page }) => {
      await page.goto(`${gateway.origin}/y`)
      await passkeyButton(page).click()
    }
  ],
  [
    'a second factor',
    'beforeSignIn',
    async ({ page }) => {
      await signInAsGrace(page)
      await page.locator('#code').waitFor()
      await page.locator('#code').fill(totpCode(SECRET, gateway.now()))
    }
  ],
  [
    'a mail for a new password',
    'beforeSendEmail',
    async ({ page }) => {
      await typeEmail(page, '/login/forgot', 'ada@example.com')
      await press(page, 'Send the link')
    }
  ]
]

for (const [name, event, act] of ways)
  t.test(`blocking function: refuses ${name}, the screen says why and how to go on`, { skip }, async (t) => {
    const visitor = await openPasskeyVisitor(t, gateway)
    const { page, context, complaints } = visitor
    if (name === 'a passkey') {
      const config = { ...CONFIG, 'login.passkeys.offerAfterSignIn': true }
      const own = await startPasskeyGateway(t, { config })
      gateway.provider.settings.passkeys = { rpId: 'localhost', expectedOrigins: [own.origin] }
      const before = gateway
      gateway = own
      t.teardown(() => {
        gateway = before
      })
      await addPasskey(visitor, own)
      await visitor.clear()
    }
    refuse(event)
    await act(visitor)
    await refusal(page).waitFor()
    t.match(await page.locator('main').innerText(), REASON)
    const contact = page.getByRole('link', { name: 'Contact the people who run this site.' })
    t.equal(await contact.getAttribute('href'), 'mailto:help@acme.example')
    t.same(
      (await context.cookies()).filter(({ name }) => name === 'gatehouse'),
      [],
      'no session'
    )
    t.same(await page.evaluate('document.activeElement.tagName'), 'H1', 'screen readers begin there')
    t.notMatch(page.url(), 'school')
    t.notMatch(gateway.logText(), 'school', 'nothing of it in the log')
    await press(page, 'Use another account')
    await page.getByRole('heading', { name: /^Sign in/ }).waitFor()
    t.same(
      complaints.filter((line) => !line.includes('400')),
      []
    )
  })

t.test('blocking function: does not answer, the form stays and can be sent again', { skip }, async (t) => {
  const { page } = await openPasskeyVisitor(t, gateway)
  gateway.provider.settings.blockingFunctions = { beforeSignIn: { kind: 'hang' } }
  await page.goto(`${gateway.origin}/y`)
  await signInByPassword(page)
  await page.getByRole('alert').getByText('Sign-in isn’t available right now.').waitFor()
  gateway.provider.settings.blockingFunctions = {}
  await page.locator('main button[type=submit]').click()
  await page.waitForURL(`${gateway.origin}/y`)
})

const ATTACKS: readonly [string, string, shown: string][] = [
  ['HTML', '<img src=x onerror="document.title=1">', '<img src=x onerror="document.title=1">'],
  ['a script', '</script><script>document.title=1</script>', '</script><script>document.title=1</script>'],
  ['bidi overrides', '\u202e.erutaef\u202c \u2066safe\u2069', '.erutaef safe'],
  ['10 kB', 'x'.repeat(10_000), `${'x'.repeat(199)}…`],
  ['another error', 'USER_DISABLED : EMAIL_NOT_FOUND', 'USER_DISABLED : EMAIL_NOT_FOUND']
]
for (const [name, message, shown] of ATTACKS)
  t.test(`blocking function: a message with ${name} is shown as text`, { skip }, async (t) => {
    const { page, complaints } = await openPasskeyVisitor(t, gateway)
    refuse('beforeSignIn', message)
    await page.goto(`${gateway.origin}/y`)
    await signInByPassword(page)
    await refusal(page).waitFor()
    t.equal(await page.locator('main bdi').last().textContent(), shown)
    t.equal(await page.locator('main img, main script').count(), 0)
    t.not(await page.title(), '1')
    const width = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    t.ok(Number(width) <= 0, 'nothing sticks out')
    t.same(
      complaints.filter((line) => !line.includes('400')),
      [],
      'no violation of the policy'
    )
  })

t.test(
  'blocking function: refuses before the scripts have loaded, its message is not in the page',
  { skip },
  async (t) => {
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
  }
)
