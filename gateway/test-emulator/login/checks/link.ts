import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { until } from '../../emulator-process.ts'
import { type LoginCheck, type LoginVisitor, openContext } from '../login-environment.ts'
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
import { type Mail, readMails, waitForMail } from '../provider/mails.ts'

const MAIL_TIMEOUT_MS = 20_000

/** Sign-in by email link. */
export const linkChecks: readonly LoginCheck[] = [
  [
    'a sign-in link opened in the same browser signs in, and the waiting tab continues',
    async (visitor) => {
      const { context, page } = visitor
      const email = newAddress()
      const { search } = await askForLink(visitor, email)
      const second = await openLink(context, search)
      await arrive(page)
      await second.waitForURL(DEEP_LINK)
    }
  ],
  [
    'a sign-in link opened in another browser asks for the email and refuses a wrong one',
    async (visitor) => {
      const { page, environment, context } = visitor
      const email = newAddress()
      const { search } = await askForLink(visitor, email)
      const elsewhere = await openContext(environment)
      try {
        const other = await elsewhere.newPage()
        await open(other, `/login/action${search}`)
        await seeHeading(other, 'action.ask.heading')
        await fill(other, 'field.email', `wrong-${email}`)
        await press(other, 'sign-in.submit')
        await seeText(other, 'problem.link-email.title')
        await assertNoSession(elsewhere)
        await fill(other, 'field.email', email)
        await press(other, 'sign-in.submit')
        await other.waitForURL(DEEP_LINK)
      } finally {
        await elsewhere.close()
      }
      await seeHeading(page, 'sent.heading')
      await assertNoSession(context)
    }
  ],
  [
    'a sign-in link works once, then shows that it was used, and a new one can be requested',
    async (visitor) => {
      const { page, context, environment } = visitor
      const email = newAddress()
      const { search } = await askForLink(visitor, email)
      await openLink(context, search)
      await arrive(page)
      const elsewhere = await openContext(environment)
      try {
        const other = await elsewhere.newPage()
        await open(other, `/login/action${search}`)
        await fill(other, 'field.email', email)
        await press(other, 'sign-in.submit')
        await seeHeading(other, 'problem.link-used.title')
        await assertNoSession(elsewhere)
        await follow(other, 'action.new-link')
        await seeHeading(other, 'link.heading')
      } finally {
        await elsewhere.close()
      }
    }
  ],
  [
    'the waiting page can request a new link, and a password still works from there',
    async (visitor) => {
      const { page, environment } = visitor
      const account = await environment.accounts.signUp()
      await askForLink(visitor, account.email)
      await press(page, 'sent.again')
      const sentTwice = async () => (await readMails(environment.emulatorHost, account.email)).length === 2
      assert.ok(await until(sentTwice, MAIL_TIMEOUT_MS), 'no second link was sent')
      await follow(page, 'page.back')
      await signIn(page, account)
      await arrive(page)
    }
  ]
]

function newAddress(): string {
  return `linked-${randomUUID()}@example.com`
}

/** Requests a link from the deep link; the page waits from then on. */
async function askForLink({ page, environment }: LoginVisitor, email: string): Promise<Mail> {
  await open(page, DEEP_LINK)
  await fill(page, 'field.email', email)
  await press(page, 'page.continue')
  await press(page, 'sign-in.link')
  await seeHeading(page, 'sent.heading')
  return waitForMail(environment.emulatorHost, email, 'EMAIL_SIGNIN')
}

/** Opens the link of a mail in another tab and signs in there. */
async function openLink(context: BrowserContext, search: string): Promise<Page> {
  const tab = await context.newPage()
  await open(tab, `/login/action${search}`)
  await press(tab, 'sign-in.submit')
  return tab
}
