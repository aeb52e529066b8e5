import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { totpCode } from '../../../stand-in/second-factors/totp.ts'
import { readSentCode } from '../../doubles/provider-call.ts'
import { wrongTotpCode } from '../../doubles/totp.ts'
import type { TestAccount } from '../../emulator-accounts.ts'
import { createVerified, type LoginCheck, type LoginEnvironment } from '../login-environment.ts'
import {
  arrive,
  assertNoSession,
  DEEP_LINK,
  fill,
  open,
  press,
  pressUntil,
  seeHeading,
  seeText,
  signIn
} from '../page/page-steps.ts'
import { say } from '../page/texts.ts'
import { enrolByRest } from '../provider/enrolment.ts'

const now = () => Date.now() / 1000

/** Authenticator codes, for accounts with an authenticator. */
export const totpChecks: readonly LoginCheck[] = [
  [
    'an account with an authenticator needs its code, a wrong one gives a message and no session',
    async ({ page, context, environment, watch }) => {
      const { account, secret } = await createEnrolled(environment)
      watch.keepSecret(secret)
      await open(page, DEEP_LINK)
      await signIn(page, account)
      await seeHeading(page, 'second-factor.heading')
      await assertNoSession(context)
      await sendCode(page, wrongTotpCode(secret, now()))
      await seeText(page, 'problem.code.title')
      await assertNoSession(context)
      await sendCode(page, totpCode(secret, now()))
      await arrive(page)
      assert.equal(await secondFactorOf(page), 'totp')
    }
  ]
]

/** Visitors without a second factor set one up. */
export const enrolmentChecks: readonly LoginCheck[] = [
  [
    'a required second step is set up with QR code, key and a code, then the visitor is signed in',
    async ({ page, context, environment, watch }) => {
      const account = await createVerified(environment)
      await open(page, DEEP_LINK)
      await signIn(page, account)
      await seeHeading(page, 'enrol.heading')
      await assertNoSession(context)
      await press(page, 'enrol.start')
      const secret = await readSecret(page)
      watch.keepSecret(secret)
      await sendCode(page, wrongTotpCode(secret, now()), 'enrol.submit')
      await seeText(page, 'problem.code.title')
      await assertNoSession(context)
      await sendCode(page, totpCode(secret, now()), 'enrol.submit')
      await arrive(page)
      assert.equal(await secondFactorOf(page), 'totp')
    }
  ],
  [
    'with an unverified email, it is verified before a required second step is set up',
    async ({ page, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      await signIn(page, account)
      await seeHeading(page, 'verify.heading')
      await environment.accounts.update(account.uid, { emailVerified: true })
      await press(page, 'verify.send')
      await pressUntil(page, 'verify.check', seeHeading(page, 'enrol.heading'))
    }
  ]
]

/** An optional second step, set up on request. */
export const optionalEnrolmentChecks: readonly LoginCheck[] = [
  [
    'a visitor sets up a second step at its URL and needs it the next time',
    async ({ page, context, environment }) => {
      const account = await createVerified(environment)
      await open(page, '/login/second-step')
      if ((await page.getByRole('heading', { level: 1 }).textContent()) === say('sign-in.heading'))
        await signIn(page, account)
      await seeHeading(page, 'enrol.heading')
      await press(page, 'enrol.start')
      const secret = await readSecret(page)
      await sendCode(page, totpCode(secret, now()), 'enrol.submit')
      await arrive(page, '/')
      await context.clearCookies()
      await open(page, DEEP_LINK)
      await signIn(page, account)
      await seeHeading(page, 'second-factor.heading')
    }
  ]
]

/** Codes by text message. */
export const smsChecks: readonly LoginCheck[] = [
  [
    'an account with a phone needs the code of a text message, a wrong one gives a message',
    async ({ page, context, environment }) => {
      const { account, phone } = await createWithPhone(environment)
      await open(page, DEEP_LINK)
      await signIn(page, account)
      await seeHeading(page, 'second-factor.heading')
      await press(page, 'second-factor.send')
      await seeText(page, 'second-factor.sms-sent')
      const code = await sentCode(environment, phone)
      await sendCode(page, code === '000000' ? '000001' : '000000')
      await seeText(page, 'problem.code.title')
      await assertNoSession(context)
      await sendCode(page, code)
      await arrive(page)
      assert.equal(await secondFactorOf(page), 'phone')
    }
  ]
]

/** What the types of Node do not know. */
interface InPage {
  document: { querySelector(selector: string): { value: string } | null }
}
interface Clickable {
  click(): void
}

/** The page submits the first complete code automatically; later the button does. */
async function sendCode(page: Page, code: string, submit = 'second-factor.submit'): Promise<void> {
  await fill(page, 'field.code', code)
  // The page may have sent it by itself: then the button is disabled, or the field is empty after a refusal.
  const buttons = page.getByRole('button', { name: say(submit), exact: true })
  await buttons.evaluateAll(([button]) => {
    const { document } = globalThis as unknown as InPage
    if (document.querySelector('#code')?.value) (button as unknown as Clickable | undefined)?.click()
  })
}

/** The displayed key, which must equal that of QR code and link. */
async function readSecret(page: Page): Promise<string> {
  await page.getByRole('img', { name: say('enrol.qr') }).waitFor()
  await page.getByText(say('enrol.manual'), { exact: true }).click()
  const shown = String(await page.locator('.secret code').textContent()).replaceAll(' ', '')
  assert.match(shown, /^[A-Z2-7]{16,}$/)
  const link = String(await page.getByRole('link', { name: say('enrol.open') }).getAttribute('href'))
  assert.match(link, /^otpauth:\/\/totp\//)
  assert.equal(new URL(link).searchParams.get('secret'), shown)
  return shown
}

async function createEnrolled(
  environment: LoginEnvironment
): Promise<{ account: TestAccount; secret: string }> {
  const account = await createVerified(environment)
  const { idToken } = await environment.accounts.signIn(account)
  return { account, secret: await enrolByRest(environment.front.host, idToken) }
}

let phones = 5_000_000

async function createWithPhone(
  environment: LoginEnvironment
): Promise<{ account: TestAccount; phone: string }> {
  const account = await createVerified(environment)
  phones += 1
  const phone = `+1650${phones}`
  const enrollments = [{ phoneInfo: phone, mfaEnrollmentId: `phone-${phones}` }]
  await environment.accounts.update(account.uid, { mfa: { enrollments } })
  return { account, phone }
}

async function sentCode({ emulatorHost }: LoginEnvironment, phone: string): Promise<string> {
  const code = await readSentCode(emulatorHost, { phoneNumber: phone })
  assert.ok(code !== null, 'no text message was sent')
  return code
}

/** The second factor in the session. */
async function secondFactorOf(page: Page): Promise<unknown> {
  return page.evaluate(
    "fetch('/_auth/session').then((answer) => answer.json()).then(({ claims }) => claims.firebase.sign_in_second_factor)"
  )
}
