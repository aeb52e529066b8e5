import { listTestsOf, runTogether } from './fixtures/suite.ts'

// A fifth of the files each: one that takes long holds up no other.
runTogether(...listTestsOf('screens', (_, index) => index % 5 === 0))
