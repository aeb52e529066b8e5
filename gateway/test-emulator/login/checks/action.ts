import assert from 'node:assert/strict'
import {
  createVerified,
  type LoginCheck,
  type LoginEnvironment,
  type LoginVisitor
} from '../login-environment.ts'
import { arrive, fill, open, press, seeHeading } from '../page/page-steps.ts'
import { say } from '../page/texts.ts'
import { type MailType, makeLink, readMails, waitForMail } from '../provider/mails.ts'
import { recordOf, updateByToken } from '../provider/records.ts'

/** Links of mails that open the login page. */
export const actionChecks: readonly LoginCheck[] = [
  [
    'an email is verified by the button on the page, not by opening it',
    async ({ page, environment }) => {
      const { email, uid } = await environment.accounts.signUp()
      const { search } = await makeLink(environment.emulatorHost, 'VERIFY_EMAIL', { email })
      await open(page, `/login/action${search}`)
      await page.getByRole('button', { name: say('action.verify.submit') }).waitFor()
      await page.getByText(email).first().waitFor()
      assert.equal((await recordOf(environment, uid)).emailVerified, false)
      await press(page, 'action.verify.submit')
      await seeHeading(page, 'action.verify.done-heading')
      assert.equal((await recordOf(environment, uid)).emailVerified, true)
    }
  ],
  [
    'the previous email is restored after a malicious change',
    async ({ page, environment }) => {
      const account = await createVerified(environment)
      await updateByToken(environment, account.idToken, { email: `thief-${account.email}` })
      const { search } = await waitForMail(environment.emulatorHost, account.email, 'RECOVER_EMAIL')
      await open(page, `/login/action${search}`)
      await press(page, 'action.recover.submit')
      await seeHeading(page, 'action.recover.done-heading')
      assert.equal((await recordOf(environment, account.uid)).email, account.email)
      await page.getByRole('link', { name: say('action.reset-password') }).waitFor()
    }
  ],
  [
    'a new email takes effect with the link that was sent to it',
    async ({ page, environment }) => {
      const { email, uid } = await createVerified(environment)
      const newEmail = `moved-${email}`
      const { search } = await makeLink(environment.emulatorHost, 'VERIFY_AND_CHANGE_EMAIL', {
        email,
        newEmail
      })
      await open(page, `/login/action${search}`)
      await page.getByText(newEmail).first().waitFor()
      await press(page, 'action.change.submit')
      await seeHeading(page, 'action.change.done-heading')
      assert.equal((await recordOf(environment, uid)).email, newEmail)
    }
  ],
  [
    'a second factor added maliciously is removed',
    async ({ page, environment }) => {
      const { email, uid } = await createVerified(environment)
      await environment.accounts.update(uid, {
        mfa: { enrollments: [{ phoneInfo: '+15550009999', mfaEnrollmentId: 'x' }] }
      })
      assert.equal((await recordOf(environment, uid)).factors, 1)
      const code = environment.front.mailCodes.createRevertCode({ uid, email })
      await open(page, `/login/action?mode=revertSecondFactorAddition&oobCode=${code}&apiKey=key&lang=en`)
      await press(page, 'action.factor.submit')
      await seeHeading(page, 'action.factor.done-heading')
      assert.equal((await recordOf(environment, uid)).factors, 0)
    }
  ],
  [
    'a used link shows that it was used and offers a new one',
    async ({ page, environment }) => {
      const { email } = await environment.accounts.signUp()
      const { search } = await makeLink(environment.emulatorHost, 'PASSWORD_RESET', { email })
      await useUp(page, search)
      await open(page, `/login/action${search}`)
      await seeHeading(page, 'problem.link-used.title')
      await page.getByRole('link', { name: say('action.new-link') }).click()
      await seeHeading(page, 'forgot.heading')
    }
  ],
  [
    'a mail scanner that opens the pages and runs their scripts does not use up the links',
    async ({ page, environment }) => {
      const links = await makeAllLinks(environment)
      for (const { search } of links) {
        await open(page, `/login/action${search}`)
        await page.waitForLoadState('networkidle')
      }
      await assertUnused(environment, links)
    }
  ],
  [
    'the default action path of the provider leads to the login page',
    async ({ page, environment }) => {
      const { email } = await environment.accounts.signUp()
      const { search } = await makeLink(environment.emulatorHost, 'VERIFY_EMAIL', { email })
      await open(page, `/__/auth/action${search}`)
      await press(page, 'action.verify.submit')
      await seeHeading(page, 'action.verify.done-heading')
    }
  ],
  [
    'a weak new password is reported at its field and does not use up the link',
    async ({ page, environment }) => {
      const account = await environment.accounts.signUp()
      const { search } = await makeLink(environment.emulatorHost, 'PASSWORD_RESET', { email: account.email })
      await open(page, `/login/action${search}`)
      await fill(page, 'field.new-password', 'abc')
      await press(page, 'action.reset.submit')
      await page.locator('#new-password[aria-invalid="true"]').waitFor()
      await fill(page, 'field.new-password', 'correct horse battery')
      await press(page, 'action.reset.submit')
      await arrive(page, '/')
    }
  ],
  [
    'a link in another language shows its page in that language, without a lasting change',
    async ({ page, context, environment }) => {
      const { email } = await environment.accounts.signUp()
      const { search } = await makeLink(environment.emulatorHost, 'VERIFY_EMAIL', { email })
      await open(page, `/login/action${search.replace('lang=en', 'lang=de')}`)
      assert.equal(await page.getAttribute('html', 'lang'), 'de')
      await page.getByRole('button', { name: say('action.verify.submit', {}, 'de') }).waitFor()
      assert.deepEqual(await context.cookies(), [])
    }
  ]
]

type Link = { email: string; code: string; search: string }

async function makeAllLinks(environment: LoginEnvironment): Promise<Link[]> {
  const { email } = await environment.accounts.signUp()
  const kinds: [MailType, object][] = [
    ['PASSWORD_RESET', { email }],
    ['VERIFY_EMAIL', { email }],
    ['VERIFY_AND_CHANGE_EMAIL', { email, newEmail: `moved-${email}` }],
    ['EMAIL_SIGNIN', { email, continueUrl: `${environment.gateway.url}/login` }]
  ]
  return Promise.all(kinds.map(([type, details]) => makeLink(environment.emulatorHost, type, { ...details })))
}

async function assertUnused({ emulatorHost }: LoginEnvironment, links: readonly Link[]): Promise<void> {
  const unused = (await readMails(emulatorHost, String(links[0]?.email))).map(({ code }) => code)
  assert.deepEqual([...unused].sort(), links.map(({ code }) => code).sort())
}

async function useUp(page: LoginVisitor['page'], search: string): Promise<void> {
  await open(page, `/login/action${search}`)
  await fill(page, 'field.new-password', 'correct horse battery')
  await press(page, 'action.reset.submit')
  await arrive(page, '/')
}
