import { listPluginTests, runTogether } from '../fixtures/suite.ts'

runTogether(...listPluginTests())
