import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startGatewayProcess } from '../../fixtures/processes/gateway-process.ts'
import { send } from '../../fixtures/wire/http-client.ts'

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
