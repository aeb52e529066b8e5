import { readFileSync } from 'node:fs'
import { formatHex, interpolate } from 'culori'
import fc from 'fast-check'
import t from 'tap'
import { packagePath } from '../../../src/config/package-files.ts'
import {
  chooseAway,
  chooseOnAccent,
  contrastOf,
  findLowContrast,
  groundsOf,
  looksOf,
  nearestDarkAccent,
  nearestDarkFill,
  OWN_COLOURS,
  OWN_LOOKS,
  PRESETS,
  PRESSED_SHARE,
  type Scheme
} from '../../../src/login-page/appearance/looks.ts'
import { readDesignTokens } from '../../fixtures/browser/design-tokens.ts'
import { testConfig } from '../../fixtures/gateway.ts'

t.test('contrast: the examples of WCAG give its ratios', async (t) => {
  t.equal(contrastOf('#000', '#fff'), 21)
  t.equal(contrastOf('#fff', '#ffffff'), 1)
  t.equal(contrastOf('#767676', '#fff').toFixed(2), '4.54')
  t.equal(contrastOf('#777777', '#fff').toFixed(2), '4.48')
})

t.test('contrast: accents are checked against the colours of tokens.css', async (t) => {
  const tokens = readDesignTokens()
  for (const scheme of ['light', 'dark'] as const) {
    const { bg: page, card, accent } = tokens[scheme]
    t.match(OWN_COLOURS[scheme], { page, card, accent }, scheme)
  }
  t.equal(OWN_COLOURS.light.onAccent, chooseOnAccent(OWN_COLOURS.light.accent))
})

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const scheme = fc.constantFrom<Scheme>('light', 'dark')

t.test('contrast: any colour is readable, or gets a readable suggestion, as is text on it', async (t) => {
  fc.assert(
    fc.property(colour, scheme, (accent, scheme) => {
      const contrast = findLowContrast(accent, scheme, OWN_COLOURS[scheme])
      const { page, card } = OWN_COLOURS[scheme]
      const grounds = (shade: string) => [page, card, chooseOnAccent(shade)]
      const passes = (shade: string) => grounds(shade).every((other) => contrastOf(shade, other) >= 4.5)
      if (contrast === null) return passes(accent)
      return (
        contrast.ratio < 4.5 &&
        !passes(accent) &&
        passes(contrast.nearest) &&
        findLowContrast(contrast.nearest, scheme, OWN_COLOURS[scheme]) === null
      )
    }),
    { numRuns: 1000 }
  )
  t.pass('1000 colours')
})

t.test('contrast: a suggested accent is as close as possible', async (t) => {
  let suggested = 0
  fc.assert(
    fc.property(colour, scheme, (accent, scheme) => {
      const contrast = findLowContrast(accent, scheme, OWN_COLOURS[scheme])
      if (contrast === null) return true
      suggested++
      const { page, card } = OWN_COLOURS[scheme]
      const shade = contrast.nearest
      // One step of 256 changes the ratio by at most a tenth here.
      const lowest = Math.min(contrastOf(shade, page), contrastOf(shade, card))
      return lowest < 4.65
    }),
    { numRuns: 500 }
  )
  t.ok(suggested > 100, String(suggested))
})

t.test('contrast: a suggested accent keeps the hue', async (t) => {
  const rows: readonly [string, Scheme, strongest: number][] = [
    ['#ff8080', 'light', 0],
    ['#60ff60', 'light', 1],
    ['#8080ff', 'light', 2],
    ['#900000', 'dark', 0],
    ['#005000', 'dark', 1],
    ['#000090', 'dark', 2]
  ]
  for (const [accent, scheme, strongest] of rows) {
    const shade = findLowContrast(accent, scheme, OWN_COLOURS[scheme])?.nearest ?? accent
    const parts = [1, 3, 5].map((start) => Number.parseInt(shade.slice(start, start + 2), 16))
    t.equal(parts.indexOf(Math.max(...parts)), strongest, `${accent} -> ${shade}`)
  }
  t.equal(findLowContrast('#1f5eff', 'light', OWN_COLOURS.light), null, 'a readable accent is unchanged')
})

t.test('contrast: any accent derived for dark backgrounds is readable on a tint of them too', async (t) => {
  const { page, card } = OWN_COLOURS.dark
  const { text } = readDesignTokens().dark
  const tint = formatHex(interpolate([card, String(text)])(0.06))
  fc.assert(
    fc.property(colour, (accent) => {
      const derived = nearestDarkAccent(accent, OWN_COLOURS.dark)
      const isReadable = contrastOf(derived, page) >= 5.5 && contrastOf(derived, card) >= 5.5
      return isReadable && contrastOf(derived, tint) >= 4.5
    }),
    { numRuns: 1000, examples: [['#000000'], ['#1f5eff'], ['#ffffff']] }
  )
  const enough = findLowContrast('#5d4c8f', 'dark', OWN_COLOURS.dark)?.nearest ?? ''
  t.ok(contrastOf(enough, tint) < 4.5, 'a shade that is readable on the card alone')
  t.equal(nearestDarkAccent('#86a8ff', OWN_COLOURS.dark), '#86a8ff', 'one that is bright enough is unchanged')
})

t.test('fill: any accent is visible on dark cards, and text on it is readable', async (t) => {
  let lightened = 0
  fc.assert(
    fc.property(colour, (accent) => {
      const fill = nearestDarkFill(accent, OWN_COLOURS.dark)
      const { page, card } = OWN_COLOURS.dark
      const lowest = Math.min(contrastOf(fill, page), contrastOf(fill, card))
      if (fill === accent) return lowest >= 1.5
      lightened++
      return lowest >= 1.5 && lowest < 1.6 && contrastOf(fill, chooseOnAccent(fill)) >= 4.5
    }),
    { numRuns: 1000, examples: [['#000000'], ['#181b21'], ['#0b1330'], ['#ffffff']] }
  )
  t.ok(lightened >= 3, String(lightened))
})

t.test('fill: hovered or pressed, the label of any accent stays readable', async (t) => {
  const css = readFileSync(packagePath('login-ui', 'src', 'styles', 'controls.css'), 'utf8')
  t.match(css, `--step: ${PRESSED_SHARE * 50}%`)
  const mixed = (fill: string, away: string, share: number) => formatHex(interpolate([fill, away])(share))
  const readable = colour.filter((accent) => findLowContrast(accent, 'light', OWN_COLOURS.light) === null)
  fc.assert(
    fc.property(readable, scheme, (accent, scheme) => {
      const fill = scheme === 'light' ? accent : nearestDarkFill(accent, OWN_COLOURS.dark)
      const shades = [0.5, 1].map((part) => mixed(fill, chooseAway(fill, scheme), part * PRESSED_SHARE))
      return shades.every((shade) => contrastOf(shade, chooseOnAccent(fill)) >= 4.5)
    }),
    { numRuns: 1000 }
  )
  for (const scheme of ['light', 'dark'] as const) {
    const { away, fill = '', ...tokens } = readDesignTokens()[scheme]
    t.equal(away, chooseAway(fill, scheme), scheme)
    for (const surfaces of [tokens, ...Object.values(PRESETS).map((preset) => preset.surfaces[scheme])]) {
      const { card = '', text = '', muted = '' } = surfaces
      t.ok(contrastOf(mixed(card, text, 0.12), text) >= 4.5, `pressed plain button, ${scheme}, ${card}`)
      t.ok(contrastOf(mixed(card, text, 0.06), muted) >= 4.5, `disabled button, ${scheme}, ${card}`)
    }
  }
})

t.test('fill: black becomes grey, visible accents and the default are unchanged', async (t) => {
  t.match(nearestDarkFill('#000', OWN_COLOURS.dark), /^#([3-5][0-9a-f])\1\1$/)
  for (const accent of [OWN_COLOURS.light.accent, '#143f6b', '#0b6b3a'])
    t.equal(nearestDarkFill(accent, OWN_COLOURS.dark), accent, accent)
})

const TOKENS = readDesignTokens()
const SCHEMES: readonly Scheme[] = ['light', 'dark']
const themeOf = (theme: Record<string, unknown>) => testConfig({ 'login.theme': theme }).login.theme

/** What is hard to read on the page or the card, with its contrast. */
function listFaint(page: string, card: string, parts: Record<string, string>): string[] {
  return Object.entries(parts).flatMap(([part, colour]) => {
    const ratio = Math.min(contrastOf(colour, page), contrastOf(colour, card))
    return ratio < (part === 'line' ? 3 : 4.5) ? [`${part}: ${ratio.toFixed(2)}`] : []
  })
}

t.test('presets: with each and without, everything is readable, light and dark', async (t) => {
  for (const scheme of SCHEMES) {
    const { bg = '', card = '', danger = '', success = '', ...tokens } = TOKENS[scheme]
    const { text = '', muted = '', accent = '', line = '', fill = '' } = tokens
    t.same(listFaint(bg, card, { text, muted, danger, accent, line }), [], scheme)
    t.ok(contrastOf(String(tokens['on-accent']), fill) >= 4.5, scheme)
    for (const [name, preset] of Object.entries(PRESETS)) {
      const { text, muted, line, ...ground } = preset.surfaces[scheme]
      const parts = { text, muted, line, danger, success }
      t.same(listFaint(ground.bg, ground.card, parts), [], `${name}, ${scheme}`)
      const accent = scheme === 'light' ? preset.accent : preset.accentDark
      const grounds = groundsOf(preset, scheme)
      if (accent !== null) t.equal(findLowContrast(accent, scheme, grounds), null, `${name}, ${scheme}`)
    }
  }
  for (const [name, preset] of Object.entries(PRESETS)) {
    const fill = preset.accentDark ?? preset.accent
    t.equal(nearestDarkFill(fill, groundsOf(preset, 'dark')), fill, `${name}: visible buttons`)
  }
})

t.test('looks: the default without a preset, and single keys override a preset', async (t) => {
  t.match(looksOf(themeOf({})), OWN_LOOKS)
  t.match(looksOf(themeOf({ preset: 'ledger' })), PRESETS.ledger)
  const own = { preset: 'ledger', radius: 12, layout: 'plain', alignment: 'center', buttons: 'pill' }
  t.match(looksOf(themeOf(own)), { ...PRESETS.ledger, ...own, preset: undefined })
  t.match(looksOf(themeOf({ preset: 'graphite', radius: 0 })), { radius: 0 }, 'zero is a valid radius')
})

t.test('looks: a custom accent drops the dark accent of the preset', async (t) => {
  t.match(looksOf(themeOf({ preset: 'graphite' })), { accentDark: PRESETS.graphite.accentDark })
  const own = { preset: 'graphite', accent: '#143f6b' }
  t.match(looksOf(themeOf(own)), { accent: '#143f6b', accentDark: null })
  t.match(looksOf(themeOf({ ...own, accentDark: '#a8c7fa' })), { accentDark: '#a8c7fa' }, 'control')
})

t.test('grounds: the plain layout has only the card', async (t) => {
  const { card, bg } = PRESETS.iris.surfaces.light
  t.same(groundsOf(looksOf(themeOf({ preset: 'iris' })), 'light'), { page: bg, card })
  t.same(groundsOf(looksOf(themeOf({ preset: 'iris', layout: 'plain' })), 'light'), { page: card, card })
})
