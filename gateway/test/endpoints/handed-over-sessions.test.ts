import t, { type Test } from 'tap'
import { buildForwardAuth } from '../fixtures/forward-auth.ts'
import { outcomeOf, PAGE, startGateway } from '../fixtures/gateway.ts'
import {
  approach,
  type Browser,
  beginAt,
  createBrowsers,
  formOf,
  HOME,
  locationOf,
  post,
  WIKI,
  whoAmI
} from '../fixtures/hand-over.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startEchoUpstream } from '../fixtures/wire/upstream.ts'
import { words } from '../fixtures/words.ts'

/** An application behind another proxy, which sends auth requests. */
const ASKED = 'https://asked.example.net'

const application = await startEchoUpstream(t)
const upstream = { url: application.url }

const ADMINS = {
  default: 'signed-in',
  rules: [{ path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }]
}

const gateway = await startGateway(t, {
  publicUrl: HOME,
  withCredentials: true,
  config: {
    trustedProxies: ['127.0.0.1/32'],
    'forwardAuth.enabled': true,
    'account.enabled': true,
    applications: [
      { name: 'home', upstream },
      { name: 'wiki', host: 'wiki.example.org', upstream, access: ADMINS },
      { name: 'asked', host: 'asked.example.net', access: ADMINS }
    ]
  }
})
gateway.provider.accounts.create({ uid: 'eve', customClaims: { role: 'admin' } })
const { signIn, openBrowser, signedInBrowser } = createBrowsers(gateway)

/** A browser whose session has been handed over to both origins. */
async function browserEverywhere(uid = 'ada'): Promise<Browser> {
  const browser = await signedInBrowser(uid)
  for (const origin of [WIKI, ASKED]) await post(browser, await approach(browser, `${origin}/_auth/begin`))
  return browser
}

const CALL = { accept: '*/*', 'sec-fetch-mode': 'cors' }

/** The response to the auth request of the proxy in front of ASKED; the browser stores its cookies. */
async function forwardAuthRequest(
  { jarOf }: Browser,
  { headers = PAGE, cookie = jarOf(ASKED).header(), path = '/pages/1?q=%2F' } = {}
) {
  const asked = buildForwardAuth(gateway.url, {
    url: `${ASKED}${path}`,
    headers: { ...headers, ...(cookie === '' ? {} : { cookie }) }
  })
  const response = await send(...asked)
  jarOf(ASKED).store(response.headers.getSetCookie())
  return response
}

t.test('everywhere: from any origin, ends all sessions of the account at all origins', async (t) => {
  for (const place of [HOME, WIKI, ASKED]) {
    const [browser, other] = [await browserEverywhere(), await browserEverywhere()]
    const eve = await browserEverywhere('eve')
    for (const origin of [HOME, WIKI, ASKED]) t.equal(await whoAmI(browser, origin), 200, origin)
    const form = { method: 'POST', headers: { origin: place } }
    t.equal((await browser.ask(`${place}/logout?everywhere=1`, form)).status, 303, place)
    for (const origin of [HOME, WIKI, ASKED]) {
      const found = [await whoAmI(browser, origin), await whoAmI(other, origin), await whoAmI(eve, origin)]
      t.same(found, [401, 401, 200], `${place}: ${origin}, another browser, another account`)
    }
    t.equal((await forwardAuthRequest(other, { headers: CALL })).status, 401, `${place}: forward auth`)
    t.equal((await forwardAuthRequest(eve, { headers: CALL })).status, 200, 'control')
    gateway.advance(100)
  }
})

t.test('forward auth: without a session at a host, redirected to the hand-over and back', async (t) => {
  const browser = await signedInBrowser()
  const call = await forwardAuthRequest(browser, { headers: CALL })
  t.match(await call.json(), {
    code: 'MISSING_CREDENTIALS',
    loginUrl: `${HOME}/login?redirect=${encodeURIComponent(`${ASKED}/`)}`
  })
  const page = await forwardAuthRequest(browser)
  t.equal(page.status, 302)
  const { origin, pathname, searchParams } = new URL(locationOf(page))
  t.equal(`${origin}${pathname}`, `${HOME}/_auth/continue`)
  t.same([searchParams.get('to'), searchParams.get('redirect')], [ASKED, '/pages/1?q=%2F'])
  t.match(page.headers.getSetCookie(), [/^__Host-gatehouse-state\.\S+ .*SameSite=None$/])
  const arrival = await post(browser, await formOf(await browser.ask(locationOf(page))))
  t.equal(locationOf(arrival), '/pages/1?q=%2F')
  const passed = await forwardAuthRequest(browser)
  t.equal(passed.status, 200)
  t.equal(passed.headers.get('x-forwarded-user'), 'ada')
})

t.test('forward auth: a cookie of another origin is not accepted, its own is', async (t) => {
  const browser = await browserEverywhere()
  for (const origin of [HOME, WIKI]) {
    const cookie = browser.jarOf(origin).header()
    const { status, headers } = await forwardAuthRequest(browser, { headers: CALL, cookie })
    t.same([status, headers.get('x-forwarded-user')], [401, null], origin)
  }
  t.equal((await forwardAuthRequest(browser, { headers: CALL })).status, 200, 'control')
})

t.test('forward auth: without access, the page offers another account by a new attempt', async (t) => {
  const browser = await browserEverywhere()
  const refusal = await forwardAuthRequest(browser, { path: '/admin/x' })
  t.equal(refusal.status, 403)
  const address = encodeURIComponent(beginAt(`${ASKED}/admin/x`))
  t.match(await refusal.text(), `href="${HOME}/login?redirect=${address}&amp;prompt=login"`)
  const eve = await browserEverywhere('eve')
  t.equal((await forwardAuthRequest(eve, { path: '/admin/x' })).status, 200, 'control')
})

/** A browser with a session only at WIKI. */
async function browserAtWiki(): Promise<Browser> {
  const browser = await signedInBrowser()
  await post(browser, await approach(browser, `${WIKI}/x`))
  browser.jarOf(HOME).store(['__Host-gatehouse=; max-age=0'])
  return browser
}

t.test('begin: the account is switched, the session at this origin is replaced and ended', async (t) => {
  const browser = await browserAtWiki()
  const refusal = await browser.ask(`${WIKI}/admin/x?y=1`)
  t.equal(refusal.status, 403)
  const [, link = ''] = /<a class="button" href="([^"]*)">Switch account</.exec(await refusal.text()) ?? []
  const address = beginAt(`${WIKI}/admin/x?y=1`)
  t.equal(link.replaceAll('&amp;', '&'), `${HOME}/login?redirect=${encodeURIComponent(address)}&prompt=login`)
  t.match(await (await browser.ask(link.replaceAll('&amp;', '&'))).text(), '"destination":"Wiki"')
  t.equal(await whoAmI(browser, WIKI), 200, 'the current session is still valid')
  const before = browser.jarOf(WIKI).header()
  await signIn(browser, 'eve')
  const form = await approach(browser, address)
  t.equal(await whoAmI(browser, WIKI), 200, 'until the other session arrives')
  t.equal(locationOf(await post(browser, form)), '/admin/x?y=1')
  application.forget()
  t.equal((await browser.ask(`${WIKI}/admin/x?y=1`)).status, 200)
  t.match(application.seen[0]?.headers['x-forwarded-user'], 'eve')
  const copy = await browser.ask(`${WIKI}/_auth/session`, {
    headers: { 'sec-fetch-mode': 'cors', cookie: before }
  })
  t.match(await copy.json(), { code: 'SESSION_ENDED' }, 'copies of the previous session')
})

t.test('begin: handing over the same session again keeps it valid', async (t) => {
  const browser = await signedInBrowser()
  await post(browser, await approach(browser, `${WIKI}/x`))
  const before = browser.jarOf(WIKI).header()
  t.equal((await post(browser, await approach(browser, beginAt(`${WIKI}/x`)))).status, 303)
  t.equal((await browser.ask(`${WIKI}/x`, { headers: { cookie: before } })).status, 200)
})

t.test('begin: without a session nothing is lost, only page loads and own targets', async (t) => {
  const browser = await browserAtWiki()
  const begun = await browser.ask(beginAt(`${WIKI}/x`))
  t.equal(begun.status, 302)
  t.match(locationOf(await browser.ask(locationOf(begun))), `${HOME}/login?`)
  t.equal(await whoAmI(browser, WIKI), 200)
  for (const [mode, dest] of [
    ['cors', 'empty'],
    ['no-cors', 'image'],
    ['navigate', 'iframe']
  ] as const) {
    const headers = { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }
    const { status, cookies } = await outcomeOf(await browser.ask(beginAt(`${WIKI}/x`), { headers }))
    t.same([status, cookies], [403, []], dest)
  }
  t.equal((await browser.ask(beginAt(`${HOME}/x`))).status, 404)
  const form = { method: 'POST', headers: { origin: WIKI } }
  t.equal((await browser.ask(beginAt(`${WIKI}/x`), form)).status, 405)
  for (const to of [...words`//evil.example https://evil.example/ /_auth/begin?to=/x /logout /a\b`, '']) {
    const response = await browser.ask(`${WIKI}/_auth/begin?to=${encodeURIComponent(to)}`)
    const { searchParams } = new URL(locationOf(response))
    t.same([searchParams.get('redirect'), searchParams.get('to')], ['/', WIKI], to)
  }
  const there = await browser.ask(`${HOME}/login?redirect=${encodeURIComponent(beginAt(`${HOME}/x`))}`)
  t.match(await there.text(), '"redirectTarget":"/"', 'not a target at the sign-in origin')
})

t.test('own sessions: listed once, and ended at every origin, with forward auth too', async (t) => {
  const uid = 'ada-with-two-browsers'
  const other = await browserEverywhere(uid)
  const browser = await browserEverywhere(uid)
  const path = `${HOME}/_auth/account/sessions`
  const json = { headers: { accept: 'application/json', 'sec-fetch-mode': 'cors', origin: HOME } }
  const { sessions } = JSON.parse(await (await browser.ask(path, json)).text())
  t.match(sessions, [{ current: true }, { current: false }])
  t.equal(sessions.length, 2, 'whatever number of origins has it')
  const { id } = sessions[1]
  const ended = await browser.ask(`${path}?id=${id}`, { ...json, method: 'DELETE' })
  t.equal(ended.status, 204)
  for (const origin of [HOME, WIKI]) {
    t.equal((await other.ask(`${origin}/`, { headers: CALL })).status, 401, origin)
    t.equal((await browser.ask(`${origin}/`, { headers: CALL })).status, 200, `control: ${origin}`)
  }
  t.equal((await forwardAuthRequest(other, { headers: CALL })).status, 401)
  t.equal((await forwardAuthRequest(browser, { headers: CALL })).status, 200, 'control')
})

const attemptsOf = ({ jarOf }: Browser) =>
  jarOf(WIKI)
    .header()
    .match(/[^ ;]*-state\.[^;]*/g) ?? []

/** Changes the time in the cookies of the attempts, which are not signed. */
function changeTime(browser: Browser, seconds: number): void {
  browser.jarOf(WIKI).store(attemptsOf(browser).map((pair) => pair.replace(/=\d+\./, `=${seconds}.`)))
}

async function isRefused(t: Test, response: Response, why: string): Promise<void> {
  const { status, cookies } = await outcomeOf(response)
  const found = cookies.filter((line) => line.startsWith('__Host-gatehouse='))
  t.same([status, found], [400, []], why)
}

t.test('attempts: with a changed time in the cookie, the form still expires after 60 s', async (t) => {
  for (const [changed, isLate] of [
    [gateway.now() + 1_000_000, true],
    [999_999_999_999, true],
    [gateway.now() + 1_000_000, false]
  ] as const) {
    const browser = await signedInBrowser()
    const form = await approach(browser, `${WIKI}/x`)
    changeTime(browser, changed)
    if (isLate) gateway.advance(60)
    const response = await post(browser, form)
    if (isLate) await isRefused(t, response, `${changed}`)
    else t.equal(response.status, 303, 'control: in time')
    t.equal(await whoAmI(browser, WIKI), isLate ? 401 : 200)
  }
})

t.test('attempts: those prolonged by a changed time yield only the session of the visitor', async (t) => {
  const browser = await signedInBrowser()
  const address = locationOf(await browser.ask(`${WIKI}/x`))
  changeTime(browser, gateway.now() + 1_000_000)
  gateway.advance(1200)
  const stranger = await formOf(await (await signedInBrowser()).ask(address))
  const own = await formOf(await browser.ask(address))
  t.equal((await post(browser, own)).status, 303, 'same as with a new attempt')
  await isRefused(t, await post(browser, stranger), 'a form of another browser, once this has arrived')
  const late = await signedInBrowser()
  const lateAddress = locationOf(await late.ask(`${WIKI}/x`))
  gateway.advance(600)
  await isRefused(t, await post(late, await formOf(await late.ask(lateAddress))), 'control: unchanged time')
})

t.test('attempts: malformed and past times count as no attempt', async (t) => {
  const browser = await signedInBrowser()
  const form = await approach(browser, `${WIKI}/x`)
  const [pair = ''] = attemptsOf(browser)
  for (const written of ['0', '-1', '1e9', 'NaN', '', '0x7fffffff', '9'.repeat(13), '1 ']) {
    browser.jarOf(WIKI).store([pair.replace(/=\d+\./, `=${written}.`)])
    await isRefused(t, await post(browser, form), JSON.stringify(written))
  }
  browser.jarOf(WIKI).store([pair])
  t.equal((await post(browser, form)).status, 303, 'control')
})

/** Headers that name the source of a form: of one accepted from a browser with the secret, and of one refused. */
const TAKEN: Record<string, string>[] = [
  ...[{ origin: HOME }, { origin: HOME, 'sec-fetch-site': 'cross-site' }],
  ...[{}, { referer: 'https://evil.example/' }]
]
const REFUSED: Record<string, string>[] = [
  ...['cross-site', 'same-origin', 'none', ''].map((site) => ({ 'sec-fetch-site': site })),
  ...['null', '', WIKI, `${HOME}.evil.example`, HOME.toUpperCase()].map((origin) => ({ origin }))
]

/** Another browser with the same session at the sign-in origin. */
function copyOf({ jarOf }: Browser): Browser {
  const copy = openBrowser()
  copy.jarOf(HOME).store(jarOf(HOME).header().split('; '))
  return copy
}

t.test('arrive: without Origin and Sec-Fetch-Site, only the secret of the attempt counts', async (t) => {
  const visitor = await signedInBrowser()
  for (const headers of [...TAKEN, ...REFUSED]) {
    const browser = copyOf(visitor)
    const { action, fields } = await approach(browser, `${WIKI}/x`)
    const send = (from: Browser) =>
      from.ask(action, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString()
      })
    const name = JSON.stringify(headers)
    await isRefused(t, await send(copyOf(visitor)), `${name}, without the secret`)
    const response = await send(browser)
    if (TAKEN.includes(headers)) t.equal(response.status, 303, name)
    else await isRefused(t, response, name)
  }
})
