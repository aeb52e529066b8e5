import { runTogether } from './fixtures/suite.ts'

runTogether('authorization-server')
