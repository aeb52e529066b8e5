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
import { looksOf, OWN_COLOURS, overlayAppearance } from '../../src/login-page/appearance/looks.ts'
import {
  type Asset,
  loadLoginAssets,
  readAssetFiles,
  registerLoginAssets
} from '../../src/login-page/assets/assets.ts'
import { createViews, type View } from '../../src/login-page/document/page-config.ts'
import {
  createDocumentRenderer,
  createLaterTexts,
  findServerBundle,
  styleOf
} from '../../src/login-page/document/rendering.ts'
import { policyOf, sendPage } from '../../src/login-page/pages.ts'
import { createVisits, SCREEN_PATHS } from '../../src/login-page/visit/visit.ts'
import type { GallerySetup } from '../../src/page-contract.ts'

/** As in `login-ui/src/gallery/gallery.tsx`. */
const SETUP_PATH = '/_gallery/setup'

/**
 * Builds a server, not yet listening, that shows the login page in all its states with this configuration's appearance, without
 * flows or provider. `/` is a gallery of all states; `<login>?preview=<name>&lang=<language>&scheme=light dark&preset=iris`
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
  const { scriptHash } = assets
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
      const view = previewOf(name, site.view(lookOf(request), chooseLanguage(locales, request)), request)
      const headers = framed(
        policyOf(site.config, { style: styleOf(view.pageConfig, assets), scriptHash }, view)
      )
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
    brandName: site.view(CONFIGURED, 'en').appearance.brandName,
    languages: locales.names.map(({ id, name }) => ({ id, name })),
    presets: ['' as const, ...PRESET_NAMES].map((name) => {
      const { accent, surfaces } = looksOf(withLook(site.config, { ...CONFIGURED, preset: name }).login.theme)
      const { light } = OWN_COLOURS
      return { name, fill: accent ?? light.accent, page: surfaces?.light.bg ?? light.page }
    })
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

const SCHEMES = ['system', 'light', 'dark'] as const
const PRESET_NAMES = ['graphite', 'evergreen', 'iris', 'sandstone', 'ledger'] as const

/** A different look than configured. `scheme`: `system`, as configured; `preset`: empty, as configured. */
interface Look {
  scheme: (typeof SCHEMES)[number]
  preset: '' | (typeof PRESET_NAMES)[number]
}

const CONFIGURED: Look = { scheme: 'system', preset: '' }

function lookOf(request: FastifyRequest): Look {
  const oneOf = <V extends string>(name: keyof Look, known: readonly V[]) =>
    known.find((value) => value === parameterOf(request, name))
  return { scheme: oneOf('scheme', SCHEMES) ?? 'system', preset: oneOf('preset', PRESET_NAMES) ?? '' }
}

/** The state and look are in the query, so the language switch keeps them. */
function previewOf(name: string, view: View, request: FastifyRequest): View {
  const query = new URLSearchParams({ preview: name, ...lookOf(request) })
  return { ...view, pageConfig: { ...view.pageConfig, query: `?${query}`, preview: name } }
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

/** The login page of a checked configuration, for previewing. Throws if a file has become unusable. */
function createPreviewSite(config: Config, locales: Locales) {
  const applications = createApplications({ ...config, upstream: null })
  const looks = new Map<string, ReturnType<typeof createLookViews>>()
  return {
    config,
    view(look: Look, localeId: string): View {
      const key = JSON.stringify(look)
      const views = looks.get(key) ?? createLookViews(withLook(config, look), locales, applications)
      looks.set(key, views)
      return views.view(localeId)
    },
    /** A configured file that a view references. */
    file: (name: string): Asset | undefined =>
      [...looks.values()].flatMap(({ files }) => files.get(name) ?? [])[0]
  }
}

function createLookViews(config: Config, locales: Locales, applications: Applications) {
  const appearances = createAppearances(config, applications)
  const buildView = createViews({ config, locales, laterTexts: createLaterTexts(locales), appearances })
  const tenancy = createTenancy(config, applications)
  const origins = createOrigins(config)
  const visit = createVisits({ config, tenancy, origins, applications }).plain('sign-in')
  return { view: (localeId: string) => buildView(visit, localeId, null), files: appearances.files }
}

/** A page that is always light, or always dark, stays so. Another preset takes its own colors and shapes. */
function withLook(config: Config, { scheme, preset }: Look): Config {
  const { theme } = preset === '' ? config.login : overlayAppearance(config.login, { theme: { preset } })
  const mode = scheme === 'system' || theme.mode !== 'auto' ? theme.mode : scheme
  return { ...config, login: { ...config.login, theme: { ...theme, mode } } }
}
