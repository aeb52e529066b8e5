import assert from 'node:assert/strict'
import { alertOn } from '../../../test/fixtures/browser/login-form.ts'
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
  seeText,
  signIn
} from '../page/page-steps.ts'
import { say } from '../page/texts.ts'
import { readMails, waitForMail } from '../provider/mails.ts'

/** Password sign-in and reset; sign-up is disabled. */
export const passwordChecks: readonly LoginCheck[] = [
  [
    'a wrong password and an unknown email show the same message, then sign-in works',
    async ({ page, context, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      const words: string[] = []
      for (const wrong of [{ password: 'not the password' }, { email: 'nobody@example.com' }]) {
        await signIn(page, { ...account, ...wrong })
        await seeText(page, 'problem.credentials.title')
        words.push(String(await alertOn(page).textContent()))
        await assertNoSession(context)
      }
      assert.equal(words[0], words[1])
      await signIn(page, account)
      await arrive(page)
    }
  ],
  [
    'a forgotten password is reset with the mail link, the new one works, the old one does not',
    async ({ page, environment, watch }) => {
      const account = await environment.accounts.signUp()
      const password = 'a new and longer password'
      watch.keepSecret(password)
      await open(page, DEEP_LINK)
      await follow(page, 'sign-in.forgot')
      await seeHeading(page, 'forgot.heading')
      await fill(page, 'field.email', account.email)
      await press(page, 'forgot.submit')
      await seeHeading(page, 'sent.heading')
      const mail = await waitForMail(environment.emulatorHost, account.email, 'PASSWORD_RESET')
      await open(page, `/login/action${mail.search}`)
      await seeHeading(page, 'action.reset.heading')
      // The heading appears before the script removes the code from the URL.
      await page.waitForURL(({ search }) => !search.includes(mail.code))
      assert.equal(await page.getByLabel(say('field.email'), { exact: true }).inputValue(), account.email)
      await fill(page, 'field.new-password', password)
      await press(page, 'action.reset.submit')
      await arrive(page)
      await assert.rejects(environment.accounts.signIn(account))
      await environment.accounts.signIn({ ...account, password })
    }
  ],
  [
    'a password reset for an unknown email looks the same, but no mail is sent',
    async ({ page, environment }) => {
      const account = await environment.accounts.signUp()
      const stranger = `stranger-${account.uid}@example.com`.toLowerCase()
      const words: string[] = []
      for (const email of [account.email, stranger]) {
        await open(page, '/login/forgot')
        await fill(page, 'field.email', email)
        await press(page, 'forgot.submit')
        await seeHeading(page, 'sent.heading')
        words.push(String(await page.textContent('main')).replaceAll(email, '…'))
        // The screen would be shown again.
        await page.evaluate('sessionStorage.clear()')
      }
      assert.equal(words[0], words[1])
      await waitForMail(environment.emulatorHost, account.email, 'PASSWORD_RESET')
      assert.deepEqual(await readMails(environment.emulatorHost, stranger), [])
    }
  ],
  [
    'a disabled account gets a message and no session',
    async ({ page, context, environment }) => {
      const account = await environment.accounts.signUp()
      await environment.accounts.update(account.uid, { disableUser: true })
      await open(page, DEEP_LINK)
      await signIn(page, account)
      await seeText(page, 'problem.disabled.title')
      await assertNoSession(context)
    }
  ]
]
