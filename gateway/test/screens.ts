import { listTestsOf, runTogether } from './fixtures/suite.ts'

// Those of the account page and of accessibility run beside these.
runTogether(...listTestsOf('screens', (path) => !/^login-page\/(accessibility|account)\//.test(path)))
