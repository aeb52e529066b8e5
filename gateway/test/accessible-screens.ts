import { listTestsOf, runTogether } from './fixtures/suite.ts'

// A third of the time of all screens: beside the others they take less together.
runTogether(...listTestsOf('screens', (path) => path.startsWith('login-page/accessibility/')))
