import { readFileSync } from 'node:fs'
import { packagePath } from '../../../src/config/package-files.ts'

/** The brand of every gateway here. */
const BRAND = 'Gatehouse'
const cache = new Map<string, Record<string, unknown>>()

/** A text of the login page as shown. Throws if the catalogue has no such key: the check is outdated. */
export function say(key: string, slots: Readonly<Record<string, string>> = {}, locale = 'en'): string {
  const text = catalogueOf(locale)[key]
  if (typeof text !== 'string') throw new Error(`no text ${key} in ${locale}.json`)
  return text.replace(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? (name === 'brand' ? BRAND : slot))
}

function catalogueOf(locale: string): Record<string, unknown> {
  const known = cache.get(locale)
  if (known !== undefined) return known
  const path = packagePath('login-ui', 'locales', `${locale}.json`)
  const catalogue: Record<string, unknown> = { ...JSON.parse(readFileSync(path, 'utf8')) }
  cache.set(locale, catalogue)
  return catalogue
}
