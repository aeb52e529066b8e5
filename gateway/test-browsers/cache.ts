import assert from 'node:assert/strict'
import { startUpstream } from '../test/fixtures/wire/upstream.ts'
import { signIn } from './sign-in.ts'
import type { Visits } from './visits.ts'
import type { Browser } from './webdriver.ts'

/** What the application says about the freshness of its pages, by path. */
const FRESHNESS: Record<string, Record<string, string>> = {
  '/none': {},
  '/dated': { 'last-modified': 'Sat, 01 Jan 2000 00:00:00 GMT' },
  '/max-age': { 'cache-control': 'max-age=3600', 'last-modified': 'Sat, 01 Jan 2000 00:00:00 GMT' }
}

/** An application whose pages say whose they are. */
export const startDatedApplication = () =>
  startUpstream(null, (req, res) => {
    res.writeHead(200, { 'content-type': 'text/html', ...FRESHNESS[req.url ?? ''] })
    res.end(`<h1>Page of ${req.headers['x-forwarded-user']}</h1><a href="/logout">Sign out</a>
      <script>addEventListener('pageshow', (event) => { globalThis.isKept = event.persisted })</script>`)
  })

const textOf = (browser: Browser) => browser.evaluate('document.body.innerText')

/** Two visitors of one browser: no cache of it shows the page of the former to the next one. */
export async function checkCache({ site, engine, journey }: Visits): Promise<void> {
  const { origin } = site
  // WebKit's driver loses a browser that shows a page that was kept in memory.
  const goesBack = engine.name !== 'WebKit'
  for (const path of Object.keys(FRESHNESS))
    await journey(
      `cache, ${path}: after a sign-out, no page of the former visitor is shown`,
      async (browser) => {
        const [ada, bob] = [site.newAccount(), site.newAccount()]
        const address = `${origin}${path}`
        const leadsToLogin = async (when: string) => {
          assert.equal(new URL(await browser.location()).pathname, '/login', when)
          assert.doesNotMatch(String(await textOf(browser)), new RegExp(ada.uid), when)
        }
        await browser.goto(address)
        await signIn(browser, ada.email)
        await browser.reach(address)
        await browser.sees(`Page of ${ada.uid}`)
        await browser.press('Sign out')
        await browser.reach(`${origin}/login?reason=signed-out`)
        if (goesBack) {
          await browser.back()
          // Only a page that the browser kept in memory as a whole may be shown, until it is loaded again.
          if ((await browser.evaluate('globalThis.isKept')) === true) await browser.reload()
          await leadsToLogin('Back')
        }
        await browser.goto(address)
        await leadsToLogin('without a session')
        await signIn(browser, bob.email)
        await browser.reach(address)
        await browser.sees(`Page of ${bob.uid}`)
        if (!goesBack) return
        await browser.goto(`${origin}/elsewhere`)
        await browser.back()
        await browser.sees(`Page of ${bob.uid}`)
      }
    )
}
