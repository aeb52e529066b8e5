import assert from 'node:assert/strict'
import type { LoginCheck } from '../login-environment.ts'
import { arrive, DEEP_LINK, fill, follow, open, press, seeHeading } from '../page/page-steps.ts'

const openDrawer = ({ page }: Pick<Parameters<LoginCheck[1]>[0], 'page'>) =>
  page.getByRole('button', { name: 'Test', exact: true }).click()

/** The developer drawer, with data of the emulator. */
export const drawerChecks: readonly LoginCheck[] = [
  [
    'the drawer lists the accounts of the emulator, and one click signs in',
    async ({ page, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      await openDrawer({ page })
      const any = page.getByRole('button', { name: /^Sign in as / }).first()
      await any.waitFor()
      // The list may be too short for this account; those of concurrent checks may be disabled. By key, as they also move the
      // list under a pointer.
      const own = page.getByRole('button', { name: `Sign in as ${account.email}` })
      await ((await own.count()) > 0 ? own : any).press('Enter')
      await arrive(page)
    }
  ],
  [
    'the drawer has the link of an unsent mail, which opens the login page',
    async ({ page, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      await follow(page, 'sign-in.forgot')
      await seeHeading(page, 'forgot.heading')
      await fill(page, 'field.email', account.email)
      await press(page, 'forgot.submit')
      await seeHeading(page, 'sent.heading')
      await openDrawer({ page })
      await page.getByRole('tab', { name: 'Mails' }).click()
      const link = page.getByRole('link', { name: `Reset the password: ${account.email}` })
      const address = String(await link.getAttribute('href'))
      assert.match(address, /^\/login\/action\?mode=resetPassword&/)
      // By key, as mails of concurrent checks move the list under a pointer.
      await link.press('Enter')
      await seeHeading(page, 'action.reset.heading')
      await page.waitForURL(({ search }) => !search.includes('oobCode'))
    }
  ]
]
