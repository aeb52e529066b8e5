import { listTestsOf, runTogether } from './fixtures/suite.ts'

// Half of the time of all screens: beside the others they take half as long together.
runTogether(...listTestsOf('screens', (path) => path.startsWith('login-page/accessibility/')))
