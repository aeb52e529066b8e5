import { listTestsOf, runTogether } from './fixtures/suite.ts'

// Pages and tests mostly wait: five at a time take half as long together as three.
runTogether(...listTestsOf('screens', (_, index) => index % 5 === 0))
