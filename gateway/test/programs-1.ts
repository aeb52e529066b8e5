import { listTestsOf, runTogether } from './fixtures/suite.ts'

process.env.TEST_PROGRAM = 'bundle'
// A third of the files each, which take about as long.
runTogether(...listTestsOf('program', (_, index) => index % 3 === 0))
