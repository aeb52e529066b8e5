import type { Locales } from '../http/locales.ts'
import type { FooterTexts, PageFrame } from '../http/page.ts'
import type { HostAppearance } from './appearance/appearance.ts'
import type { LoginAssets } from './assets/assets.ts'

export interface PageFrameParts {
  assets: Pick<LoginAssets, 'stylesheetHref'>
  locales: Locales
}

/** What the gateway's other pages share with the login page of a host: brand, looks and footer. */
export function buildPageFrame(
  { brandName, logo, colorScheme, stylesheetHrefs, links }: HostAppearance,
  { assets: { stylesheetHref }, locales }: PageFrameParts
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
