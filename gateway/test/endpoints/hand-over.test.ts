import t from 'tap'
import { outcomeOf, startGateway } from '../fixtures/gateway.ts'
import {
  approach,
  type Browser,
  beginAt,
  createBrowsers,
  type Form,
  formOf,
  HOME,
  locationOf,
  post,
  SHOP,
  WIKI,
  whoAmI
} from '../fixtures/hand-over.ts'
import { startEchoUpstream } from '../fixtures/wire/upstream.ts'
import { words } from '../fixtures/words.ts'

const application = await startEchoUpstream(t)
const upstream = { url: application.url }

const gateway = await startGateway(t, {
  publicUrl: HOME,
  tenants: ['acme-1'],
  config: {
    applications: [
      { name: 'home', upstream },
      {
        name: 'wiki',
        host: 'wiki.example.org',
        upstream,
        access: {
          default: 'signed-in',
          rules: [
            { path: '/public/*', allow: 'public' },
            { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } },
            { path: '/pay/*', allow: 'signed-in', require: { signedInWithin: 300 } }
          ]
        }
      },
      { name: 'shops', host: '*.shop.example.net', upstream },
      { name: 'acme', host: 'acme.example.org', upstream, login: { tenant: 'acme-1' } }
    ]
  }
})

const { openBrowser, signIn, signedInBrowser } = createBrowsers(gateway)

/** Changes each cookie that the browser has at the wiki; null: removes it. */
function changeState({ jarOf }: Browser, change: ((pair: string) => string) | null): void {
  const pairs = jarOf(WIKI).header().split('; ')
  jarOf(WIKI).store(pairs.map(change ?? ((pair) => `${pair}; max-age=0`)))
}

t.test('hand-over: a page load on another domain gets the session and then the page', async (t) => {
  const browser = await signedInBrowser()
  const first = await browser.ask(`${WIKI}/page?q=a%20b&c`)
  t.equal(first.status, 302)
  const address = new URL(locationOf(first))
  t.equal(`${address.origin}${address.pathname}`, `${HOME}/_auth/continue`)
  t.equal(address.searchParams.get('to'), WIKI)
  t.equal(address.searchParams.get('redirect'), '/page?q=a%20b&c')
  t.match(address.searchParams.get('state'), /^[\w-]{43}$/)
  const [state = ''] = first.headers.getSetCookie()
  t.match(
    state,
    /^__Host-gatehouse-state\.[\w-]{16}=\d+\.0\.[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/
  )
  t.notOk(locationOf(first).includes(state.split(';')[0]?.slice(-43) ?? ''), 'the secret is in no address')

  const page = await browser.ask(locationOf(first))
  t.equal(page.status, 200)
  t.equal(page.headers.get('cache-control'), 'no-store')
  t.equal(page.headers.get('referrer-policy'), 'strict-origin')
  const csp = page.headers.get('content-security-policy') ?? ''
  t.notMatch(csp, 'form-action', 'browsers would apply it to redirects of the application')
  t.match(csp, /script-src 'sha256-/)
  const form = await formOf(page)
  t.equal(form.action, `${WIKI}/_auth/arrive`)

  const arrival = await post(browser, form)
  t.equal(arrival.status, 303)
  t.equal(locationOf(arrival), '/page?q=a%20b&c')
  const cookies = arrival.headers.getSetCookie()
  const found = cookies.find((line) => line.startsWith('__Host-gatehouse=2~'))
  t.match(found, /HttpOnly; Secure; SameSite=Lax$/)
  t.ok(cookies.some((line) => line.startsWith('__Host-gatehouse-state.') && line.includes('Max-Age=0')))
  application.forget()
  t.equal((await browser.ask(`${WIKI}/page`)).status, 200)
  t.match(application.seen[0]?.headers['x-forwarded-user'], 'ada')
  await gateway.settled()
  const text = gateway.logText()
  t.notOk(text.includes(form.fields.session ?? ''), 'no session in the log')
  t.notOk(text.includes(form.fields.state ?? ''), 'no state either')
})

t.test('hand-over: signed out, via the login page of the sign-in origin to a new attempt', async (t) => {
  const browser = openBrowser()
  const target = `${SHOP}/cart?x=1`
  const first = locationOf(await browser.ask(target))
  const login = await browser.ask(first)
  t.equal(login.status, 302)
  t.equal(locationOf(login), `${HOME}/login?redirect=${encodeURIComponent(beginAt(target))}`)
  await signIn(browser)
  const back = await browser.ask(locationOf(login))
  t.equal(locationOf(back), beginAt(target), 'the login page accepts it as a target')
  const form = await approach(browser, beginAt(target))
  t.equal(locationOf(await post(browser, form)), '/cart?x=1')
  t.equal((await browser.ask(target)).status, 200)
  const call = await browser.ask(`${WIKI}/x`, { headers: { accept: '*/*', 'sec-fetch-mode': 'cors' } })
  t.equal(call.status, 401, 'a program')
  t.match(await call.json(), { loginUrl: `${HOME}/login?redirect=${encodeURIComponent(`${WIKI}/`)}` })
})

t.test('hand-over: an address too long for a new attempt is unchanged', async (t) => {
  const browser = openBrowser()
  const loginFor = async (target: string) => {
    const login = await browser.ask(locationOf(await browser.ask(target)))
    return new URL(locationOf(login)).searchParams.get('redirect')
  }
  const long = `${WIKI}/x?${'%20'.repeat(1000)}`
  t.equal(await loginFor(long), long)
  const short = `${WIKI}/x?${'%20'.repeat(500)}`
  t.equal(await loginFor(short), beginAt(short), 'control')
})

const refusedFor = (detail: string) => ({ code: 'HAND_OVER_REFUSED', detail })
const NO_FORM = refusedFor('no form of the sign-in origin')
const NO_COOKIE = refusedFor('state: no such cookie')
const FOREIGN = refusedFor('foreign')

t.test('arrive: any wrong detail gets 400 and no session, otherwise the session is set', async (t) => {
  const attacker = await signedInBrowser()
  type Fields = Form['fields']
  /** The fields of a form with a fault; undefined: the fault is elsewhere. */
  type Spoil = (fields: Fields, browser: Browser) => unknown
  type Row = [name: string, logged: object, spoil: Spoil, headers?: Record<string, string>]
  const fieldsAt = async (browser: Browser, origin: string) => (await approach(browser, `${origin}/x`)).fields
  const same: Spoil = () => {}
  /** With a field of another form. */
  const take =
    (name: string, origin: string): Spoil =>
    async (fields, browser) => ({ ...fields, [name]: (await fieldsAt(browser, origin))[name] ?? '' })
  const changeSecret = (pair: string) => pair.replace(/[\w-]{43}$/, 'A'.repeat(43))
  const alterSession = (change: (session: string) => string): Spoil => {
    return (fields) => ({ ...fields, session: change(`${fields.session}`) })
  }
  const rows: Row[] = [
    ['no state cookie', NO_COOKIE, (_fields, browser) => changeState(browser, null)],
    ['another secret in its place', NO_COOKIE, (_fields, browser) => changeState(browser, changeSecret)],
    ['form of another browser', NO_COOKIE, () => fieldsAt(attacker, WIKI)],
    ['state of another attempt', FOREIGN, take('state', WIKI)],
    ['for another origin', FOREIGN, take('session', SHOP)],
    ['altered session', FOREIGN, alterSession((session) => session.replace(/.{4}$/, 'AAAA'))],
    ...['!', '=', '.AAAA', ' ', 'A'].map(
      (end): Row => [`“${end}” behind the session`, FOREIGN, alterSession((session) => session + end)]
    ),
    ['altered redirect', FOREIGN, (fields) => ({ ...fields, redirect: '/other' })],
    ['session missing', NO_FORM, ({ session: _session, ...fields }) => fields],
    ['late', refusedFor('late'), () => gateway.advance(60)],
    ['another site', NO_FORM, same, { origin: 'https://evil.example' }],
    ['hidden origin', NO_FORM, same, { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['no form', { code: 'INVALID_REQUEST' }, same, { 'content-type': 'application/json' }]
  ]
  for (const [name, logged, spoil, headers] of rows) {
    const browser = await signedInBrowser()
    const { action, fields } = await approach(browser, `${WIKI}/x`)
    const sent = ((await spoil(fields, browser)) as Fields | undefined) ?? fields
    const refused = await post(browser, { action, fields: sent }, headers)
    await gateway.settled()
    t.match(gateway.logLines().at(-1), logged, name)
    const hasSession = refused.headers.getSetCookie().some((line) => /^__Host-gatehouse=2~/.test(line))
    t.same([refused.status, hasSession, await whoAmI(browser, WIKI)], [400, false, 401], name)
    const passed = await post(browser, await approach(browser, `${WIKI}/x`))
    t.same([passed.status, await whoAmI(browser, WIKI)], [303, 200], `${name}: control`)
  }
})

t.test('arrive: fields in another content type get no session, as a form they do', async (t) => {
  const browser = await signedInBrowser()
  const form = await approach(browser, `${WIKI}/x`)
  const text = new URLSearchParams(form.fields).toString()
  const send = async (type: string, body = text) => {
    const headers = { origin: HOME, 'content-type': type }
    const { status } = await browser.ask(form.action, { method: 'POST', headers, body })
    return [status, await whoAmI(browser, WIKI)]
  }
  t.same(await send('text/plain'), [400, 401])
  t.same(await send('application/json', JSON.stringify(text)), [400, 401])
  t.same(await send('application/x-www-form-urlencoded; charset=utf-16'), [400, 401])
  t.same(await send('application/x-www-form-urlencoded; charset=UTF-8'), [303, 200], 'control')
})

t.test('arrive: a second time is refused, even with all cookies of the first', async (t) => {
  const browser = await signedInBrowser()
  const form = await approach(browser, `${WIKI}/x`)
  const cookie = browser.jarOf(WIKI).header()
  t.equal((await post(browser, form)).status, 303)
  const again = await post(browser, form, { cookie })
  t.equal(again.status, 400)
  t.match(await again.text(), /<a class="button" href="\/x">Try again<\/a>/)
  await gateway.settled()
  t.match(gateway.logLines().at(-1), { code: 'HAND_OVER_REFUSED', detail: 'used' })
  t.equal((await post(browser, form)).status, 400, 'with the new session')
})

t.test('arrive: a page for GET, JSON for programs, 404 on hosts of the other kind', async (t) => {
  const browser = openBrowser()
  t.equal((await browser.ask(`${WIKI}/_auth/arrive`)).status, 400)
  const headers = { accept: '*/*', 'sec-fetch-mode': 'cors' }
  const call = await outcomeOf(await browser.ask(`${WIKI}/_auth/arrive`, { method: 'POST', headers }))
  t.match(call, { status: 400, code: 'HAND_OVER_REFUSED' })
  t.equal((await browser.ask(`${HOME}/_auth/arrive`)).status, 404)
  t.equal((await browser.ask(`${WIKI}/_auth/continue?to=${WIKI}&redirect=/&state=x`)).status, 404)
  for (const method of ['POST', 'OPTIONS', 'DELETE']) {
    t.equal((await browser.ask(`${HOME}/_auth/arrive`, { method })).status, 404, method)
    t.equal((await browser.ask(`${WIKI}/_auth/%63ontinue`, { method })).status, 404, method)
  }
})

t.test('arrive: a body that is too long gets 413, one of a long session is read', async (t) => {
  const browser = await signedInBrowser()
  const { action, fields } = await approach(browser, `${WIKI}/x`)
  const longer = (chars: number) => ({ action, fields: { ...fields, pad: 'x'.repeat(chars) } })
  t.equal((await post(browser, longer(33_000))).status, 413)
  t.equal((await post(browser, longer(20_000))).status, 303, 'control')
})

t.test('continue: other targets are refused, foreign redirect targets become home', async (t) => {
  const browser = await signedInBrowser()
  const state = 'a'.repeat(43)
  const at = (to: string, redirect = '/', digest = state) =>
    browser.ask(`${HOME}/_auth/continue?${new URLSearchParams({ to, redirect, state: digest })}`)
  const others = words`https://evil.example http://wiki.example.org https://a.b.shop.example.net`
  for (const to of [...others, HOME, `${WIKI}/`, '']) t.equal((await at(to)).status, 400, to)
  for (const digest of ['short', `a${state}`, `${state}a`, `${state}\n`, '', `${state.slice(1)}+`])
    t.equal((await at(WIKI, '/', digest)).status, 400, digest)
  for (const redirect of words`//evil.example https://evil.example/ /_auth/arrive /logout /a\b x`)
    t.equal((await formOf(await at(WIKI, redirect))).fields.redirect, '/', redirect)
  t.equal((await formOf(await at(WIKI, '/fine?x#y'))).fields.redirect, '/fine?x#y', 'control')
})

t.test('continue: a script or frame of the sign-in origin gets 403, a page load the form', async (t) => {
  const browser = await signedInBrowser()
  const address = `${HOME}/_auth/continue?${new URLSearchParams({ to: WIKI, redirect: '/', state: 'a'.repeat(43) })}`
  const askAs = async (way: string) => {
    const [mode = '', dest = ''] = way.split('/')
    const headers = { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }
    const response = await browser.ask(address, { headers })
    return [response.status, /name="session"/.test(await response.text())]
  }
  const modes = words`cors/empty same-origin/empty no-cors/image websocket/empty`
  const ways = [...modes, 'navigate/iframe', 'navigate/object']
  for (const way of ways) t.same(await askAs(way), [403, false], way)
  t.same(await askAs('navigate/document'), [200, true], 'control')
})

t.test('continue: id token expired on the way, both origins get the renewed session', async (t) => {
  const browser = await signedInBrowser()
  const before = browser.jarOf(HOME).header()
  gateway.advance(3590)
  const begun = locationOf(await browser.ask(`${WIKI}/x`))
  gateway.advance(20)
  const page = await browser.ask(begun)
  t.match(page.headers.getSetCookie(), [/^__Host-gatehouse=/])
  t.not(browser.jarOf(HOME).header(), before)
  const calls = gateway.provider.calls.refresh
  t.equal((await post(browser, await formOf(page))).status, 303)
  for (const origin of [HOME, WIKI]) t.equal(await whoAmI(browser, origin), 200, origin)
  t.equal(gateway.provider.calls.refresh, calls, 'refreshed once')
})

t.test('arrive: the id token has expired on the way, the session is refreshed once and set', async (t) => {
  const browser = await signedInBrowser()
  gateway.advance(3590)
  const form = await approach(browser, `${WIKI}/x`)
  gateway.advance(20)
  const before = gateway.provider.calls.refresh
  t.equal((await post(browser, form)).status, 303)
  gateway.advance(3000)
  t.equal(await whoAmI(browser, WIKI), 200)
  t.equal(gateway.provider.calls.refresh, before + 1, 'refreshed once, and valid for an hour')
})

t.test('continue: wrong tenant or sign-in too old, redirected to the login page', async (t) => {
  const browser = await signedInBrowser()
  const away = async (target: string) => {
    const response = await browser.ask(locationOf(await browser.ask(target)))
    t.equal(response.status, 302, target)
    t.match(locationOf(response), `${HOME}/login?redirect=${encodeURIComponent(beginAt(target))}`)
  }
  await away('https://acme.example.org/x')
  gateway.advance(301)
  await away(`${WIKI}/pay/x`)
  const form = await approach(browser, `${WIKI}/admin/x`)
  t.equal((await post(browser, form)).status, 303, 'access is decided at the target')
  t.equal((await browser.ask(`${WIKI}/admin/x`)).status, 403)
  await signIn(browser)
  t.equal((await post(browser, await approach(browser, `${WIKI}/pay/x`))).status, 303, 'control: new sign-in')
  t.equal((await browser.ask(`${WIKI}/pay/x`)).status, 200)
})

t.test('attempts: cookies of the application are never removed', async (t) => {
  const browser = await signedInBrowser()
  const jar = browser.jarOf(WIKI)
  jar.store(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}=1; Path=/`))
  for (const path of ['/1', '/2', '/3']) {
    const response = await browser.ask(`${WIKI}${path}`)
    t.match(response.headers.getSetCookie(), [/^__Host-gatehouse-state\.[\w-]{16}=\d+\.0\./], path)
    t.equal(response.headers.getSetCookie().length, 1, path)
  }
  const form = await approach(browser, `${WIKI}/x`)
  t.equal((await post(browser, form)).status, 303)
  t.match(jar.header(), /(^|; )a=1; b=1; c=1; d=1; e=1; f=1(;|$)/)
})

t.test('attempts: at most five at a time, the oldest is dropped', async (t) => {
  const browser = await signedInBrowser()
  const states = () =>
    browser
      .jarOf(WIKI)
      .header()
      .match(/-state\./g) ?? []
  const forms: Form[] = []
  for (let tab = 0; tab < 20; tab++) {
    gateway.advance(1)
    forms.push(await approach(browser, `${WIKI}/tab/${tab}`))
    t.ok(states().length <= 5, `tab ${tab}`)
  }
  t.equal(states().length, 5)
  t.equal((await post(browser, forms[0] as Form)).status, 400, 'the oldest')
  for (const [tab, form] of forms.slice(15).entries()) {
    const response = await post(browser, form)
    t.same([response.status, locationOf(response)], [303, `/tab/${tab + 15}`])
  }
  for (const form of forms.slice(1, 15)) {
    const { status, cookies } = await outcomeOf(await post(browser, form))
    t.same([status, cookies], [303, []], 'the session is already there')
  }
})

t.test('attempts: a browser that stores no session gets an error page after three arrivals', async (t) => {
  const browser = await signedInBrowser()
  for (const status of [303, 303, 303, 508]) {
    const response = await post(browser, await approach(browser, `${WIKI}/x`))
    t.equal(response.status, status)
    browser.jarOf(WIKI).store(['__Host-gatehouse=; max-age=0'])
    if (status === 508) t.match(await response.text(), 'Allow them, then try again.')
  }
  gateway.advance(31)
  t.equal((await post(browser, await approach(browser, `${WIKI}/x`))).status, 303, 'control: later')
})

t.test('attempts: a loop of forms that another site posts names its cause', async (t) => {
  const browser = await signedInBrowser()
  for (const status of [303, 303, 303, 508]) {
    const lost = await browser.ask(`${WIKI}/acs?token=t0p`, {
      method: 'POST',
      headers: { origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' },
      body: 'SAMLResponse=x'
    })
    t.equal(lost.status, 303)
    const arrival = await post(browser, await formOf(await browser.ask(locationOf(lost))))
    t.equal(arrival.status, status)
    browser.jarOf(WIKI).store(['__Host-gatehouse=; max-age=0'])
    if (status === 508) t.match(await arrival.text(), /A form from another site .*access\.crossSitePosts/)
  }
  await gateway.settled()
  t.match(gateway.logText(), 'loop: name /acs in access.crossSitePosts')
  t.notMatch(gateway.logText(), 't0p')
})

t.test('attempts: a browser without cookies gets an error page at once', async (t) => {
  const browser = await signedInBrowser()
  const form = await approach(browser, `${WIKI}/x`)
  const response = await post(browser, form, { cookie: 'a=1' })
  t.equal(response.status, 400)
  t.match(await response.text(), 'Allow them, then try again.')
})

t.test('sign-out: at any origin ends the session at all origins', async (t) => {
  for (const place of [HOME, WIKI, SHOP]) {
    const browser = await signedInBrowser()
    for (const origin of [WIKI, SHOP]) await post(browser, await approach(browser, `${origin}/x`))
    for (const origin of [HOME, WIKI, SHOP]) t.equal(await whoAmI(browser, origin), 200, origin)
    const out = await browser.ask(`${place}/logout`, { method: 'POST', headers: { origin: place } })
    t.equal(out.status, 303)
    for (const origin of [HOME, WIKI, SHOP])
      t.equal(await whoAmI(browser, origin), 401, `${place}: ${origin}`)
  }
})

t.test('sign-out: the form of the confirmation page may lead only to the login page', async (t) => {
  const browser = openBrowser()
  const formsOf = async (origin: string) => {
    const { headers } = await browser.ask(`${origin}/logout`)
    return /form-action ([^;]*);/.exec(headers.get('content-security-policy') ?? '')?.[1]
  }
  t.equal(await formsOf(WIKI), `'self' ${HOME}`)
  t.equal(await formsOf(HOME), "'self'", 'control')
})

t.test('hand-over: a session that ended on the way is refused', async (t) => {
  const browser = await signedInBrowser()
  const form = await approach(browser, `${WIKI}/x`)
  await browser.ask(`${HOME}/logout`, { method: 'POST', headers: { origin: HOME } })
  t.equal((await post(browser, form)).status, 400)
  t.equal(await whoAmI(browser, WIKI), 401)
})
