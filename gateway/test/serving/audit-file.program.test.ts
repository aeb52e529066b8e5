import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { runCommand } from '../fixtures/commands/command-run.ts'
import { MAIN, startProgram } from '../fixtures/processes/child-process.ts'
import { environmentOf } from '../fixtures/processes/environment.ts'
import { startGatewayProcess } from '../fixtures/processes/gateway-process.ts'
import { send } from '../fixtures/wire/http-client.ts'

const ENV = { ...environmentOf('audit file'), GATEHOUSE_PUBLIC_URL: 'http://localhost:8080' }

t.test('audit file: one that cannot be opened is reported by check-config, doctor and start', async (t) => {
  const folder = t.testdir({})
  for (const [to, message] of [
    [join(folder, 'none', 'audit.log'), 'cannot be opened for appending (ENOENT)'],
    [folder, 'is neither a file nor a pipe']
  ] as const) {
    const env = { ...ENV, GATEHOUSE_AUDIT_TO: to }
    const problem = `audit.to (GATEHOUSE_AUDIT_TO): ${to} ${message}`
    for (const command of ['check-config', 'start']) {
      const { code, stderr } = await runCommand([command], { env })
      t.equal(code, 2, command)
      t.ok(stderr.includes(`the configuration has 1 problem:\n  ${problem}\n      Create its folder`), stderr)
    }
    const doctor = await runCommand(['doctor', '--offline'], { env })
    t.match(doctor.stdout, /CONFIG .* 1 problem\s+audit\.to \(GATEHOUSE_AUDIT_TO\):/)
  }
  const to = join(folder, 'audit.log')
  const twin = await runCommand(['check-config'], { env: { ...ENV, GATEHOUSE_AUDIT_TO: to } })
  t.equal(twin.code, 0, 'control')
  t.notOk(existsSync(to))
})

t.test('audit file: a pipe without a reader makes start exit with 2 and the problem', async (t) => {
  const to = join(t.testdir({}), 'pipe')
  execFileSync('mkfifo', [to])
  const { code, stdout, stderr } = await startProgram(MAIN, ['start'], { ...ENV, GATEHOUSE_AUDIT_TO: to })
    .ended
  t.equal(code, 2)
  t.match(stderr, /the configuration has 1 problem:\n {2}audit\.to: .*\(ENXIO\)\n {6}Create its folder/)
  t.match(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''), {
    msg: 'cannot start',
    problems: [{ path: 'audit.to' }]
  })
  t.notMatch(stdout + stderr, /\bat .*\.js:\d/, 'no stack trace')
})

t.test('audit file: SIGHUP reopens it, and the shutdown writes all lines', async (t) => {
  const to = join(t.testdir({}), 'audit.log')
  const served = await startGatewayProcess(t, { env: { GATEHOUSE_AUDIT_TO: to } })
  renameSync(to, `${to}.1`)
  served.child.kill('SIGHUP')
  while (!existsSync(to)) await setImmediate()
  await send(`${served.url}/_auth/session`, { method: 'POST', headers: { authorization: 'Bearer x' } })
  t.equal((await served.end()).code, 0)
  t.match(readFileSync(to, 'utf8'), /"event":"(session|access)\.refused"/)
  t.equal(readFileSync(`${to}.1`, 'utf8'), '')
})
