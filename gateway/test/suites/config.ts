import { runTogether } from '../fixtures/suite.ts'

runTogether('config')
