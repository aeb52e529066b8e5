import { runTogether } from '../fixtures/suite.ts'

runTogether('login-page/browser')
