import { runTogether, testsOfPlugin } from '../../../test/fixtures/suite.ts'

runTogether(testsOfPlugin('oauth'))
