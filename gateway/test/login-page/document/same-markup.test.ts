import { pathToFileURL } from 'node:url'
import t from 'tap'
import { createLoginPreview } from '../../../plugins/preview/preview-server.ts'
import { packagePath } from '../../../src/config/package-files.ts'
import { shortReference } from '../../../src/http/auth-request.ts'
import { type PageIcon, renderIcon } from '../../../src/http/page.ts'
import { PAGE, startGateway, testConfig } from '../../fixtures/gateway.ts'
import { send } from '../../fixtures/wire/http-client.ts'

/** The login page is rendered by React and other pages are not: shared markup must be the same. The heading of its first screen names the brand. */

const BRANDED = {
  'login.brand.name': ' ästhetik & Söhne',
  'login.links.help': 'https://acme.example/help?a=1&b=2',
  'login.links.contact': 'mailto:help@acme.example',
  'login.links.privacy': 'https://acme.example/privacy',
  'login.links.terms': 'https://acme.example/terms'
}

/** One element of a page, without React attributes and language links. */
function elementOf(html: string, start: string, end: string): string {
  const from = html.indexOf(start)
  const found = from < 0 ? '' : html.slice(from, html.indexOf(end, from) + end.length)
  return found
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/ (?:href="\/[^"]*"|rel="nofollow")/g, '')
    .replaceAll('hrefLang', 'hreflang')
    .replaceAll('></path>', '/>')
}

for (const lang of ['en', 'ar']) {
  t.test(`same markup: brand and footer on the login page and on other pages, ${lang}`, async (t) => {
    const { url } = await startGateway(t, { config: BRANDED })
    const ask = async (path: string) =>
      (await send(`${url}${path}`, { headers: { ...PAGE, 'accept-language': lang } })).text()
    const [login, other] = [await ask('/login/forgot'), await ask('/login/nothing')]
    for (const [start, end] of [
      ['<div class="brand">', '</div>'],
      ['<footer', '</footer>']
    ] as const) {
      t.match(elementOf(login, start, end), /Söhne|privacy/)
      t.equal(elementOf(other, start, end), elementOf(login, start, end))
    }
    t.not(elementOf(login, '<footer', '</footer>'), elementOf(login, '<div class="brand">', '</div>'))
  })
}

const ICONS: [PageIcon, preview: string][] = [
  ['warning', 'problem'],
  ['lock', 'second-factor-totp'],
  ['success', 'signed-out']
]
t.test('same markup: shared icons', async (t) => {
  const config = testConfig({})
  const app = await createLoginPreview(config)
  t.teardown(() => app.close())
  const pages = new Map<PageIcon, string>()
  for (const [icon, preview] of ICONS) {
    const { body } = await app.inject(`/login?preview=${preview}&lang=en`)
    pages.set(icon, elementOf(body, '<span class="badge', '</span>'))
    t.equal(elementOf(renderIcon(icon), '<span class="badge', '</span>'), pages.get(icon), icon)
  }
  t.equal(new Set(pages.values()).size, ICONS.length, 'no two are alike')
})

t.test('same markup: both shorten the reference of a problem in the same way', async (t) => {
  const module = packagePath('dist', 'login-ui-modules', 'login-ui', 'src', 'auth', 'errors.js')
  type Page = { problemOf(code: string, reference: string): { reference: string | null } }
  const page: Page = await import(pathToFileURL(module).href)
  for (const [id, shown] of [
    ['8f14e45f-ceea-467f-a0e6-b2c7d8e9f001', '8f14e45f'],
    ['8f14e45f-ceea-967f-a0e6-b2c7d8e9f001', '8f14e45f'],
    ['8f14e45f-ceea-767f-a0e6-b2c7d8e9f001', '8f14e45f-ceea-767f-a0e6-b2c7d8e9f001'],
    ['1ed0c6a0-4b1a-11ee-9c55-2d1a6b7c8d9e', '1ed0c6a0-4b1a-11ee-9c55-2d1a6b7c8d9e'],
    ['req-1', 'req-1']
  ] as const) {
    t.equal(shortReference(id), shown)
    t.equal(page.problemOf('', id).reference, shown)
  }
})
