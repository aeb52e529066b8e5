import { readTexts } from '../../config/package-files.ts'
import type { Config } from '../../config/schema/schema.ts'
import { findNearestName } from '../../config/sources/environment.ts'
import { problemsOf } from '../../config/sources/files.ts'
import { listProblems, type Problem, when } from '../../problem.ts'
import { readFont, readImage, readStylesheet } from './brand-files.ts'
import {
  appearanceAt,
  findLowContrast,
  type Grounds,
  groundsOf,
  looksOf,
  MIN_TEXT_CONTRAST,
  quoteFontFamilies,
  type Scheme
} from './looks.ts'

type Login = Config['login']

const IMAGES = ['logo', 'logoDark', 'favicon', 'background'] as const

/** The page must be readable, and its files and texts usable. */
export function checkAppearance(config: Pick<Config, 'login'>): Problem[] {
  const { theme, locales } = config.login
  return listProblems(
    ...checkAccents(config),
    when(quoteFontFamilies(theme.font) === null, {
      path: 'login.theme.font',
      message: 'is not a list of font families',
      hint: 'For example `Inter, "Segoe UI", sans-serif`: comma-separated names, all quotes closed.'
    }),
    ...checkBrandFiles(config),
    when(!locales.enabled.includes(locales.default), {
      path: 'login.locales.default',
      message: 'is not one of `login.locales.enabled`',
      hint: `Enabled: ${locales.enabled.join(', ')}. Add it there, or choose one of these.`
    }),
    ...checkTexts(locales)
  )
}

/** Accents must be readable on every host, in the schemes that `theme.mode` allows. */
export function checkAccents({ login }: Pick<Config, 'login'>): Problem[] {
  const { mode } = login.theme
  return listAppearances(login).flatMap(({ path, host, theme }) => {
    const looks = looksOf(appearanceAt(login, host).theme)
    const check = (key: 'accent' | 'accentDark', scheme: Scheme) => {
      const accent = theme?.[key] ?? null
      return accent === null
        ? null
        : checkAccent(`${path}.theme.${key}`, accent, scheme, groundsOf(looks, scheme))
    }
    return listProblems(
      mode !== 'dark' && check('accent', 'light'),
      mode !== 'light' && check('accentDark', 'dark')
    )
  })
}

/** Images, fonts and the stylesheet must exist, be small enough and have the right format. Reads them. */
export function checkBrandFiles({ login }: Pick<Config, 'login'>): Problem[] {
  const pages = listAppearances(login)
  const images = pages.flatMap(({ path, brand }) =>
    IMAGES.map((name) => ({ path: `${path}.brand.${name}`, file: brand?.[name], read: readImage }))
  )
  const icons = login.providers.map(({ icon: file }, index) => ({
    path: `login.providers[${index}].icon`,
    file,
    read: readImage
  }))
  const fonts = pages.map(({ path, theme }) => ({
    path: `${path}.theme.fontFile`,
    file: theme?.fontFile,
    read: readFont
  }))
  const stylesheet = { path: 'login.theme.cssFile', file: login.theme.cssFile, read: readStylesheet }
  return [...images, ...icons, ...fonts, stylesheet].flatMap(({ path, file, read }) =>
    file === null || file === undefined ? [] : problemsOf(read(file, path))
  )
}

function listAppearances(login: Login) {
  const hosts = Object.entries(login.hosts).map(([host, own]) => ({
    path: `login.hosts.${host}`,
    host,
    ...own
  }))
  return [{ path: 'login', host: null, brand: login.brand, theme: login.theme }, ...hosts]
}

function checkAccent(path: string, accent: string, scheme: Scheme, grounds: Grounds): Problem | null {
  const contrast = findLowContrast(accent, scheme, grounds)
  if (contrast === null) return null
  // Rounded down: 4.496 would look sufficient.
  const found = (Math.floor(contrast.ratio * 100) / 100).toFixed(2)
  return {
    path,
    message: `is not readable: its contrast with ${contrast.against} is ${found}:1, links and buttons need ${MIN_TEXT_CONTRAST}:1`,
    hint: `The nearest readable shade on ${scheme} backgrounds is \`${contrast.nearest}\`.`
  }
}

/** Text overrides must be for enabled languages and have the original placeholders. */
function checkTexts({ enabled, overrides }: Login['locales']): Problem[] {
  const languages = Object.entries(overrides)
  if (languages.length === 0) return []
  const ours = readTexts('en')
  return languages.flatMap(([language, texts]) => {
    const path = `login.locales.overrides.${language}`
    return listProblems(
      when(!enabled.includes(language), {
        path,
        message: 'is for a language that is not enabled',
        hint: 'Add it to `login.locales.enabled`, or remove it here.'
      }),
      ...Object.entries(texts).flatMap(([key, text]) => {
        const replaced = Object.hasOwn(ours, key) ? ours[key] : undefined
        return replaced === undefined
          ? [unknownText(key, `${path}.${key}`, Object.keys(ours))]
          : checkSlots(text, replaced, `${path}.${key}`, MAY_LACK_SLOTS.includes(key))
      })
    )
  })
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

/** Texts whose placeholders are optional: a heading may name the brand in other words, or not at all. */
const MAY_LACK_SLOTS: readonly string[] = ['sign-in.heading']

function checkSlots(text: string, ours: string, path: string, mayLack: boolean): Problem[] {
  const wanted = listSlots(ours)
  const found = listSlots(text)
  const missing = mayLack ? [] : wanted.filter((slot) => !found.includes(slot))
  const unknown = found.filter((slot) => !wanted.includes(slot))
  const all = wanted.length === 0 ? 'It takes none.' : `It takes ${wanted.join(', ')}.`
  return listProblems(
    when(missing.length > 0, {
      path,
      message: `lacks ${missing.join(', ')}`,
      hint: `${all} Use each of them.`
    }),
    when(unknown.length > 0, {
      path,
      message: 'has an unknown placeholder',
      hint: `${all} Remove other words in braces.`
    })
  )
}

function listSlots(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))]
}
