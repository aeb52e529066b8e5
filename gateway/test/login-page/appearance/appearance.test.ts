import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { createApplications } from '../../../src/access/applications/applications.ts'
import { createAppearances, readImageSize } from '../../../src/login-page/appearance/appearance.ts'
import { testConfig } from '../../fixtures/gateway.ts'
import { appearancesOf, textOf } from '../../fixtures/login-page/appearances.ts'
import { words } from '../../fixtures/words.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><script>alert(1)</script></svg>'
const DARK_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000500000002808060000', 'hex')
/** Too large to be inlined in the HTML. */
const LARGE_PNG = Buffer.concat([PNG, Buffer.alloc(1536)])

t.test('appearance: the default configuration needs no files and overrides nothing', async (t) => {
  const appearances = appearancesOf({})
  const { destinationFor, ...appearance } = appearances.at('localhost')
  t.equal(appearances.files.size, 0)
  const { faviconHref, ...others } = appearance
  const found = decodeURIComponent(faviconHref)
  t.match(found, /^data:image\/svg\+xml,<svg .* fill="#1f5eff".* fill="#ffffff">L<\/text>/)
  t.same(others, {
    brandName: 'localhost',
    logo: null,
    inlineLogo: null,
    links: { privacy: null, terms: null, help: null, contact: null },
    stylesheetHrefs: [],
    theme: null,
    colorScheme: 'light dark',
    fontHref: null,
    pageColours: { light: '#f3f4f7', dark: '#0f1115' },
    cardColours: { light: '#ffffff', dark: '#181b21' },
    providers: []
  })
  t.equal(destinationFor('/reports'), null)
})

t.test('appearance: every picture is served under a name with a hash of its content', async (t) => {
  const folder = t.testdir({ 'a.SVG': SVG, 'dark.svg': DARK_SVG, 'p.png': PNG, 'large.png': LARGE_PNG })
  const appearances = appearancesOf({
    brand: {
      name: 'Acme',
      logo: join(folder, 'a.SVG'),
      logoDark: join(folder, 'dark.svg'),
      favicon: join(folder, 'p.png'),
      background: join(folder, 'p.png')
    },
    providers: [{ id: 'saml.acme', name: 'Acme SSO', icon: join(folder, 'large.png') }]
  })
  const appearance = appearances.at('localhost')
  t.match(appearance.logo?.src, /^\/_auth\/assets\/logo-[0-9a-f]{12}\.svg$/)
  t.match(appearance.logo?.darkSrc, /^\/_auth\/assets\/logo-dark-[0-9a-f]{12}\.svg$/)
  t.match(appearance.logo, { width: 120, height: 40 })
  t.match(appearance.faviconHref, /\/favicon-[0-9a-f]{12}\.png$/)
  const background = [...appearances.files.keys()].find((name) => name.startsWith('background-'))
  t.match(background, /^background-[0-9a-f]{12}\.png$/)
  const served = [appearance.logo?.src, appearance.logo?.darkSrc, appearance.faviconHref]
  t.match(appearance.providers, [{ id: 'saml.acme', name: 'Acme SSO', iconSrc: /\/icon-[0-9a-f]{12}\.png$/ }])
  for (const href of [...served, appearance.providers[0]?.iconSrc, ...appearance.stylesheetHrefs])
    t.ok(appearances.files.has(String(href).replace('/_auth/assets/', '')), String(href))
  t.equal(appearances.files.size, 6, 'and the theme, which names the background')
  const theme = textOf(appearances, 'theme')
  t.ok(theme?.startsWith(`:root {\n  --background: url("/_auth/assets/${background}");\n}\n`))
  t.match(theme, 'background-image: var(--background)')
})

t.test('appearance: a small picture is inlined on the login page, a large one is a file', async (t) => {
  const folder = t.testdir({ 'a.svg': SVG, 'dark.svg': DARK_SVG, 'p.png': PNG, 'large.png': LARGE_PNG })
  const looksWith = (background: string, icon: string) =>
    appearancesOf({
      brand: {
        logo: join(folder, 'a.svg'),
        logoDark: join(folder, 'dark.svg'),
        background: join(folder, background)
      },
      providers: [{ id: 'saml.acme', name: 'Acme SSO', icon: join(folder, icon) }]
    }).at('localhost')
  const small = looksWith('p.png', 'p.png')
  const png = `data:image/png;base64,${PNG.toString('base64')}`
  t.equal(small.providers[0]?.iconSrc, png)
  t.match(small.theme?.style.css, `url("${png}")`)
  t.equal(decodeURIComponent(String(small.inlineLogo?.src)), `data:image/svg+xml,${SVG}`)
  t.equal(decodeURIComponent(String(small.inlineLogo?.darkSrc)), `data:image/svg+xml,${DARK_SVG}`)
  const found = small.inlineLogo?.src
  t.notMatch(found, /[\s"<>#]/, 'nothing that ends an attribute, a URL in it or a string value')
  t.match(small.inlineLogo, { width: 120, height: 40 })
  const large = looksWith('large.png', 'large.png')
  t.match(large.providers[0]?.iconSrc, /^\/_auth\/assets\/icon-/)
  t.match(large.theme?.style.css, /url\("\/_auth\/assets\/background-/)
})

t.test('appearance: changed content gets a new name, and hosts share equal files', async (t) => {
  const folder = t.testdir({ 'a.svg': SVG, 'same.svg': SVG })
  const brand = { logo: join(folder, 'a.svg') }
  const before = appearancesOf({
    brand,
    hosts: { 'acme.example.com': { brand: { logo: join(folder, 'same.svg') } } }
  })
  t.equal(before.files.size, 1)
  writeFileSync(join(folder, 'a.svg'), DARK_SVG)
  t.not(appearancesOf({ brand }).at('localhost').logo?.src, before.at('localhost').logo?.src)
})

t.test('appearance: an SVG is compressed, and its policy blocks scripts (ASVS 1.3.4, 3.2.1)', async (t) => {
  const folder = t.testdir({ 'a.svg': SVG, 'p.png': PNG, 'own.css': '.card { margin: 0 }' })
  const appearances = appearancesOf({
    brand: { logo: join(folder, 'a.svg'), favicon: join(folder, 'p.png') },
    theme: { cssFile: join(folder, 'own.css') }
  })
  const fileOf = (ending: string) => [...appearances.files].find(([name]) => name.endsWith(ending))?.[1]
  const svg = fileOf('.svg')
  t.same(svg?.headers, {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; sandbox"
  })
  t.equal(svg?.type, 'image/svg+xml')
  for (const file of [svg, fileOf('.css')]) {
    t.same(brotliDecompressSync(file?.brotli ?? ''), file?.plain)
    t.same(gunzipSync(file?.gzip ?? ''), file?.plain)
  }
  t.match(fileOf('.css'), { type: 'text/css; charset=utf-8', headers: undefined })
  t.match(fileOf('.png'), { type: 'image/png', brotli: null, gzip: null, headers: undefined, plain: PNG })
})

t.test('appearance: a dark logo alone is also used on light backgrounds', async (t) => {
  const folder = t.testdir({ 'dark.svg': DARK_SVG })
  const { logo } = appearancesOf({ brand: { logoDark: join(folder, 'dark.svg') } }).at('localhost')
  t.match(logo, { src: /\/logo-\w+\.svg$/, darkSrc: null })
})

t.test('appearance: a page that is always dark or always light shows the one logo for it', async (t) => {
  const folder = t.testdir({ 'a.svg': SVG, 'dark.svg': DARK_SVG })
  const brand = { logo: join(folder, 'a.svg'), logoDark: join(folder, 'dark.svg') }
  const logoIn = (mode: string) => {
    const appearances = appearancesOf({ brand, theme: { mode } })
    const { logo } = appearances.at('localhost')
    const content = String(appearances.files.get(String(logo?.src).replace('/_auth/assets/', ''))?.plain)
    return { content, darkSrc: logo?.darkSrc }
  }
  t.same(logoIn('dark'), { content: DARK_SVG, darkSrc: null })
  t.same(logoIn('light'), { content: SVG, darkSrc: null })
  t.match(logoIn('auto'), { content: SVG, darkSrc: /logo-dark-/ })
})

t.test('appearance: a file that disappeared after the check is rejected', async (t) => {
  const folder = t.testdir({ 'a.svg': SVG })
  const config = testConfig({ 'login.brand.logo': join(folder, 'a.svg') })
  const create = () => createAppearances(config, createApplications(config))
  t.doesNotThrow(create)
  rmSync(join(folder, 'a.svg'))
  t.throws(create, { message: /a\.svg.*ENOENT/ })
})

t.test('appearance: the theme comes before the custom stylesheet, which is served unchanged', async (t) => {
  const css = '.card { box-shadow: none }\n'
  const folder = t.testdir({ 'own.css': css })
  const appearances = appearancesOf({ theme: { accent: '#0b57d0', cssFile: join(folder, 'own.css') } })
  t.match(appearances.at('localhost').stylesheetHrefs, [
    /^\/_auth\/assets\/theme-[0-9a-f]{12}\.css$/,
    /^\/_auth\/assets\/own-[0-9a-f]{12}\.css$/
  ])
  t.equal(textOf(appearances, 'own'), css)
})

t.test('hosts: an omitted key falls back to the default, null removes the value', async (t) => {
  const folder = t.testdir({ 'a.svg': SVG, 'dark.svg': DARK_SVG, 'p.png': PNG })
  const appearances = appearancesOf({
    brand: { name: 'Ours', logo: join(folder, 'a.svg'), favicon: join(folder, 'p.png') },
    links: { help: 'https://help.example', terms: 'https://terms.example' },
    destinations: { '/a': 'A', '/b': 'B' },
    hosts: {
      'acme.example.com': {
        brand: { name: 'Acme', favicon: null },
        links: { terms: 'https://acme.example', help: null },
        destinations: { '/a': 'Acme A', '/a/c': 'C' }
      }
    }
  })
  const ours = appearances.at('localhost')
  const acme = appearances.at('acme.example.com')
  t.match(ours, {
    brandName: 'Ours',
    links: { help: 'https://help.example', terms: 'https://terms.example' }
  })
  t.match(acme, {
    brandName: 'Acme',
    faviconHref: /^data:.*%3EA%3C\/text/,
    links: { help: null, terms: 'https://acme.example' }
  })
  t.equal(acme.logo?.src, ours.logo?.src)
  t.match(ours.faviconHref, /favicon-/)
  const paths = ['/a', '/b', '/a/c']
  t.same(paths.map(acme.destinationFor), ['Acme A', 'B', 'C'])
  t.same(paths.map(ours.destinationFor), ['A', 'B', 'A'])
})

t.test('brand: without a name, it is the host of publicUrl, never the product', async (t) => {
  const nameAt = (config: Record<string, unknown>, host: string) => {
    const tenants = { 'acme.example.com': 'acme' }
    const publicUrl = 'https://app.example.com:8443'
    const all = testConfig({ publicUrl, 'identityPlatform.tenants': tenants, ...config })
    return createAppearances(all, createApplications(all)).at(host).brandName
  }
  t.equal(nameAt({}, 'app.example.com'), 'app.example.com')
  const hosts = { 'acme.example.com': { theme: { accent: '#0b57d0' } } }
  t.equal(nameAt({ 'login.hosts': hosts }, 'acme.example.com'), 'app.example.com', 'on another host too')
  t.equal(nameAt({ 'login.brand.name': 'Acme' }, 'app.example.com'), 'Acme', 'control')
})

t.test('hosts: match in any case and with a final dot, others have the default appearance', async (t) => {
  const appearances = appearancesOf({ hosts: { 'acme.example.com': { brand: { name: 'Acme' } } } })
  for (const host of ['acme.example.com', 'ACME.example.COM', 'acme.example.com.'])
    t.equal(appearances.at(host).brandName, 'Acme', host)
  for (const host of ['localhost', 'xacme.example.com', 'acme.example.com.evil.example', '__proto__', ''])
    t.equal(appearances.at(host).brandName, 'localhost', host)
})

t.test('hosts: a host with its own logo or accent does not use the default dark one', async (t) => {
  const folder = t.testdir({ 'a.svg': SVG, 'dark.svg': DARK_SVG, 'acme.png': PNG })
  const everywhere = {
    brand: { logo: join(folder, 'a.svg'), logoDark: join(folder, 'dark.svg') },
    theme: { accent: '#0b57d0', accentDark: '#a8c7fa' }
  }
  const acmeOf = (own: unknown) => {
    const appearances = appearancesOf({ ...everywhere, hosts: { 'acme.example.com': own } })
    const appearance = appearances.at('acme.example.com')
    const file = appearance.stylesheetHrefs[0]?.replace('/_auth/assets/', '') ?? ''
    return { ...appearance, css: String(appearances.files.get(file)?.plain) }
  }
  const own = acmeOf({ brand: { logo: join(folder, 'acme.png') }, theme: { accent: '#a00000' } })
  t.match(own.logo, { src: /logo-\w+\.png$/, darkSrc: null, width: 80, height: 40 })
  t.match(own.css, /--accent: light-dark\(#a00000, /)
  t.notMatch(own.css, /#a8c7fa/)
  const named = acmeOf({ brand: { name: 'Acme' }, theme: {} })
  t.match(named.logo?.darkSrc, /logo-dark-/, 'control: host without its own logo or accent')
  t.match(named.css, /light-dark\(#0b57d0, #a8c7fa\)/)
})

t.test('destinations: the longest prefix of the path wins', async (t) => {
  const { destinationFor } = appearancesOf({
    destinations: { '/': 'Home', '/reports': 'Reports', '/reports/q4': 'Fourth quarter' }
  }).at('localhost')
  const rows = {
    Home: words`/ /other /reportsx /Reports /?next=/reports`,
    Reports: words`/reports /reports/ /reports?page=/reports/q4 /reports#q4 /reports/q42`,
    'Fourth quarter': words`/reports/q4 /reports/q4/x`
  }
  for (const [name, paths] of Object.entries(rows))
    for (const path of paths) t.equal(destinationFor(path), name, path)
  const without = appearancesOf({ destinations: { '/reports': 'Reports' } }).at('localhost')
  t.equal(without.destinationFor('/reports/x'), 'Reports')
  for (const path of ['/', '/reportsx', '/x/reports']) t.equal(without.destinationFor(path), null, path)
})

t.test('providers: known ones have names, a configured name wins, and the order is kept', async (t) => {
  const ids = 'yahoo.com google.com github.com microsoft.com apple.com facebook.com twitter.com'.split(' ')
  const { providers } = appearancesOf({
    providers: [...ids.map((id) => ({ id })), { id: 'oidc.acme', name: 'Acme' }]
  }).at('localhost')
  const found = providers.map(({ name }) => name)
  t.same(found, ['Yahoo', 'Google', 'GitHub', 'Microsoft', 'Apple', 'Facebook', 'X', 'Acme'])
  t.same([...new Set(providers.map(({ iconSrc }) => iconSrc))], [null])
  const named = appearancesOf({ providers: [{ id: 'google.com', name: 'Work account' }] }).at('localhost')
  t.equal(named.providers[0]?.name, 'Work account')
})

t.test('appearance: a preset of a host replaces the default theme', async (t) => {
  const theme = { accent: '#a00000', layout: 'split', radius: 2, buttons: 'pill', alignment: 'start' }
  const hosts = { 'acme.example.com': { theme: { preset: 'graphite' } } }
  const cssAt = (login: Record<string, unknown>) =>
    appearancesOf(login).at('acme.example.com').theme?.style.css
  t.equal(cssAt({ theme, hosts }), cssAt({ theme: { preset: 'graphite' } }))
  const own = { 'acme.example.com': { theme: { preset: 'graphite', layout: 'split', radius: 2 } } }
  t.equal(
    cssAt({ theme, hosts: own }),
    cssAt({ theme: { preset: 'graphite', layout: 'split', radius: 2 } }),
    'but with its own keys'
  )
  const single = { 'acme.example.com': { theme: { layout: 'plain' } } }
  t.equal(cssAt({ theme, hosts: single }), cssAt({ theme: { ...theme, layout: 'plain' } }), 'no preset')
})

t.test('image size: is read from an SVG or PNG, and is null if missing', async (t) => {
  const svg = (attributes: string) =>
    readImageSize(Buffer.from(`<?xml?><svg ${attributes}><g/></svg>`), '.svg')
  t.same(svg('width="120" height="40"'), { width: 120, height: 40 })
  t.same(svg('width="120px" height="39.6px"'), { width: 120, height: 40 })
  t.same(svg('viewBox="0 0 24 12"'), { width: 24, height: 12 })
  t.same(svg('width="100%" height="100%" viewBox="-1,-1, 24,12"'), { width: 24, height: 12 })
  t.same(svg('width="10em" stroke-width="3" height="4"'), null)
  t.same(svg('viewBox="0 0 0 12"'), null)
  t.same(svg('viewBox="junk"'), null)
  t.same(readImageSize(PNG, '.png'), { width: 80, height: 40 })
  t.same(readImageSize(PNG.subarray(0, 23), '.png'), null)
  t.same(readImageSize(PNG, '.jpg'), null)
})
