import { runTogether } from '../fixtures/suite.ts'

runTogether('operations', 'serving', 'shared-state')
