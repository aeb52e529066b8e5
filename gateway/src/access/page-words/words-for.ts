import type { IncomingHttpHeaders } from 'node:http'
import { cookieNamesOf } from '../../config/hand-over.ts'
import type { Config } from '../../config/schema/schema.ts'
import { listLanguages } from '../../http/languages.ts'
import { parseCookies } from '../../session/cookie/cookie-codec.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { ptBr } from './pt-br.ts'
import { tr } from './tr.ts'
import type { PageWords } from './words.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

const ALL: readonly PageWords[] = [en, de, fr, es, ptBr, it, nl, pl, tr, ja, ko, zhHans, zhHant, ar, he]
const MOST_TAGS = 10

/** The words of the gateway's plain pages for a visitor. */
export type WordsFor = (headers: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>) => PageWords

type WordsConfig = Pick<Config, 'publicUrl' | 'login'> & Partial<Pick<Config, 'cookie'>>

/**
 * Chooses among the languages of the login page: the one that the visitor chose there, then those of `Accept-Language`, then the
 * default. A tag counts by its language and script, as in `pt-PT` for `pt-BR`. Without `cookie`, no choice is remembered. Never throws.
 */
export function createWordsFor({ login, publicUrl, cookie: cookies }: WordsConfig): WordsFor {
  const { enabled, default: fallback } = login.locales
  const offered = ALL.filter(({ language }) => enabled.includes(language.id))
  const byScript = new Map(offered.map((words) => [scriptOf(words.language.id), words]))
  const usual = ALL.find(({ language }) => language.id === fallback) ?? en
  const cookieName =
    cookies === undefined ? null : `${cookieNamesOf({ publicUrl, cookie: cookies }).shared}-lang`
  return ({ cookie = '', 'accept-language': accepted }) => {
    const chosen =
      cookieName !== null && cookie.includes(cookieName) ? parseCookies(cookie)[cookieName] : undefined
    const tags = [chosen ?? '', ...listLanguages(accepted)].slice(0, MOST_TAGS)
    for (const tag of tags) {
      const words = byScript.get(scriptOf(tag))
      if (words !== undefined) return words
    }
    return usual
  }
}

/** `zh-CN` -> `zh-Hans`; empty: the tag is none. */
function scriptOf(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return ''
  }
}
