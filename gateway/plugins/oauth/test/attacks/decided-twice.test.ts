import * as client from 'openid-client'
import t, { type Test } from 'tap'
import { PAGE } from '../../../../test/fixtures/gateway.ts'
import { CALLBACK, startSignedIn } from '../fixtures/authorization-server.ts'
import { xsrfOf } from '../fixtures/visitor.ts'

const DEVICE = '/_auth/oauth/device'

/** A consent page, and its form sent as often as wanted, without following where it leads. */
async function openConsent(t: Test) {
  const server = await startSignedIn(t)
  const { origin, visitor, request } = server
  const { location: action, checks } = await visitor.ask({ prompt: 'consent' })
  async function submit(end = '') {
    const headers = { ...PAGE, cookie: visitor.cookie(), origin }
    const response = await request(`${action}${end}`, headers, { method: 'POST' })
    const to = response.headers.get('location') ?? ''
    return { status: response.status, to, text: await response.text() }
  }
  return { ...server, submit, checks, action }
}

const granted = ({ gateway }: Awaited<ReturnType<typeof openConsent>>) =>
  gateway.logLines().filter(({ event }) => event === 'oauth.granted').length

t.test('consent: sent twice at once, either response leads to the client, with one grant', async (t) => {
  const opened = await openConsent(t)
  const { submit, visitor, oidc, checks } = opened
  const [first, second] = await Promise.all([submit(), submit()])
  t.match(first, { status: 303 })
  t.same(second, first)
  const { location } = await visitor.go(second.to)
  t.ok(await client.authorizationCodeGrant(oidc, new URL(location), checks))
  t.equal(granted(opened), 1)
  t.equal((await visitor.go(first.to)).status, 400, 'twin: there is one code')
})

t.test('consent: sent again once the client has its code, a page leads on, and both are good', async (t) => {
  const opened = await openConsent(t)
  const { submit, visitor, oidc, checks } = opened
  const { location } = await visitor.go((await submit()).to)
  const tokens = await client.authorizationCodeGrant(oidc, new URL(location), checks)
  const { status, text } = await submit()
  t.match([status, text], [200, /Return to Dashboard/])
  t.notMatch(text, /<form|[?;&]code=/)
  const [, href = ''] = /<a class="button" href="([^"]*)"/.exec(text) ?? []
  const again = await visitor.go(href.replaceAll('&amp;', '&'))
  t.match(again.location, `${CALLBACK}?code=`)
  t.ok(await client.authorizationCodeGrant(oidc, new URL(again.location), checks))
  t.ok(await client.refreshTokenGrant(oidc, String(tokens.refresh_token)), 'the first has not ended')
  t.equal(granted(opened), 1)
})

t.test('consent: one that could not be stored has not been decided, and can be sent again', async (t) => {
  const opened = await openConsent(t)
  const { gateway, visitor, oidc, checks, submit, action, visit } = opened
  const { shared } = gateway.state
  const addToList = shared.addToList.bind(shared)
  shared.addToList = (list, entry) =>
    list.startsWith('oauth-Grant ') ? Promise.reject(new Error('away')) : addToList(list, entry)
  const cookie = visitor.cookie()
  t.equal((await (await visit(null, {}, { cookie })).go(action, { method: 'POST' })).status, 500)
  t.equal(granted(opened), 0)
  shared.addToList = addToList
  const { location } = await visitor.go((await submit()).to)
  t.ok(await client.authorizationCodeGrant(oidc, new URL(location), checks))
  t.equal(granted(opened), 1)
})

t.test('consent: refused twice, the client is informed, and it cannot be allowed afterwards', async (t) => {
  const opened = await openConsent(t)
  const { submit, visitor, checks, origin } = opened
  const [first, second] = await Promise.all([submit('/refuse'), submit('/refuse')])
  t.same(second, first)
  t.match(await submit(), { status: 200, text: /Return to Dashboard/ }, 'and does not lead on')
  const { searchParams } = new URL((await visitor.go(second.to)).location)
  t.equal(searchParams.get('error'), 'access_denied')
  t.equal(searchParams.get('iss'), `${origin}/_auth/oauth`)
  t.equal(searchParams.get('state'), checks.expectedState)
  for (const end of ['', '/refuse']) {
    const again = await submit(end)
    t.match(again, { status: 200, text: /Return to Dashboard/ })
    t.notMatch(again.text, /<form|href="[^"]*authorize/)
  }
  t.equal(granted(opened), 0)
})

t.test('consent: allowed, a refusal from the page that is still open does nothing', async (t) => {
  const opened = await openConsent(t)
  const { gateway, visitor, oidc, checks, submit, action } = opened
  const { location } = await visitor.go((await submit()).to)
  const refused = await visitor.go(`${action}/refuse`, { method: 'POST' })
  t.match(refused, { status: 200, location: `${action}/refuse`, text: /Return to Dashboard/ })
  t.notMatch(refused.text, /<form|[?;&]code=|access_denied/)
  const tokens = await client.authorizationCodeGrant(oidc, new URL(location), checks)
  t.ok(await client.refreshTokenGrant(oidc, String(tokens.refresh_token)), 'the grant lives')
  t.equal(granted(opened), 1)
  gateway.advance(200)
  t.equal((await visitor.go(`${action}/refuse`, { method: 'POST' })).status, 400, 'twin: later it is unknown')
})

/** The page that asks whether a device may continue, and its form sent as a browser would that has forgotten the last response. */
async function openDevice(t: Test) {
  const server = await startSignedIn(t)
  const { oidc, visitor, visit } = server
  const asked = await client.initiateDeviceAuthorization(oidc, { scope: 'openid' })
  const page = await visitor.go(DEVICE)
  const xsrf = xsrfOf(page)
  const cookie = visitor.cookie()
  async function submit(more = '') {
    const browser = await visit(null, {}, { cookie })
    const body = `xsrf=${xsrf}&user_code=${asked.user_code}${more}`
    return { browser, ...(await browser.go(DEVICE, { method: 'POST', body })) }
  }
  return { ...server, asked, submit }
}

t.test('device: its code sent twice, each response asks whether it may continue', async (t) => {
  const { submit } = await openDevice(t)
  for (const { status, text } of [...(await Promise.all([submit(), submit()])), await submit()]) {
    t.equal(status, 200)
    t.match(text, 'Continue only if the device is in front of you')
  }
})

t.test('device: confirmed twice, it asks for the code again, by which it is connected', async (t) => {
  const { submit, oidc, asked } = await openDevice(t)
  const confirm = '&confirm=yes'
  await submit()
  t.match((await submit(confirm)).text, 'Allow Dashboard', 'a response that is lost')
  const { browser, status, text } = await submit(confirm)
  t.equal(status, 400)
  t.match(text, 'Enter the code that your device shows')
  t.match(text, `value="${asked.user_code}"`)
  const xsrf = xsrfOf({ text })
  const send = (more: string) =>
    browser.go(DEVICE, { method: 'POST', body: `xsrf=${xsrf}&user_code=${asked.user_code}${more}` })
  t.match((await send('')).text, 'Continue only if the device is in front of you')
  const { location } = await send(confirm)
  const done = await browser.go(location, { method: 'POST' })
  t.match(done.text, 'Device connected')
  t.match((await browser.go(location, { method: 'POST' })).text, 'Device connected', 'sent again')
  const [, german = ''] = /href="([^"]*lang=de[^"]*)"/.exec(done.text) ?? []
  const again = await browser.go(german.replaceAll('&amp;', '&'))
  t.match((await browser.go(again.location)).text, 'Gerät verbunden', 'the menu keeps the page')
  t.ok(await client.pollDeviceAuthorizationGrant(oidc, asked))
  t.match((await submit(confirm)).text, /<form/, 'twin: the code is used')
})

t.test('device: the form of one session leads no other one on', async (t) => {
  const { submit, asked, visit } = await openDevice(t)
  t.equal((await submit()).status, 200)
  const { browser, location } = await submit('&confirm=yes')
  t.match(location, '/_auth/oauth/interaction/')
  const xsrf = xsrfOf(await browser.go('/_auth/oauth/device'))
  const other = await visit('eve')
  const body = `xsrf=${xsrf}&user_code=${asked.user_code}&confirm=yes`
  t.equal((await other.go('/_auth/oauth/device', { method: 'POST', body })).status, 400)
})
