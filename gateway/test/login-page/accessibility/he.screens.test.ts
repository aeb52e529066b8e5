import t from 'tap'
import { axeFindsNothing, nothingIsCutOff } from '../../fixtures/browser/screen-checks.ts'
import { listFaults, loadScreens, type Screens } from '../../fixtures/browser/screens.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { words } from '../../fixtures/words.ts'

/**
 * From right to left: screens with left-to-right text (addresses, codes, keys and names), rows with a chevron, and one of
 * each other kind.
 */
const NAMES = words`
  sign-in-wrong-password sign-in-destination sent-link verify-sent second-factor-sms-sent enrol-code tenant
  account problem sign-in-last-used-of-many sign-in-second-factor sign-up-rules action-reset-weak-password
  account-page account-sessions account-providers account-authenticator
`
let screens: Screens

t.test('accessibility: he, screens with mixed-direction text are loaded', { skip }, async (t) => {
  screens = await loadScreens('he', NAMES)
  t.same(screens.names, NAMES)
})

for (const { title, looks } of [axeFindsNothing, nothingIsCutOff]) {
  t.test(`accessibility: he, on screens with mixed-direction text ${title}`, { skip }, async (t) => {
    for (const look of looks) t.same(listFaults(await screens.look(look)), {}, look.label)
  })
}

t.test('accessibility: he, email addresses and codes run from left to right', { skip }, async (t) => {
  const directionOf = (selector: string) =>
    `[...document.querySelectorAll('main ${selector}')].map((node) => getComputedStyle(node).direction)`
  const fields = await screens.look({
    label: 'fields',
    findings: directionOf('input:is([type=email], [autocomplete=one-time-code], [type=password])')
  })
  const found = Object.values(fields).flat()
  t.ok(found.length >= 4)
  const seen = found.filter((direction) => direction !== 'ltr')
  t.same(seen, [])
  const headings = await screens.look({ label: 'headings', findings: directionOf('h1') })
  t.same(new Set(Object.values(headings).flat()), new Set(['rtl']), 'headings run from right to left')
})
