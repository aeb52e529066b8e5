import { runTogether } from '../fixtures/suite.ts'

runTogether('login-page/accessibility/screens-en.test.js')
