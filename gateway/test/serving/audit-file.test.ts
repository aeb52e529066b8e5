import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { startGatewayProcess } from '../fixtures/gateway-process.ts'
import { send } from '../fixtures/http-client.ts'
import { logOfStart } from '../fixtures/served-log.ts'
import { signatureKeyOf } from '../fixtures/signature-keys.ts'

const ENV = {
  GATEHOUSE_PUBLIC_URL: 'http://localhost:8080',
  GATEHOUSE_LISTEN_PORT: '0',
  GATEHOUSE_MANAGEMENT_PORT: '0',
  GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:9',
  GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'demo-test',
  GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
  GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_CERTIFICATES: 'http://127.0.0.1:9/none',
  GATEHOUSE_COOKIE_SIGNATURE_KEYS: signatureKeyOf('audit file')
}

t.test('audit file: cannot be opened, the start fails with path and hint', async (t) => {
  const to = join(t.testdir({}), 'none', 'audit.log')
  await t.rejects(logOfStart({ ...ENV, GATEHOUSE_AUDIT_TO: to }), {
    message: /^audit\.to: .*none\/audit\.log cannot be opened to append to \(ENOENT\)\nMake its folder/
  })
})

t.test('audit file: SIGHUP opens it anew, and the end writes all of it', async (t) => {
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
