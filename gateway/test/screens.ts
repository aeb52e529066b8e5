import { listTestsOf, runTogether } from './fixtures/suite.ts'

runTogether(...listTestsOf('screens'))
