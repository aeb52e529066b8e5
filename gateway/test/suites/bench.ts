import { BENCH_TESTS, runTogether } from '../fixtures/suite.ts'

runTogether(BENCH_TESTS)
