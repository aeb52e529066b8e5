import t from 'tap'
import { PAGE, postSession, startGateway } from '../../fixtures/gateway.ts'
import { visit } from '../../fixtures/login-page/login-page.ts'
import { type CookieJar, createCookieJar } from '../../fixtures/wire/cookie-jar.ts'
import { send } from '../../fixtures/wire/http-client.ts'
import { startEchoUpstream } from '../../fixtures/wire/upstream.ts'

/** Too large to be inlined in the HTML. */
const svg = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><!--${'large '.repeat(300)}--></svg>`
const pictures = t.testdir({
  'logo.svg': svg(10),
  'dark.svg': svg(11),
  'icon.svg': svg(12),
  'back.svg': svg(13),
  'own-logo.svg': svg(20),
  'own-dark.svg': svg(21),
  'own-icon.svg': svg(22),
  'own-back.svg': svg(23)
})
/** A brand with its pictures, and links to its site. */
const brandOf = (name: string, prefix = '') => ({
  name,
  logo: `${pictures}/${prefix}logo.svg`,
  logoDark: `${pictures}/${prefix}dark.svg`,
  favicon: `${pictures}/${prefix}icon.svg`,
  background: `${pictures}/${prefix}back.svg`
})
const linksOf = (site: string) => {
  const keys = ['privacy', 'terms', 'help', 'contact']
  return Object.fromEntries(keys.map((key) => [key, `https://${site}.example/${key}`]))
}

const echo = await startEchoUpstream(t)
const upstream = { url: echo.url }
const ADMINS = { rules: [{ path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }] }

const gateway = await startGateway(t, {
  publicUrl: 'https://app.example.com',
  tenants: ['acme-1'],
  config: {
    'cookie.domain': 'example.com',
    'login.providers': [{ id: 'google.com' }, { id: 'microsoft.com' }, { id: 'saml.acme', name: 'Acme SSO' }],
    'login.brand': brandOf('Company'),
    'login.theme': { accent: '#0b57d0', accentDark: '#a8c7fa' },
    'login.links': linksOf('company'),
    'login.destinations': { '/reports': 'Reports' },
    'access.default': 'signed-in',
    applications: [
      { name: 'home', upstream },
      { name: 'plain', host: 'plain.example.com', upstream, access: ADMINS },
      {
        name: 'wiki',
        host: 'wiki.example.com',
        upstream,
        access: ADMINS,
        login: {
          brand: brandOf('Our wiki', 'own-'),
          theme: { accent: '#a00000', accentDark: '#ffb4a8' },
          links: linksOf('wiki'),
          destinations: { '/reports': 'Wiki reports' },
          providers: ['saml.acme']
        }
      },
      {
        name: 'drafts',
        host: 'wiki.example.com',
        path: '/drafts/*',
        upstream,
        login: { brand: { name: 'Drafts' }, providers: ['google.com', 'microsoft.com'] }
      },
      { name: 'acme', host: 'acme.example.com', upstream, login: { tenant: 'acme-1' } },
      ...['pill', 'square'].map((buttons) => ({
        name: buttons,
        host: 'plain.example.com',
        path: `/${buttons}/*`,
        upstream,
        login: { theme: { buttons }, destinations: { '/': 'Same' } }
      }))
    ]
  }
})
gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
gateway.provider.accounts.create({ uid: 'eve', email: 'eve@acme.example', tenantId: 'acme-1' })

/** The login page on the way to this address. */
const loginFor = (target: string) =>
  visit(gateway, `/login?redirect=${encodeURIComponent(target)}`, { host: 'app.example.com' })

/** A gateway page at an address of an application. */
async function pageAt(address: string, headers: Record<string, string> = {}) {
  const { host, pathname } = new URL(address)
  const response = await send(`${gateway.url}${pathname}`, { headers: { ...PAGE, host, ...headers } })
  return { status: response.status, html: await response.text() }
}

async function signIn(uid: string, tenantId?: string): Promise<CookieJar> {
  const { idToken, refreshToken } = await gateway.provider.signIn(uid, {
    authTimeSeconds: gateway.now(),
    ...(tenantId === undefined ? {} : { tenantId })
  })
  const at = { host: 'app.example.com', origin: 'https://app.example.com' }
  const response = await postSession(gateway.url, idToken, refreshToken, at)
  t.equal(response.status, 200, uid)
  const jar = createCookieJar()
  jar.store(response.headers.getSetCookie())
  return jar
}

/** The theme in the HTML of a page. */
const themeOf = (html: string) => [...html.matchAll(/<style>(.*?)<\/style>/gs)].at(-1)?.[1] ?? ''

/** Contents of the stylesheets and pictures of a page, by the first part of their file names. */
async function filesOf(html: string): Promise<Record<string, string>> {
  const links = html.matchAll(
    /(?:href|src|srcset)="(\/_auth\/assets\/([a-z-]+)-[0-9a-f]{12}\.(?:css|svg))"/gi
  )
  const files: Record<string, string> = {}
  for (const [, path, name = ''] of links) {
    const response = await send(`${gateway.url}${path}`, { headers: { host: 'app.example.com' } })
    files[name] = await response.text()
  }
  return files
}

t.test('application page: every appearance key of the application is used on the login page', async (t) => {
  const { config, html } = await loginFor('https://wiki.example.com/page')
  t.match(config, { brand: { name: 'Our wiki' }, destination: 'Our wiki' })
  t.match(html, '<title>Sign in to Our wiki</title>')
  t.same(config?.links, linksOf('wiki'))
  const theme = themeOf(html)
  t.same(await filesOf(html), { logo: svg(20), 'logo-dark': svg(21), favicon: svg(22) })
  t.match(theme, /--accent: light-dark\(#a00000, #ffb4a8\)/)
  const background = /url\("([^"]+)"\)/.exec(theme)?.[1]
  const picture = await send(`${gateway.url}${background}`, { headers: { host: 'app.example.com' } })
  t.equal(await picture.text(), svg(23))
})

t.test('application page: without its own appearance, uses the default one and its name', async (t) => {
  const { config, html } = await loginFor('https://plain.example.com/page')
  t.match(config, {
    brand: { name: 'Company' },
    destination: 'Plain',
    links: { contact: 'https://company.example/contact' }
  })
  const theme = themeOf(html)
  t.same(await filesOf(html), { logo: svg(10), 'logo-dark': svg(11), favicon: svg(12) })
  t.match(theme, /--accent: light-dark\(#0b57d0, #a8c7fa\)/)
})

t.test('application page: has the theme of the application, even if all else is equal', async (t) => {
  const shapeOf = async (path: string) =>
    /\.button \{ border-radius: (\w+) \}/.exec(
      (await loginFor(`https://plain.example.com/${path}`)).html
    )?.[1]
  t.equal(await shapeOf('pill/page'), '100vmax')
  t.equal(await shapeOf('square/page'), '0')
  t.equal(await shapeOf('page'), undefined, 'control')
})

t.test('application page: offers exactly the providers that the application names', async (t) => {
  const rows: [target: string, offered: string[]][] = [
    ['https://wiki.example.com/x', ['saml.acme']],
    ['https://wiki.example.com/drafts/x', ['google.com', 'microsoft.com']],
    ['https://plain.example.com/x', ['google.com', 'microsoft.com', 'saml.acme']],
    ['/x', ['google.com', 'microsoft.com', 'saml.acme']]
  ]
  for (const [target, offered] of rows) {
    const { config, html } = await loginFor(target)
    const found = config?.providers.map(({ id }) => id)
    t.same(found, offered, target)
    t.equal(html.includes('Continue with Acme SSO'), offered.includes('saml.acme'), target)
    t.equal(html.includes('Continue with Google'), offered.includes('google.com'), target)
  }
})

t.test('application page: sign-in uses its tenant, and sessions of other tenants are rejected', async (t) => {
  const tenantFor = async (target: string) => (await loginFor(target)).config?.tenant
  t.same(await tenantFor('https://acme.example.com/x'), { id: 'acme-1', choose: [], byEmailDomain: {} })
  t.same(await tenantFor('https://wiki.example.com/x'), { id: null, choose: [], byEmailDomain: {} }, 'wiki')
  const [ada, eve] = [await signIn('ada'), await signIn('eve', 'acme-1')]
  const rows: [origin: string, jar: CookieJar, status: number][] = [
    ['https://acme.example.com', eve, 200],
    ['https://acme.example.com', ada, 302],
    ['https://wiki.example.com', ada, 200],
    ['https://wiki.example.com', eve, 302]
  ]
  for (const [origin, jar, status] of rows) {
    const cookie = jar.header()
    t.equal((await pageAt(`${origin}/x`, { cookie })).status, status, origin)
    const call = { cookie, 'sec-fetch-mode': 'cors' }
    t.equal((await pageAt(`${origin}/x`, call)).status, status === 200 ? 200 : 401, origin)
    t.equal((await pageAt(`${origin}/_auth/session`, call)).status, status === 200 ? 200 : 401, origin)
  }
  const login = `/login?redirect=${encodeURIComponent('https://acme.example.com/x')}`
  const back = await visit(gateway, login, { host: 'app.example.com', cookie: ada.header() })
  t.equal(back.response.status, 200, 'the other account must sign in and is not sent back')
})

/** Expected appearances of gateway pages. */
const LOOKS = {
  company: { brand: 'Company', logo: svg(10), accent: '#0b57d0', contact: 'https://company.example/contact' },
  wiki: { brand: 'Our wiki', logo: svg(20), accent: '#a00000', contact: 'https://wiki.example/contact' }
}

t.test('application page: error pages at each host have the appearance of its application', async (t) => {
  const ada = (await signIn('ada')).header()
  const look = async (address: string, status: number, looks: keyof typeof LOOKS, hasFiles = true) => {
    const { html, ...page } = await pageAt(address, { cookie: ada })
    const { brand, logo, accent, contact } = LOOKS[looks]
    t.equal(page.status, status, address)
    t.match(html, new RegExp(`<title>[^<]* – ${brand}</title>`), address)
    t.ok(html.includes(`href="${contact}"`), `${address}: contact`)
    const { theme = '', ...files } = await filesOf(html)
    if (hasFiles) t.equal(files.logo, logo, `${address}: logo`)
    else t.same(files, {}, `${address}: no files`)
    t.ok((hasFiles ? theme : html).includes(accent), `${address}: accent`)
  }
  await look('https://wiki.example.com/admin/x', 403, 'wiki')
  await look('https://plain.example.com/admin/x', 403, 'company')
  await look('https://unknown.example.com/x', 404, 'company', false)
  gateway.advance(3700)
  gateway.provider.faults.refresh = { kind: 'reset' }
  t.teardown(() => gateway.provider.faults.reset())
  await look('https://wiki.example.com/x', 503, 'wiki')
  await look('https://plain.example.com/x', 503, 'company')
})
