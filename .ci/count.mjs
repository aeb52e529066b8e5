// Adds up the assertions of tap's output and the closing lines of other runs.
import { readFileSync } from 'node:fs'
import { Parser } from 'tap-parser'

const [tapFile = '', ...otherFiles] = process.argv.slice(2)
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

const parser = new Parser()
count(parser)
parser.end(readFileSync(tapFile, 'utf8'))
await new Promise((resolve) => setImmediate(resolve))

// A run that ended before it counted anything is a failure, whatever the other one says.
if (passed + failed === 0) failed++
for (const file of otherFiles) {
  const lastLine = readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? ''
  const closing = /^(\d+) passed, (\d+) failed/.exec(lastLine)
  passed += Number(closing?.[1] ?? 0)
  failed += Number(closing?.[2] ?? 1)
}
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
