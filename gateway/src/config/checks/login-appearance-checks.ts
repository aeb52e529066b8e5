import { type BrandFile, readImage, readStylesheet } from '../appearance/brand-files.ts'
import { judgeAccent, LEAST_TEXT_CONTRAST, type Scheme } from '../appearance/contrast.ts'
import { quoteFontFamilies } from '../appearance/font-families.ts'
import type { Config } from '../schema/schema.ts'
import type { Report } from './check.ts'

const IMAGES = ['logo', 'logoDark', 'favicon', 'background'] as const

/** Accents that can be read, everywhere and per host. What `theme.mode` never shows is not judged. */
export function checkColours({ login }: Config, report: Report): void {
  for (const { path, theme } of listPlaces(login)) {
    if (login.theme.mode !== 'dark') checkAccent(`${path}.theme.accent`, theme?.accent, 'light', report)
    if (login.theme.mode !== 'light')
      checkAccent(`${path}.theme.accentDark`, theme?.accentDark, 'dark', report)
  }
}

/** Families that can be written into a stylesheet. */
export function checkFont({ login }: Config, report: Report): void {
  if (quoteFontFamilies(login.theme.font) === null)
    report(
      'login.theme.font',
      'is not a list of font families',
      'Such as `Inter, "Segoe UI", sans-serif`: names between commas, every quote closed.'
    )
}

/** Pictures and the stylesheet: there, small enough, and what they say they are. */
export function checkFiles({ login }: Config, report: Report): void {
  for (const { path, brand } of listPlaces(login)) {
    for (const name of IMAGES) checkFile(`${path}.brand.${name}`, brand?.[name], readImage, report)
  }
  login.providers.forEach(({ icon }, index) => {
    checkFile(`login.providers[${index}].icon`, icon, readImage, report)
  })
  checkFile('login.theme.cssFile', login.theme.cssFile, readStylesheet, report)
}

/** Every place of the configuration that says how a page looks. */
function listPlaces(login: Config['login']) {
  const hosts = Object.entries(login.hosts).map(([host, own]) => ({ path: `login.hosts.${host}`, ...own }))
  return [{ path: 'login', brand: login.brand, theme: login.theme }, ...hosts]
}

function checkAccent(path: string, accent: string | null | undefined, scheme: Scheme, report: Report): void {
  if (accent === null || accent === undefined) return
  const judgement = judgeAccent(accent, scheme)
  if (judgement.kind === 'readable') return
  // Cut, not rounded: 4.496 would read as enough.
  const found = (Math.floor(judgement.ratio * 100) / 100).toFixed(2)
  report(
    path,
    `cannot be read: its contrast with ${judgement.against} is ${found}:1, links and buttons need ${LEAST_TEXT_CONTRAST}:1`,
    `The nearest shade that can be read on ${scheme} backgrounds is \`${judgement.nearest}\`.`
  )
}

function checkFile(
  path: string,
  file: string | null | undefined,
  read: (file: string) => BrandFile,
  report: Report
): void {
  const found = file === null || file === undefined ? null : read(file)
  if (found?.kind === 'refused') report(path, found.message, found.hint)
}
