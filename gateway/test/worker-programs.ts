import { listTestsOf, runTogether } from './fixtures/suite.ts'

// Half of the time of all programs: beside the others they take half as long together.
runTogether(...listTestsOf('program', (path) => path.startsWith('workers/')))
