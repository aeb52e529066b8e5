// Runs test files without tap's own program, whose start takes longer than most tests.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Parser } from 'tap-parser'
import { parse, stringify } from 'yaml'
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

/**
 * Runs test files, or suites, one after the other, and prints what failed.
 *
 * @param {readonly string[]} paths of their sources
 * @returns {Promise<boolean>} whether all passed
 */
export async function runFiles(paths) {
  const sources = paths.map((path) => relative(ROOT, resolve(path)))
  const unknown = sources.filter((source) => outputOf(source) === null || !existsSync(join(ROOT, source)))
  for (const source of unknown) console.error(`no test: ${source}`)
  if (unknown.length > 0) return false
  let passed = true
  for (const source of sources) passed = (await run(source)) && passed
  return passed
}
