import type { Page } from 'playwright-core'
import { noteComplaints } from '../../test/fixtures/browser/complaints.ts'
import { signInAs } from '../../test/fixtures/browser/login-form.ts'
import { sharedChromium, skip } from '../../test/fixtures/browser/shared-browser.ts'
import type { Teardown } from '../../test/fixtures/provider/stand-in.ts'
import { ADA, PASSWORD } from '../environment.ts'
import type { Journey } from './journey.ts'

const DEEP_LINK = '/reports/2026?quarter=3&q=a%2Fb'
const STEP_TIMEOUT_MS = 15_000

/** Opens a tab without cookies. `complaints`: errors and warnings of the console. */
export async function startBrowserVisit(
  t: Teardown,
  baseURL?: string
): Promise<{ page: Page; complaints: readonly string[] }> {
  const context = await (await sharedChromium()).newContext(baseURL === undefined ? {} : { baseURL })
  t.teardown(() => context.close())
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  return { complaints: noteComplaints(context), page: await context.newPage() }
}

/** Fills in the login page for Ada. */
export const signInAt = (page: Page) => signInAs(page, ADA.email, PASSWORD)

/** Journeys with the real login page. */
export const BROWSER: readonly Journey[] = [
  {
    title: 'browser: a deep link leads through a password sign-in back with identity, sign-out works',
    setup: 'one application',
    async run(t, { environment: { createVisitor, applications } }) {
      if (skip !== false) {
        t.pass('browser', { skip })
        return
      }
      const { origin } = createVisitor()
      const { page } = await startBrowserVisit(t, origin)
      const errors: string[] = []
      page.on('pageerror', (err) => errors.push(err.message))
      await page.goto(DEEP_LINK)
      t.equal(page.url(), `${origin}/login?redirect=${encodeURIComponent(DEEP_LINK)}`)
      await signInAt(page)
      await page.waitForURL(DEEP_LINK)
      t.equal(applications[0]?.seen[0]?.url, DEEP_LINK)
      t.match(applications[0]?.seen[0]?.headers, { 'x-forwarded-user': 'ada' })
      const opened = await page.evaluate(`new Promise((resolve) => {
        const socket = new WebSocket(location.origin.replace('http', 'ws') + '/live')
        socket.onopen = () => socket.send('from the page')
        socket.onmessage = ({ data }) => resolve(data)
        socket.onerror = () => resolve('refused')
      })`)
      t.equal(opened, 'from the page')
      t.same(errors, [])
      await page.context().clearCookies()
      await page.goto('/reports/2027')
      t.match(page.url(), `${origin}/login`)
    }
  }
]
