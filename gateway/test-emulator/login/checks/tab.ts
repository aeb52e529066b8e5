import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { LoginCheck, LoginVisitor } from '../login-environment.ts'
import {
  arrive,
  assertNoSession,
  DEEP_LINK,
  follow,
  hydrated,
  open,
  pathOf,
  seeHeading,
  seeText,
  sessionCookies,
  signIn
} from '../page/page-steps.ts'
import { say } from '../page/texts.ts'

const TABS = 20
/** After this many sign-ins that led back here, the page must explain why. */
const MAX_SIGN_INS = 4

/** Visitors with several tabs, an existing session, no connection, or an application that loops. */
export const tabChecks: readonly LoginCheck[] = [
  [
    `${TABS} tabs opened signed out all reach their pages after one sign-in`,
    async ({ page, context, environment }) => {
      const account = await environment.accounts.signUp()
      const paths = Array.from({ length: TABS }, (_, index) => `/reports/${index + 1}`)
      const others = await Promise.all(paths.map(() => context.newPage()))
      await Promise.all(others.map((tab, index) => open(tab, paths[index] ?? '')))
      await open(page, DEEP_LINK)
      await signIn(page, account)
      await arrive(page)
      await Promise.all(others.map((tab, index) => tab.waitForURL(paths[index] ?? '')))
    },
    { alone: true }
  ],
  [
    'a tab with typed input does not navigate away, but offers to continue',
    async ({ page, context, environment }) => {
      const account = await environment.accounts.signUp()
      const typed = await context.newPage()
      await open(typed, '/reports/typed')
      await typed.getByLabel(say('field.email'), { exact: true }).pressSequentially('somebody@exam')
      await open(page, DEEP_LINK)
      await signIn(page, account)
      await arrive(page)
      await seeText(typed, 'notice.elsewhere')
      assert.equal(await typed.getByLabel(say('field.email'), { exact: true }).inputValue(), 'somebody@exam')
      await follow(typed, 'page.continue')
      await typed.waitForURL('/reports/typed')
    }
  ],
  [
    'a signed-in visitor skips the page, and sees it on request',
    async ({ page, context, environment }) => {
      const [first, second] = [await environment.accounts.signUp(), await environment.accounts.signUp()]
      await enter(page, first)
      await page.goto(`/login?redirect=${encodeURIComponent('/reports/other')}`)
      assert.equal(pathOf(page), '/reports/other')
      await open(page, `/login?prompt=login&redirect=${encodeURIComponent(DEEP_LINK)}`)
      await seeHeading(page, 'account.heading')
      await page.getByText(first.email).first().waitFor()
      await page.getByRole('link', { name: say('account.continue', { name: first.email }) }).click()
      await arrive(page)
      await open(page, `/login?prompt=login&redirect=${encodeURIComponent(DEEP_LINK)}`)
      await follow(page, 'page.other-account')
      await signIn(page, second)
      await arrive(page)
      assert.match(String(await page.textContent('main')), new RegExp(second.uid))
      assert.deepEqual(await sessionCookies(context), ['gatehouse'])
    }
  ],
  [
    'without a connection, the page reports it, preserves input, and later signs in',
    async ({ page, context, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      await page.getByLabel(say('field.email'), { exact: true }).focus()
      await page.waitForLoadState('networkidle')
      await context.setOffline(true)
      await seeText(page, 'notice.offline')
      await signIn(page, account)
      await seeText(page, 'problem.network.title')
      assert.equal(
        await page.getByLabel(say('field.password'), { exact: true }).inputValue(),
        account.password
      )
      await context.setOffline(false)
      await page.getByText(say('notice.offline')).waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: say('sign-in.submit'), exact: true }).click()
      await arrive(page)
    },
    { expected: [/ERR_INTERNET_DISCONNECTED/] }
  ],
  [
    'a browser that does not store cookies gets a message instead of a redirect loop',
    async ({ page, context, environment }) => {
      await context.route('**/_auth/session', async (route) => {
        const answer = await route.fetch()
        const { 'set-cookie': _dropped, ...headers } = answer.headers()
        await context.clearCookies()
        await route.fulfill({ response: answer, headers })
      })
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      for (let signIns = 1; signIns <= MAX_SIGN_INS; signIns += 1) {
        await hydrated(page)
        await signIn(page, account)
        if (signIns === MAX_SIGN_INS) await seeHeading(page, 'problem.cookies-lost.title')
        else await page.waitForEvent('load')
      }
      await assertNoSession(context)
    }
  ],
  [
    'an application that sends signed-in visitors back is named as the cause of the loop',
    async (visitor) => {
      const { page, environment } = visitor
      await loopBack(visitor)
      await open(page, '/login?redirect=%2Floop')
      await signIn(page, await environment.accounts.signUp())
      await seeHeading(page, 'problem.sent-back.title')
    },
    { expected: [/status of 508/] }
  ],
  [
    'Back after sign-in does not show the form again',
    async ({ page, environment }) => {
      await enter(page, await environment.accounts.signUp())
      await page.goBack().catch(() => undefined)
      assert.ok(!pathOf(page).startsWith('/login'), pathOf(page))
    }
  ]
]

async function enter(page: Page, account: { email: string; password: string }): Promise<void> {
  await open(page, DEEP_LINK)
  await signIn(page, account)
  await arrive(page)
}

/** An application whose page sends all visitors to the login page. */
async function loopBack({ context }: LoginVisitor): Promise<void> {
  const back = "location.replace('/login?redirect=%2Floop')"
  await context.addInitScript(`if (location.pathname === '/loop') ${back}`)
}
