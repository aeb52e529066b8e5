import t from 'tap'
import {
  contrastOf,
  findLowContrast,
  groundsOf,
  looksOf,
  nearestDarkFill,
  OWN_LOOKS,
  PRESETS,
  type Scheme
} from '../../../src/login-page/appearance/looks.ts'
import { readDesignTokens } from '../../fixtures/browser/design-tokens.ts'
import { testConfig } from '../../fixtures/gateway.ts'

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
