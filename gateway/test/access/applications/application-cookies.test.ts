import t, { type Test } from 'tap'
import { startGateway, type TestGatewayOptions, testConfig } from '../../fixtures/gateway.ts'
import { approach, type Browser, createBrowsers, HOME, post, WIKI } from '../../fixtures/hand-over.ts'
import { send } from '../../fixtures/wire/http-client.ts'
import { startUpstream } from '../../fixtures/wire/upstream.ts'

const SCRIPT = { 'sec-fetch-mode': 'cors', accept: '*/*' }

/**
 * An application as pgAdmin is: it reads the header once, when it begins a session of its own, and then trusts its cookie.
 */
async function startApplication(t: Test) {
  const owners = new Map<string, string>()
  /** `Cookie` headers and users that it received. */
  const seen: { cookie: string; user: string }[] = []
  const application = await startUpstream(t, (req, res) => {
    const cookie = req.headers.cookie ?? ''
    const user = String(req.headers['x-forwarded-user'] ?? '')
    seen.push({ cookie, user })
    const id = /(?:^|; )pga4_session=([^;]*)/.exec(cookie)?.[1] ?? ''
    const known = owners.get(id)
    if (known === undefined && user !== '') {
      const fresh = `s${owners.size}`
      owners.set(fresh, user)
      res.setHeader('set-cookie', `pga4_session=${fresh}; Path=/; HttpOnly`)
    }
    res.end(known ?? user)
  })
  return { url: application.url, seen, owners }
}

async function start(t: Test, config: Record<string, unknown> = {}, more: TestGatewayOptions = {}) {
  const application = await startApplication(t)
  const upstream = { url: application.url }
  const clearCookies = ['pga4_session', 'app_*']
  const rules = [
    { path: '/public/*', allow: 'public' },
    { path: '/closed', allow: 'deny' }
  ]
  const access = { default: 'signed-in', rules }
  const gateway = await startGateway(t, {
    publicUrl: HOME,
    ...more,
    config: {
      applications: [
        { name: 'home', upstream, clearCookies, access },
        { name: 'wiki', host: 'wiki.example.org', upstream, clearCookies, access }
      ],
      ...config
    }
  })
  const browsers = createBrowsers(gateway)
  const visit = async (browser: Browser, address: string, headers = {}) => {
    const response = await browser.ask(address, { headers: { ...SCRIPT, ...headers } })
    return { status: response.status, text: await response.text(), cookies: response.headers.getSetCookie() }
  }
  const signOut = (browser: Browser, origin: string) =>
    browser.ask(`${origin}/logout`, { method: 'POST', headers: { ...SCRIPT, origin } })
  /** A visit to the host with a session of its own. */
  const arrive = async (browser: Browser) => await post(browser, await approach(browser, `${WIKI}/page`))
  return {
    gateway,
    application,
    ...browsers,
    browser: await browsers.signedInBrowser(),
    visit,
    signOut,
    arrive
  }
}

const markerOf = ({ jarOf }: Browser) => /__Host-gatehouse-owner[^;]*/.exec(jarOf(HOME).header())?.[0] ?? ''
const sessionOf = ({ jarOf }: Browser) => /__Host-gatehouse=[^;]*/.exec(jarOf(HOME).header())?.[0] ?? ''
const expiryOf = (cookies: readonly string[], name: string) =>
  cookies.filter((line) => line.startsWith(`${name}=;`) && line.includes('Max-Age=0'))

t.test('application cookies: after a sign-out, the next account is itself in the application', async (t) => {
  const { browser, signIn, visit, signOut, application } = await start(t)
  t.equal((await visit(browser, `${HOME}/`)).text, 'ada')
  const before = browser.jarOf(HOME).header()
  t.match(before, /pga4_session=s0/)
  t.equal((await visit(browser, `${HOME}/`)).text, 'ada')
  t.equal(application.owners.size, 1, 'twin: her session in the application lasts')
  const response = await signOut(browser, HOME)
  t.ok(expiryOf(response.headers.getSetCookie(), 'pga4_session').length > 0)
  t.notMatch(browser.jarOf(HOME).header(), /pga4_session/)
  await signIn(browser, 'zoe')
  t.equal((await visit(browser, `${HOME}/`)).text, 'zoe')
})

t.test('application cookies: of another account, never reach it beside the session', async (t) => {
  const { browser, signIn, visit, application } = await start(t)
  await visit(browser, `${HOME}/`)
  await signIn(browser, 'zoe')
  application.seen.length = 0
  const kept = 'pga4_session=s0'
  for (let times = 0; times < 3; times++) {
    // As one for another path or domain, which was not deleted.
    const cookie = `${browser.jarOf(HOME).header()}; ${kept}; other=1`
    const { text, cookies } = await visit(browser, `${HOME}/`, { cookie })
    browser.jarOf(HOME).store(cookies)
    t.equal(text, 'zoe')
  }
  for (const { cookie, user } of application.seen) {
    t.equal(user, 'zoe')
    t.notMatch(cookie, kept)
    t.match(cookie, /other=1/, 'twin: other cookies pass')
  }
  t.match(application.seen.at(-1)?.cookie, /pga4_session=s[12]/, 'twin: her own does too')
})

t.test('application cookies: a forged or foreign marker makes none of them pass', async (t) => {
  const { browser: one, signedInBrowser, visit, application } = await start(t)
  await visit(one, `${HOME}/`)
  const other = await signedInBrowser('zoe')
  await visit(other, `${HOME}/`)
  const own = markerOf(other)
  t.match(markerOf(one), /^__Host-gatehouse-owner\.home=/)
  for (const marker of ['', markerOf(one), `${own}x`, own.replace('home=', 'home=A')]) {
    application.seen.length = 0
    const cookie = `${sessionOf(other)}; ${marker}; pga4_session=s0`
    t.equal((await visit(other, `${HOME}/`, { cookie })).text, 'zoe', marker)
    t.notMatch(application.seen[0]?.cookie, /pga4|gatehouse/)
  }
})

for (const where of [HOME, WIKI])
  t.test(`application cookies: sign-out at ${where}, the other host deletes its own next`, async (t) => {
    const { browser, signIn, visit, signOut, arrive } = await start(t)
    await arrive(browser)
    for (const origin of [HOME, WIKI]) t.equal((await visit(browser, `${origin}/`)).text, 'ada', origin)
    await signOut(browser, where)
    const elsewhere = where === HOME ? WIKI : HOME
    const next = await visit(browser, `${elsewhere}/`)
    t.equal(next.status, 401)
    t.ok(expiryOf(next.cookies, 'pga4_session').length > 0)
    await signIn(browser, 'zoe')
    await arrive(browser)
    for (const origin of [HOME, WIKI]) t.equal((await visit(browser, `${origin}/`)).text, 'zoe', origin)
  })

t.test('application cookies: a session begins, deleted unless the same account goes on', async (t) => {
  const { browser, signIn, visit, arrive } = await start(t)
  await visit(browser, `${HOME}/`)
  await arrive(browser)
  await visit(browser, `${WIKI}/`)
  await signIn(browser, 'ada')
  t.match(browser.jarOf(HOME).header(), /pga4_session=s0/, 'twin')
  await signIn(browser, 'zoe')
  t.notMatch(browser.jarOf(HOME).header(), /pga4_session/)
  await visit(browser, `${WIKI}/`)
  t.ok(expiryOf((await arrive(browser)).headers.getSetCookie(), 'pga4_session').length > 0)
  t.equal((await visit(browser, `${WIKI}/`)).text, 'zoe')
})

t.test('application cookies: on a public path, those of an account pass with its session', async (t) => {
  const { browser, openBrowser, visit, application } = await start(t)
  await visit(openBrowser(), `${HOME}/public/`, { cookie: 'app_visitor=1' })
  t.equal(application.seen.at(-1)?.cookie, 'app_visitor=1', 'twin: of a visitor without an account')
  await visit(browser, `${HOME}/`)
  const marker = markerOf(browser)
  await visit(browser, `${HOME}/public/`)
  t.match(application.seen.at(-1)?.cookie, /pga4_session/)
  await visit(browser, `${HOME}/public/`, { cookie: `${marker}; pga4_session=s0` })
  t.notMatch(application.seen.at(-1)?.cookie, /pga4_session/)
})

t.test('application cookies: more than are noted pass with no session but their own', async (t) => {
  const { browser, signIn, visit, application } = await start(t)
  await visit(browser, `${HOME}/`)
  await signIn(browser, 'zoe')
  for (const count of [32, 33, 300]) {
    const kept = Array.from({ length: count }, (_, index) => `app_${index}=ada`)
    const session = sessionOf(browser)
    let marker = ''
    for (let round = 0; round < 3; round++) {
      const cookie = [session, marker, ...kept, 'other=1'].filter(Boolean).join('; ')
      const { status, cookies } = await visit(browser, `${HOME}/`, { cookie })
      t.equal(status, 200)
      t.equal(application.seen.at(-1)?.cookie, 'other=1', `${count} kept, request ${round + 1}`)
      marker = cookies.find((line) => line.startsWith('__Host-gatehouse-owner'))?.split(';')[0] ?? marker
    }
    t.equal(marker !== '', count <= 32, `${count}: whose they are is noted`)
  }
})

t.test('application cookies: deleted wherever they can be, by name and by prefix', async (t) => {
  const { browser, visit, signOut } = await start(t, {
    applications: [
      {
        name: 'files',
        path: '/files/*',
        upstream: { url: (await startApplication(t)).url },
        clearCookies: ['sid', 'app_*', '__Host-a', '__Secure-b']
      }
    ]
  })
  await visit(browser, `${HOME}/files/`, { cookie: `${browser.jarOf(HOME).header()}; app_1=x` })
  browser.jarOf(HOME).store(['app_1=y'])
  const cookies = (await signOut(browser, HOME)).headers.getSetCookie()
  const lines = expiryOf(cookies, 'sid')
  const places = lines.map((line) => {
    const [path, domain = ''] = [/Path=([^;]*)/, /Domain=([^;]*)/].map((one) => one.exec(line)?.[1])
    return `${path} ${domain} ${line.includes('Partitioned')}`
  })
  // Never for a public suffix.
  const expected = ['/', '/files/', '/files'].flatMap((path) =>
    ['', 'app.example.com', 'example.com'].flatMap((domain) =>
      [true, false].map((isPartitioned) => `${path} ${domain} ${isPartitioned}`)
    )
  )
  t.same(places.sort(), expected.sort())
  t.ok(lines.every((line) => line.includes('; Secure') && line.includes('; HttpOnly')))
  t.equal(expiryOf(cookies, 'app_1').length, places.length)
  t.ok(expiryOf(cookies, '__Host-a').every((line) => /Path=\/;/.test(line) && !line.includes('Domain')))
  t.ok(expiryOf(cookies, '__Secure-b').some((line) => line.includes('Domain=example.com')))
})

t.test('application cookies: of `upstream`, in every spelling that servers read', async (t) => {
  const application = await startApplication(t)
  const { browser, signIn, visit } = await start(t, {
    applications: [],
    'upstream.url': application.url,
    clearCookies: ['pga4_session']
  })
  await visit(browser, `${HOME}/`)
  await signIn(browser, 'zoe')
  const own = () => browser.jarOf(HOME).header()
  for (const pair of ['pga4_session=s0', '=pga4_session=s0', ' pga4_session =s0', 'a=b,pga4_session=s0'])
    for (const cookie of [`${own()}; ${pair}`, `${pair}; ${own()}`]) {
      await visit(browser, `${HOME}/`, { cookie })
      t.notMatch(application.seen.at(-1)?.cookie, /s0/, pair)
    }
})

t.test('application cookies: forward auth, hidden from the application, deleted by the proxy', async (t) => {
  const { gateway, openBrowser, signIn } = await start(t, {
    'forwardAuth.enabled': true,
    trustedProxies: ['127.0.0.1']
  })
  const browser = openBrowser()
  const ask = async () => {
    const response = await send(`${gateway.url}/_auth/verify`, {
      headers: {
        ...SCRIPT,
        'x-forwarded-method': 'GET',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'app.example.com',
        'x-forwarded-uri': '/',
        'x-forwarded-for': '192.0.2.1',
        cookie: `${browser.jarOf(HOME).header()}; pga4_session=s0; other=1`
      }
    })
    const cookies = response.headers.getSetCookie()
    browser.jarOf(HOME).store(cookies)
    return { status: response.status, cookie: response.headers.get('cookie') ?? '', cookies }
  }
  await signIn(browser, 'ada')
  await ask()
  await signIn(browser, 'zoe')
  const first = await ask()
  t.same([first.status, first.cookie], [200, 'other=1'])
  t.ok(expiryOf(first.cookies, 'pga4_session').length > 0)
  const again = await ask()
  t.same([again.status, again.cookie, again.cookies], [200, 'other=1', []], 'also if the browser keeps it')
})

t.test('application cookies: the gateway’s own cookie is gone, deleted; never had one, kept', async (t) => {
  const { browser, openBrowser, visit, signOut, arrive } = await start(t)
  await arrive(browser)
  await visit(browser, `${WIKI}/`)
  await signOut(browser, HOME)
  t.equal((await visit(browser, `${WIKI}/_auth/session`)).status, 401, 'which removes the cookie')
  t.ok(expiryOf((await visit(browser, `${WIKI}/`)).cookies, 'pga4_session').length > 0)
  const stranger = openBrowser()
  const { status, cookies } = await visit(stranger, `${HOME}/`, { cookie: 'pga4_session=mine' })
  t.same([status, cookies], [401, []], 'twin')
})

t.test('application cookies: the session is over, deleted without a marker too', async (t) => {
  const { browser, gateway, visit } = await start(t)
  gateway.advance(2_000_000)
  const { status, cookies } = await visit(browser, `${HOME}/`, { cookie: sessionOf(browser) })
  t.equal(status, 401)
  t.ok(expiryOf(cookies, 'pga4_session').length > 0)
})

t.test('application cookies: at a path that is denied to all, those of the account are kept', async (t) => {
  const { browser, visit } = await start(t)
  await visit(browser, `${HOME}/`)
  const { status, cookies } = await visit(browser, `${HOME}/closed`)
  t.same([status, cookies], [403, []])
})

t.test('application cookies: of a visitor without a marker, those in the request are deleted', async (t) => {
  const { browser, signedInBrowser, visit } = await start(t)
  const other = await signedInBrowser('zoe')
  const deletedBy = async (by: Browser, sent: string) => {
    const { cookies } = await visit(by, `${HOME}/`, { cookie: `${by.jarOf(HOME).header()}; ${sent}` })
    return ['app_1', 'pga4_session'].filter((name) => expiryOf(cookies, name).length > 0)
  }
  t.same(await deletedBy(browser, 'app_1=x'), ['app_1'])
  const beside = await deletedBy(other, `${markerOf(browser)}; app_1=x`)
  t.same(beside, ['app_1', 'pga4_session'], 'twin: with that of another account, those for other paths too')
})

t.test('application cookies: signed out and none of them sent, nothing is deleted', async (t) => {
  const { browser, visit, openBrowser } = await start(t)
  await visit(browser, `${HOME}/`)
  const marker = markerOf(browser)
  for (const path of ['/public/', '/'])
    t.same((await visit(openBrowser(), `${HOME}${path}`, { cookie: `${marker}` })).cookies, [], path)
  const { cookies } = await visit(openBrowser(), `${HOME}/`, { cookie: `${marker}; pga4_session=s0` })
  t.ok(expiryOf(cookies, 'pga4_session').length > 0, 'twin')
})

t.test('application cookies: one application without the key, sign-out deletes the other’s', async (t) => {
  const { url } = await startApplication(t)
  const upstream = { url }
  const { browser, visit, signOut } = await start(t, {
    applications: [
      { name: 'files', path: '/files/*', upstream, clearCookies: ['pga4_session'] },
      { name: 'mail', path: '/mail/*', upstream }
    ]
  })
  await visit(browser, `${HOME}/files/`)
  const ofMail = await visit(browser, `${HOME}/mail/`)
  t.same([ofMail.status, ofMail.cookies], [200, []])
  t.equal((await visit(browser, `${HOME}/elsewhere`)).status, 404)
  const response = await signOut(browser, HOME)
  t.equal(response.status, 204)
  t.ok(expiryOf(response.headers.getSetCookie(), 'pga4_session').length > 0)
})

const PRESET = { identityHeaders: { preset: 'pgadmin' } }
for (const { where, general = {}, own = {} } of [
  { where: 'of the application', own: PRESET },
  { where: 'at the top level', general: PRESET, own: { clearCookies: ['other'] } }
])
  t.test(`application cookies: named by a preset ${where}, deleted at sign-out`, async (t) => {
    const { url } = await startApplication(t)
    const { browser, visit, signOut } = await start(t, {
      ...general,
      applications: [{ name: 'home', upstream: { url }, ...own }]
    })
    await visit(browser, `${HOME}/`)
    const { headers } = await signOut(browser, HOME)
    t.ok(expiryOf(headers.getSetCookie(), 'pga4_session').length > 0)
    t.same(expiryOf(headers.getSetCookie(), 'grafana_session'), [], 'twin: those of other presets are not')
  })

t.test('application cookies: names of the gateway are refused, others pass', async (t) => {
  const configFor = (name: string) => () => testConfig({ publicUrl: HOME, clearCookies: [name] })
  for (const name of ['__Host-gatehouse', '__Host-gatehouse.0', '__Host-gate*', '__Host-gatehouse-lang'])
    t.throws(configFor(name), /covers a cookie of the gateway/, name)
  for (const name of ['*', 'a b', 'a=b', 'a*b', '']) t.throws(configFor(name), name)
  t.same(testConfig({ clearCookies: ['session', 'app_*'] }).clearCookies, ['session', 'app_*'])
})

t.test('sign-out of an application: its `/logout` reaches it once the gateway’s is elsewhere', async (t) => {
  const { browser, visit, application, gateway } = await start(t, {
    'paths.logout': '/_auth/logout'
  })
  const before = application.seen.length
  t.equal((await visit(browser, `${HOME}/logout`)).status, 200)
  t.equal(application.seen.length, before + 1)
  const cookie = browser.jarOf(HOME).header()
  const headers = { ...SCRIPT, origin: HOME, host: new URL(HOME).host, cookie }
  const response = await send(`${gateway.url}/_auth/logout`, { method: 'POST', headers })
  t.equal(response.status, 204, 'twin: that of the gateway')
  t.ok(expiryOf(response.headers.getSetCookie(), 'pga4_session').length > 0)
})
