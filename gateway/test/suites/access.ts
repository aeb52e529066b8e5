import { runTogether } from '../fixtures/suite.ts'

runTogether('http', 'access', 'identity', 'endpoints', 'auth-helper', 'async')
