import { listTestsOf, runTogether } from './fixtures/suite.ts'

process.env.TEST_PROGRAM = 'bundle'
runTogether(...listTestsOf('program', (path) => !path.startsWith('workers/')))
