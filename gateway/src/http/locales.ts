import { LRUCache } from 'lru-cache'
import type { Texts } from '../../../login-ui/src/lib/i18n.js'
import { isPlainObject } from '../config/json-object.ts'
import { readPackageJson } from '../config/package-files.ts'
import type { Config } from '../config/schema/schema.ts'
import { listLanguages } from './languages.ts'

/** The language that every text exists in. */
const COMPLETE = 'en'
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])
const LONGEST_LIST_CHARS = 300
const MOST_TAGS = 10
const REMEMBERED_LISTS = 500

type Catalogue = Readonly<Record<string, string>>

/** A language of the page. */
export interface Locale {
  /** BCP 47. */
  id: string
  direction: 'ltr' | 'rtl'
  texts: Texts
}

/** The places where a visitor may name languages, the most important one first. */
export interface LanguagePreferences {
  /** The query parameters `ui_locales` (OpenID Connect, a list with spaces) and `lang`. */
  uiLocales: unknown
  lang: unknown
  /** The choice of an earlier visit. */
  cookie: string | undefined
  /** `Accept-Language` (RFC 9110, 12.5.4). */
  header: string | undefined
}

/** The languages of the login page; see `createLocales`. */
export interface Locales {
  /** Each named in itself, in the order of the configuration. */
  readonly names: readonly { id: string; name: string }[]
  /** The complete one in place of a language that is not enabled. */
  of(id: string): Locale
  /** The language for a visitor, by id. Never fails, whatever the preferences are. */
  choose(preferences: LanguagePreferences): Promise<string>
  /** The language that one tag means; null: none of ours. */
  find(tag: string): Promise<string | null>
}

/**
 * Reads the texts of every enabled language from `login-ui/locales`, with those of the operator over them; what a
 * language lacks is taken from the complete one. Throws when an enabled language has no file.
 */
export function createLocales(
  { enabled, default: fallback, overrides }: Config['login']['locales'],
  read: (id: string) => unknown = readCatalogue
): Locales {
  const contents = new Map([...new Set([COMPLETE, ...enabled])].map((id) => [id, read(id)]))
  const locales = new Map<string, Locale>()
  const known = new LRUCache<string, { id: string | null }>({ max: REMEMBERED_LISTS })

  function buildLocale(id: string): Locale {
    const direction = RIGHT_TO_LEFT.has(new Intl.Locale(id).language) ? 'rtl' : 'ltr'
    const merged = { ...textsOf(COMPLETE), ...textsOf(id), ...overrides[id] }
    // The type of the texts is made from the keys of the complete language, which is part of them.
    return { id, direction, texts: merged as Texts }
  }

  function textsOf(id: string): Catalogue {
    return toTexts(contents.get(id))
  }

  // Not at the start: most of them are asked for later, or never.
  function findLocale(id: string): Locale {
    const locale = locales.get(id) ?? buildLocale(id)
    locales.set(id, locale)
    return locale
  }

  async function findFirst(tags: readonly string[]): Promise<string | null> {
    const key = tags.join(' ').slice(0, LONGEST_LIST_CHARS)
    const found = known.get(key) ?? { id: await matchTags(key.split(' '), enabled) }
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
    of: (id) => findLocale(contents.has(id) ? id : COMPLETE),
    find: (tag) => findFirst([tag]),
    choose: async ({ uiLocales, lang, cookie, header }) =>
      (await findFirst(toTags(uiLocales))) ??
      (await findFirst(toTags(lang))) ??
      (await findFirst(toTags(cookie))) ??
      (await findFirst(listLanguages(header))) ??
      fallback
  }
}

/** The enabled language that matches the first of the tags that any language matches (BCP 47 look-up). */
async function matchTags(tags: readonly string[], enabled: readonly string[]): Promise<string | null> {
  const sound = tags.filter(isLanguageTag).slice(0, MOST_TAGS)
  if (sound.length === 0) return null
  // Not needed at the start.
  const { match } = await import('@formatjs/intl-localematcher')
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
  return typeof value === 'string' ? value.slice(0, LONGEST_LIST_CHARS).split(' ') : []
}

/** The name of a language in itself. */
function nameOf(id: string): string {
  return new Intl.DisplayNames([id], { type: 'language' }).of(id) ?? id
}

/** Once in a process: the files belong to the package. */
const catalogues = new Map<string, unknown>()

function readCatalogue(id: string): unknown {
  try {
    if (!catalogues.has(id)) catalogues.set(id, readPackageJson('login-ui', 'locales', `${id}.json`))
    return catalogues.get(id)
  } catch (cause) {
    throw new Error(`the login page has no texts in the language ${id} (login-ui/locales/${id}.json)`, {
      cause
    })
  }
}

function toTexts(content: unknown): Catalogue {
  const entries = isPlainObject(content) ? Object.entries(content) : []
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  )
}
