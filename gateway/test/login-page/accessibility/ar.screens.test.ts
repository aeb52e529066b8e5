import { axeFindsNothing, nothingIsCutOff } from '../../fixtures/screen-checks.ts'
import { checkScreens } from '../../fixtures/screens.ts'

checkScreens('ar', [axeFindsNothing, nothingIsCutOff])
