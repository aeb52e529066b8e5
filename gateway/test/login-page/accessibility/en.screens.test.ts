import {
  axeFindsNothing,
  controlsFitAFinger,
  edgesAreSeen,
  gapsAreEven,
  nothingIsCutOff,
  nothingMoves,
  noticesKeepDistance,
  oneButtonIsFilled
} from '../../fixtures/browser/screen-checks.ts'
import { checkScreens } from '../../fixtures/browser/screens.ts'

checkScreens('en', [
  ...[axeFindsNothing, nothingIsCutOff, edgesAreSeen, nothingMoves, controlsFitAFinger],
  ...[noticesKeepDistance, oneButtonIsFilled, gapsAreEven]
])
