/**
 * The login page and the account page as HTML. Owns their rendering, cache, headers and appearance. Reads
 * sessions but never begins or ends one, and knows the page's code only through contract.ts.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Applications } from '../access/applications.ts'
import type { Schedule } from '../async/schedule.ts'
import { createPageCookie } from '../endpoints/language.ts'
import type { EndpointOptions } from '../endpoints/own-session.ts'
import { Fault } from '../errors.ts'
import type { Locales } from '../http/locales.ts'
import type { FooterTexts, PageFrame } from '../http/page.ts'
import type { Session } from '../session/session.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import type { Appearances, HostAppearance } from './appearance/appearance.ts'
import type { LoginAssets } from './assets/assets.ts'
import { createViews } from './document/page-config.ts'
import { pageHeadersOf, sendPage } from './document/page-response.ts'
import { createLoginRenderer } from './document/rendering.ts'
import { createLaterTexts } from './document/texts.ts'
import { ADDRESSES, isOffered } from './visit/addresses.ts'
import { createLanguageChoice, createVisits, type LoginVisit } from './visit/visit.ts'

export interface LoginPageOptions extends EndpointOptions {
  assets: LoginAssets
  appearances: Appearances
  locales: Locales
  /** Path of the dev drawer's content; null: no dev drawer. */
  devDrawerPath: string | null
  /** Path of the mock window for federated providers; null: real ones. */
  providerWindowPath: string | null
  /** For the sign-in requirements of their rules. */
  applications: Applications
  /** Counts redirects across processes. */
  countCall: SharedState['countCall']
  /** Epoch seconds. */
  now: () => number
  /** Timer for prerendering. */
  schedule: Schedule
}

export type LoginPages = ReturnType<typeof createLoginPages>

/** Builds what all page requests share. */
export function createLoginPages(options: LoginPageOptions) {
  const { config, assets, locales, sessions } = options
  const chooseLanguage = createLanguageChoice(locales, createPageCookie(config, 'lang'))
  const visits = createVisits(options)
  const laterTexts = createLaterTexts(locales)
  const buildView = createViews({ ...options, laterTexts, handover: sessions.mode === 'handover' })
  const renderer = createLoginRenderer(assets)

  return {
    visits,
    laterTexts,

    /** Sends the page of a visit. `session`: null without a session, or if the page does not use it. */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      visit: LoginVisit,
      session: Session | null
    ): Promise<FastifyReply> {
      const view = buildView(visit, chooseLanguage(request, reply, visit), session)
      const headers = pageHeadersOf(config, assets, view, request)
      return sendPage(request, reply, { renderer, view, headers })
    },

    /** Prerenders all pages in the default language, sign-in in every one, until `isOver` returns true. */
    async renderAhead(isOver: () => boolean): Promise<void> {
      const offered = ADDRESSES.filter((address) => isOffered(address, config.login))
      const usual = offered.flatMap((address) => visits.usual(address))
      const { default: usualLocale } = config.login.locales
      const views = locales.names.flatMap(({ id }) =>
        usual
          .filter(({ address }) => address === 'sign-in' || id === usualLocale)
          .map((visit) => buildView(visit, id, null))
      )
      await renderer.renderAhead(views, isOver)
    }
  }
}

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Registers pages below `root`. `discardForm`: handles a form posted before the script ran. Other methods and unknown paths get
 * one route: a route for each would slow down startup.
 */
export function registerPages(
  app: FastifyInstance,
  root: string,
  pages: readonly { url: string; show: PageHandler; discardForm: PageHandler }[]
): void {
  for (const { url, show, discardForm } of pages) {
    app.get(url, show)
    app.post(url, { config: { sameOrigin: true } }, discardForm)
  }
  const urls = new Set(pages.map(({ url }) => url))
  app.all(`${root}/*`, { config: { sameOrigin: true } }, async (request, reply) => {
    if (!urls.has(request.target?.path ?? '')) throw new Fault('NOT_FOUND')
    reply.header('allow', 'GET, HEAD, POST')
    throw new Fault('METHOD_NOT_ALLOWED')
  })
}

/** Brand, looks and footer that the gateway's other pages share with the login page of a host. */
export function buildPageFrame(
  { brandName, logo, colorScheme, stylesheetHrefs, links }: HostAppearance,
  { assets: { stylesheetHref }, locales }: Pick<LoginPageOptions, 'assets' | 'locales'>
): PageFrame {
  const own = stylesheetHref === null ? [] : [stylesheetHref]
  return {
    brandName,
    logo,
    colorScheme,
    stylesheetHrefs: [...own, ...stylesheetHrefs],
    footer: { links, languages: locales.names, textsIn: (language) => footerTextsOf(locales.of(language)) }
  }
}

function footerTextsOf({ texts }: ReturnType<Locales['of']>): FooterTexts {
  return {
    label: texts['footer.label'],
    help: texts['footer.help'],
    contact: texts['footer.contact'],
    privacy: texts['footer.privacy'],
    terms: texts['footer.terms'],
    language: texts['footer.language']
  }
}
