import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { maxConnectionsFor, warnAboutOpenFiles } from '../../src/operations/limits.ts'
import { startGatewayProcess } from '../fixtures/processes/gateway-process.ts'
import { send } from '../fixtures/wire/http-client.ts'

t.test('open files: a limit below 4096 causes a warning, a higher or unknown one does not', async (t) => {
  const dir = t.testdir()
  const rows: readonly [limit: string | null, isWarned: boolean][] = [
    ['1024', true],
    ['4095', true],
    ['4096', false],
    ['1048576', false],
    ['unlimited', false],
    [null, false]
  ]
  for (const [limit, isWarned] of rows) {
    const head = 'Limit                     Soft Limit           Hard Limit           Units     \n'
    const line =
      limit === null ? '' : `Max open files            ${limit.padEnd(21)}524288               files     \n`
    const file = join(dir, 'limits')
    t.testdir({
      limits: `${head}Max processes             77                   77                   processes \n${line}`
    })
    const warning = warnAboutOpenFiles(file)
    if (isWarned) t.match(warning, `open files is ${limit}:`)
    else t.equal(warning, null, String(limit))
  }
  t.equal(warnAboutOpenFiles(join(dir, 'nowhere')), null)
})

/** Enough for the start, which reads many modules at once. */
const OPEN_FILES = 256
const MAX_CONNECTIONS = maxConnectionsFor(OPEN_FILES)

/** A connection whose first request is not complete. */
async function openBusy(t: Test, port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write('GET /slow HTTP/1.1\r\n')
  return socket
}

t.test('limits: visitors beyond the descriptors are refused in order, and management responds', async (t) => {
  const served = await startGatewayProcess(t, { limits: `ulimit -n ${OPEN_FILES}` })
  await served.printed(/"level":"warn".*the limit of open files is 256: with it, at most 80 connections/)
  const port = Number(new URL(served.url).port)
  const busy = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, () => openBusy(t, port)))
  for (let count = 0; count < 3; count++) {
    const response = await send(`${served.url}/open`, { headers: { accept: 'application/json' } })
    t.equal(response.status, 503)
    t.equal(response.headers.get('retry-after'), '1')
    t.equal(response.headers.get('connection'), 'close')
    t.match(await response.json(), { code: 'OVERLOADED' })
  }
  await served.printed(/"level":"error".*"limit":"connections","share":1.*close to a limit of the machine/)
  t.equal((await send(`${served.managementUrl}/livez`)).status, 200)
  const ready = await send(`${served.managementUrl}/readyz?verbose`)
  t.equal(ready.status, 200)
  t.match(await ready.json(), {
    checks: { limits: { status: 'warn', reason: /^connections: 100 % in use/ } }
  })
  const found = await (await send(`${served.managementUrl}/metrics`)).text()
  t.match(found, 'gatehouse_limit_used_ratio{limit="connections"} 1')
  for (const socket of busy.slice(0, 40)) socket.destroy()
  await served.printed(/no longer close to a limit of the machine/)
  t.equal((await send(`${served.url}/open`)).status, 200)
  served.child.kill('SIGKILL')
})

/** Without the modules that tap loads into each process. */
const limitTo = (files: number) => `unset NODE_OPTIONS; ulimit -n ${files}`

// The bundle reads one file after the other.
for (const limit of process.env.TEST_PROGRAM === undefined ? [20, 24] : [18])
  t.test(`open files: ${limit} are too few to start, cause and fix are printed in two lines`, async (t) => {
    const shortage =
      /^not started: gatehouse: no file descriptor left in this process \(EMFILE\)\nRaise the limit of open files: .*\n$/
    await t.rejects(startGatewayProcess(t, { limits: limitTo(limit) }), { message: shortage })
  })

// Unbundled, the program reads more files at once.
const skip = process.env.TEST_PROGRAM === undefined && 'the bundle alone'
t.test('open files: 32 are enough to start', { skip }, async (t) => {
  const served = await startGatewayProcess(t, { limits: limitTo(32) })
  t.equal((await served.end()).code, 0)
})
