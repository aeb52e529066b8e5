import assert from 'node:assert/strict'
import { packagePath } from '../src/config/package-files.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { findProgram } from '../test/fixtures/processes/find-program.ts'
import { runOrFail, runTool } from './tool.ts'

const SERVICE = packagePath('deploy', 'gatehouse.service')
const SOCKET = packagePath('deploy', 'gatehouse.socket')
/** Exposure of `systemd-analyze security`, from 0 (nothing is reachable) to 10. */
const MAX_EXPOSED = 1.3

/** The units, as systemd parses them. */
export async function checkUnits(checks: Checks): Promise<void> {
  const analyze = findProgram('SYSTEMD_ANALYZE_PATH', 'systemd-analyze')
  if (analyze === null) {
    checks.skip('units', 'systemd-analyze not found (Debian’s package `systemd`)')
    return
  }
  await checks.check('units: systemd-analyze verify reports nothing', async () => {
    const { stdout, stderr } = await runTool(analyze, ['verify', SERVICE, SOCKET])
    // The program is in another place on this machine.
    const lines = `${stdout}${stderr}`
      .split('\n')
      .filter((line) => line !== '' && !line.includes('is not executable'))
    assert.deepEqual(lines, [])
  })
  await checks.check(`units: exposure is at most ${MAX_EXPOSED}`, async () => {
    const text = await runOrFail(analyze, ['security', '--offline=yes', SERVICE])
    const level = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(text)?.[1] ?? 'NaN')
    assert.ok(level <= MAX_EXPOSED, String(level))
  })
}
