// Everything that is checked without running the tests: all of it, although a part may fail.
import { spawnSync } from 'node:child_process'

const CHECKS = ['tsc -b', 'biome check .', 'tap dist/gateway/test/package/layers.test.js', 'knip', 'jscpd']

const failed = CHECKS.filter((check) => spawnSync(check, { shell: true, stdio: 'inherit' }).status !== 0)
for (const check of failed) console.error(`failed: ${check}`)
process.exitCode = failed.length === 0 ? 0 : 1
