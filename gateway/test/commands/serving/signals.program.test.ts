import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startGatewayProcess } from '../../fixtures/processes/gateway-process.ts'
import { send } from '../../fixtures/wire/http-client.ts'

t.test('signals: SIGUSR1 opens no debugger, SIGHUP reloads without downtime (ASVS 13.4.2)', async (t) => {
  const served = await startGatewayProcess(t)
  served.child.kill('SIGUSR1')
  served.child.kill('SIGHUP')
  // Node handles signals in the order of arrival: the first one has already taken effect.
  await served.printed(/"event":"config.unchanged","msg":"event"/)
  t.equal((await send(`${served.url}/open`)).status, 200)
  t.equal((await send(`${served.managementUrl}/readyz`)).status, 200)
  const { code, stdout, stderr } = await served.end()
  t.equal(code, 0)
  t.match(stdout, /"msg":"stopped"/)
  t.equal(stderr, '', 'Node would print where its debugger listens')
})

t.test('signals: SIGHUP after a change to a large file reads it in a thread and applies it', async (t) => {
  const file = join(t.testdir(), 'gatehouse.yaml')
  const write = (seconds: number) =>
    writeFileSync(file, `session: { idleSeconds: ${seconds} }\n${'# a comment\n'.repeat(10_000)}`)
  write(1800)
  const args = ['--config', file]
  const served = await startGatewayProcess(t, { args, env: { GATEHOUSE_RELOAD_WATCH: 'false' } })
  write(3600)
  served.child.kill('SIGHUP')
  await served.printed(/"event":"config.applied".*"changed":\["session.idleSeconds"\]/)
  t.equal((await send(`${served.url}/open`)).status, 200)
  const { code, stderr } = await served.end()
  t.strictSame([code, stderr], [0, ''])
})
