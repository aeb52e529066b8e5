import { listProgramTests, runTogether } from './fixtures/suite.ts'

runTogether(...listProgramTests())
