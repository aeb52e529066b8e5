import { runTogether } from '../fixtures/suite.ts'

runTogether('identity-platform')
