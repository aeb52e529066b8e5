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

/** Triggers, by a signal, a bug of the kind that no request should be able to trigger. */
const BUG = `process.on('SIGUSR2', () => {
  setImmediate(() => { throw new Error('thrown without a handler') })
  Promise.reject(new Error('rejected without a handler'))
})`

t.test('uncaught: an exception or rejection is one line each, and the gateway keeps serving', async (t) => {
  const bug = join(t.testdir(), 'bug.mjs')
  writeFileSync(bug, BUG)
  const { url, managementUrl, child, printed, end } = await startGatewayProcess(t, {
    env: { NODE_OPTIONS: `--import=${bug}` }
  })
  child.kill('SIGUSR2')
  await printed(/thrown without.*"msg":"uncaught"/s)
  await printed(/rejected without.*"msg":"uncaught"/s)
  t.equal((await send(`${managementUrl}/livez`)).status, 200)
  t.equal((await send(`${url}/page`)).status, 401)
  const { code, stdout } = await end()
  t.equal(code, 0, 'shuts down cleanly')
  t.equal(stdout.split('"msg":"uncaught"').length - 1, 2)
})
