import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { warnAboutOpenFiles } from '../../src/operations/open-files.ts'
import { startGatewayProcess } from '../fixtures/processes/gateway-process.ts'

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
    if (isWarned) t.match(warning, `open files is ${limit},`)
    else t.equal(warning, null, String(limit))
  }
  t.equal(warnAboutOpenFiles(join(dir, 'nowhere')), null)
})

/** Enough for the start, which reads many modules at once. */
const LIMIT = 256

/** Opens more connections than the gateway has descriptors; it closes those it cannot accept. */
async function useUp(t: Test, port: number): Promise<void> {
  const sockets = Array.from({ length: LIMIT + 50 }, () => connect(port, '127.0.0.1'))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.race(
    sockets.map(
      (socket) =>
        new Promise((resolve) => {
          socket.on('error', () => {})
          socket.once('close', resolve)
        })
    )
  )
}

function ask(socket: Socket, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('data', (chunk) => resolve(String(chunk)))
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  })
}

t.test('open files: with none left for the application, the response is a logged 500', async (t) => {
  const served = await startGatewayProcess(t, { limits: `ulimit -n ${LIMIT}` })
  await served.printed(/"level":"warn".*the limit of open files is 256,/)
  const port = Number(new URL(served.url).port)
  const first = connect(port, '127.0.0.1')
  t.teardown(() => first.destroy())
  await new Promise((resolve) => first.once('connect', resolve))
  await useUp(t, port)
  const response = await ask(first, '/open')
  t.match(response, /^HTTP\/1\.1 500 /)
  t.match(response, '"code":"INTERNAL_ERROR"')
  t.notMatch(response, 'descriptor', 'not shown to visitors')
  await served.printed(
    /"code":"INTERNAL_ERROR","detail":"no file descriptor left in this process \(EMFILE\)"/
  )
  served.child.kill('SIGKILL')
})

/** Without the modules that tap loads into each process. */
const limitTo = (files: number) => `unset NODE_OPTIONS; ulimit -n ${files}`

for (const limit of [20, 24])
  t.test(`open files: ${limit} are too few to start, cause and fix are printed in two lines`, async (t) => {
    const shortage =
      /^not started: gatehouse: no file descriptor left in this process \(EMFILE\)\nRaise the limit of open files: .*\n$/
    await t.rejects(startGatewayProcess(t, { limits: limitTo(limit) }), { message: shortage })
  })

// Unbundled, the program reads more files at once.
const skip = process.env.TEST_PROGRAM === undefined && 'the bundle alone'
t.test('open files: 40 are enough to start', { skip }, async (t) => {
  const served = await startGatewayProcess(t, { limits: limitTo(40) })
  t.equal((await served.end()).code, 0)
})
