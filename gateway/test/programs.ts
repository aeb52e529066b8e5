import { listTestsOf, runTogether } from './fixtures/suite.ts'

runTogether(...listTestsOf('program', (path) => !path.startsWith('workers/')))
