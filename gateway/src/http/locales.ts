import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import type { GatewayMessageKey, Texts } from '../../../login-ui/src/lib/i18n.js'
import { hasTexts, readTexts } from '../config/package-files.ts'
import type { Config } from '../config/schema/schema.ts'

/** The language that every text exists in. */
const COMPLETE = 'en'
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])
/** Key prefix of the texts of the gateway's other pages. */
const OF_GATEWAY = 'gateway.'
const MAX_LIST_CHARS = 300
const MAX_TAGS = 10
const REMEMBERED_LISTS = 500

/** Texts of the gateway's pages beside the login page: key -> text with `{name}` slots. */
export type GatewayTexts = Readonly<Record<GatewayMessageKey, string>>

/** A language and its texts. */
export interface Locale {
  /** BCP 47. */
  id: string
  direction: 'ltr' | 'rtl'
  /** Texts of the login page. */
  texts: Texts
  /** Texts of the other pages; never sent with the login page. */
  gatewayTexts: GatewayTexts
}

/** The places where a visitor may name languages, the most important one first. */
export interface LanguagePreferences {
  /** The query parameters `ui_locales` (OpenID Connect, a list with spaces) and `lang`; for the login page alone. */
  uiLocales?: unknown
  lang?: unknown
  /** The choice of an earlier visit. */
  cookie: string | undefined
  /** `Accept-Language` (RFC 9110, 12.5.4). */
  header: string | undefined
}

/** The languages of the login page and of all other pages; see `createLocales`. */
export interface Locales {
  /** Each named in itself, in the order of the configuration. */
  readonly names: readonly { id: string; name: string }[]
  /** English in place of a language that is not enabled. */
  of(id: string): Locale
  /** The language for a visitor, by id. Never fails, whatever the preferences are. */
  choose(preferences: LanguagePreferences): string
  /** The language that one tag means; null: none of ours. */
  find(tag: string): string | null
}

/**
 * The languages of a configuration. Texts are those of `login-ui/locales`, with those of the operator over them; what a language
 * lacks is taken from English. They are read when a language is first used. Throws when an enabled language has no file.
 */
export function createLocales(
  { enabled, default: fallback, overrides }: Config['login']['locales'],
  read: typeof readTexts = readTexts
): Locales {
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
    // The types are made from the keys of the complete language, which is part of both.
    return { id, direction, texts: pick(false) as Texts, gatewayTexts: pick(true) as GatewayTexts }
  }

  function findFirst(tags: readonly string[]): string | null {
    const key = tags.join(' ').slice(0, MAX_LIST_CHARS)
    const found = known.get(key) ?? { id: matchTags(key.split(' '), enabled) }
    known.set(key, found)
    return found.id
  }

  let names: Locales['names'] | undefined
  return {
    // Not at the start: `Intl.DisplayNames` loads the names of all languages.
    get names() {
      names ??= enabled.map((id) => ({ id, name: nameOf(id) }))
      return names
    },
    of(id) {
      const language = offered.has(id) ? id : COMPLETE
      const locale = locales.get(language) ?? buildLocale(language)
      locales.set(language, locale)
      return locale
    },
    find: (tag) => findFirst([tag]),
    choose: ({ uiLocales, lang, cookie, header }) =>
      findFirst(toTags(uiLocales)) ??
      findFirst(toTags(lang)) ??
      findFirst(toTags(cookie)) ??
      findFirst(listAccepted(header)) ??
      fallback
  }
}

/** The enabled language that matches the first of the tags that any language matches (BCP 47 look-up). */
function matchTags(tags: readonly string[], enabled: readonly string[]): string | null {
  const sound = tags.filter(isLanguageTag).slice(0, MAX_TAGS)
  if (sound.length === 0) return null
  // Not needed at the start.
  const { match }: typeof import('@formatjs/intl-localematcher') = createRequire(import.meta.url)(
    '@formatjs/intl-localematcher'
  )
  const found = match(sound, enabled, 'und')
  return found === 'und' ? null : found
}

function isLanguageTag(tag: string): boolean {
  try {
    return tag !== '' && new Intl.Locale(tag).language !== 'und'
  } catch {
    return false
  }
}

function toTags(value: unknown): readonly string[] {
  return typeof value === 'string' ? value.slice(0, MAX_LIST_CHARS).split(' ') : []
}

/** The tags of `Accept-Language` in the order of their weights, without those of weight 0 (RFC 9110, 12.5.4). */
function listAccepted(header: string | undefined): readonly string[] {
  if (header === undefined) return []
  return new Negotiator({ headers: { 'accept-language': header.slice(0, MAX_LIST_CHARS) } }).languages()
}

/** The name of a language in itself. */
function nameOf(id: string): string {
  return new Intl.DisplayNames([id], { type: 'language' }).of(id) ?? id
}
