import { isPlainObject } from '../json-object.ts'
import { findNearestName } from '../nearest-name.ts'
import { readPackageJson } from '../package-files.ts'
import type { Config } from '../schema/schema.ts'
import type { Report } from './check.ts'

/** A default language that is offered, and texts of the operator that fit where ours stood. */
export function checkLocales({ login }: Config, report: Report): void {
  const { default: fallback, enabled, overrides } = login.locales
  if (!enabled.includes(fallback))
    report(
      'login.locales.default',
      'is not one of `login.locales.enabled`',
      `Enabled: ${enabled.join(', ')}. Add it there, or choose one of these.`
    )
  const languages = Object.entries(overrides)
  if (languages.length === 0) return
  const texts = readTexts()
  for (const [language, own] of languages) {
    const path = `login.locales.overrides.${language}`
    if (!enabled.includes(language))
      report(
        path,
        'is for a language that is not enabled',
        'Add it to `login.locales.enabled`, or drop it here.'
      )
    for (const [key, text] of Object.entries(own)) checkText(`${path}.${key}`, { key, text }, texts, report)
  }
}

function checkText(
  path: string,
  { key, text }: { key: string; text: string },
  texts: ReadonlyMap<string, string>,
  report: Report
): void {
  const ours = texts.get(key)
  if (ours === undefined) {
    const nearest = findNearestName(key, [...texts.keys()])
    const meant = nearest === null ? '' : `Is it \`${nearest}\`? `
    report(path, 'is not a text of the login page', `${meant}All keys: login-ui/locales/en.json.`)
    return
  }
  const wanted = listSlots(ours)
  const found = listSlots(text)
  const missing = wanted.filter((slot) => !found.includes(slot))
  const unknown = found.filter((slot) => !wanted.includes(slot))
  const all = wanted.length === 0 ? 'It takes none.' : `It takes ${wanted.join(', ')}.`
  if (missing.length > 0) report(path, `leaves out ${missing.join(', ')}`, `${all} Write each of them.`)
  if (unknown.length > 0)
    report(path, 'has a slot that nothing fills', `${all} Write it without other words in braces.`)
}

/** The slots of a text, such as `{name}`, each once. */
function listSlots(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))]
}

function readTexts(): ReadonlyMap<string, string> {
  const content = readPackageJson('login-ui', 'locales', 'en.json')
  const entries = isPlainObject(content) ? Object.entries(content) : []
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
