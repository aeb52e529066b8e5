import { runTogether } from '../fixtures/suite.ts'

runTogether(
  'login-page/accessibility/screens-en.test.js',
  'login-page/accessibility/screens-ar.test.js',
  'login-page/accessibility/screens-de.test.js',
  'login-page/accessibility/screens-loaded.test.js',
  'login-page/accessibility/screens-spoiled.test.js'
)
