import { RECIPE_TESTS, runTogether } from '../fixtures/suite.ts'

runTogether(RECIPE_TESTS)
