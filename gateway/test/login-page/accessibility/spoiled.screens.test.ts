import t from 'tap'
import {
  axeFindsNothing,
  controlsFitAFinger,
  edgesAreSeen,
  nothingIsCutOff,
  nothingMoves
} from '../../fixtures/browser/screen-checks.ts'
import { listFaults, loadScreens, type ScreenCheck } from '../../fixtures/browser/screens.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

const AT = 'main:has(#password)'

/** CSS that breaks one of the screens, and what a check finds there. */
const SPOILS: readonly [check: ScreenCheck, rules: string, finds: RegExp][] = [
  [nothingIsCutOff, `${AT} h1 { white-space: nowrap; inline-size: 60rem }`, /too wide/],
  [nothingIsCutOff, `${AT} .button { max-height: 1rem; min-height: 0; overflow: hidden }`, /cut off/],
  [nothingIsCutOff, `${AT} .button span { translate: 0 3rem }`, /sticks out: /],
  [nothingIsCutOff, `${AT} .lead { margin-block-start: -2rem }`, /overlap: /],
  [axeFindsNothing, `${AT} label { color: #888; background: #777 }`, /^color-contrast,/],
  [edgesAreSeen, `${AT} [type=submit] { border: 0 }`, /^button Continue$/],
  [nothingMoves, `${AT} h1 { animation: x 1s infinite } @keyframes x { to { rotate: 1turn } }`, /^x$/],
  [controlsFitAFinger, `${AT} [type=submit] { padding: 0; min-height: 20px; line-height: 1 }`, /Continue: /]
]

t.test('accessibility: each check finds its fault on the screen that has it alone', { skip }, async (t) => {
  const screens = await loadScreens('en', ['signed-out', 'sign-in-destination', 'tenant'])
  for (const [{ looks }, rules, finds] of SPOILS)
    for (const look of looks) {
      const found = listFaults(await screens.look({ ...look, rules: `${look.rules ?? ''} ${rules}` }))
      t.same(Object.keys(found), ['sign-in-destination'], `${look.label}: ${rules}`)
      t.match(String(found['sign-in-destination']), finds, `${look.label}: ${rules}`)
    }
})
