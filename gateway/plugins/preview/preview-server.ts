import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastify from 'fastify'
import {
  type Applications,
  createApplications,
  createOrigins
} from '../../src/access/applications/applications.ts'
import { createTenancy } from '../../src/access/applications/tenancy.ts'
import { createResponses } from '../../src/access/responses/responses.ts'
import { isThisMachine } from '../../src/config/addresses/urls.ts'
import { packagePath } from '../../src/config/package-files.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { Fault, toFault } from '../../src/errors.ts'
import { authRequestOf } from '../../src/http/auth-request.ts'
import { createLocales, type Locales } from '../../src/http/locales.ts'
import { markOwnResponse, sendOwnResponse } from '../../src/http/own-response.ts'
import { FASTIFY_OPTIONS } from '../../src/http/routes.ts'
import { parameterOf } from '../../src/http/target.ts'
import { createAppearances } from '../../src/login-page/appearance/appearance.ts'
import {
  type Asset,
  loadLoginAssets,
  readAssetFiles,
  registerLoginAssets
} from '../../src/login-page/assets/assets.ts'
import type { GallerySetup } from '../../src/login-page/contract.ts'
import { createViews, type View } from '../../src/login-page/document/page-config.ts'
import {
  createDocumentRenderer,
  createLaterTexts,
  findServerBundle
} from '../../src/login-page/document/rendering.ts'
import { policyOf, sendPage } from '../../src/login-page/pages.ts'
import { createVisits, SCREEN_PATHS } from '../../src/login-page/visit/visit.ts'

/** As in `login-ui/src/gallery/entry.tsx`. */
const SETUP_PATH = '/_gallery/setup'

/**
 * Builds a server, not yet listening, that shows the login page in all its states with this configuration's appearance, without
 * flows or provider. `/` is a gallery of all states; `<login>?preview=<name>&lang=<language>&scheme=light dark&dir=ltr rtl`
 * shows one. Loopback only: rejects other hosts.
 */
export async function createLoginPreview(config: Config) {
  const locales = createLocales(config.login.locales)
  const site = createPreviewSite(config, locales)
  const app = createPreviewServer(config, locales)
  await registerPreviews(app, site, locales)
  registerGallery(app, site, locales)
  return app
}

type PreviewSite = ReturnType<typeof createPreviewSite>

/** A server with the gateway's own responses, including errors. */
function createPreviewServer(config: Config, locales: Locales): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, ...FASTIFY_OPTIONS })
  app.decorateRequest('target', null)
  app.decorateRequest('authRequest', null)
  app.decorate('originOf', () => new URL(config.publicUrl).origin)
  const looks = { logo: null, colorScheme: 'light dark', stylesheetHrefs: [], footer: null }
  const frame = { brandName: 'Gatehouse', ...looks }
  const responses = createResponses({ config, locales, frameFor: () => frame })
  app.decorate('ownHeaders', responses.ownHeaders)
  app.setErrorHandler((error, request, reply) =>
    sendOwnResponse(request, reply, responses.fault(authRequestOf(request), toFault(error)))
  )
  // DNS rebinding: a page of another site whose host name now resolves to this machine.
  app.addHook('onRequest', async ({ hostname }) => {
    if (!isThisMachine(hostname)) throw new Fault('NOT_FOUND')
  })
  return app
}

async function registerPreviews(app: FastifyInstance, site: PreviewSite, locales: Locales) {
  const assets = loadLoginAssets()
  const gallery = loadGalleryAssets()
  const render = createDocumentRenderer(assets)
  const { previews } = await findServerBundle()()
  const names = new Set(previews.map(({ name }) => name))

  registerLoginAssets(app, {
    get: (name) => assets.files.get(name) ?? gallery.files.get(name) ?? site.file(name)
  })
  for (const path of Object.values(SCREEN_PATHS)) {
    app.get(`${site.config.paths.login}${path}`, async (request, reply) => {
      const name = parameterOf(request, 'preview')
      if (name === null || !names.has(name)) throw new Fault('NOT_FOUND')
      const view = previewOf(name, site.view(schemeOf(request), chooseLanguage(locales, request)), request)
      const headers = framed(policyOf(site.config, assets, view))
      return sendPage(request, reply, { render, view, headers })
    })
  }
}

/** The gallery shows previews in frames. */
function framed(headers: Record<string, string>): Record<string, string> {
  const { 'content-security-policy': policy = '' } = headers
  return {
    ...headers,
    'content-security-policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    'x-frame-options': 'SAMEORIGIN'
  }
}

function registerGallery(app: FastifyInstance, site: PreviewSite, locales: Locales): void {
  const { html } = loadGalleryAssets()
  const { paths } = site.config
  const setup: GallerySetup = {
    loginPath: paths.login,
    brandName: site.view('system', 'en').appearance.brandName,
    languages: locales.names.map(({ id, name }) => ({ id, name, direction: locales.of(id).direction }))
  }
  app.get('/', async (request, reply) =>
    markOwnResponse(request, reply)
      .header('content-security-policy', GALLERY_POLICY)
      .type('text/html; charset=utf-8')
      .send(html)
  )
  app.get(SETUP_PATH, async (request, reply) => markOwnResponse(request, reply).send(setup))
}

function chooseLanguage(locales: Locales, request: FastifyRequest): string {
  const lang = parameterOf(request, 'lang')
  const header = request.headers['accept-language']
  return locales.choose({ lang, cookie: undefined, header })
}

function schemeOf(request: FastifyRequest): Scheme {
  const scheme = parameterOf(request, 'scheme')
  return scheme === 'light' || scheme === 'dark' ? scheme : 'system'
}

/** Query parameters of a preview other than the language, which the page's switch sets. */
const KEPT_PARAMETERS = ['scheme', 'dir']

/** The state is in the query, so the language switch keeps it. */
function previewOf(name: string, view: View, request: FastifyRequest): View {
  const query = new URLSearchParams({ preview: name })
  for (const key of KEPT_PARAMETERS) {
    const value = parameterOf(request, key)
    if (value !== null) query.set(key, value)
  }
  const dir = parameterOf(request, 'dir')
  const direction = dir === 'ltr' || dir === 'rtl' ? dir : view.pageConfig.direction
  return { ...view, pageConfig: { ...view.pageConfig, query: `?${query}`, direction, preview: name } }
}

/** CSP of the gallery: its own files, and previews in frames. */
const GALLERY_POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'",
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
  "require-trusted-types-for 'script'; trusted-types 'none'"
].join('; ')

/** Reads `dist/login-ui-gallery`: the page, and files served below `ASSETS_PATH`. Throws if it was not built. */
function loadGalleryAssets() {
  const folder = packagePath('dist', 'login-ui-gallery')
  const page = join(folder, 'gallery.html')
  if (!existsSync(page)) throw new Error(`the gallery is not built (no ${page}): run \`npm run build\``)
  return { html: readFileSync(page, 'utf8'), files: readAssetFiles(folder) }
}

/** The browser's preference; `system`: unchanged. */
type Scheme = 'system' | 'light' | 'dark'

/** The login page of a checked configuration, for previewing. Throws if a file has become unusable. */
function createPreviewSite(config: Config, locales: Locales) {
  const applications = createApplications({ ...config, upstream: null })
  const viewsFor = (scheme: Scheme) => createSchemeViews(preferring(config, scheme), locales, applications)
  const schemes = { system: viewsFor('system'), light: viewsFor('light'), dark: viewsFor('dark') }
  return {
    config,
    view: (scheme: Scheme, localeId: string): View => schemes[scheme].view(localeId),
    /** A configured file that a view references. */
    file: (name: string): Asset | undefined =>
      Object.values(schemes).flatMap(({ files }) => files.get(name) ?? [])[0]
  }
}

function createSchemeViews(config: Config, locales: Locales, applications: Applications) {
  const appearances = createAppearances(config, applications)
  const buildView = createViews({ config, locales, laterTexts: createLaterTexts(locales), appearances })
  const tenancy = createTenancy(config, applications)
  const origins = createOrigins(config)
  const visit = createVisits({ config, tenancy, origins, applications }).plain('sign-in')
  return { view: (localeId: string) => buildView(visit, localeId, null), files: appearances.files }
}

/** A page that is always light, or always dark, stays so. */
function preferring(config: Config, scheme: Scheme): Config {
  const { login } = config
  if (scheme === 'system' || login.theme.mode !== 'auto') return config
  return { ...config, login: { ...login, theme: { ...login.theme, mode: scheme } } }
}
