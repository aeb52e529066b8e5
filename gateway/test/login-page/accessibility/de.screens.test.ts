import { nothingIsCutOff } from '../../fixtures/screen-checks.ts'
import { checkScreens } from '../../fixtures/screens.ts'

checkScreens('de', [nothingIsCutOff])
