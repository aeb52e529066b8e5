import type { ServerResponse } from 'node:http'
import t from 'tap'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { openHostsVisitor, signInAt, startHosts } from '../../fixtures/several-hosts.ts'

function sendPage(res: ServerResponse, html: string): boolean {
  res.setHeader('content-type', 'text/html')
  res.setHeader('content-security-policy', "form-action 'self'")
  res.end(html)
  return true
}

const FORMS = `<link rel="icon" href="data:,"><form method="post" action="/save"><input name="a"><button>Save</button></form>
<form action="/search"><input name="q" value="x"><button>Search</button></form>
<form method="post" action="/logout"><button>Leave</button></form>`

t.test(
  'form at another host: with `form-action` of its own, the application’s forms still lead to the sign-in',
  { skip },
  async (t) => {
    const hosts = await startHosts(t, {
      response: (req, res) => (req.url === '/public/forms' ? sendPage(res, FORMS) : false)
    })
    const { page } = await openHostsVisitor(t)
    for (const button of ['Save', 'Search']) {
      await page.goto(`${hosts.shop}/public/forms`)
      await page.getByRole('button', { name: button }).click()
      await page.waitForURL((url) => url.origin === hosts.home && url.pathname === '/login')
    }
    await signInAt(page, hosts)
    await page.waitForURL(`${hosts.shop}/search?q=x`)
    await page.goto(`${hosts.shop}/public/forms`)
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL((url) => url.origin === hosts.home && url.pathname === '/login')
    t.equal(new URL(page.url()).searchParams.get('reason'), 'signed-out')
  }
)

t.test(
  'frame: once the session is over, it shows a link by which the whole window signs in and returns',
  { skip },
  async (t) => {
    const hosts = await startHosts(t, {
      response: (req, res) =>
        req.url === '/public/board'
          ? sendPage(res, `<link rel="icon" href="data:,"><h1>Board</h1><iframe src="/widget"></iframe>`)
          : req.url === '/public/foreign'
            ? sendPage(res, `<link rel="icon" href="data:,"><iframe src="${hosts.wiki}/widget"></iframe>`)
            : false
    })
    const { page } = await openHostsVisitor(t)
    await page.goto(`${hosts.home}/public/foreign`)
    t.equal(await page.frames()[1]?.locator('a').count(), 0, 'another origin cannot frame it')
    await page.goto(`${hosts.home}/public/board`)
    await page.frameLocator('iframe').getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL((url) => url.pathname === '/login')
    await signInAt(page, hosts)
    await page.waitForURL(`${hosts.home}/public/board`)
    t.equal(await page.frameLocator('iframe').locator('#user').innerText(), 'ada')
  }
)
