import type { ServerResponse } from 'node:http'
import t from 'tap'
import { heading, press } from '../../../fixtures/browser/login-form.ts'
import { openContext, skip } from '../../../fixtures/browser/shared-browser.ts'
import { openHostsVisitor, openSignedIn, signInAt, startHosts } from '../../../fixtures/several-hosts.ts'

function sendPage(res: ServerResponse, html: string): boolean {
  res.setHeader('content-type', 'text/html')
  res.setHeader('content-security-policy', "form-action 'self'")
  res.end(html)
  return true
}

const FORMS = `<link rel="icon" href="data:,"><form method="post" action="/save"><input name="a"><button>Save</button></form>
<form action="/search"><input name="q" value="x"><button>Search</button></form>
<form method="post" action="/logout"><button>Leave</button></form>`

t.test('form at another host: with `form-action`, its forms lead to the sign-in', { skip }, async (t) => {
  const hosts = await startHosts(t, {
    response: (req, res) => (req.url === '/public/forms' ? sendPage(res, FORMS) : false)
  })
  const { page } = await openHostsVisitor(t)
  for (const button of ['Save', 'Search']) {
    await page.goto(`${hosts.shop}/public/forms`)
    await press(page, button)
    await page.waitForURL((url) => url.origin === hosts.home && url.pathname === '/login')
  }
  await signInAt(page, hosts)
  await page.waitForURL(`${hosts.shop}/search?q=x`)
  await page.goto(`${hosts.shop}/public/forms`)
  await press(page, 'Leave')
  await page.waitForURL((url) => url.origin === hosts.home && url.pathname === '/login')
  t.equal(new URL(page.url()).searchParams.get('reason'), 'signed-out')
})

t.test('frame: session over, a link by which the whole window signs in and returns', { skip }, async (t) => {
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
})

const FIELDS = ['submit', 'action', 'requestSubmit', 'SAMLResponse', 'SAMLResponse']
  .map((name, index) => `<input type="hidden" name="${name}" value="&lt;${index}&gt; &quot;ü\nx">`)
  .join('')

t.test('cross-site post: arrives with the session, without script by a button', { skip }, async (t) => {
  const bodies: string[] = []
  const received = async (req: AsyncIterable<Buffer>, res: ServerResponse, user: unknown) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    bodies.push(`${user} ${Buffer.concat(chunks).toString('latin1')}`)
    sendPage(res, '<link rel="icon" href="data:,"><h1>Arrived</h1>')
  }
  const hosts = await startHosts(t, {
    config: { 'access.crossSitePosts': ['/saml/acs'], 'keepForms.enabled': true },
    response(req, res) {
      if (req.url === '/saml/acs') {
        void received(req, res, req.headers['x-forwarded-user'])
        return true
      }
      if (req.url !== '/public/idp') return false
      res.setHeader('content-type', 'text/html; charset=utf-8')
      res.end(`<meta charset="utf-8"><link rel="icon" href="data:,">
<form method="post" action="${hosts.home}/saml/acs">${FIELDS}<button>Named</button></form>
<form method="post" action="${hosts.home}/other"><button>Not named</button></form>`)
      return true
    }
  })
  const { page, context, complaints } = await openSignedIn(t, hosts, `${hosts.home}/start`)
  const idp = `${hosts.shop}/public/idp`
  const tabs = [page, await context.newPage()]
  for (const tab of tabs) await tab.goto(idp)
  for (const tab of tabs) await press(tab, 'Named')
  for (const tab of tabs) await heading(tab, 'Arrived')
  t.equal(page.url(), `${hosts.home}/saml/acs`)
  t.equal(bodies.length, 2, 'each once')
  t.match(bodies[0], /^ada submit=%3C0%3E\+%22%C3%BC%0D%0Ax&action=/)
  t.equal(bodies[1], bodies[0])
  const found = complaints.filter((one) => !one.includes('401'))
  t.same(found, [])

  await page.goto(idp)
  await press(page, 'Not named')
  await page.waitForURL(`${hosts.home}/other`)
  t.equal(bodies.length, 2, 'a path that is not named gets no form')

  const plain = await openContext(t, { javaScriptEnabled: false })
  await plain.addCookies(await context.cookies())
  const still = await plain.newPage()
  await still.goto(idp)
  await press(still, 'Named')
  await press(still, 'Send')
  await heading(still, 'Arrived')
  t.equal(bodies[2], bodies[0])

  await context.clearCookies()
  await page.goto(idp)
  await press(page, 'Named')
  await heading(page, 'Sign in to send this form')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInAt(page, hosts)
  await press(page, 'Send')
  await heading(page, 'Arrived')
  t.equal(bodies.length, 4)
  t.equal(bodies[3], bodies[0], 'a visitor who was signed out')
})
