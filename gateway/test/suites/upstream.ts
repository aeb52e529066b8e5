import { runTogether } from '../fixtures/suite.ts'

runTogether('upstream', 'forward-auth')
