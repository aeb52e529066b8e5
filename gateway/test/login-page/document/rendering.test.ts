import t from 'tap'
import { createApplications, createOrigins } from '../../../src/access/applications/applications.ts'
import { createTenancy } from '../../../src/access/applications/tenancy.ts'
import { inlineStyle } from '../../../src/http/html.ts'
import { createLocales } from '../../../src/http/locales.ts'
import { createAppearances } from '../../../src/login-page/appearance/appearance.ts'
import type { LoginAssets } from '../../../src/login-page/assets/assets.ts'
import { createViews } from '../../../src/login-page/document/page-config.ts'
import { createDocumentRenderer, createLaterTexts } from '../../../src/login-page/document/rendering.ts'
import { createVisits, type LoginVisit } from '../../../src/login-page/visit/visit.ts'
import { testConfig } from '../../fixtures/gateway.ts'

const TEMPLATE = `<html lang="__GATEHOUSE_LANG__" dir="__GATEHOUSE_DIR__"><title>__GATEHOUSE_TITLE__</title>
__GATEHOUSE_HEAD__<script>__GATEHOUSE_CONFIG__</script><div>__GATEHOUSE_PAGE__</div></html>`

/** Renders a page of the template above. */
function startRenderer() {
  const config = testConfig({})
  const locales = createLocales(config.login.locales)
  const applications = createApplications(config)
  const appearances = createAppearances(config, applications)
  const assets: LoginAssets = {
    html: TEMPLATE,
    files: new Map(),
    stylesheetHref: null,
    ownPages: { stylesheetHrefs: [], styles: [] },
    styleFor: () => inlineStyle(''),
    accountPage: { scriptHrefs: ['/account.js'], stylesheetHref: '/account.css' },
    scriptHash: null,
    earlyScriptHref: '/_auth/assets/early.js',
    appCheckHrefs: [],
    frameworkHref: '/_auth/assets/react.js',
    scriptHrefsOf: (address, extras) => [
      `/_auth/assets/${address}.js`,
      ...(extras ? ['/_auth/assets/extras.js'] : [])
    ]
  }
  const render = createDocumentRenderer(assets, async () => ({
    renderPage: ({ texts }) => `$& $1${texts['noscript.text'].slice(0, 0)}`,
    headOf: ({ address, texts }) => {
      const isLink = address === 'link'
      t.type(texts[isLink ? 'link.heading' : 'sign-in.heading'], 'string')
      return { title: `<${address}>`, extras: isLink }
    },
    previews: []
  }))
  const laterTexts = createLaterTexts(locales)
  const buildView = createViews({ config, locales, laterTexts, appearances })
  const tenancy = createTenancy(config, applications)
  const plain = createVisits({ config, tenancy, origins: createOrigins(config), applications }).plain(
    'sign-in'
  )
  return (changes: Partial<LoginVisit> = {}, locale = 'en') =>
    render(buildView({ ...plain, ...changes }, locale, null))
}

t.test('document: has language, title and head, escaped', async (t) => {
  const text = startRenderer()
  const html = await text({}, 'ar')
  t.match(html, '<html lang="ar" dir="rtl"><title>&lt;sign-in&gt;</title>')
  t.match(html, '<meta name="color-scheme" content="light dark">')
  t.match(html, '<link rel="icon" href="data:image/svg+xml,%3Csvg')
  const colours = [...html.matchAll(/<meta name="theme-color" media="(.*?)" content="(.*?)">/g)]
  t.same(
    colours.map(([, media, colour]) => [media, colour]),
    [
      ['(max-width: 30rem) and (prefers-color-scheme: light)', '#ffffff'],
      ['(max-width: 30rem) and (prefers-color-scheme: dark)', '#181b21'],
      ['(prefers-color-scheme: light)', '#f3f4f7'],
      ['(prefers-color-scheme: dark)', '#0f1115']
    ],
    'phones: the card is the page'
  )
  t.match(html, '<link rel="after-paint" href="/_auth/assets/sign-in.js">')
  t.match(html, '<link rel="modulepreload" fetchpriority="low" href="/_auth/assets/react.js">')
  t.notMatch(html, 'extras.js')
  t.match(await text({ address: 'link' }), '<link rel="after-paint" href="/_auth/assets/extras.js">')
  t.notMatch(html, '__GATEHOUSE_')
  t.match(html, '<div>$& $1</div>', 'the page as it was rendered')
})

t.test(
  'texts: those that are drawn or may be shown before the others, never those of noscript',
  async (t) => {
    const text = startRenderer()
    const keysOf = (html: string) =>
      [...html.matchAll(/"([\w-]+(?:\.[\w-]+)+)":"/g)].map(([, key]) => key).sort()
    const early = ['field.caps-lock', 'page.title-error', 'problem.network.hint', 'problem.network.title']
    const always = [...early, 'sign-in.submitting']
    t.same(keysOf(await text()), [...always, 'sign-in.heading'].sort())
    t.same(keysOf(await text({ address: 'link' })), [...always, 'link.heading'].sort())
  }
)
