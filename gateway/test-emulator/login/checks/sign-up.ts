import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { LoginCheck } from '../login-environment.ts'
import {
  arrive,
  assertNoSession,
  DEEP_LINK,
  fill,
  follow,
  open,
  press,
  seeHeading,
  seeText
} from '../page/page-steps.ts'

/** Accounts that visitors create themselves. */
export const signUpChecks: readonly LoginCheck[] = [
  [
    'with sign-up enabled, a visitor creates an account with a name and reaches the deep link',
    async ({ page, environment, watch }) => {
      const email = `new-${randomUUID()}@example.com`
      const password = 'correct horse battery'
      watch.keepSecret(password)
      await open(page, DEEP_LINK)
      await follow(page, 'sign-in.sign-up')
      await seeHeading(page, 'sign-up.heading')
      await fill(page, 'field.name', 'Nneka Ōkubo')
      await fill(page, 'field.email', email)
      await fill(page, 'field.new-password', password)
      await press(page, 'sign-up.submit')
      await arrive(page)
      await page.getByText('Nneka Ōkubo').first().waitFor()
      await environment.accounts.signIn({ email, password, uid: '', idToken: '', refreshToken: '' })
    }
  ],
  [
    'an email with an account gets no second one and a message that does not reveal the owner',
    async ({ page, context, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, '/login/sign-up')
      await fill(page, 'field.email', account.email)
      await fill(page, 'field.name', 'Somebody')
      await fill(page, 'field.new-password', 'correct horse battery')
      await press(page, 'sign-up.submit')
      await seeText(page, 'problem.taken.title')
      await assertNoSession(context)
      await environment.accounts.signIn(account)
    }
  ],
  [
    'a weak password is reported at its field, and a better one creates the account',
    async ({ page }) => {
      await open(page, '/login/sign-up')
      await fill(page, 'field.email', `new-${randomUUID()}@example.com`)
      await fill(page, 'field.name', 'Somebody')
      await fill(page, 'field.new-password', 'abc')
      await press(page, 'sign-up.submit')
      const field = page.locator('#new-password[aria-invalid="true"]')
      await field.waitFor()
      assert.equal(await field.inputValue(), 'abc')
      await field.fill('correct horse battery')
      await press(page, 'sign-up.submit')
      await arrive(page, '/')
    }
  ]
]
