import { PAGE_TESTS, runTogether } from '../fixtures/suite.ts'

runTogether(PAGE_TESTS)
