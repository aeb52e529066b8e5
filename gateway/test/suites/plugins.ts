import { PLUGIN_TESTS, runTogether } from '../fixtures/suite.ts'

runTogether(PLUGIN_TESTS)
