import { skip } from '../../test/fixtures/browser/shared-browser.ts'
import { signInAt, startBrowserVisit } from './browser.ts'
import type { Journey } from './journey.ts'

/** Applications on other root domains than the sign-in host, which its cookie does not reach. */
export const HAND_OVER: readonly Journey[] = [
  {
    title: 'three domains: they share sign-in and sign-out, and refusals have their styles',
    setup: 'three domains',
    async run(t, { environment: { createVisitor, applications, places, signInOrigin } }) {
      if (skip !== false) {
        t.pass('three domains', { skip })
        return
      }
      const [shop = '', desk = ''] = places.applications.map(({ host }) => createVisitor(host).origin)
      const { page, complaints } = await startBrowserVisit(t)
      await page.goto(`${shop}/basket?item=a%2Fb`)
      t.equal(new URL(page.url()).origin, signInOrigin)
      await signInAt(page)
      await page.waitForURL(`${shop}/basket?item=a%2Fb`)
      await page.goto(`${desk}/tickets`)
      t.equal(page.url(), `${desk}/tickets`, 'without another sign-in')
      for (const { seen } of applications) {
        t.match(seen.at(-1)?.headers, { 'x-forwarded-user': 'ada' })
        t.notMatch(seen.at(-1)?.headers.cookie ?? '', /gatehouse/)
      }
      t.same(complaints, [], 'a clean console')

      await page.goto(`${shop}/staff/list`)
      await page.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor()
      const rules = await page.evaluate<number[]>(
        '[...document.styleSheets].map(({ cssRules }) => cssRules.length)'
      )
      t.ok(rules.length > 0 && rules.every((count) => count > 0), 'with its styles')
      t.same(
        complaints.filter((line) => !line.includes('403')),
        [],
        'every file of the page is served'
      )
      await page.getByRole('link', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL((url) => url.pathname === '/login')
      for (const origin of [shop, desk]) {
        await page.goto(`${origin}/`)
        t.equal(new URL(page.url()).origin, signInOrigin, `${origin} is closed again`)
      }
    }
  },
  {
    title: 'three domains: below /_auth/, requests reach the gateway and no application',
    setup: 'three domains',
    async run(t, { environment: { createVisitor, applications, places } }) {
      for (const { host } of places.applications) {
        const visitor = createVisitor(host)
        t.equal((await visitor.visit({ path: '/_auth/jwks.json' })).status, 200, host)
        t.equal((await visitor.visit({ path: '/_auth/verify' })).status, 404, host)
        for (const path of [
          '/_auth/../x',
          '/_auth/%2e%2e/x',
          '/_auth/..%2fx',
          '/x/..;/_auth/',
          '/_authx',
          '/login'
        ])
          await visitor.visit({ path }).catch(() => null)
      }
      t.same(
        applications.map(({ seen }) => seen.length),
        [0, 0]
      )
    }
  }
]
