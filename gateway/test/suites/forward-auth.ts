import { runTogether } from '../fixtures/suite.ts'

runTogether('forward-auth')
