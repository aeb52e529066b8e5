import { listTestsOf, runTogether } from './fixtures/suite.ts'

runTogether(...listTestsOf('screens', (_, index) => index % 5 === 2))
