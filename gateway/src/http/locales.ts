import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import type { GatewayMessageKey, Texts } from '../../../login-ui/src/lib/i18n.js'
import { hasTexts, readTexts } from '../config/package-files.ts'
import type { Config } from '../config/schema/schema.ts'
import { orNull } from '../errors.ts'

/** The language with all texts. */
const COMPLETE = 'en'
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])
/** Key prefix of texts outside the login page. */
const OF_GATEWAY = 'gateway.'
/** As `Intl.DisplayNames` has them, which would load the names of all languages in all languages, 6 MiB. */
const NAMES = new Map(
  (
    'ar العربية,cs Čeština,da Dansk,de Deutsch,el Ελληνικά,en English,es Español,fi Suomi,fr Français,' +
    'he עברית,hu Magyar,id Indonesia,it Italiano,ja 日本語,ko 한국어,nb Norsk bokmål,nl Nederlands,pl Polski,' +
    'pt-BR Português (Brasil),ro Română,ru Русский,sv Svenska,th ไทย,tr Türkçe,uk Українська,vi Tiếng Việt,' +
    'zh-Hans 简体中文,zh-Hant 繁體中文'
  )
    .split(',')
    .map((entry) => [entry.replace(/ .*/, ''), entry.replace(/^\S+ /, '')])
)
const MAX_LIST_CHARS = 300
const MAX_TAGS = 10
const REMEMBERED_LISTS = 500

/** Texts of pages other than the login page, with `{name}` placeholders. */
export type GatewayTexts = Readonly<Record<GatewayMessageKey, string>>

export interface Locale {
  /** BCP 47. */
  id: string
  direction: 'ltr' | 'rtl'
  /** Texts of the login page. */
  texts: Texts
  /** Texts of the other pages; never sent with the login page. */
  gatewayTexts: GatewayTexts
}

/** Sources of a visitor's languages, highest priority first. */
export interface LanguagePreferences {
  /** Query parameters of the login page: `ui_locales` (OpenID Connect, space-separated) and `lang`. */
  uiLocales?: unknown
  lang?: unknown
  /** Choice of an earlier visit. */
  cookie: string | undefined
  /** `Accept-Language` (RFC 9110, 12.5.4). */
  header: string | undefined
}

export type Locales = ReturnType<typeof createLocales>

/** Texts of `login-ui/locales`, overridden by the operator's, else English. Throws if an enabled language has no file. */
export function createLocales(
  { enabled, default: fallback, overrides }: Config['login']['locales'],
  read: typeof readTexts = readTexts
) {
  const offered = new Set<string>([COMPLETE, ...enabled])
  for (const id of offered)
    if (!hasTexts(id)) throw new Error(`no texts in the language ${id} (login-ui/locales/${id}.json)`)
  const locales = new Map<string, Locale>()
  const known = new LRUCache<string, { id: string | null }>({ max: REMEMBERED_LISTS })

  function buildLocale(id: string): Locale {
    const direction = RIGHT_TO_LEFT.has(new Intl.Locale(id).language) ? 'rtl' : 'ltr'
    const texts = Object.entries({ ...read(COMPLETE), ...read(id), ...overrides[id] })
    const pick = (isOfGateway: boolean) =>
      Object.fromEntries(texts.filter(([key]) => key.startsWith(OF_GATEWAY) === isOfGateway))
    // The types derive from English, which is part of every locale.
    return { id, direction, texts: pick(false) as Texts, gatewayTexts: pick(true) as GatewayTexts }
  }

  function findFirst(tags: readonly string[]): string | null {
    const key = tags.join(' ').slice(0, MAX_LIST_CHARS)
    const found = known.get(key) ?? { id: matchTags(key.split(' '), enabled) }
    known.set(key, found)
    return found.id
  }

  const names = enabled.map((id) => ({ id, name: NAMES.get(id) ?? id }))

  return {
    /** Native names with a capital, as in menus, in configuration order. */
    names,
    /** Falls back to English for languages that are not enabled. */
    of(id: string): Locale {
      const language = offered.has(id) ? id : COMPLETE
      const locale = locales.get(language) ?? buildLocale(language)
      locales.set(language, locale)
      return locale
    },
    /** The language matching a tag; null if none. */
    find: (tag: string): string | null => findFirst([tag]),
    /** The language for a visitor. Accepts any input. */
    choose({ uiLocales, lang, cookie, header }: LanguagePreferences): string {
      const wanted = findFirst(toTags(uiLocales)) ?? findFirst(toTags(lang)) ?? findFirst(toTags(cookie))
      const headers = { 'accept-language': header?.slice(0, MAX_LIST_CHARS) }
      // By weight, without those of weight 0.
      return wanted ?? findFirst(new Negotiator({ headers }).languages()) ?? fallback
    }
  }
}

/** The enabled language for the first tag that matches any (BCP 47 lookup). */
function matchTags(tags: readonly string[], enabled: readonly string[]): string | null {
  const valid = tags.filter(isLanguageTag).slice(0, MAX_TAGS)
  if (valid.length === 0) return null
  const { match }: typeof import('@formatjs/intl-localematcher') = createRequire(import.meta.url)(
    '@formatjs/intl-localematcher'
  )
  // For Nynorsk, the matcher prefers an exact match later in the list to Bokmål.
  const wanted = valid.map((tag) => tag.replace(/^nn\b/i, 'nb'))
  const found = match(wanted, enabled, 'und')
  return found === 'und' ? null : found
}

function isLanguageTag(tag: string): boolean {
  return tag !== '' && orNull(() => new Intl.Locale(tag).language !== 'und') === true
}

function toTags(value: unknown): readonly string[] {
  return typeof value === 'string' ? value.slice(0, MAX_LIST_CHARS).split(' ') : []
}
