// Adds up the assertions of tap's output and the closing line of the emulator run.
import { readFileSync } from 'node:fs'
import { Parser } from 'tap-parser'

const [tapFile = '', emulatorFile = ''] = process.argv.slice(2)
let passed = 0
let failed = 0

// Counts leaves only: a test with tests inside is not one more.
function count(parser) {
  let children = 0
  parser.on('child', (child) => {
    children++
    count(child)
  })
  parser.on('assert', (result) => {
    if (children > 0) {
      children--
      return
    }
    if (result.ok) passed++
    else failed++
  })
}

const parser = new Parser()
count(parser)
parser.end(readFileSync(tapFile, 'utf8'))
await new Promise((resolve) => setImmediate(resolve))

const closing = /^(\d+) passed, (\d+) failed/m.exec(readFileSync(emulatorFile, 'utf8').trim().split('\n').at(-1) ?? '')
const counted = closing !== null && passed > 0
passed += Number(closing?.[1] ?? 0)
failed += Number(closing?.[2] ?? 1)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && counted ? 0 : 1
