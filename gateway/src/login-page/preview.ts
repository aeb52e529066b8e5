import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { createAnswers } from '../access/answers.ts'
import { createApplications } from '../access/applications.ts'
import { createOrigins } from '../access/origins.ts'
import { createTenancy } from '../access/tenancy.ts'
import type { LoginPageConfig } from '../config/partial-config.ts'
import { Fault, toFault } from '../errors.ts'
import { judgedRequestOf } from '../http/judged-request.ts'
import { markOwnAnswer, sendOwnAnswer } from '../http/own-answer.ts'
import { buildPageCsp, escapeHtml } from '../http/page.ts'
import { parameterOf } from '../http/query.ts'
import { createAppearances } from './appearance/appearance.ts'
import { loadLoginAssets, registerLoginAssets } from './assets/assets.ts'
import { sendPage } from './document/answer.ts'
import { permissionsOf, securityHeadersOf } from './document/csp.ts'
import { createLocales, type Locales } from './document/locales.ts'
import { createViews, type View } from './document/page-config.ts'
import { createLoginRenderer, loadServerBundle } from './document/rendering.ts'
import { SCREEN_PATHS } from './visit/addresses.ts'
import { createVisits } from './visit/visit.ts'

/**
 * Builds a server, not yet listening, that shows the login page in each of its states, with the appearance that this
 * configuration gives it, without flows or provider: `/` lists the states, `<login>?preview=<name>&lang=<language>` shows one.
 * For loopback only.
 */
export async function createLoginPreview(config: LoginPageConfig): Promise<FastifyInstance> {
  const app = createPreviewServer(config)
  const assets = loadLoginAssets()
  const applications = createApplications({ ...config, upstream: null })
  const appearances = createAppearances(config.login, applications)
  const locales = createLocales(config.login.locales)
  const renderer = createLoginRenderer(assets)
  const { previews } = await loadServerBundle()
  const names = previews.map(({ name }) => name)
  const buildView = createViews({ config, locales, appearances, handover: true, devDrawerPath: null })
  const tenancy = createTenancy(config, applications)
  const origins = createOrigins(config)
  const visit = createVisits({ config, tenancy, origins, applications }).plain('sign-in')

  registerLoginAssets(app, new Map([...assets.files, ...appearances.files]))
  for (const path of Object.values(SCREEN_PATHS)) {
    app.get(`${config.paths.login}${path}`, async (request, reply) => {
      const name = parameterOf(request, 'preview')
      if (name === null || !names.includes(name)) throw new Fault('NOT_FOUND')
      const view = previewOf(name, buildView(visit, await chooseLanguage(locales, request), null))
      const headers = securityHeadersOf(permissionsOf(config, view.addresses))
      return sendPage(request, reply, { renderer, view, headers })
    })
  }
  app.get('/', async (request, reply) =>
    markOwnAnswer(request, reply)
      .header('content-security-policy', buildPageCsp())
      .type('text/html; charset=utf-8')
      .send(renderList(names, locales.names, { loginPath: config.paths.login, ...assets }))
  )
  return app
}

/** A server with the answers of the gateway, for faults too. */
function createPreviewServer(config: LoginPageConfig): FastifyInstance {
  const { brand, links } = config.login
  const app = fastify({ forceCloseConnections: true })
  app.decorateRequest('target', null)
  app.decorateRequest('judged', null)
  app.decorate('originOf', () => new URL(config.publicUrl).origin)
  const frame = {
    brandName: brand.name,
    logo: null,
    colorScheme: 'light dark',
    stylesheetHrefs: [],
    contactUrl: links.contact
  }
  const answers = createAnswers({ config, frameFor: () => frame })
  app.decorate('ownHeaders', answers.ownHeaders)
  app.setErrorHandler((error, request, reply) =>
    sendOwnAnswer(request, reply, answers.fault(judgedRequestOf(request), toFault(error)))
  )
  return app
}

function chooseLanguage(locales: Locales, request: FastifyRequest): Promise<string> {
  const lang = parameterOf(request, 'lang')
  const header = request.headers['accept-language']
  return locales.choose({ uiLocales: null, lang, cookie: undefined, header })
}

/** The query names the state, so that the language switch keeps it. */
function previewOf(name: string, view: View): View {
  const query = `?preview=${encodeURIComponent(name)}`
  return { ...view, pageConfig: { ...view.pageConfig, query, preview: name } }
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
