// Runs test files, or suites, by the paths of their sources, and prints what failed: `npm run test:file -- gateway/test/app.test.ts`.
// Without tap's own program, whose start takes longer than most tests.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Parser } from 'tap-parser'
import { parse, stringify } from 'yaml'
import { PAGE_BUILDS, prepare } from './prepare.mjs'
import { outputOf } from './transpile.mjs'

const ROOT = join(import.meta.dirname, '..')
const { timeout, 'node-arg': nodeArgs } = parse(readFileSync(join(ROOT, '.taprc'), 'utf8'))

/** Counts assertions and prints those that failed; a test with assertions inside is not one more. */
function report(parser, counts) {
  let inside = 0
  parser.on('child', (child) => {
    inside++
    report(child, counts)
  })
  parser.on('assert', ({ ok, skip, fullname, diag }) => {
    if (inside > 0) {
      inside--
      return
    }
    counts[skip ? 'skipped' : ok ? 'passed' : 'failed']++
    if (!ok) console.log(`not ok ${fullname}\n${stringify(diag, { lineWidth: 0 })}`)
  })
}

function run(source) {
  const began = Date.now()
  const env = { ...process.env, TAP_TIMEOUT: String(timeout) }
  const args = ['--enable-source-maps', ...nodeArgs, join(ROOT, outputOf(source))]
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['inherit', 'pipe', 'inherit'] })
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const parser = new Parser()
  report(parser, counts)
  child.stdout.pipe(parser)
  return new Promise((resolve) => {
    // A file that ends before its first assertion has failed too.
    child.once('close', (code) => {
      const { passed, failed, skipped } = counts
      const seconds = ((Date.now() - began) / 1000).toFixed(1)
      console.log(`${source}: ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds} s)`)
      resolve(code === 0 && passed + skipped > 0)
    })
  })
}

const sources = process.argv.slice(2).map((path) => relative(ROOT, resolve(path)))
const unknown = sources.filter((source) => outputOf(source) === null || !existsSync(join(ROOT, source)))
if (sources.length === 0 || unknown.length > 0) {
  console.error(
    `usage: npm run test:file -- <test>.ts …${unknown.map((source) => `\nno test: ${source}`).join('')}`
  )
  process.exit(2)
}
const isOfPage = (source) => source.startsWith(join('login-ui', 'test'))
// Those run the page's modules themselves.
await prepare({ page: sources.every(isOfPage) ? [] : Object.keys(PAGE_BUILDS) })
for (const source of sources) if (!(await run(source))) process.exitCode = 1
