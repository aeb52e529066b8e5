import { listProblems, type Problem } from '../../problem.ts'
import { findNearestName } from '../nearest-name.ts'
import { readTexts } from '../package-files.ts'
import type { Config } from '../schema/schema.ts'

type Locales = Config['login']['locales']

/** The default language is one that is offered. */
export function checkDefaultLocale({ login }: Pick<Config, 'login'>): Problem | null {
  const { default: fallback, enabled } = login.locales
  if (enabled.includes(fallback)) return null
  return {
    path: 'login.locales.default',
    message: 'is not one of `login.locales.enabled`',
    hint: `Enabled: ${enabled.join(', ')}. Add it there, or choose one of these.`
  }
}

/** Texts of the operator are for languages that are offered, and fit where ours stood. */
export function checkTexts({ login }: Pick<Config, 'login'>): Problem[] {
  const languages = Object.entries(login.locales.overrides)
  if (languages.length === 0) return []
  const ours = new Map(Object.entries(readTexts('en')))
  return languages.flatMap(([language, texts]) => {
    const path = `login.locales.overrides.${language}`
    return [
      ...listProblems(checkLanguage(language, login.locales, path)),
      ...Object.entries(texts).flatMap(([key, text]) => {
        const replaced = ours.get(key)
        return replaced === undefined
          ? [unknownText(key, `${path}.${key}`, [...ours.keys()])]
          : checkSlots(text, replaced, `${path}.${key}`)
      })
    ]
  })
}

function checkLanguage(language: string, { enabled }: Locales, path: string): Problem | null {
  if (enabled.some((locale) => locale === language)) return null
  return {
    path,
    message: 'is for a language that is not enabled',
    hint: 'Add it to `login.locales.enabled`, or drop it here.'
  }
}

function unknownText(key: string, path: string, keys: readonly string[]): Problem {
  const nearest = findNearestName(key, keys)
  const meant = nearest === null ? '' : `Is it \`${nearest}\`? `
  return {
    path,
    message: 'is not a text of the login page or of another page of the gateway',
    hint: `${meant}All keys: login-ui/locales/en.json.`
  }
}

function checkSlots(text: string, ours: string, path: string): Problem[] {
  const wanted = listSlots(ours)
  const found = listSlots(text)
  const missing = wanted.filter((slot) => !found.includes(slot))
  const unknown = found.filter((slot) => !wanted.includes(slot))
  const all = wanted.length === 0 ? 'It takes none.' : `It takes ${wanted.join(', ')}.`
  return listProblems(
    missing.length > 0 && {
      path,
      message: `leaves out ${missing.join(', ')}`,
      hint: `${all} Write each of them.`
    },
    unknown.length > 0 && {
      path,
      message: 'has a slot that nothing fills',
      hint: `${all} Write it without other words in braces.`
    }
  )
}

/** The slots of a text, such as `{name}`, each once. */
function listSlots(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))]
}
