import { axeFindsNothing, nothingIsCutOff } from '../../fixtures/browser/screen-checks.ts'
import { checkScreens } from '../../fixtures/browser/screens.ts'

checkScreens('ar', [axeFindsNothing, nothingIsCutOff])
