import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import type { Appearances } from '../../../src/login-page/appearance/appearance.ts'
import {
  contrastOf,
  findLowContrast,
  OWN_COLOURS,
  PRESETS
} from '../../../src/login-page/appearance/looks.ts'
import { appearancesOf, textOf } from '../../fixtures/login-page/appearances.ts'
import { buildWoff2 } from '../../fixtures/repository/woff2.ts'

t.test('theme: each key becomes a property of tokens.css, and default values add nothing', async (t) => {
  const rows: readonly [Record<string, unknown>, plain: string[], pairs?: string[]][] = [
    [{ mode: 'light' }, ['color-scheme: light']],
    [{ mode: 'dark' }, ['color-scheme: dark']],
    [{ radius: 0 }, ['--radius: 0px']],
    [{ font: `Inter, 'Segoe UI', serif` }, ['--font: "Inter", "Segoe UI", serif, system-ui, sans-serif']],
    [
      { accent: '#0b57d0', accentDark: '#a8c7fa' },
      ['--accent: #0b57d0', '--fill: #0b57d0', '--on-accent: #ffffff', '--away: #000000'],
      [
        '--accent: light-dark(#0b57d0, #a8c7fa)',
        '--fill: light-dark(#0b57d0, #a8c7fa)',
        '--on-accent: light-dark(#ffffff, #0b1330)',
        '--away: light-dark(#000000, #000000)'
      ]
    ],
    [
      { accentDark: '#a8c7fa' },
      ['--accent: #1f5eff', '--fill: #1f5eff', '--on-accent: #ffffff', '--away: #000000'],
      [
        '--accent: light-dark(#1f5eff, #a8c7fa)',
        '--fill: light-dark(#1f5eff, #a8c7fa)',
        '--on-accent: light-dark(#ffffff, #0b1330)',
        '--away: light-dark(#000000, #000000)'
      ]
    ]
  ]
  const rootOf = (declarations: string[]) =>
    `:root {\n${declarations.map((one) => `  ${one};\n`).join('')}}\n`
  for (const [theme, plain, pairs] of rows) {
    const newer =
      pairs === undefined ? '' : `@supports (color: light-dark(#000, #fff)) {\n${rootOf(pairs)}}\n`
    t.equal(textOf(appearancesOf({ theme }), 'theme'), `${rootOf(plain)}${newer}`)
  }
  const ours = [{ radius: 10 }, { font: 'system' }, { mode: 'auto' }, { layout: 'card' }]
  for (const theme of [...ours, { buttons: 'rounded' }, { alignment: 'center' }])
    t.same(appearancesOf({ theme }).at('localhost').stylesheetHrefs, [], JSON.stringify(theme))
})

t.test('theme: CSS for layout, alignment and button shape is added only if configured', async (t) => {
  const rows: readonly [Record<string, unknown>, rule: RegExp][] = [
    [{ layout: 'plain' }, /--bg: var\(--card\)/],
    [{ layout: 'split' }, /#page::before/],
    [{ alignment: 'start' }, /text-align: start/],
    [{ buttons: 'pill' }, /\.button \{ border-radius: 100vmax \}/],
    [{ buttons: 'square' }, /\.button \{ border-radius: 0 \}/]
  ]
  for (const [theme, rule] of rows) {
    const css = textOf(appearancesOf({ theme }), 'theme')
    for (const [other, otherRule] of rows)
      t.equal(otherRule.test(css), otherRule === rule, `${JSON.stringify(theme)}: ${JSON.stringify(other)}`)
  }
})

t.test('theme: every preset is less than 1 kB of brotli and has its surface colours', async (t) => {
  for (const [preset, { surfaces }] of Object.entries(PRESETS)) {
    const css = textOf(appearancesOf({ theme: { preset } }), 'theme')
    const { light, dark } = surfaces
    t.match(css, `--card: light-dark(${light.card}, ${dark.card})`)
    const size = brotliCompressSync(css).byteLength
    t.ok(size < 1000, `${preset}: ${size} bytes`)
  }
})

t.test('theme: a font file is preferred to the font names, with the weights it has', async (t) => {
  const folder = t.testdir({ 'text.woff2': buildWoff2(), 'all.woff2': buildWoff2({ isVariable: true }) })
  const appearances = appearancesOf({ theme: { fontFile: `${folder}/text.woff2`, font: 'Inter' } })
  const { fontHref } = appearances.at('localhost')
  t.match(fontHref, /^\/_auth\/assets\/font-[0-9a-f]{12}\.woff2$/)
  const css = textOf(appearances, 'theme')
  t.match(css, `src: url("${fontHref}") format("woff2")`)
  t.match(css, /font-weight: normal;\s+font-display: swap/)
  t.match(css, '--font: "brand font", "Inter", system-ui, sans-serif;')
  const variable = textOf(appearancesOf({ theme: { fontFile: `${folder}/all.woff2` } }), 'theme')
  t.match(variable, 'font-weight: 100 900')
  t.match(variable, '--font: "brand font", system-ui, sans-serif;')
})

t.test('theme: only a picture beside the form gives the brand its own background', async (t) => {
  const background = `${t.testdir({ 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' })}/a.svg`
  const ground = /\.brand \{[^}]*background: var\(--card\)/
  const cssOf = (layout: string, brand = {}) => textOf(appearancesOf({ theme: { layout }, brand }), 'theme')
  t.match(cssOf('split', { background }), ground)
  t.notMatch(cssOf('split'), ground)
  t.notMatch(cssOf('plain', { background }), ground)
})

t.test('theme: the page gets the colour scheme as well', async (t) => {
  t.equal(appearancesOf({ theme: { mode: 'dark' } }).at('localhost').colorScheme, 'dark')
  t.equal(appearancesOf({ theme: { mode: 'light' } }).at('localhost').colorScheme, 'light')
})

t.test('theme: without an accent for dark pages, a readable shade of the light one is used', async (t) => {
  const colour = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`)
  const readable = colour.filter((accent) => findLowContrast(accent, 'light', OWN_COLOURS.light) === null)
  fc.assert(
    fc.property(readable, (accent) => {
      const css = textOf(appearancesOf({ theme: { accent } }), 'theme')
      const [, light = '', dark = ''] = /--accent: light-dark\((#\w+), (#\w+)\)/.exec(css) ?? []
      const [, onLight = '', onDark = ''] = /--on-accent: light-dark\((#\w+), (#\w+)\)/.exec(css) ?? []
      const [, fill = ''] = /--fill: light-dark\(#\w+, (#\w+)\)/.exec(css) ?? []
      const { page, card } = OWN_COLOURS.dark
      return (
        light === accent &&
        contrastOf(fill, card) >= 1.5 &&
        [page, card].every((other) => contrastOf(dark, other) >= 4.5) &&
        [onLight, onDark].every((on) => contrastOf(light, on) >= 4.5)
      )
    }),
    { numRuns: 100, examples: [['#000000']] }
  )
  t.pass('100 accents')
})

t.test('theme: no accepted configuration value can end its CSS declaration', async (t) => {
  const font = fc.string({ unit: fc.constantFrom(...`aZ0 ,'"_-`), minLength: 1 })
  let built = 0
  fc.assert(
    fc.property(font, fc.integer({ min: 0, max: 24 }), (font, radius) => {
      let appearances: Appearances
      try {
        appearances = appearancesOf({ theme: { font, radius } })
      } catch {
        return true
      }
      built++
      const css = appearances.files.size === 0 ? ':root {\n}\n' : textOf(appearances, 'theme')
      return /^:root \{\n(?: {2}--(?:font|radius): (?:"[\w -]+"|[\w -]+)(?:, (?:"[\w -]+"|[\w -]+))*;\n)*\}\n$/.test(
        css
      )
    }),
    { numRuns: 300 }
  )
  t.ok(built > 20, `${built} were accepted`)
})
