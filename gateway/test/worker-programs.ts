import { listTestsOf, runTogether } from './fixtures/suite.ts'

process.env.TEST_PROGRAM = 'bundle'
// Half of the time of all programs: beside the others they take half as long together.
runTogether(...listTestsOf('program', (path) => path.startsWith('workers/')))
