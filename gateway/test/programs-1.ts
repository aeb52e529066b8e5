import { listTestsOf, runTogether } from './fixtures/suite.ts'

process.env.TEST_PROGRAM = 'bundle'
// Half of the files each, which take about as long.
runTogether(...listTestsOf('program', (_, index) => index % 2 === 0))
