import t, { type Test } from 'tap'
import { PAGE, PUBLIC_ORIGIN, startGateway, type TestGatewayOptions } from '../../../test/fixtures/gateway.ts'
import { visit } from '../../../test/fixtures/login-page/login-page.ts'
import { send, sendRaw } from '../../../test/fixtures/wire/http-client.ts'
import { words } from '../../../test/fixtures/words.ts'

const ON = { 'account.enabled': true }
const SUB_PAGES = ['password', 'email', 'second-step', 'passkeys', 'providers', 'sessions', 'delete']
const ALL = {
  ...ON,
  'account.delete': true,
  'login.methods.passkey': 'button',
  'login.mfa.totp': 'optional',
  'login.providers': [{ id: 'google.com' }]
}

async function start(t: Test, { config, ...options }: TestGatewayOptions = {}) {
  const gateway = await startGateway(t, { config: { ...ON, ...config }, ...options })
  gateway.provider.accounts.create({
    uid: 'ada',
    email: 'ada@example.com',
    emailVerified: true,
    displayName: 'Ada',
    password: 'a long password'
  })
  return { gateway, cookie: await gateway.signIn('ada') }
}

const lineOf = (headers: Headers, name: string) => headers.get(name) ?? ''

for (const acquire of ['handover', 'exchange'] as const)
  t.test(`account page: ${acquire}, renders the account of the provider without script`, async (t) => {
    const { gateway, cookie } = await start(t, { acquire })
    const { response, html, config } = await visit(gateway, '/account', { cookie })
    t.equal(response.status, 200)
    t.match(html, /<title>Your account – .*<h1[^>]*>Your account<\/h1>.*ada@example\.com/s)
    t.match(config?.accountPage, { page: 'overview', account: { uid: 'ada', name: 'Ada' } })
    const isEverywhere = acquire === 'exchange'
    t.equal(config?.accountPage?.everywhere, isEverywhere, 'only with provider credentials')
    t.equal(html.includes('action="/logout?everywhere=1"'), isEverywhere)
    t.notMatch(html, /eyJ|passwordHash|salt|noscript\.heading/)
  })

t.test('account page: has the headers of the login page and is never cached or compressed', async (t) => {
  const { gateway, cookie } = await start(t)
  const headers = { cookie, 'accept-encoding': 'br, gzip' }
  const page = (await visit(gateway, '/account', headers)).response.headers
  const login = (await visit(gateway, '/login?prompt=login')).response.headers
  // All styles, with those of every screen.
  const withoutStyles = (policy: string | null) => policy?.replace(/(style-src 'self') '[^']+'/, '$1')
  const policy = 'content-security-policy'
  t.equal(withoutStyles(page.get(policy)), withoutStyles(login.get(policy)))
  for (const name of words`
    cache-control cross-origin-opener-policy permissions-policy referrer-policy vary
    x-content-type-options x-frame-options
  `)
    t.equal(page.get(name), login.get(name), name)
  t.equal(page.get('cache-control'), 'no-store')
  t.equal(page.get('content-encoding'), null, 'the length must not reveal the account')
})

t.test('account page: signed out, 302 to the login page with a way back', async (t) => {
  const { gateway, cookie } = await start(t)
  const before = gateway.provider.calls.lookupByIdToken
  const { response } = await visit(gateway, '/account/password?lang=de')
  const location = lineOf(response.headers, 'location')
  t.same([response.status, location], [302, '/login?redirect=%2Faccount%2Fpassword%3Flang%3Dde'])
  t.equal(gateway.provider.calls.lookupByIdToken, before)
  t.equal((await visit(gateway, location)).config?.redirectTarget, '/account/password?lang=de')
  const back = await visit(gateway, location, { cookie })
  t.equal(lineOf(back.response.headers, 'location'), '/account/password?lang=de', 'once signed in')
  t.equal((await visit(gateway, '/account/password', { cookie })).response.status, 200, 'control')
})

t.test('account page: its lang parameter sets the language of the login page as well', async (t) => {
  const { gateway } = await start(t)
  const { url } = gateway
  const { headers } = await send(`${url}/account/email?lang=ar`, { headers: PAGE })
  const german = { cookie: 'gatehouse-lang=de' }
  const there = await visit(gateway, lineOf(headers, 'location'), german)
  t.match(there.config, { locale: 'ar', direction: 'rtl' })
  t.match(there.response.headers.getSetCookie().join(), /^gatehouse-lang=ar;/)
  const own = await visit(gateway, `${lineOf(headers, 'location')}&lang=fr`, german)
  t.equal(own.config?.locale, 'fr', 'a choice on the login page wins')
  for (const asked of ['/reports?lang=ar', '/account/email?lang=xx', '/account/email']) {
    const { response, config } = await visit(gateway, `/login?redirect=${encodeURIComponent(asked)}`, german)
    t.equal(config?.locale, 'de', `control: ${asked}`)
    t.same(response.headers.getSetCookie(), [], asked)
  }
})

t.test('account page: when off, its paths belong to the application and can be destinations', async (t) => {
  const { gateway, cookie } = await start(t, { config: { 'account.enabled': false } })
  for (const path of words`/account /account/password /account/anything /_auth/account /_auth/account/export`)
    t.match(await (await send(`${gateway.url}${path}`, { headers: { cookie } })).json(), { url: path })
  const { config } = await visit(gateway, '/login?redirect=%2Faccount')
  t.match(config, { redirectTarget: '/account', paths: { account: null } })
})

t.test('account page: when on, its sub-paths never reach the application or become public', async (t) => {
  const rules = [{ path: '/account/*', allow: 'public' }]
  const { gateway, cookie } = await start(t, { config: { 'access.rules': rules } })
  t.equal((await visit(gateway, '/account')).response.status, 302)
  const below = await send(`${gateway.url}/account/anything`, { headers: { cookie, ...PAGE } })
  t.equal(below.status, 404)
  for (const path of ['/account/', '/account//password', '/account/%70assword', '/ACCOUNT'])
    t.not((await send(`${gateway.url}${path}`, { headers: { ...PAGE } })).status, 200, path)
  t.equal(gateway.upstream.seen.filter(({ url }) => url.startsWith('/account')).length, 0)
})

t.test('account page: its path is configurable', async (t) => {
  const { gateway, cookie } = await start(t, { config: { 'paths.account': '/me' } })
  t.equal((await visit(gateway, '/me/password', { cookie })).response.status, 200)
  await gateway.settled()
  t.match(gateway.logLines({ path: '/me/password' }), [{ route: 'account', status: 200, subject: 'ada' }])
  const { config } = await visit(gateway, '/login?prompt=login', { cookie })
  t.equal(config?.paths.account, '/me')
  t.match(await (await send(`${gateway.url}/account`, { headers: { cookie } })).json(), { url: '/account' })
})

t.test('account page: each page has a switch, and a disabled page redirects to the overview', async (t) => {
  const all = await start(t, { config: ALL })
  const keys = words`password email secondStep passkeys providers sessions`
  const none = await start(t, { config: Object.fromEntries(keys.map((key) => [`account.${key}`, false])) })
  for (const name of SUB_PAGES) {
    const path = `/account/${name}`
    const shown = await visit(all.gateway, path, { cookie: all.cookie })
    t.match(shown.config?.accountPage, { page: name, pages: ['overview', ...SUB_PAGES] }, name)
    // The login page of this configuration has neither field.
    t.match(shown.config?.texts, { 'field.phone': 'Phone number', 'field.rules-met': String }, name)
    const hidden = await visit(none.gateway, path, { cookie: none.cookie })
    t.same([hidden.response.status, lineOf(hidden.response.headers, 'location')], [302, '/account'], name)
  }
  const { config } = await visit(none.gateway, '/account', { cookie: none.cookie })
  t.same(config?.accountPage?.pages, ['overview'])
})

t.test('account page: HEAD is like GET, a form without script redirects back, others get 405', async (t) => {
  const { gateway, cookie } = await start(t)
  const at = (method: string, path: string, headers = {}, body = '') =>
    send(`${gateway.url}${path}`, { method, headers: { ...PAGE, cookie, ...headers }, body })
  const head = await at('HEAD', '/account')
  t.same([head.status, await head.text()], [200, ''])
  for (const path of ['/account', '/account/password']) {
    const text = await at('POST', path, { origin: PUBLIC_ORIGIN, 'content-type': 'text/plain' })
    t.ok([303, 400].includes(text.status), 'the body is not read')
    const form = { origin: PUBLIC_ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await at('POST', path, form, 'new-password=secret')
    t.same([posted.status, lineOf(posted.headers, 'location')], [303, path])
    t.equal((await at('POST', path, { origin: 'https://evil.example' })).status, 403, 'another site')
    const put = await at('PUT', path, { origin: PUBLIC_ORIGIN })
    const allowed = lineOf(put.headers, 'allow').split(', ').sort()
    t.same([put.status, ...allowed], [405, 'GET', 'HEAD', 'POST'], path)
  }
  t.notMatch(gateway.logText(), 'secret')
})

t.test('account page: hostile account values are rendered as text, a picture is not loaded', async (t) => {
  const { gateway, cookie } = await start(t)
  const displayName = `</script><img src=x onerror=alert(1)>"'&`
  gateway.provider.accounts.update('ada', { displayName, photoUrl: 'javascript:alert(1)' })
  const { html, config } = await visit(gateway, '/account', { cookie })
  t.equal(config?.accountPage?.account.name, displayName)
  t.notMatch(html, '<img src=x')
  t.notMatch(html, 'javascript:')
  t.match(html, '&lt;/script&gt;&lt;img src=x')
  gateway.provider.accounts.update('ada', { photoUrl: 'https://img.example/ada.png' })
  t.notMatch((await visit(gateway, '/account', { cookie })).html, /<img[^>]*img\.example/)
})

t.test('account page: hostile requests get a response and the next request gets the page', async (t) => {
  const { gateway, cookie } = await start(t)
  const searches = words`?lang=%00%0d%0a ?lang[]=de&lang=%ff ?__proto__=1`
  for (const search of [...searches, `?lang=${'x'.repeat(7000)}`]) {
    const response = await send(`${gateway.url}/account${search}`, { headers: { ...PAGE, cookie } })
    t.ok([200, 400, 414].includes(response.status), search.slice(0, 20))
  }
  for (const target of ['/account\\..\\x', '/account/\x01', '/account/../login', '/account?\x00'])
    t.match(
      await sendRaw(gateway.port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      /^HTTP\/1.1 4/
    )
  t.equal((await visit(gateway, '/account', { cookie })).response.status, 200)
})

t.test('account page: 20 requests a minute per account, counted with those to the endpoint', async (t) => {
  const { gateway, cookie } = await start(t)
  for (let count = 0; count < 20; count += 1)
    await send(`${gateway.url}${count % 2 === 0 ? '/account' : '/_auth/account'}`, {
      headers: { cookie, ...PAGE }
    })
  const refused = await send(`${gateway.url}/account`, { headers: { cookie, ...PAGE } })
  t.equal(refused.status, 429)
  t.ok(Number(refused.headers.get('retry-after')) > 0)
  gateway.provider.accounts.create({ uid: 'eve', email: 'eve@example.com' })
  t.equal((await visit(gateway, '/account', { cookie: await gateway.signIn('eve') })).response.status, 200)
})

t.test('change-password: redirects to the account page if offered, else to /login/forgot', async (t) => {
  const WELL_KNOWN = '/.well-known/change-password'
  const at = async (config: Record<string, unknown>) => {
    const { gateway } = await start(t, { config })
    return lineOf((await send(`${gateway.url}${WELL_KNOWN}`)).headers, 'location')
  }
  t.equal(await at({}), '/account/password')
  t.equal(await at({ 'account.password': false }), '/login/forgot')
  t.equal(await at({ 'account.enabled': false }), '/login/forgot')
})

t.test('login page: links signed-in visitors to the account page if it is enabled', async (t) => {
  const { gateway, cookie } = await start(t)
  const off = await start(t, { config: { 'account.enabled': false } })
  const path = '/login?prompt=login'
  t.match((await visit(gateway, path, { cookie })).html, 'href="/account">Manage your account')
  t.notMatch((await visit(off.gateway, path, { cookie: off.cookie })).html, 'href="/account"')
})

t.test('login page: shows the reasons that the account page passes', async (t) => {
  const { gateway } = await start(t)
  t.match((await visit(gateway, '/login?reason=changed')).html, 'Your sign-in details have changed.')
  const deleted = (await visit(gateway, '/login/signed-out?reason=deleted')).html
  t.match(deleted, /<h1[^>]*>Your account is deleted<\/h1>/)
  t.match((await visit(gateway, '/login/signed-out')).html, 'signed out', 'control')
  t.equal((await visit(gateway, '/login?reason=deleted')).config?.reason, null, 'on no other screen')
})

t.test('account page: with several hosts, only the host of the login page serves it', async (t) => {
  const { gateway } = await start(t)
  await gateway.app.close()
  const hosts = await startGateway(t, {
    publicUrl: 'http://auth.localhost',
    config: {
      ...ON,
      applications: [{ name: 'wiki', host: 'wiki.auth.localhost', upstream: { url: gateway.upstream.url } }]
    }
  })
  const at = (host: string) => send(`${hosts.url}/account`, { headers: { ...PAGE, host } })
  t.match(lineOf((await at('auth.localhost')).headers, 'location'), '/login?redirect=%2Faccount')
  t.match(
    lineOf((await at('wiki.auth.localhost')).headers, 'location'),
    '/_auth/continue?to=http%3A%2F%2Fwiki.auth.localhost&redirect=%2Faccount',
    'handled by the application'
  )
})

t.test('account page: other devices are out after the next check, at most an hour later', async (t) => {
  for (const [checkSeconds, within] of [
    [0, 3600],
    [60, 60],
    [86_400, 3600]
  ] as const) {
    const { gateway, cookie } = await start(t, { config: { 'session.revocationCheckSeconds': checkSeconds } })
    const { config } = await visit(gateway, '/account', { cookie })
    t.equal(config?.accountPage?.othersEndWithinSeconds, within, `every ${checkSeconds} s`)
  }
})
