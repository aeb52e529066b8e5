import { runTogether } from '../fixtures/suite.ts'

runTogether(
  'login-page/account',
  'login-page/appearance',
  'login-page/document',
  'login-page/settings',
  'login-page/visit',
  'login-page/routes.test.js'
)
