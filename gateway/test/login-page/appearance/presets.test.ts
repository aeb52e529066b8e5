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

for (const [name, preset] of Object.entries(PRESETS)) {
  t.test(`presets: everything on the surfaces of ${name} is readable, light and dark`, async (t) => {
    for (const scheme of SCHEMES) {
      const { bg, card, text, muted, line } = preset.surfaces[scheme]
      const { danger = '', success = '' } = TOKENS[scheme]
      const rows = { text, muted, danger, success }
      for (const ground of [bg, card]) {
        for (const [part, colour] of Object.entries(rows))
          t.ok(
            contrastOf(colour, ground) >= 4.5,
            `${scheme}: ${part} ${contrastOf(colour, ground).toFixed(2)}`
          )
        t.ok(contrastOf(line, ground) >= 3, `${scheme}: line ${contrastOf(line, ground).toFixed(2)}`)
      }
      const accent = scheme === 'light' ? preset.accent : preset.accentDark
      const grounds = groundsOf(preset, scheme)
      if (accent !== null) t.equal(findLowContrast(accent, scheme, grounds), null, scheme)
    }
    const fill = preset.accentDark ?? preset.accent
    const found = nearestDarkFill(fill, groundsOf(preset, 'dark'))
    t.equal(found, fill, 'buttons are visible in the dark unchanged')
  })
}

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
