import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { packagePath } from '../../../src/config/package-files.ts'
import { escapeHtml } from '../../../src/http/html.ts'
import type { ServerBundle } from '../../../src/login-page/document/rendering.ts'
import { PAGE, startGateway, type TestGateway, testConfig } from '../../fixtures/gateway.ts'
import { EVERYTHING, visit } from '../../fixtures/login-page/login-page.ts'
import { buildWoff2 } from '../../fixtures/repository/woff2.ts'
import { send } from '../../fixtures/wire/http-client.ts'
import { words } from '../../fixtures/words.ts'

const BUNDLE = packagePath('dist', 'login-ui-server', 'entry-server.js')

/** Shared by tests that only load the page. */
const everything = await startGateway(t, { config: EVERYTHING })

t.test('headers: strict, and email link codes reach no referrer or log (ASVS 3.4.5, 14.2.1)', async (t) => {
  const gateway = everything
  const { response } = await visit(gateway, '/login')
  t.match(Object.fromEntries(response.headers), {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'content-type': 'text/html; charset=utf-8'
  })
  for (const path of ['/login/action?oobCode=c0de', '/__/auth/action?oobCode=c0de']) {
    const action = await visit(gateway, path)
    t.equal(action.response.headers.get('referrer-policy'), 'strict-origin', path)
    t.notMatch(action.html, 'c0de', 'the HTML does not contain the code')
  }
  t.notMatch(gateway.logText(), 'c0de')
})

t.test('page: requests nothing from Google before the visitor acts (ASVS 14.2.3)', async (t) => {
  const { html } = await visit(everything, '/login')
  // Scripts contain the address of the provider and call it on submit: see test/login-page/browser.
  t.notMatch(html.replace(/<script.*?<\/script>/gs, ''), /https?:\/\/(?!www\.w3\.org)/)
  t.notMatch(html, /preconnect|dns-prefetch/)
})

t.test('page: lists the scripts of each screen up front, all served by the gateway', async (t) => {
  const gateway = everything
  const preloadsOf = async (path: string) => {
    const { html } = await visit(gateway, path)
    return [...html.matchAll(/rel="after-paint" href="([^"]+)"/g)].map((match) => match[1] ?? '')
  }
  const first = await preloadsOf('/login')
  for (const path of ['/login/forgot', '/login/sign-up', '/login/action?mode=signIn']) {
    const more = (await preloadsOf(path)).filter((href) => !first.includes(href))
    t.ok(more.length > 0, path)
    for (const href of more) t.equal((await send(`${gateway.url}${href}`)).status, 200, href)
  }
})

t.test('page: the framework is preloaded once, and runs with the other scripts', async (t) => {
  const { html } = await visit(everything, '/login')
  const [, href = '', ...more] = /<link rel="modulepreload" [^>]*href="([^"]+)"/.exec(html) ?? []
  t.same(more, [])
  t.equal(html.split(href).length, 2, 'nowhere else in the page')
  const response = await send(`${everything.url}${href}`)
  t.equal(response.status, 200)
  t.match(await response.text(), 'react')
})

/** Without noscript, whose texts are not sent to the page. */
const withoutNoscript = (html: string) => html.replace(/<noscript>.*?<\/noscript>/s, '')

t.test('rendering: the response is what the page renders from the same config', async (t) => {
  const { renderPage, headOf } = (await import(BUNDLE)) as ServerBundle
  const gateway = everything
  const rows = words`
    /login /login?redirect=%2Fx /login?redirect=%2Fy%3Fa%3Db%26c&lang=ar /login/sign-up?redirect=%2Fx /login/forgot
    /login/link /login/second-step /login/signed-out /login/action?mode=resetPassword&oobCode=1
    /login/action?mode=nothing-we-know /login/problem?code=loop&ref=r1
  `
  for (const path of [...rows, ...rows]) {
    const { config, html } = await visit(gateway, path)
    if (config === undefined) throw new Error(path)
    const page = /<div id="page">(.*)<\/div>\s*<script type="application\/json"/s.exec(html)?.[1] ?? ''
    t.equal(withoutNoscript(page), withoutNoscript(renderPage(config)), path)
    t.match(html, `<title>${escapeHtml(headOf(config).title)}</title>`)
  }
})

t.test('styles: page and theme are inline with CSP hashes, the custom stylesheet is linked', async (t) => {
  const cssFile = join(t.testdir({ 'own.css': '.card { margin: 0 }' }), 'own.css')
  const gateway = await startGateway(t, {
    config: { ...EVERYTHING, 'login.theme.accent': '#a00000', 'login.theme.cssFile': cssFile }
  })
  const stylesOf = ({ html }: { html: string }) =>
    [...html.matchAll(/<style>(.*?)<\/style>/gs)].map((match) => match[1] ?? '')
  const sourcesOf = ({ response }: { response: Response }) =>
    /style-src ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
  const hashed = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`

  const themed = await visit(gateway, '/login')
  const [own = '', theme = '', ...rest] = stylesOf(themed)
  t.match(own, '.card')
  t.match(theme, '--accent: light-dark(#a00000, ')
  t.same(rest, [])
  t.equal(sourcesOf(themed), `'self' ${hashed(own)} ${hashed(theme)}`)
  t.match(themed.html, /<\/style>\s*<link rel="stylesheet" href="\/_auth\/assets\/own-\w+\.css">/)

  const plain = await visit(everything, '/login')
  t.same(stylesOf(plain), [own], 'control: without a theme')
  t.equal(sourcesOf(plain), `'self' ${hashed(own)}`)
  t.notMatch(plain.html, 'rel="stylesheet"')
  const found = plain.html
  t.match(found, '<link rel="expect" href="#gatehouse-config" blocking="render">', 'no partial page is shown')
  t.equal(plain.response.headers.get('link'), null)
})

t.test('font: cached for a year, for other origins, preloaded, and only if configured', async (t) => {
  const fontFile = join(t.testdir({ 'a.woff2': buildWoff2() }), 'a.woff2')
  const gateway = await startGateway(t, { config: { 'login.theme.fontFile': fontFile } })
  const { html } = await visit(gateway, '/login')
  const preload = /<link rel="preload" href="([^"]+)" as="font" type="font\/woff2" crossorigin>/
  const href = preload.exec(html)?.[1] ?? ''
  t.ok(html.includes(`src: url("${href}")`))
  const response = await send(`${gateway.url}${href}`)
  t.match(Object.fromEntries(response.headers), {
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*'
  })
  t.same(Buffer.from(await response.arrayBuffer()), buildWoff2())
  const refusal = await send(`${gateway.url}/_auth/assets/none.css`, { headers: PAGE })
  t.match(refusal.headers.get('content-security-policy'), "font-src 'self'", 'pages of the gateway')
  const { html: plain } = await visit(everything, '/login')
  t.notMatch(plain, preload, 'control')
})

t.test('rendering: values cannot escape their context (ASVS 1.2.1, 1.2.3, 1.3.7)', async (t) => {
  const gateway = await startGateway(t, {
    config: { ...EVERYTHING, 'login.brand.name': 'A & <B> "C" ~gatehouse-query~' }
  })
  const target = '/x"><script>zzz</script>&amp;~gatehouse-reference~__GATEHOUSE_CONFIG__'
  const { html, config } = await visit(gateway, `/login?redirect=${encodeURIComponent(target)}`)
  t.equal(config?.redirectTarget, target)
  t.equal(config?.brand.name, 'A & <B> "C" ~gatehouse-query~')
  const block = /id="gatehouse-config">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  t.notMatch(block, /[<>&]/, 'nothing can end the block')
  t.notMatch(html, '<script>zzz')
  t.equal(html.match(/<script/g)?.length, 3, 'the block, and two of the page')
})

t.test('rendering: brotli, gzip or uncompressed', async (t) => {
  const { url } = everything
  const read = async (accepted: string, path = '/login') => {
    const response = await send(`${url}${path}`, { headers: { ...PAGE, 'accept-encoding': accepted } })
    const encoding = response.headers.get('content-encoding')
    return { encoding, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const plain = (await read('identity')).bytes.toString()
  for (const [accepted, expected] of [
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0.0', null],
    ['deflate', null]
  ] as const) {
    const { encoding, bytes } = await read(accepted)
    t.equal(encoding, expected, accepted)
    const unpacked =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
    t.equal(unpacked.toString(), plain, accepted)
  }
})

t.test('rendering: at most 10 kB in every language, also with logo, picture, and every way in', async (t) => {
  const brandFile = (name: string) => packagePath('gateway', 'demo', 'brand', name)
  const config = {
    ...EVERYTHING,
    'login.methods.phone': true,
    'login.methods.passkey': 'button',
    'login.brand.name': 'Meridian',
    'login.brand.logo': brandFile('logo.svg'),
    'login.brand.logoDark': brandFile('logo-dark.svg'),
    'login.brand.background': brandFile('background.svg'),
    'login.theme.accent': '#0b6e6e',
    'login.links.help': 'https://meridian.example/help',
    'login.links.privacy': 'https://meridian.example/privacy',
    'login.links.terms': 'https://meridian.example/terms',
    'login.links.contact': 'mailto:support@meridian.example'
  }
  const { url } = await startGateway(t, { config })
  const headers = { ...PAGE, 'accept-encoding': 'br' }
  for (const lang of testConfig({}).login.locales.enabled)
    for (const path of ['/login', '/login/sign-up', '/login/problem']) {
      const response = await send(`${url}${path}?redirect=%2Freports%2F2026&ui_locales=${lang}`, { headers })
      const { byteLength } = await response.arrayBuffer()
      t.ok(byteLength <= 10_000, `${path} in ${lang}: ${byteLength} bytes`)
    }
})

t.test('texts: page and linked file have all texts, and unknown file names are 404', async (t) => {
  const { config } = await visit(everything, '/login?lang=de')
  const href = config?.laterTexts ?? ''
  const response = await send(`${everything.url}${href}`, { headers: { 'accept-encoding': 'identity' } })
  t.match(Object.fromEntries(response.headers), {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable'
  })
  const later = (await response.json()) as Record<string, string>
  t.notMatch(Object.keys(config?.texts ?? {}), ['problem.credentials.title'])
  t.match(later, { 'problem.credentials.title': /passen/, 'sign-up.heading': /./ })
  // For errors before the file has loaded.
  t.match(config?.texts, { 'problem.network.title': /./, 'problem.network.hint': /./ })
  t.notMatch(config?.texts, { 'busy.exchanging': /./ })
  const none = '/_auth/assets/texts-xx-000000000000.json'
  for (const name of [href.replace('-de-', '-fr-'), href.replace(/\w{12}\.json/, '000000000000.json'), none])
    t.equal((await send(`${everything.url}${name}`)).status, 404, name)
})

t.test('hosts: each has its own name, helper and policy', async (t) => {
  const gateway = await startGateway(t, {
    publicUrl: 'https://app.example.com',
    config: {
      ...EVERYTHING,
      'identityPlatform.tenants': { 'acme.example.com': 'acme' },
      'identityPlatform.endpoints': {},
      'login.methods.phone': true,
      'login.brand.name': 'Everybody',
      'login.hosts': { 'acme.example.com': { brand: { name: 'Acme' } } },
      trustedProxies: ['127.0.0.1/32']
    }
  })
  const here = await visit(gateway, '/login')
  t.match(here.config, {
    brand: { name: 'Everybody' },
    provider: { authDomain: 'app.example.com' },
    tenant: { id: null },
    methods: { phone: true },
    texts: { 'sign-in.phone': /./ }
  })
  const there = await visit(gateway, '/login', { 'x-forwarded-host': 'acme.example.com' })
  t.match(there.config, {
    brand: { name: 'Acme' },
    provider: { authDomain: 'acme.example.com' },
    tenant: { id: 'acme' },
    methods: { phone: false }
  })
  t.notOk(there.config?.texts['sign-in.phone'], 'tenants have no sign-in by phone')
  t.match(there.html, /<title>Sign in to Acme<\/title>/)
  const stranger = await visit(gateway, '/login', { 'x-forwarded-host': 'evil.example' })
  t.match(stranger.config, { brand: { name: 'Everybody' }, provider: { authDomain: 'app.example.com' } })
})

t.test('destination: named after the resolved path of the target, however it is spelled', async (t) => {
  const gateway = await startGateway(t, {
    config: { 'login.destinations': { '/reports': 'Reports', '/reports/admin': 'Administration' } }
  })
  const rows = [
    ['Reports', words`/reports/1 /reports?a=/../x /reports#/../x /x/../reports /x/%2e%2e/reports/1`],
    ['Administration', ['/reports/x/../admin']],
    [null, words`/reports/../x /reports/%2E./x /reports/admin/../../x?y /x?/reports`]
  ] as const
  for (const [name, targets] of rows)
    for (const target of targets) {
      const { config } = await visit(gateway, `/login?redirect=${encodeURIComponent(target)}`)
      t.equal(config?.destination, name, target)
      t.equal(config?.redirectTarget, target, 'the target itself is unchanged')
    }
  const after = async (reason: string) =>
    (await visit(gateway, `/login?redirect=%2Freports&reason=${reason}`)).config?.destination
  t.same([await after('signed-out'), await after('revoked')], [null, null], 'a sign-out has none')
  t.equal(await after('expired'), 'Reports')
})

t.test('methods: phone is not offered where a second factor is required, unless alone', async (t) => {
  const rules = [{ path: '/payments/*', allow: 'signed-in', require: { secondFactor: true } }]
  const open = (methods: object) =>
    startGateway(t, { config: { 'login.methods': { phone: true, ...methods }, 'access.rules': rules } })
  const phoneAt = async (gateway: TestGateway, path: string) =>
    (await visit(gateway, path)).config?.methods.phone
  const usual = await open({ password: true })
  t.equal(await phoneAt(usual, '/login?redirect=%2Freports'), true)
  for (const path of ['/login?redirect=%2Fpayments%2F1', '/login/second-step'])
    t.equal(await phoneAt(usual, path), false, path)
  const only = await open({ password: false })
  t.equal(await phoneAt(only, '/login?redirect=%2Fpayments%2F1'), true)
})

t.test('methods: the address comes first if other ways crowd the password, or as configured', async (t) => {
  const asks = async (choice: Record<string, string>, methods = {}) => {
    const gateway = await startGateway(t, { config: { ...choice, 'login.methods': methods } })
    return (await visit(gateway, '/login')).config?.identifierFirst
  }
  for (const [choice, alone, crowded] of [
    [{}, false, true],
    [{ 'login.identifierFirst': 'auto' }, false, true],
    [{ 'login.identifierFirst': 'always' }, true, true],
    [{ 'login.identifierFirst': 'never' }, false, false]
  ] as const) {
    const seen = [await asks(choice), await asks(choice, { emailLink: true })]
    t.same(seen, [alone, crowded], JSON.stringify(choice))
    t.equal(await asks(choice, { password: false, emailLink: true }), false, 'no password to ask for')
  }
})

t.test('page: the last way to sign in is marked unless login.lastUsed is off', async (t) => {
  const marks = async (gateway: TestGateway) => (await visit(gateway, '/login')).config?.lastUsed
  t.equal(await marks(everything), true)
  t.equal(await marks(await startGateway(t, { config: { 'login.lastUsed': false } })), false)
})
