import { listTestsOf, runTogether } from './fixtures/suite.ts'

process.env.TEST_PROGRAM = 'bundle'
runTogether(...listTestsOf('program', (_, index) => index % 3 === 1))
