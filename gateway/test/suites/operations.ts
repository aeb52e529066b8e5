import { runTogether } from '../fixtures/suite.ts'

runTogether('operations', 'serving', 'traffic', 'shared-state')
