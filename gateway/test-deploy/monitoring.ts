import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { packagePath } from '../src/config/package-files.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { findProgram } from '../test/fixtures/processes/find-program.ts'
import { readDashboardQueries } from '../test/fixtures/repository/dashboard.ts'
import { runOrFail, runTool } from './tool.ts'

const PROMETHEUS = packagePath('deploy', 'prometheus')
const RULE_TESTS = 'rules.test.yaml'
const TESTS = [RULE_TESTS, 'rules.days.test.yaml']
/** Alerts and dashboard, as Prometheus parses them. */
export async function checkMonitoring(checks: Checks, folder: string): Promise<void> {
  const promtool = findProgram('PROMTOOL_PATH', 'promtool')
  if (promtool === null) {
    checks.skip('monitoring', 'promtool not found (Debian’s package `prometheus`; PROMTOOL_PATH names it)')
    return
  }
  await checks.check('rules: promtool accepts them', async () => {
    await runOrFail(promtool, ['check', 'rules', join(PROMETHEUS, 'rules.yaml')])
  })
  for (const file of TESTS) {
    await checks.check(`rules: in ${file}, each alert fires, and is silent in its control case`, async () => {
      await runOrFail(promtool, ['test', 'rules', file], { cwd: PROMETHEUS })
    })
  }
  await checks.check('rules: with unreachable thresholds, the rule tests fail', async () => {
    const copy = join(folder, 'rules.yaml')
    const text = readFileSync(join(PROMETHEUS, 'rules.yaml'), 'utf8')
    writeFileSync(copy, text.replaceAll(/([<>]=?|==) [\d.]+$/gm, '> 1e12'))
    writeFileSync(join(folder, RULE_TESTS), readFileSync(join(PROMETHEUS, RULE_TESTS), 'utf8'))
    assert.notEqual((await runTool(promtool, ['test', 'rules', RULE_TESTS], { cwd: folder })).code, 0)
  })
  await checks.check('dashboard: Prometheus accepts every expression', async () => {
    const file = join(folder, 'dashboard-rules.yaml')
    const rules = listDashboardRules()
    writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules }] }))
    const said = await runOrFail(promtool, ['check', 'rules', '--lint=none', file])
    assert.match(said, new RegExp(`${rules.length} rules found`))
  })
}

/** Each expression of the dashboard as a recording rule. */
function listDashboardRules(): { record: string; expr: string }[] {
  const { panels, annotations } = readDashboardQueries()
  return [...panels, ...annotations].map(({ expr }, index) => ({ record: `dashboard:${index}`, expr }))
}
