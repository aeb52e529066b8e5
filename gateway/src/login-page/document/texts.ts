import { createHash } from 'node:crypto'
import type { Locale, Locales } from '../../http/locales.ts'
import { ASSETS_PATH, type Asset, buildTextAsset } from '../assets/assets.ts'
import type { Address, PageConfig } from '../contract.ts'

/** Texts that only some pages need, and whether this one does. Those for mail links alone are over a tenth of all texts. */
function listOptional(config: PageConfig): [keys: RegExp, isNeeded: boolean][] {
  const { accountPage, address, reason, methods, links, providers } = config
  const isAccount = accountPage !== null
  const hasPasskeys = methods.passkey !== 'off'
  const marksLast = providers.length > 0 || methods.emailLink || methods.phone || hasPasskeys
  return [
    [/^noscript\./, false],
    [/^(account-[\w-]+|proof)\./, isAccount],
    [/^account\./, address === 'account'],
    [/^signed-out\./, address === 'signed-out'],
    // The reason comes from the URL; the other notices may appear at any time.
    [/^notice\.(?!offline|elsewhere)/, reason !== null],
    [/^notice\.(step-up|second-)/, reason === 'step-up'],
    [/^action\.\w+\./, address === 'action'],
    [/^field\.rules/, methods.signup || isAccount || address === 'action'],
    [/^terms\./, methods.signup && (links.terms ?? links.privacy) !== null],
    [/^field\.remember$/, config.remember],
    [/^last-used\./, config.lastUsed && marksLast],
    [/\.passkey$/, hasPasskeys],
    [/\.phone$/, methods.phone || isAccount],
    [/^tenant\./, config.tenant.choose.length > 0]
  ]
}

/** Texts in a file per language, loaded after the page. `firstAt`: screens that may show them at once. */
const LATER_TEXTS: readonly { keys: RegExp; firstAt: readonly Address[] }[] = [
  { keys: /^problem\.policy\./, firstAt: ['sign-up', 'problem'] },
  // Except those shown when a file cannot be loaded, or for a meaningless link.
  { keys: /^problem\.(?!policy\.|network\.|unknown\.|link-unknown\.|reference)/, firstAt: ['problem'] },
  { keys: /^forgot\./, firstAt: ['forgot'] },
  { keys: /^link\./, firstAt: ['link'] },
  { keys: /^sign-up\./, firstAt: ['sign-up'] },
  { keys: /^(second-factor|enrol|sent|verify|phone|connect|other-method|passkey|refused)\./, firstAt: [] }
]

/** The texts that a page may show before the later ones are loaded; all for a preview. */
export function pickTexts(config: PageConfig): Partial<PageConfig['texts']> {
  const { accountPage, address, preview } = config
  if (preview !== null) return config.texts
  const unused = listOptional(config).flatMap(([keys, isNeeded]) => (isNeeded ? [] : keys))
  // Changes of an account may require another sign-in, in place.
  if (accountPage === null)
    unused.push(...LATER_TEXTS.flatMap(({ keys, firstAt }) => (firstAt.includes(address) ? [] : keys)))
  return keep(config.texts, (key) => !unused.some((keys) => keys.test(key)))
}

function keep(texts: PageConfig['texts'], isWanted: (key: string) => boolean): Partial<PageConfig['texts']> {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isWanted(key)))
}

const LATER_FILE = /^texts-([\w-]+)-[0-9a-f]{12}\.json$/

export type LaterTexts = ReturnType<typeof createLaterTexts>

/** Texts that pages load later: a file per language, built on first request. */
export function createLaterTexts(locales: Pick<Locales, 'of'>) {
  const files = new Map<string, { name: string; asset: Asset }>()

  function fileOf(language: string) {
    const locale = locales.of(language)
    const file = files.get(locale.id) ?? buildLaterFile(locale)
    files.set(locale.id, file)
    return file
  }

  return {
    hrefOf: (language: string): string => `${ASSETS_PATH}/${fileOf(language).name}`,
    /** The file of that name below `ASSETS_PATH`; undefined: unknown. */
    file(name: string): Asset | undefined {
      const [, language] = LATER_FILE.exec(name) ?? []
      const file = language === undefined ? undefined : fileOf(language)
      return file?.name === name ? file.asset : undefined
    }
  }
}

function buildLaterFile({ id, texts }: Locale): { name: string; asset: Asset } {
  const later = keep(texts, (key) => LATER_TEXTS.some(({ keys }) => keys.test(key)))
  const content = Buffer.from(JSON.stringify(later))
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return {
    name: `texts-${id}-${hash}.json`,
    asset: buildTextAsset(content, 'application/json; charset=utf-8')
  }
}
