import { runTogether } from '../fixtures/suite.ts'

runTogether('session')
