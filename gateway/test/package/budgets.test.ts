import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import { compareSizes, lowerBudgets, measureSizes, readBudgets } from '../fixtures/repository/budgets.ts'

/** An unpacked archive has no list of files. */
const skip = existsSync(packagePath('.git')) ? false : 'needs a clone'
/** From here on, subjects are short: the commit that added this test. */
const SINCE = '748fcd9c'
const MAX_SUBJECT_CHARS = 72

t.test('budgets: source, tests, documents, keys and scripts are within their limits', { skip }, async (t) => {
  const sizes = measureSizes()
  for (const [kind, name] of [
    ['lines of source', 'gateway/src/session'],
    ['lines of tests and tools', 'gateway/test'],
    ['words written by hand', 'README.md'],
    ['keys and scripts', 'npm scripts']
  ] as const)
    t.ok((sizes[kind]?.[name] ?? 0) > 0, `control: ${name}`)
  const advice = 'take as much from elsewhere, or raise the budget and say why in the commit'
  t.same(compareSizes(readBudgets(), sizes), [], advice)
})

t.test('budgets: what is over, new or left behind is reported, and lowering raises nothing', async (t) => {
  const budgets = { lines: { a: 100, b: 100, c: 1000, gone: 5 } }
  const sizes = { lines: { a: 101, b: 79, c: 995, d: 3 } }
  t.same(compareSizes(budgets, sizes), [
    'lines, a: 101, of 100 allowed',
    'lines, b: only 79 of 100, run npm run generate',
    'lines, d: no budget, for 3'
  ])
  t.same(
    compareSizes({ lines: { a: 100, b: 99, c: 1000, d: 3 } }, { lines: { a: 100, b: 79, c: 990, d: 3 } }),
    []
  )
  t.same(lowerBudgets(budgets, sizes), { lines: { a: 100, b: 79, c: 995, d: 3 } })
})

t.test('budgets: subjects of new commits have at most 72 characters and one idea', { skip }, async (t) => {
  const list = (range: string) =>
    execFileSync('git', ['log', '--no-merges', '--format=%s', range], {
      cwd: packagePath(),
      encoding: 'utf8'
    })
  const isKnown = execFileSync('git', ['cat-file', '--batch-check'], {
    cwd: packagePath(),
    input: SINCE,
    encoding: 'utf8'
  })
  if (!/ commit /.test(isKnown)) return void t.pass('a shallow clone')
  const subjects = list(`${SINCE}..HEAD`).split('\n')
  const found = subjects.filter((subject) => subject.length > MAX_SUBJECT_CHARS || subject.includes(';'))
  t.same(found, [])
})
