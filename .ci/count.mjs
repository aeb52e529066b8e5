// Adds up the assertions of runs by tap (files that end with `.tap`) and the closing lines of the others.
import { existsSync, readFileSync } from 'node:fs'
import { Parser } from 'tap-parser'

let passed = 0
let failed = 0
const failures = []

// Counts leaves only: a test with tests inside is not one more.
function count(parser, names = []) {
  let children = 0
  parser.on('child', (child) => {
    children++
    count(child, [...names, child.name])
  })
  parser.on('assert', (result) => {
    if (children > 0) {
      children--
      return
    }
    if (result.ok) passed++
    else {
      failed++
      failures.push([...names, result.name].filter(Boolean).join(' > '))
    }
  })
}

async function countTap(file) {
  const before = passed + failed
  const parser = new Parser()
  count(parser)
  parser.end(existsSync(file) ? readFileSync(file, 'utf8') : '')
  await new Promise((resolve) => setImmediate(resolve))
  // A run that ended before it counted anything is a failure, whatever the others say.
  if (passed + failed === before) failed++
}

function countClosingLine(file) {
  // npm may say something of its own behind it.
  const closing = [...readFileSync(file, 'utf8').matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1)
  passed += Number(closing?.[1] ?? 0)
  failed += Number(closing?.[2] ?? 1)
}

for (const file of process.argv.slice(2)) {
  if (file.endsWith('.tap')) await countTap(file)
  else countClosingLine(file)
}
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
