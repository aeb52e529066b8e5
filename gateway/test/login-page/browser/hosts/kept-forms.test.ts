import type { Page } from 'playwright-core'
import t from 'tap'
import { readTexts } from '../../../../src/config/package-files.ts'
import { heading, press } from '../../../fixtures/browser/login-form.ts'
import { openContext, skip } from '../../../fixtures/browser/shared-browser.ts'
import { startGateway, type TestGateway } from '../../../fixtures/gateway.ts'
import { openHostsVisitor, startHosts } from '../../../fixtures/several-hosts.ts'
import { startUpstream } from '../../../fixtures/wire/upstream.ts'

const HOSTILE = '</script><script>document.title = "broken"</script>\u2028 & "quoted" ünïcode 漢字'
const FORM = `<!doctype html><meta charset="utf-8"><h1>The application</h1>
<form method="post" action="/orders?x=%2F"><input name="title"><textarea name="text">
one
two</textarea><input name="list" value="1"><input name="list" value="2"><input name="submit" value="a"><input name="__proto__" value="b">
<input type="password" name="password" value="secret-of-ada"><input type="checkbox" name="off"><button name="action" value="save">Save</button></form>`

/** Signs in on the login page without its fields, as the SDK would. */
async function enter(
  page: Page,
  { provider, advance, now }: Pick<TestGateway, 'provider' | 'advance' | 'now'>,
  uid: string,
  withFactor = true
): Promise<void> {
  advance(1)
  const { idToken, refreshToken } = await provider.signIn(uid, {
    authTimeSeconds: now(),
    ...(withFactor ? { secondFactor: { kind: 'totp', id: 'phone' } } : {})
  })
  const headers = { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' }
  const call = JSON.stringify({ method: 'POST', headers, body: JSON.stringify({ refreshToken }) })
  t.equal(await page.evaluate(`fetch('/_auth/session', ${call}).then(({ status }) => status)`), 200)
}

t.test('kept form: sent after the session ended, delivered unchanged after sign-in', { skip }, async (t) => {
  const bodies: string[] = []
  const application = await startUpstream(t, async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    if (req.method === 'POST') bodies.push(`${req.url} ${Buffer.concat(chunks).toString('latin1')}`)
    res.setHeader('content-type', 'text/html')
    res.end(req.method === 'POST' ? '<h1>Saved</h1>' : FORM)
  })
  const gateway = await startGateway(t, {
    atLocalhost: true,
    upstreamUrl: application.url,
    config: {
      'keepForms.enabled': true,
      'logout.clearSiteData': ['storage', 'cache'],
      'login.locales.overrides': { en: { 'gateway.shown-form.goes-to': '<i>For</i> {address} ({address}):' } }
    }
  })
  const { origin: url, port } = gateway
  const page = await (await openContext(t)).newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  const signIn = async () => {
    await page.goto(`${url}/login`)
    await enter(page, gateway, 'ada')
  }
  const save = async () => {
    await page.goto(`${url}/orders`)
    await page.locator('input[name=title]').fill(HOSTILE)
  }

  await signIn()
  await save()
  await page.getByRole('button').click()
  await heading(page, 'Saved')

  await save()
  gateway.advance(2_000_000)
  await page.getByRole('button').click()
  await heading(page, 'Sign in to send this form')
  t.match(await page.locator('main').innerText(), /kept in this tab.*localhost:\d+\/orders/s)
  t.equal(bodies.length, 1)
  const login = (await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')) ?? ''
  t.match(login, /^\/login\?redirect=%2F_auth%2Fform%3Fto%3D.*&reason=expired$/)

  await signIn()
  await page.goto(url + login)
  t.match(page.url(), /\/_auth\/form\?to=[^#]*#[\w-]{22}$/)
  await heading(page, 'Send the form')
  const text = await page.locator('main').innerText()
  const address = `localhost:${port}/orders?…`
  t.match(text, `<i>For</i> ${address} (${address}):`, 'a text of the operator, as text')
  t.match(text, 'title: </script><script>document.title')
  t.match(text, 'password: (not shown)')
  t.notMatch(text, 'secret-of-ada')
  t.equal(await page.title(), 'Send the form – localhost', 'no script of the form has run')
  t.equal(bodies.length, 1, 'nothing is sent without a click')
  await press(page, 'Send')
  await heading(page, 'Saved')
  t.equal(bodies.length, 2)
  t.equal(bodies[1], bodies[0], 'the same bytes')
  t.match(bodies[1], /^\/orders\?x=%2F title=.*&action=save$/)

  await page.goto(url + login)
  t.match(await page.locator('main').innerText(), readTexts('en')['gateway.send-form.none'])
  t.equal(await page.getByRole('button').count(), 0, 'only once')
  t.equal(await page.evaluate('sessionStorage.length'), 0)
  t.same(complaints, [])
})

t.test('kept form: at another host, sent after step-up; by another account, asked', { skip }, async (t) => {
  const sent: string[] = []
  const hosts = await startHosts(t, {
    config: {
      'keepForms.enabled': true,
      'access.rules': [
        { path: '/orders', methods: ['POST'], allow: 'signed-in', require: { secondFactor: true } }
      ]
    },
    response(req, res) {
      if (req.method === 'POST' && req.url === '/orders') {
        sent.push(String(req.headers['x-forwarded-user']))
        res.writeHead(303, { location: `https://stranger.example.net:${hosts.port}/saved` }).end()
      }
      if (req.url === '/form')
        res
          .setHeader('content-type', 'text/html')
          .end('<form method="post" action="/orders"><input name="title"><button>Save</button></form>')
      return res.writableEnded
    }
  })
  const { home, shop } = hosts
  hosts.provider.accounts.create({ uid: 'eve', email: 'eve@example.com', emailVerified: true })
  const { page, complaints } = await openHostsVisitor(t)
  const save = async (title: string) => {
    await page.locator('input[name=title]').fill(title)
    await press(page, 'Save')
    await heading(page, 'Sign in to send this form')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL((url) => url.origin === home && url.pathname === '/login')
  }
  const isSaved = () => page.waitForURL(/^https:\/\/stranger\.example\.net:\d+\/saved$/)

  await page.goto(`${home}/login`)
  await enter(page, hosts, 'ada', false)
  await page.goto(`${shop}/form`)
  await save('of Ada')
  t.match(page.url(), 'reason=step-up')
  await enter(page, hosts, 'ada')
  await page.reload()
  await heading(page, 'Send the form')
  t.match(page.url(), /\/_auth\/form\?to=%2Forders#[\w-]{22}$/)
  const own = await page.locator('main').innerText()
  t.match(own, /title: of Ada/)
  t.match(own, 'ada@example.com')
  t.same(sent, [], 'nothing is sent without a click')
  await press(page, 'Send')
  await isSaved()
  t.same(sent, ['ada'])

  await page.goto(`${shop}/form`)
  const other = await page.context().newPage()
  await other.goto(`${home}/login?prompt=login`)
  await other.evaluate(`fetch('/logout', { method: 'POST' })`)
  await save('of Ada again')
  await enter(page, hosts, 'eve')
  await page.reload()
  await heading(page, 'Send the form')
  const others = await page.locator('main').innerText()
  t.match(others, 'Another account was signed in when this form was filled in.')
  t.match(others, 'eve@example.com')
  t.match(others, 'title: (not shown)')
  t.notMatch(others, 'of Ada')
  t.same(sent, ['ada'])
  await press(page, 'Send')
  await isSaved()
  t.same(sent, ['ada', 'eve'])
  const found = complaints.filter((text) => text.includes('Content Security Policy'))
  t.same(found, [])
})
