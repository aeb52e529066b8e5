import t from 'tap'
import { createApplications, createOrigins } from '../../../src/access/applications.ts'

import { createTenancy } from '../../../src/access/tenancy.ts'
import { createLocales } from '../../../src/http/locales.ts'
import { createAppearances } from '../../../src/login-page/appearance/appearance.ts'
import type { LoginAssets } from '../../../src/login-page/assets/assets.ts'
import type { PageConfig } from '../../../src/login-page/contract.ts'
import { createViews } from '../../../src/login-page/document/page-config.ts'
import { createLoginRenderer } from '../../../src/login-page/document/rendering.ts'
import { createLaterTexts } from '../../../src/login-page/document/texts.ts'
import { createVisits, type LoginVisit } from '../../../src/login-page/visit/visit.ts'
import { testConfig } from '../../fixtures/gateway.ts'

const TEMPLATE = `<html lang="__GATEHOUSE_LANG__" dir="__GATEHOUSE_DIR__"><title>__GATEHOUSE_TITLE__</title>
__GATEHOUSE_HEAD__<script>__GATEHOUSE_CONFIG__</script><div>__GATEHOUSE_PAGE__</div></html>`

/** A renderer whose page records every render. */
function startRenderer() {
  const config = testConfig({
    'login.destinations': { '/reports': 'Reports' }
  })
  const locales = createLocales(config.login.locales)
  const applications = createApplications(config)
  const appearances = createAppearances(config, applications)
  const rendered: PageConfig[] = []
  const assets: LoginAssets = {
    html: TEMPLATE,
    files: new Map(),
    stylesheetHref: null,
    lazyStylesheetHrefs: [],
    style: null,
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
  const renderer = createLoginRenderer(assets, async () => ({
    renderPage(page) {
      rendered.push(page)
      return `<a href="${page.paths.login}${page.query}">${page.problem?.reference ?? ''}</a>`
    },
    headOf: (page) => ({ title: `<${page.address}>`, extras: page.address === 'link' }),
    previews: []
  }))
  const buildView = createViews({
    config,
    locales,
    laterTexts: createLaterTexts(locales),
    appearances,
    devDrawerPath: null
  })
  const visits = createVisits({
    config,
    tenancy: createTenancy(config, applications),
    origins: createOrigins(config),
    applications
  })
  const plain = visits.plain('sign-in')
  const view = (
    changes: Partial<LoginVisit> = {},
    locale = 'en',
    session: Parameters<typeof buildView>[2] = null
  ) => buildView({ ...plain, ...changes }, locale, session)
  return {
    renderer,
    rendered,
    to: (redirectTarget: string) => visits.plain('sign-in', redirectTarget),
    view,
    text: async (...args: Parameters<typeof view>) =>
      String((await renderer.render(view(...args), null)).body)
  }
}

t.test('rendering: each variant is rendered once, for any number of visitors and targets', async (t) => {
  const { rendered, text, to } = startRenderer()
  for (const target of ['/a', '/b', '/b?c', '/a']) {
    const html = await text(to(target))
    t.match(html, `href="/login?redirect=${encodeURIComponent(target)}"`)
    t.match(html, `"redirectTarget":"${target}"`)
  }
  t.equal(rendered.length, 1)
  await text()
  t.equal(rendered.length, 2, 'with no target at all')
  for (const changes of [{ reason: 'expired' }, to('/reports/1'), { address: 'forgot' }] as const) {
    const before = rendered.length
    await text(changes)
    await text(changes)
    t.equal(rendered.length, before + 1)
  }
  await text({}, 'de')
  t.equal(rendered.length, 6, 'in another language')
})

t.test('rendering: one rendered page serves each visitor with another reference', async (t) => {
  const { rendered, text } = startRenderer()
  for (const reference of ['one', 'two', 'three']) {
    const html = await text({ address: 'problem', problem: { code: 'loop', reference } })
    t.match(html, `>${reference}</a>`)
    t.match(html, `"reference":"${reference}"`)
  }
  t.equal(rendered.length, 1)
  t.match(await text({ address: 'problem', problem: { code: 'loop', reference: null } }), '"reference":null')
  t.equal(rendered.length, 2)
})

t.test(
  'rendering: a page with account data is rendered for each response, never compressed or cached',
  async (t) => {
    const { renderer, rendered, view } = startRenderer()
    const claims = { name: 'Ada', firebase: {} }
    const session = { claims, tenantId: null } as unknown as Parameters<typeof view>[2]
    for (const count of [1, 2, 3]) {
      const { body, encoding } = await renderer.render(view({}, 'en', session ?? null), 'br')
      t.equal(encoding, null)
      t.match(String(body), '"account":{"name":"Ada","email":null,"provider":null}')
      t.equal(rendered.length, count)
    }
    const { encoding } = await renderer.render(view(), 'br')
    t.equal(encoding, 'br', 'a page without account data is compressed')
  }
)

t.test('rendering: pages are rendered ahead until stopped', async (t) => {
  const { renderer, rendered, view } = startRenderer()
  const views = ['en', 'de', 'fr', 'ja'].map((locale) => view({}, locale))
  await renderer.renderAhead(views, () => rendered.length === 3)
  t.same(
    rendered.map(({ locale }) => locale),
    ['en', 'de', 'fr']
  )
  await renderer.render(view({}, 'de'), 'gzip')
  t.equal(rendered.length, 3, 'already rendered')
})

t.test('document: has language, title and head, escaped', async (t) => {
  const { text } = startRenderer()
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
  t.match(
    html,
    '<link rel="preload" as="script" crossorigin fetchpriority="low" href="/_auth/assets/react.js">'
  )
  t.notMatch(html, 'extras.js')
  t.match(await text({ address: 'link' }), '<link rel="after-paint" href="/_auth/assets/extras.js">')
  t.notMatch(html, '__GATEHOUSE_')
})

t.test(
  'texts: texts for email links are only sent with their page, and noscript texts with no page',
  async (t) => {
    const { text } = startRenderer()
    const signIn = await text()
    t.match(signIn, '"sign-in.heading":')
    t.match(signIn, '"action.reset-password":', 'also shown on other screens')
    t.notMatch(
      signIn,
      /"(action\.verify\.text|tenant\.heading|connect\.heading|noscript\.text|problem\.credentials\.title)":/
    )
    const action = await text({ address: 'action', actionMode: 'verifyEmail' })
    t.match(action, '"action.verify.text":')
    const problem = await text({ address: 'problem', problem: { code: 'loop', reference: null } })
    t.match(problem, '"problem.credentials.title":', 'it may show any of them')
  }
)
