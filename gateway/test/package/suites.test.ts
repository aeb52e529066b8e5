import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import { startProgram } from '../fixtures/processes/child-process.ts'
import {
  BENCH_TESTS,
  listPluginSuites,
  listPluginTests,
  listTests,
  listTestsOf,
  PAGE_TESTS,
  RECIPE_TESTS,
  SITE_TESTS
} from '../fixtures/suite.ts'

const SUITES = packagePath('gateway', 'test', 'suites')

/** Folders of tests outside of gateway/test, by what suites pass for them. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  PAGE_TESTS: [PAGE_TESTS],
  BENCH_TESTS: [BENCH_TESTS],
  'RECIPE_TESTS, SITE_TESTS': [RECIPE_TESTS, SITE_TESTS],
  '...listPluginTests()': listPluginTests(),
  ...Object.fromEntries(
    listPluginSuites().map((path) => [
      `testsOfPlugin('${basename(dirname(dirname(path)))}')`,
      [dirname(path)]
    ])
  )
}

/** The test files that a suite runs, according to its source. */
function filesOf(source: string): string[] {
  const [, list = ''] = /runTogether\(([\s\S]*)\)/.exec(source) ?? []
  const paths = [...list.matchAll(/'([^']+)'/g)].map(([, path = '']) => path)
  return listTests(ELSEWHERE[list.trim()] ?? paths)
}

t.test('suites: every test file without a separate run is run by exactly one suite', async (t) => {
  const dist = packagePath('dist')
  const ofPlugins = listPluginSuites().map((path) =>
    packagePath(relative(dist, path).replace(/\.js$/, '.ts'))
  )
  const suites = [...readdirSync(SUITES).map((name) => join(SUITES, name)), ...ofPlugins]
  const run = suites.flatMap((path) => filesOf(readFileSync(path, 'utf8')))
  t.same(run.sort(), listTests(['', ...Object.values(ELSEWHERE).flat()]).sort())
})

t.test('suites: tests with separate runs exist and are in no suite', async (t) => {
  for (const run of ['program', 'screens'] as const) {
    const files = listTestsOf(run)
    t.ok(files.length > 3, run)
    const found = listTests(['']).filter((path) => files.includes(path))
    t.same(found, [], run)
  }
})

t.test('suites: a folder and a file in it list that file twice', async (t) => {
  const twice = filesOf("runTogether('package', 'package/suites.test.js')")
  t.equal(twice.filter((path) => path.endsWith('/package/suites.test.js')).length, 2)
})

/** An error outside of the promise of its test, which suites keep tap from tracking. */
const UNCAUGHT = `
t.test('timer', async () => {
  setTimeout(() => { throw new Error('thrown and not caught') })
  await new Promise((resolve) => setTimeout(resolve, 60_000))
})
t.test('next', async (t) => t.pass())`

t.test('suites: an uncaught error is reported and the suite fails', async (t) => {
  const suite = packagePath('dist', 'gateway', 'test', 'fixtures', 'suite.js')
  const tap = import.meta.resolve('tap')
  const script = join(t.testdir(), 'suite.mjs')
  writeFileSync(script, `import ${JSON.stringify(suite)}\nimport t from ${JSON.stringify(tap)}\n${UNCAUGHT}`)
  const { code, stdout, stderr } = await startProgram(script, []).ended
  t.equal(code, 1)
  t.match(stderr, 'thrown and not caught')
  t.match(stdout, /^not ok 1 - timer /m)
  t.match(stdout, /^not ok 2 - .*next/m)
})
