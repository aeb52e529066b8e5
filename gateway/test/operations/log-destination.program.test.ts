import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  createReadStream,
  openSync,
  readFileSync,
  readSync,
  statSync,
  truncateSync
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t, { type Test } from 'tap'
import { Pool } from 'undici'
import { type GatewayProcess, startGatewayProcess } from '../fixtures/processes/gateway-process.ts'
import { send } from '../fixtures/wire/http-client.ts'

const MEBIBYTE = 1024 * 1024
/** Long enough that a few hundred lines exceed the log buffer. */
const LONG_PATH = `/${'x'.repeat(8000)}`
/** This many such lines exceed the buffer of a pipe. */
const SOME = 40

/** Public, refused and management requests: all that a gateway serves without the provider. */
async function checkResponses(t: Test, { url, managementUrl }: GatewayProcess, when: string) {
  t.equal((await send(`${url}/open`)).status, 200, `${when}: a public request`)
  t.equal((await send(`${url}/private`)).status, 401, `${when}: a request without a session`)
  t.equal((await send(`${managementUrl}/livez`)).status, 200, `${when}: /livez`)
}

async function ask(t: Test, { url }: GatewayProcess, times: number, path = LONG_PATH) {
  const pool = new Pool(url, { connections: 20 })
  t.teardown(() => pool.destroy())
  let left = times
  const ask = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({ path, method: 'GET' })
      await body.dump()
      if (statusCode !== 401) throw new Error(`status ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: 20 }, ask))
}

/** A named pipe with both ends open here. Closing the reading end simulates a reader that exits. */
function makePipe(t: Test): { path: string; readingEnd: number; writingEnd: number } {
  const path = join(t.testdir(), 'log')
  execFileSync('mkfifo', [path])
  const readingEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  return { path, readingEnd, writingEnd: openSync(path, constants.O_WRONLY) }
}

interface Line {
  msg: string
  lines?: number
  path?: string
}

t.test('log: on a full device, all requests are served and SIGTERM exits with 0', async (t) => {
  const fd = openSync('/dev/full', 'w')
  const served = await startGatewayProcess(t, { output: fd })
  closeSync(fd)
  await checkResponses(t, served, 'at start')
  await ask(t, served, SOME)
  await checkResponses(t, served, 'after many lines')
  const { code, stderr } = await served.end()
  t.equal(code, 0)
  t.match(
    stderr,
    /^gatehouse: the log cannot be written \(ENOSPC\); requests are still served\ngatehouse: \d+ log lines were not written\n$/
  )
})

t.test('log: a blocked pipe bounds memory, counts lost lines, SIGTERM exits 0 (ASVS 15.2.2)', async (t) => {
  const requests = 3400
  const { path, readingEnd, writingEnd } = makePipe(t)
  const served = await startGatewayProcess(t, { output: writingEnd })
  closeSync(writingEnd)
  await ask(t, served, 400)
  const before = served.residentBytes()
  await ask(t, served, requests - 400)
  await checkResponses(t, served, 'while the pipe is blocked')
  const grownBytes = served.residentBytes() - before
  t.ok(grownBytes < 96 * MEBIBYTE, `${Math.round(grownBytes / MEBIBYTE)} MiB more`)

  const seen: Line[] = []
  const reader = createInterface({ input: createReadStream(path) })
  const readToEnd = new Promise((resolve) => reader.once('close', resolve))
  await new Promise<void>((resolve) => {
    reader.on('line', (line) => {
      seen.push(JSON.parse(line))
      if (seen.at(-1)?.msg === 'log lines lost') resolve()
    })
  })
  await checkResponses(t, served, 'after reading resumed')
  t.equal((await served.end()).code, 0)
  await readToEnd
  closeSync(readingEnd)
  const losses = seen.flatMap(({ msg, lines = 0 }) => (msg === 'log lines lost' ? [lines] : []))
  const lost = losses.reduce((sum, lines) => sum + lines, 0)
  const asked = seen.filter(({ path, msg }) => msg === 'request' && path !== '/open').length
  t.ok(lost > 200, `${lost} lines lost`)
  // Plus `/open` and `/private` twice each; lines of the first round may be among the lost ones.
  t.equal(asked + lost + seen.filter(({ path }) => path === '/open').length, requests + 4)
  t.equal(seen.at(-1)?.msg, 'stopped', 'logging continues')
})

t.test('log: a pipe that is not read is not writable, and SIGTERM says what is lost', async (t) => {
  const { readingEnd, writingEnd } = makePipe(t)
  const served = await startGatewayProcess(t, { output: writingEnd })
  await ask(t, served, SOME)
  const look = async (path: string) => await (await send(`${served.managementUrl}${path}`)).text()
  while (!(await look('/readyz?verbose')).includes('cannot be written: EAGAIN'));
  t.match(await look('/metrics'), /^gatehouse_log_writable 0$/m)
  const { code, stderr } = await served.end()
  t.equal(code, 0)
  t.match(stderr, /\(EAGAIN\)[\s\S]*^gatehouse: [1-9]\d* log lines were not written$/m)
  closeSync(writingEnd)
  closeSync(readingEnd)
})

t.test('log: a reader that stops finds whole lines, at once, after it went on, and at the end', async (t) => {
  const { readingEnd, writingEnd } = makePipe(t)
  const served = await startGatewayProcess(t, { output: writingEnd })
  closeSync(writingEnd)
  const page = Buffer.alloc(64 * 1024)
  let text = ''
  /** Everything that is in the pipe; an exception says that there is no more for now. */
  const drain = () => {
    try {
      for (let bytes = -1; bytes !== 0; ) {
        bytes = readSync(readingEnd, page)
        text += page.toString('utf8', 0, bytes)
      }
    } catch {}
  }
  const checkLines = (when: string) => {
    t.equal(text.at(-1), '\n', when)
    for (const line of text.trimEnd().split('\n')) JSON.parse(line)
  }
  for (const when of ['while it stops', 'after it went on', 'and once more']) {
    // More than a pipe holds, of lines of different lengths.
    for (const more of ['', 'y'.repeat(97), 'z'.repeat(213)]) await ask(t, served, 100, `/${more}`)
    drain()
    checkLines(when)
  }
  await ask(t, served, 300, '/last')
  t.match(await served.end(), { code: 0, stderr: /[1-9]\d* log lines were not written/ })
  drain()
  checkLines('at the end')
  t.ok(text.length > 128 * 1024)
  closeSync(readingEnd)
})

t.test('log: the readers of both outputs exit, requests are served, SIGTERM exits with 0', async (t) => {
  const { readingEnd, writingEnd } = makePipe(t)
  const served = await startGatewayProcess(t, { output: writingEnd })
  served.child.stderr?.destroy()
  closeSync(writingEnd)
  closeSync(readingEnd)
  await ask(t, served, SOME)
  await ask(t, served, SOME)
  await checkResponses(t, served, 'without readers')
  t.equal((await served.end()).code, 0)
})

t.test('log: a file may not grow, requests are served, and logging resumes when it may', async (t) => {
  const file = join(t.testdir(), 'log')
  const fd = openSync(file, 'a')
  // 64 blocks of 512 or 1024 bytes, by shell. The limit simulates a full disk: the same call fails.
  const served = await startGatewayProcess(t, { output: fd, limits: 'ulimit -f 64' })
  closeSync(fd)
  await ask(t, served, SOME)
  await checkResponses(t, served, 'when it is full')
  const full = statSync(file).size
  const health = await send(`${served.managementUrl}/readyz?verbose`)
  t.match(await health.text(), /"log":\{"status":"warn",[^}]*"cannot be written: EFBIG; 0 lines lost/)
  t.ok(full <= 64 * 1024, `${full} bytes`)
  truncateSync(file)
  while (statSync(file).size === 0) await checkResponses(t, served, 'with room again')
  const { code, stderr } = await served.end()
  t.equal(code, 0)
  t.match(stderr, /\(EFBIG\)/)
  t.match(readFileSync(file, 'utf8'), /"msg":"request"/)
})
