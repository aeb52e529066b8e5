import { runTogether } from '../fixtures/suite.ts'

runTogether(
  'login-page/browser',
  'login-page/accessibility/document.test.js',
  'login-page/accessibility/fields.test.js',
  'login-page/accessibility/keyboard.test.js',
  'login-page/accessibility/preferences.test.js'
)
