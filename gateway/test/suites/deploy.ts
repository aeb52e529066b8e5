import { RECIPE_TESTS, runTogether, SITE_TESTS } from '../fixtures/suite.ts'

runTogether(RECIPE_TESTS, SITE_TESTS)
