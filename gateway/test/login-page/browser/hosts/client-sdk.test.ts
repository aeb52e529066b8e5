import type { Page } from 'playwright-core'
import t from 'tap'
import { skip } from '../../../fixtures/browser/shared-browser.ts'
import { openSignedIn, startHosts } from '../../../fixtures/several-hosts.ts'

const PATH = '/_auth/firebase-token'

/** What a script of the page gets by `fetch`: status and body, or that it may not read them. */
const ask = (page: Page, address: string, options: object = {}): Promise<string> =>
  page.evaluate(
    `fetch(${JSON.stringify(address)}, ${JSON.stringify({ credentials: 'include', ...options })}).then(
      async (response) => [response.type, response.status, await response.text()].join(' '),
      (error) => error.name
    )`
  )

/** What comes of an element of the page that loads the address. */
const load = (page: Page, element: string, address: string): Promise<string> =>
  page.evaluate(`new Promise((resolve) => {
    const element = document.createElement(${JSON.stringify(element)})
    element.onload = () => resolve('loaded')
    element.onerror = () => resolve('refused')
    element.src = ${JSON.stringify(address)}
    document.body.append(element)
  })`)

t.test('client SDK: only pages of the origin can read a custom token (ASVS 3.5.8)', { skip }, async (t) => {
  const hosts = await startHosts(t, {
    cookieDomain: 'example.com',
    withCredentials: true,
    config: {
      'clientSdk.enabled': true,
      'cors.origins': ['https://shop.example.org'],
      'cors.credentials': true
    }
  })
  const { home, wiki, shop } = hosts
  const { page, context } = await openSignedIn(t, hosts, `${home}/start`)

  t.match(await ask(page, PATH), /^basic 200 \{"token":"eyJ/, 'the page itself')
  t.match(await ask(page, PATH, { mode: 'same-origin' }), /^basic 200 /)
  t.match(await ask(page, PATH, { mode: 'no-cors' }), /^basic 403 .*ORIGIN_MISMATCH/)
  t.same([await load(page, 'script', PATH), await load(page, 'img', PATH)], ['refused', 'refused'])

  const sibling = await context.newPage()
  await sibling.goto(`${wiki}/start`)
  t.equal(await sibling.locator('#user').innerText(), 'ada', 'control: the session is good there')
  t.match(await ask(sibling, PATH), /^basic 200 /, 'each host has its own')
  const foreign = await context.newPage()
  await foreign.goto(`${shop}/public/page`)
  for (const [name, from] of [
    ['a sibling host', sibling],
    ['another site', foreign]
  ] as const) {
    const address = home + PATH
    const found = [
      await ask(from, address),
      await ask(from, address, { headers: { 'x-own': '1' } }),
      // Cross-Origin-Resource-Policy
      await ask(from, address, { mode: 'no-cors' }),
      await load(from, 'script', address)
    ]
    t.same(found, ['TypeError', 'TypeError', 'TypeError', 'refused'], name)
    await load(from, 'iframe', address)
    const frames = from.frames().map((frame) => frame.url())
    t.notMatch(frames.join(), /token=/, `${name}, a frame`)
    const response = await from.goto(address)
    t.equal(response?.status(), 403, `${name}, a link`)
    t.notMatch(await from.content(), /eyJ/, `${name}, a link`)
  }
  await hosts.settled()
  const lines = hosts.logLines()
  t.equal(lines.filter(({ event }) => event === 'client-sdk.token').length, 3, 'no other request got one')
  t.ok(lines.filter(({ code }) => code === 'ORIGIN_MISMATCH').length >= 10)
})
