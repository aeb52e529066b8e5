import t from 'tap'
import { previews, renderPage } from '../src/entry-server.tsx'
import type { Screen } from '../src/machine.ts'
import { sampleConfig } from './fixtures/sample-config.ts'

const KINDS: Readonly<Partial<Record<Screen['name'], string>>> = {
  'signed-out': 'success',
  leaving: 'success',
  sent: 'mail',
  verify: 'mail',
  'second-factor': 'lock',
  problem: 'warning',
  refused: 'warning'
}

/** Kind of the status icon of a preview; null: it has none. */
const badgeOf = (name: string) =>
  /class="badge (\w+)"/.exec(renderPage(sampleConfig({ preview: name })))?.[1] ?? null

t.test('status icon: every screen has the one of its kind, and forms have none', async (t) => {
  for (const { name, state } of previews) {
    const { screen } = state
    if (screen.name === 'action' || screen.name === 'enrol' || screen.name === 'phone') continue
    const kind = KINDS[screen.name] ?? null
    t.equal(badgeOf(name), kind, name)
  }
})

t.test('status icon: email link, enrolment and phone have that of their step', async (t) => {
  const found = ['verify-ready', 'verify-done', 'verify-dead'].map((name) => badgeOf(`action-${name}`))
  t.same(found, [null, 'success', 'warning'])
  t.same(['enrol-required', 'enrol-code'].map(badgeOf), ['lock', null])
  t.same(['phone', 'phone-code'].map(badgeOf), [null, 'lock'])
})

t.test(
  'providers: four are two in a row with only their names, five are three, unless one is long',
  async (t) => {
    const named = (...names: string[]) => {
      const providers = names.map((name) => ({
        id: `saml.${name}`,
        name,
        iconSrc: null,
        scopes: [],
        params: {}
      }))
      return renderPage(sampleConfig({ providers }))
    }
    const four = named('One', 'Two', 'Three', 'Four')
    t.match(four, 'class="abreast"')
    t.match(named('One', 'Two', 'Three', 'Four', 'Five'), 'class="abreast tiles"')
    t.match(four, 'aria-label="Continue with Four"', 'the full label for screen readers')
    t.notMatch(four.replace(/aria-label="[^"]*"/g, ''), 'Continue with')
    t.match(named('Two', 'Three', 'Four'), '>Continue with Four<')
    for (const below of [named('Two', 'Three', 'Four'), named('One', 'Two', 'Three', 'Unternehmensgruppe')])
      t.match(below, 'class="providers"')
  }
)

for (const [name, letter] of [
  [' acme', 'A'],
  ['🏔 Alps', '🏔'],
  ['𝒜cme', '𝒜'],
  ['مؤسسة', 'م']
] as const) {
  t.test(`monogram: ${name} becomes its first character`, async (t) => {
    const html = renderPage(sampleConfig({ brand: { name, logo: null } }))
    t.match(html, `<span class="monogram" aria-hidden="true">${letter}</span>`)
  })
}
