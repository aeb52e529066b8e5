import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Checks, createChecks } from '../test/fixtures/commands/checks.ts'
import { checkChart } from './chart.ts'
import { checkContainers } from './containers.ts'
import { checkMonitoring } from './monitoring.ts'
import { checkPackage } from './npm-package.ts'
import { checkUnits } from './units.ts'

/** What is delivered besides the source, each tested with the tools of its users. */
const DELIVERIES: Readonly<Record<string, (checks: Checks, folder: string) => Promise<void>>> = {
  monitoring: checkMonitoring,
  chart: checkChart,
  package: checkPackage,
  containers: checkContainers,
  units: checkUnits
}

async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-deploy-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const checks = createChecks()
  const names = process.argv.slice(2).filter((argument) => argument in DELIVERIES)
  for (const [name, run] of Object.entries(DELIVERIES)) {
    if (names.length > 0 && !names.includes(name)) continue
    try {
      await run(checks, folder)
    } catch (err) {
      await checks.check(`${name}: prepared`, () => Promise.reject(err))
    }
  }
  process.exit(checks.finish().failed === 0 ? 0 : 1)
}

await main()
