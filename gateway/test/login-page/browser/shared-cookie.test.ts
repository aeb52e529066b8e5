import t from 'tap'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { openHostsVisitor, signInAt, startHosts } from '../../fixtures/several-hosts.ts'

t.test('shared cookie: one sign-in opens two hosts and one sign-out ends both', { skip }, async (t) => {
  const hosts = await startHosts(t, { cookieDomain: 'example.com' })
  const { home, wiki } = hosts
  const { context, page, complaints } = await openHostsVisitor(t)
  const asked = `${wiki}/pages/7?q=a%2Fb&r=1`
  await page.goto(asked)
  t.equal(new URL(page.url()).origin, home, 'the login page is at the host of publicUrl')
  await signInAt(page, hosts)
  await page.waitForURL(asked)
  t.equal(await page.locator('#user').innerText(), 'ada')
  await page.goto(`${home}/start`)
  t.equal(page.url(), `${home}/start`)
  t.equal(await page.locator('#user').innerText(), 'ada')
  const [own, shared] = (await context.cookies()).toSorted((a, b) => b.name.length - a.name.length)
  t.match(own, { name: '__Secure-gatehouse-device', domain: /^[a-z]/, path: '/_auth/session', secure: true })
  t.match(shared, { name: '__Secure-gatehouse', domain: '.example.com', httpOnly: true, sameSite: 'Lax' })
  t.same(complaints, [], 'a clean console')

  const other = await context.newPage()
  await other.goto(`${wiki}/`)
  await other.getByRole('button', { name: 'Sign out' }).click()
  await other.waitForURL((url) => url.pathname === '/login')
  t.match(await context.cookies(), [{ name: '__Secure-gatehouse-device' }])
  for (const host of [home, wiki]) {
    await page.goto(`${host}/start`)
    t.equal(new URL(page.url()).pathname, '/login', host)
  }
})
