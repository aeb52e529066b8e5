import {
  type Applications,
  createApplications,
  createOrigins
} from '../../src/access/applications/applications.ts'
import { createTenancy } from '../../src/access/applications/tenancy.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import type { Locales } from '../../src/http/locales.ts'
import { createAppearances } from '../../src/login-page/appearance/appearance.ts'
import type { Asset } from '../../src/login-page/assets/assets.ts'
import { createViews, type View } from '../../src/login-page/document/page-config.ts'
import { createLaterTexts } from '../../src/login-page/document/rendering.ts'
import { createVisits } from '../../src/login-page/visit/visit.ts'

/** The browser's preference; `system`: unchanged. */
export type Scheme = 'system' | 'light' | 'dark'

export type PreviewSite = ReturnType<typeof createPreviewSite>

/** The login page of a checked configuration, for previewing. Throws if a file has become unusable. */
export function createPreviewSite(config: Config, locales: Locales) {
  const applications = createApplications({ ...config, upstream: null })
  const schemes = new Map<Scheme, ReturnType<typeof createSchemeViews>>()

  function viewsFor(scheme: Scheme) {
    const views = schemes.get(scheme) ?? createSchemeViews(preferring(config, scheme), locales, applications)
    schemes.set(scheme, views)
    return views
  }

  // Before the first view, so an unusable file is reported at once.
  viewsFor('system')
  return {
    config,
    view: (scheme: Scheme, localeId: string): View => viewsFor(scheme).view(localeId),
    /** A configured file that an earlier view referenced. */
    file: (name: string): Asset | undefined =>
      [...schemes.values()].map(({ files }) => files.get(name)).find((file) => file !== undefined)
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
