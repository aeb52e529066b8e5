import * as client from 'openid-client'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { sharedChromium, skip } from '../../../test/fixtures/browser/shared-browser.ts'
import {
  beginRequest,
  CALLBACK,
  discoverAs,
  startAuthorizationServer
} from './fixtures/authorization-server.ts'

/** Allowing a client, and not, in a real browser. */

type Server = Awaited<ReturnType<typeof startAuthorizationServer>>

/** A browser where Ada is signed in, at the consent page, and what the client is sent. */
async function openConsent(
  t: Test,
  server: Server,
  options: BrowserContextOptions = {},
  more: Record<string, string> = {}
) {
  const { origin, oidc } = server
  const context = await (await sharedChromium()).newContext({ locale: 'en', ...options })
  t.teardown(() => context.close())
  await signIn(context, server)
  const arrived: URL[] = []
  const page = await context.newPage()
  // That site does not exist. Redirects to it cannot be intercepted, only seen.
  page.on('request', (request) => {
    if (request.url().startsWith(CALLBACK)) arrived.push(new URL(request.url()))
  })
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  const posted: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()))
  await page.goto((await beginRequest(oidc, { prompt: 'consent', ...more })).url)
  return {
    page,
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    /** What the client was sent by this name. */
    arrivedWith: (name: string) => arrived.map(({ searchParams }) => searchParams.get(name)),
    arrived,
    /** Requests since the page was opened. */
    posted,
    /** But for those of the site that does not exist. */
    complaints: () => complaints.filter((one) => !one.includes('ERR_')),
    origin
  }
}

/** Waits until the browser has left for the client. */
async function arrive(page: Page, act: () => Promise<unknown>): Promise<void> {
  const failed = page.waitForEvent('requestfailed', (request) => request.url().startsWith(CALLBACK))
  await act()
  await failed
}

async function signIn(context: BrowserContext, { gateway, origin }: Server): Promise<void> {
  const { idToken, refreshToken } = await gateway.provider.signIn('ada')
  await context.request.post(`${origin}/_auth/session`, {
    headers: { authorization: `Bearer ${idToken}`, origin },
    data: { refreshToken }
  })
}

const boxOf = async (button: Locator) => ({ width: 0, height: 0, ...(await button.boundingBox()) })

const eventsOf = async ({ gateway }: Server, kind: string) => {
  await gateway.settled()
  return gateway.logLines().filter(({ event }) => event === kind)
}

t.test('consent: a click allows, and the client gets a code', { skip }, async (t) => {
  const server = await startAuthorizationServer(t)
  const { page, button, arrived, complaints } = await openConsent(t, server)
  t.match(await page.getByRole('main').innerText(), /Allow Dashboard to use your localhost account\?/)
  t.match(await page.getByRole('listitem').allInnerTexts(), [/Recognize your account/, /email address/])
  const [{ width, height }, refusal] = [await boxOf(button('Allow')), await boxOf(button('Cancel'))]
  t.match(refusal, { width, height }, 'of the same size')
  await arrive(page, () => button('Allow').click())
  const names = arrived.map(({ searchParams }) => [...searchParams.keys()].sort().join())
  t.same(names, ['code,iss,state'])
  t.same(complaints(), [], 'the policy of the page allows what it does')
})

t.test('consent: response_mode=form_post, a page posts the code to the client', { skip }, async (t) => {
  const server = await startAuthorizationServer(t)
  const { page, button, complaints } = await openConsent(t, server, {}, { response_mode: 'form_post' })
  const posted = page.waitForRequest((request) => request.url() === CALLBACK)
  await arrive(page, () => button('Allow').click())
  const request = await posted
  t.equal(request.method(), 'POST')
  t.match(request.postData(), /(?:^|&)code=/)
  t.same(complaints(), [])
})

for (const [name, result] of [
  ['Allow', 'code'],
  ['Cancel', 'error']
] as const)
  t.test(`consent: a double click on "${name}" is one decision`, { skip }, async (t) => {
    const server = await startAuthorizationServer(t)
    const { page, button, arrivedWith, posted } = await openConsent(t, server)
    await arrive(page, () => button(name).dblclick({ noWaitAfter: true }))
    t.match(arrivedWith(result), [/./])
    t.equal(arrivedWith(result).length, 1)
    t.equal(posted.length, 1)
  })

t.test('consent: without scripts, a double click is no error, and a link leads on', { skip }, async (t) => {
  const server = await startAuthorizationServer(t)
  const { page, button, arrived } = await openConsent(t, server, { javaScriptEnabled: false })
  const statuses: number[] = []
  page.on('response', (response) => statuses.push(response.status()))
  const link = page.getByRole('link', { name: 'Continue' })
  await arrive(page, async () => {
    const left = page.waitForEvent('requestfailed', (request) => request.url().startsWith(CALLBACK))
    await button('Allow').dblclick({ noWaitAfter: true })
    const shown = link.waitFor().then(() => link.click({ noWaitAfter: true }))
    await Promise.any([left, shown])
  })
  t.ok(arrived.at(-1)?.searchParams.get('code'))
  t.ok(Math.max(...statuses) < 400)
  t.equal((await eventsOf(server, 'oauth.granted')).length, 1)
})

t.test('device: a double click confirms once, and leads to consent', { skip }, async (t) => {
  const server = await startAuthorizationServer(t)
  const { page, button, complaints, posted, origin } = await openConsent(t, server)
  const { user_code: code } = await client.initiateDeviceAuthorization(server.oidc, { scope: 'openid' })
  await page.goto(`${origin}/_auth/oauth/device?user_code=${code}`)
  await button('Continue').click()
  await page.getByText('Continue only if the device is in front of you').waitFor()
  posted.length = 0
  await button('Continue').dblclick({ noWaitAfter: true })
  await page.getByRole('heading', { name: 'Allow Dashboard' }).waitFor()
  t.equal(posted.length, 1)
  await button('Allow').click()
  await page.getByRole('heading', { name: 'Device connected' }).waitFor()
  t.same(complaints(), [])
})

t.test('consent: keyboard only, in reading order; Enter on the button allows', { skip }, async (t) => {
  const server = await startAuthorizationServer(t)
  const { page, arrived } = await openConsent(t, server)
  const labels: string[] = []
  for (let step = 0; step < 3; step++) {
    await page.keyboard.press('Tab')
    labels.push(await page.evaluate<string>('document.activeElement.textContent'))
  }
  t.same(labels, ['Not you?', 'Cancel', 'Allow'])
  await arrive(page, () => page.keyboard.press('Enter'))
  t.equal(arrived.length, 1)
})

for (const [name, end] of [
  ['Allow', 'code='],
  ['Cancel', 'error=access_denied']
] as const)
  t.test(`consent: ${name}, once the browser opens a program, no button is left`, { skip }, async (t) => {
    const redirect_uri = 'com.example.app:/callback'
    const clients = [{ id: 'cursor', name: 'Cursor', redirectUris: [redirect_uri] }]
    const server = await startAuthorizationServer(t, { 'authorizationServer.clients': clients })
    const oidc = await discoverAs(server.origin, 'cursor')
    const { page, button } = await openConsent(t, { ...server, oidc }, {}, { redirect_uri })
    const opened = page.waitForEvent('requestfailed', (request) => request.url().startsWith(redirect_uri))
    await button(name).click()
    t.match((await opened).url(), end)
    await page.getByRole('heading', { name: 'Return to Cursor' }).waitFor()
    t.match(await page.getByRole('main').innerText(), 'You can close this page')
    t.equal(await page.getByRole('button').count(), 0)
  })

t.test('consent: right to left, the name of the client keeps its direction', { skip }, async (t) => {
  const server = await startAuthorizationServer(t, {}, { name: 'Dash\u202e <b>board</b> \u2067(2)' })
  const { page } = await openConsent(t, server, { locale: 'ar' })
  t.equal(await page.evaluate('document.documentElement.dir'), 'rtl')
  t.match(await page.getByRole('heading').innerText(), '\u2068Dash <b>board</b> (2)\u2069')
  t.equal(await page.locator('b').count(), 0)
})

t.test('device: a code is written as devices show it, typed or pasted', { skip }, async (t) => {
  const server = await startAuthorizationServer(t)
  const { page, origin, complaints } = await openConsent(t, server)
  await page.goto(`${origin}/_auth/oauth/device`)
  const field = page.getByLabel('Code')
  for (const typed of ['bcdfghjk', 'bcdf-ghjk', ' BCDF GHJK ']) {
    await field.fill('')
    await field.pressSequentially(typed)
    t.equal(await field.inputValue(), 'BCDF-GHJK', typed)
    await field.fill(typed)
    t.equal(await field.inputValue(), 'BCDF-GHJK', `${typed}, pasted`)
  }
  await field.press('Home')
  await field.press('Delete')
  t.equal(await field.inputValue(), 'CDF-GHJK', 'twin: a correction in the middle is left alone')
  t.same(complaints(), [])
})
