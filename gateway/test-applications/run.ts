import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createChecks } from '../test/fixtures/commands/checks.ts'
import { checkAccessRules } from './access-rules/access-rules.ts'
import { checkKeepAlive } from './keep-alive.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    prepare: { type: 'boolean', default: false },
    thorough: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' }
  }
})
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-applications-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const checks = createChecks()

/** Servers named on the command line are checked alone. */
const isWhole = positionals.length === 0
if (isWhole && !values.prepare) await checkKeepAlive(checks, folder)
await checkAccessRules(checks, folder, {
  isOnlyPreparing: values.prepare,
  wanted: positionals,
  seed: Number(values.seed),
  ...(values.thorough ? { each: 1000, combinations: 400 } : { each: 4, combinations: 40 })
})

process.exit(checks.finish().failed === 0 ? 0 : 1)
