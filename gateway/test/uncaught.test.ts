import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { packagePath } from '../src/config/package-files.ts'
import { startProgram } from './fixtures/program.ts'
import { send } from './fixtures/upstream.ts'

const MAIN = packagePath('dist', 'gateway', 'src', 'main.js')
/** A bug of the kind that no request should be able to set off, at the push of a button. */
const BUG = `process.on('SIGUSR2', () => {
  setImmediate(() => { throw new Error('thrown where nobody catches') })
  Promise.reject(new Error('rejected where nobody waits'))
})`

t.test(
  'uncaught: an exception and a rejection that nobody caught, one line each, and the gateway serves on',
  async (t) => {
    const bug = join(t.testdir(), 'bug.mjs')
    writeFileSync(bug, BUG)
    const program = startProgram('--import', [bug, MAIN, 'start'], {
      GATEHOUSE_PUBLIC_URL: 'http://localhost:8080',
      GATEHOUSE_LISTEN_PORT: '0',
      GATEHOUSE_MANAGEMENT_PORT: '0',
      GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:9',
      GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'p',
      GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
      GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_CERTIFICATES: 'http://127.0.0.1:9/none',
      GATEHOUSE_COOKIE_SIGNATURE_KEYS: 'uncaught-0123456789-0123456789-0123456789',
      METADATA_SERVER_DETECTION: 'none'
    })
    t.teardown(() => program.child.kill('SIGKILL'))
    const [, ready = ''] = await program.printed(/^(.*"msg":"ready".*)$/m)
    const { port, managementPort } = JSON.parse(ready)
    program.child.kill('SIGUSR2')
    await program.printed(/nobody catches.*"msg":"uncaught"/s)
    await program.printed(/nobody waits.*"msg":"uncaught"/s)
    t.equal((await send(`http://127.0.0.1:${managementPort}/livez`)).status, 200)
    t.equal((await send(`http://127.0.0.1:${port}/page`)).status, 401)
    program.child.kill('SIGTERM')
    const { code, stdout } = await program.ended
    t.equal(code, 0, 'ends in order')
    t.equal(stdout.split('"msg":"uncaught"').length - 1, 2)
  }
)
