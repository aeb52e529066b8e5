import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import { listTests, PAGE_TESTS } from '../fixtures/suite.ts'

const SUITES = packagePath('gateway', 'test', 'suites')

/** The test files that a suite runs, by its source. */
function filesOf(source: string): string[] {
  const [, list = ''] = /runTogether\(([\s\S]*)\)/.exec(source) ?? []
  const paths = [...list.matchAll(/'([^']+)'/g)].map(([, path = '']) => path)
  return listTests(list.trim() === 'PAGE_TESTS' ? [PAGE_TESTS] : paths)
}

t.test('suites: every test file, run by one of them and by no other', async (t) => {
  const run = readdirSync(SUITES).flatMap((name) => filesOf(readFileSync(join(SUITES, name), 'utf8')))
  t.same(run.sort(), listTests(['', PAGE_TESTS]).sort())
})

t.test('suites: a folder and a file in it, the file stands there twice', async (t) => {
  const twice = filesOf("runTogether('package', 'package/suites.test.js')")
  t.equal(twice.filter((path) => path.endsWith('/package/suites.test.js')).length, 2)
})
