import { runTogether } from '../fixtures/suite.ts'

runTogether('session', 'encryption.test.js')
