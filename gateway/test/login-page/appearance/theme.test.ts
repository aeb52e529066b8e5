import fc from 'fast-check'
import t from 'tap'
import { contrastOf, contrastOfAccent, OWN_COLOURS } from '../../../src/config/appearance/contrast.ts'
import type { Appearances } from '../../../src/login-page/appearance/appearance.ts'
import { appearancesOf, textOf } from '../../fixtures/appearances.ts'

t.test('theme: each key as a property of tokens.css, nothing of what is as ours', async (t) => {
  const rows: readonly [Record<string, unknown>, string[]][] = [
    [{ mode: 'light' }, ['color-scheme: light']],
    [{ mode: 'dark' }, ['color-scheme: dark']],
    [{ radius: 0 }, ['--radius: 0px']],
    [{ font: `Inter, 'Segoe UI', serif` }, ['--font: "Inter", "Segoe UI", serif, system-ui, sans-serif']],
    [
      { accent: '#0b57d0', accentDark: '#a8c7fa' },
      ['--accent: light-dark(#0b57d0, #a8c7fa)', '--on-accent: light-dark(#ffffff, #0b1330)']
    ],
    [
      { accentDark: '#a8c7fa' },
      ['--accent: light-dark(#1f5eff, #a8c7fa)', '--on-accent: light-dark(#ffffff, #0b1330)']
    ]
  ]
  for (const [theme, declarations] of rows) {
    const expected = `:root {\n${declarations.map((one) => `  ${one};\n`).join('')}}\n`
    t.equal(textOf(appearancesOf({ theme }), 'theme'), expected)
  }
  for (const theme of [{ radius: 10 }, { font: 'system' }, { mode: 'auto' }])
    t.same(appearancesOf({ theme }).at('localhost').stylesheetHrefs, [], JSON.stringify(theme))
})

t.test('theme: the colour scheme is also told to the page', async (t) => {
  t.equal(appearancesOf({ theme: { mode: 'dark' } }).at('localhost').colorScheme, 'dark')
  t.equal(appearancesOf({ theme: { mode: 'light' } }).at('localhost').colorScheme, 'light')
})

t.test('theme: without an accent for dark pages, a readable shade of the light one', async (t) => {
  const colour = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`)
  const readable = colour.filter((accent) => contrastOfAccent(accent, 'light').kind === 'readable')
  fc.assert(
    fc.property(readable, (accent) => {
      const css = textOf(appearancesOf({ theme: { accent } }), 'theme')
      const [, light = '', dark = ''] = /--accent: light-dark\((#\w+), (#\w+)\)/.exec(css) ?? []
      const [, onLight = '', onDark = ''] = /--on-accent: light-dark\((#\w+), (#\w+)\)/.exec(css) ?? []
      const { page, card } = OWN_COLOURS.dark
      return (
        light === accent &&
        [page, card, onDark].every((other) => contrastOf(dark, other) >= 4.5) &&
        contrastOf(light, onLight) >= 4.5
      )
    }),
    { numRuns: 100 }
  )
  t.pass('100 accents')
})

t.test('theme: no value that the configuration takes ends its declaration', async (t) => {
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
  t.ok(built > 20, `${built} were taken`)
})
