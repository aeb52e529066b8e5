import {
  axeFindsNothing,
  controlsFitAFinger,
  edgesAreSeen,
  nothingIsCutOff,
  nothingMoves
} from '../../fixtures/screen-checks.ts'
import { checkScreens } from '../../fixtures/screens.ts'

checkScreens('en', [axeFindsNothing, nothingIsCutOff, edgesAreSeen, nothingMoves, controlsFitAFinger])
