import assert from 'node:assert/strict'
import { holds } from '../../../test/fixtures/browser/browser.ts'
import type { LoginCheck } from '../login-environment.ts'
import {
  arrive,
  assertNoSession,
  DEEP_LINK,
  fill,
  follow,
  open,
  pathOf,
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
    'a visitor at a deep link signs in with a password and returns there',
    async ({ page, environment, watch }) => {
      const account = await environment.accounts.signUp()
      watch.keepSecret(account.password)
      await open(page, DEEP_LINK)
      assert.equal(pathOf(page), `/login?redirect=${encodeURIComponent(DEEP_LINK)}`)
      await seeHeading(page, 'sign-in.heading')
      await signIn(page, account)
      await arrive(page)
      assert.match(String(await page.textContent('main')), new RegExp(account.uid))
    }
  ],
  [
    'a wrong password and an unknown email show the same message, then sign-in works',
    async ({ page, context, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      const words: string[] = []
      for (const wrong of [{ password: 'not the password' }, { email: 'nobody@example.com' }]) {
        await signIn(page, { ...account, ...wrong })
        await seeText(page, 'problem.credentials.title')
        words.push(String(await page.getByRole('alert').textContent()))
        await assertNoSession(context)
      }
      assert.equal(words[0], words[1])
      await signIn(page, account)
      await arrive(page)
    }
  ],
  [
    'with sign-up disabled, no link leads there and its URL redirects to sign-in',
    async ({ page, environment }) => {
      await open(page, '/login')
      assert.equal(await page.getByText(say('sign-in.sign-up')).count(), 0)
      const response = await fetch(`${environment.gateway.url}/login/sign-up`, { redirect: 'manual' })
      assert.deepEqual([response.status, response.headers.get('location')], [302, '/login'])
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
    'text typed before the script runs is preserved, and signs in',
    async ({ page, context, environment }) => {
      const account = await environment.accounts.signUp()
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await context.route('**/_auth/assets/*.js', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(DEEP_LINK, { waitUntil: 'commit' })
      await fill(page, 'field.email', account.email)
      await fill(page, 'field.password', account.password)
      release()
      await page.waitForLoadState('load')
      await holds(
        page,
        "Object.keys(document.querySelector('form')).some((key) => key.startsWith('__react'))"
      )
      assert.equal(await page.getByLabel(say('field.email'), { exact: true }).inputValue(), account.email)
      await press(page, 'sign-in.submit')
      await arrive(page)
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
  ],
  [
    'an expired session shows that it ended, and signing in returns to the page',
    async ({ page, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, `/login?reason=expired&redirect=${encodeURIComponent(DEEP_LINK)}`)
      await seeText(page, 'notice.expired')
      await signIn(page, account)
      await arrive(page)
    }
  ],
  [
    'signing out shows a message, an unknown reason shows none',
    async ({ page, environment }) => {
      await open(page, DEEP_LINK)
      await signIn(page, await environment.accounts.signUp())
      await arrive(page)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL('/login?reason=signed-out')
      await seeText(page, 'notice.signed-out')
      await open(page, '/login?reason=you-have-won')
      assert.ok(!String(await page.textContent('body > *')).includes('you-have-won'))
    }
  ]
]
