import { listTestsOf, runTogether } from './fixtures/suite.ts'

runTogether(...listTestsOf('screens', (path) => path.startsWith('login-page/account/')))
