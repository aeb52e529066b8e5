import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { warnAboutOpenFiles } from '../../src/operations/open-files.ts'
import { startGatewayProcess } from '../fixtures/processes/gateway-process.ts'

t.test('open files: limit below 4096, a warning; enough or not known, none', async (t) => {
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

/** Enough for the start, in which many modules are read at once. */
const LIMIT = 256

/** Opens more connections than the other side has descriptors; it closes those that it cannot take, the others stay. */
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

t.test('open files: none left for the application, 500 and a line that says so', async (t) => {
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
  t.notMatch(response, 'descriptor', 'visitors are not told')
  await served.printed(
    /"code":"INTERNAL_ERROR","detail":"no file descriptor left in this process \(EMFILE\)"/
  )
  served.child.kill('SIGKILL')
})

/** Without the modules that tap loads into each program. */
const limitTo = (files: number) => `unset NODE_OPTIONS; ulimit -n ${files}`

for (const limit of [20, 24])
  t.test(`open files: ${limit} are too few for the start, its cause and fix in two lines`, async (t) => {
    const shortage =
      /^not started: gatehouse: no file descriptor left in this process \(EMFILE\)\nRaise the limit of open files: .*\n$/
    await t.rejects(startGatewayProcess(t, { limits: limitTo(limit) }), { message: shortage })
  })

// File by file, the program reads more at once.
const skip = process.env.TEST_PROGRAM === undefined && 'the bundle alone'
t.test('open files: 40 are enough for the start', { skip }, async (t) => {
  const served = await startGatewayProcess(t, { limits: limitTo(40) })
  t.equal((await served.end()).code, 0)
})
