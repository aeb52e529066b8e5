import { runTogether } from '../fixtures/suite.ts'

runTogether('http', 'machines', 'access', 'identity', 'endpoints', 'auth-helper')
