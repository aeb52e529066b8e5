import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createAnswers, markOwnAnswer, toFault } from '../access/answers.ts'
import { createSites } from '../access/sites.ts'
import type { LoginPageConfig } from '../config/partial-config.ts'
import { Fault } from '../errors.ts'
import { escapeHtml, PAGE_CSP } from '../http/page.ts'
import { SCREEN_PATHS } from './addresses.ts'
import { loadLoginAssets, registerLoginAssets } from './assets.ts'
import { powersOf, securityHeadersOf } from './csp.ts'
import { chooseEncoding } from './encoding.ts'
import { createLocales } from './locales.ts'
import { createLooks } from './looks.ts'
import { createViews } from './page-config.ts'
import { createLoginRenderer, loadServerBundle } from './rendering.ts'
import { createVisits, parameterOf } from './visit.ts'

/**
 * A server, not yet listening, of the login page in every state it can be in, as this configuration makes it look, with
 * nothing behind it: `/` lists the states, `<login>?preview=<name>&lang=<language>` shows one. For loopback.
 */
export async function createLoginPreview(config: LoginPageConfig): Promise<FastifyInstance> {
  const app = fastify({ forceCloseConnections: true })
  app.decorateRequest('target', null)
  const { brand, links } = config.login
  const frame = {
    brandName: brand.name,
    logo: null,
    colorScheme: 'light dark',
    stylesheetHrefs: [],
    contactUrl: links.contact
  }
  const answers = createAnswers({ config, frameFor: () => frame, sites: createSites(config) })
  app.decorate('ownHeaders', answers.ownHeaders)
  app.setErrorHandler((error, request, reply) => answers.fault(request, reply, toFault(error)))

  const assets = loadLoginAssets()
  const looks = createLooks(config.login)
  const locales = createLocales(config.login.locales)
  const buildView = createViews({ config, locales, looks, handover: true, drawerPath: null })
  const renderer = createLoginRenderer(assets)
  const { previews } = await loadServerBundle()
  const names = previews.map(({ name }) => name)
  const visit = createVisits(config, createSites(config)).plain('sign-in')

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const name = parameterOf(request, 'preview')
    if (name === null || !names.includes(name)) throw new Fault('NOT_FOUND')
    const lang = parameterOf(request, 'lang')
    const locale = await locales.choose({
      uiLocales: null,
      lang,
      cookie: undefined,
      header: request.headers['accept-language']
    })
    const view = buildView(visit, locale, null)
    // The language switch keeps the query, and with it the state.
    const pageConfig = {
      ...view.pageConfig,
      query: `?preview=${encodeURIComponent(name)}`,
      preview: name
    }
    const { body, encoding } = await renderer.render(
      { ...view, pageConfig },
      chooseEncoding(request.headers['accept-encoding'])
    )
    if (encoding !== null) reply.header('content-encoding', encoding)
    return markOwnAnswer(request, reply)
      .headers(securityHeadersOf(powersOf(config, view.addresses)))
      .type('text/html; charset=utf-8')
      .send(body)
  }

  registerLoginAssets(app, new Map([...assets.files, ...looks.files]))
  for (const path of Object.values(SCREEN_PATHS)) app.get(`${config.paths.login}${path}`, show)
  app.get('/', async (request, reply) =>
    markOwnAnswer(request, reply)
      .header('content-security-policy', PAGE_CSP)
      .type('text/html; charset=utf-8')
      .send(renderList(names, locales.names, { loginPath: config.paths.login, ...assets }))
  )
  return app
}

function renderList(
  names: readonly string[],
  languages: readonly { id: string; name: string }[],
  { loginPath, stylesheetHref }: { loginPath: string; stylesheetHref: string | null }
): string {
  const addressOf = (name: string, id: string) => escapeHtml(`${loginPath}?preview=${name}&lang=${id}`)
  const rows = names.map((name) => {
    const links = languages.map(
      ({ id, name: label }) => `<a href="${addressOf(name, id)}" title="${escapeHtml(label)}">${id}</a>`
    )
    return `<p><strong>${escapeHtml(name)}</strong><br>${links.join(' ')}</p>`
  })
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<title>Login page: every state</title>',
    stylesheetHref === null ? '' : `<link rel="stylesheet" href="${escapeHtml(stylesheetHref)}">`,
    '</head><body><main class="card"><h1>The login page in every state</h1>',
    '<p class="muted">Nothing stands behind these pages: buttons do nothing.</p>',
    ...rows,
    '</main></body></html>'
  ].join('\n')
}
