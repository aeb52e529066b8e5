import { runTogether } from '../fixtures/suite.ts'

runTogether(
  'app.test.js',
  'async.test.js',
  'journeys.test.js',
  'own-routes.test.js',
  'fuzz',
  'stand-in',
  'demo'
)
