import type { Parser } from 'tap-parser'
import { stringify } from 'yaml'

/** What is read of tap's own class for tests. */
interface Run {
  name: string
  /** In milliseconds. */
  time: number | null
  counts: { pass: number; fail: number; skip: number }
  lists: { fail: readonly { fullname: string; diag: unknown }[] }
  on(event: 'subtestStart' | 'subtestEnd', listener: (test: Run) => void): void
  on(event: 'process', listener: (proc: { stderr: NodeJS.ReadableStream | null }) => void): void
  parser: Parser
  on(event: 'complete', listener: () => void): void
}

const print = (line: string) => process.stdout.write(`${line}\n`)

function printCounts(name: string, { counts: { pass, fail, skip }, time }: Run): void {
  const skipped = skip > 0 ? `, ${skip} skipped` : ''
  print(`${name}: ${pass} passed, ${fail} failed${skipped} (${((time ?? 0) / 1000).toFixed(1)} s)`)
}

/** Prints what tests say about their failures, without the lines that TAP has for every test. */
function printComments(parser: Parser): void {
  parser.on('comment', (comment) => {
    if (!/^# (Subtest: |time=)/.test(comment)) process.stdout.write(comment)
  })
  parser.on('child', printComments)
}

/**
 * A reporter of tap: a line for each suite, what failed and why, and the totals. The reporters that come with tap draw
 * every assertion, which takes as long as making it.
 */
// biome-ignore lint/style/noDefaultExport: what tap looks for.
export default function report({ test }: { test: Run }): void {
  test.on('subtestStart', (suite) => {
    printComments(suite.parser)
    suite.on('process', ({ stderr }) => stderr?.pipe(process.stderr, { end: false }))
  })
  test.on('subtestEnd', (suite) => {
    for (const { fullname, diag } of suite.lists.fail)
      print(`not ok ${fullname}\n${stringify(diag, { lineWidth: 0 })}`)
    printCounts(suite.name, suite)
  })
  test.on('complete', () => printCounts('all', test))
}
