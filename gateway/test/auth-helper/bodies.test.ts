import { once } from 'node:events'
import { request as httpRequest, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { MEBIBYTE, open, POSTED, startBare, startHelper, startWithHelper } from '../fixtures/auth-helper.ts'
import { signal } from '../fixtures/signal.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

t.test('auth helper: a body of 1 MiB passes, one byte more is refused, also in chunks', async (t) => {
  const helper = await startHelper(t)
  const { url } = await startWithHelper(t, helper.url)
  const chunks = (bytes: number) =>
    Readable.from(
      (function* () {
        for (let left = bytes; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536), 97)
      })()
    )
  for (const body of [Buffer.alloc(MEBIBYTE, 97), chunks(MEBIBYTE)]) {
    const passed = await request(`${url}/__/auth/handler`, { method: 'POST', body })
    t.equal(passed.statusCode, 200)
    await passed.body.dump()
    t.equal(helper.seen.at(-1)?.body.length, MEBIBYTE)
  }
  for (const body of [Buffer.alloc(MEBIBYTE + 1, 97), chunks(MEBIBYTE + 1)]) {
    const refused = await request(`${url}/__/auth/handler`, { method: 'POST', body })
    t.equal(refused.statusCode, 413)
    t.match(await refused.body.json(), { code: 'PAYLOAD_TOO_LARGE' })
    t.equal(refused.headers['cache-control'], 'no-store')
  }
  const found = helper.seen.some(({ body }) => body.length > MEBIBYTE)
  t.notOk(found, 'the helper never gets all of it')
})

t.test('auth helper: a length over the limit is refused before any byte of the body', async (t) => {
  const helper = await startHelper(t)
  const { port } = await startBare(t, helper.url, {})
  const { socket, text } = open(t, port)
  socket.write(`POST /__/auth/handler HTTP/1.1\r\nHost: a\r\nContent-Length: ${MEBIBYTE + 1}\r\n\r\n`)
  await once(socket, 'close')
  t.match(text(), /^HTTP\/1.1 413 /)
  t.equal(helper.seen.length, 0)
})

t.test('auth helper: a GET with a body is forwarded without it', async (t) => {
  const helper = await startHelper(t)
  const { port } = await startWithHelper(t, helper.url)
  const response = await sendRaw(
    port,
    'GET /__/auth/iframe HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello'
  )
  t.match(response, /^HTTP\/1.1 200 /)
  t.match(helper.seen, [{ body: '' }])
  t.equal(helper.seen[0]?.headers['content-length'], undefined)
})

t.test('auth helper: an unread body ends the connection, otherwise it is kept alive', async (t) => {
  const helper = await startHelper(t)
  const { port } = await startWithHelper(t, helper.url)
  const headOf = async (headers: string) => {
    const { socket, text } = open(t, port)
    socket.write(`GET /__/auth/iframe HTTP/1.1\r\nHost: a\r\n${headers}\r\n`)
    while (!text().includes('\r\n\r\n')) await once(socket, 'data')
    return text()
  }
  t.match(await headOf('Content-Length: 5\r\n'), /^connection: close\r$/im)
  t.notMatch(await headOf(''), /^connection: close\r$/im)
})

t.test('auth helper: a response is passed on while it is still being written', async (t) => {
  let answering: ServerResponse | undefined
  const { url: helperUrl } = await startUpstream(t, (_req, res) => {
    answering = res
    res.writeHead(200)
    res.write('first')
  })
  const { port } = await startBare(t, helperUrl, {})
  const { socket, text } = open(t, port)
  socket.write('GET /__/auth/x HTTP/1.1\r\nHost: a\r\n\r\n')
  while (!text().includes('first')) await once(socket, 'data')
  answering?.end('last')
  while (!text().includes('last')) await once(socket, 'data')
  t.match(text(), /^HTTP\/1.1 200 /)
})

t.test('auth helper: slow bodies take no connection from other visitors', async (t) => {
  const seen: string[] = []
  const { url: helperUrl } = await startUpstream(t, (req, res) => {
    seen.push(String(req.method))
    req.pipe(res)
  })
  const { url, port } = await startBare(t, helperUrl, { connections: 1 })
  const slow = Array.from({ length: 20 }, () => open(t, port))
  for (const { socket } of slow)
    socket.write('POST /__/auth/x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nslow')
  t.equal((await send(`${url}/__/auth/quick`)).status, 200)
  t.strictSame(seen, ['GET'])
  const { socket, text } = slow[0] ?? open(t, port)
  socket.write(' post')
  while (!text().includes('slow post')) await once(socket, 'data')
  t.strictSame(seen, ['GET', 'POST'], 'with its whole body')
})

t.test('auth helper: a stalled body gets 408 and never reaches the helper', async (t) => {
  let requests = 0
  const { url: helperUrl } = await startUpstream(t, (_req, res) => {
    requests += 1
    res.end()
  })
  for (const limits of [{ bodyTimeoutMs: 50 }, { wholeBodyTimeoutMs: 50 }, { totalTimeoutMs: 50 }]) {
    const { port, logged } = await startBare(t, helperUrl, limits)
    const { socket, text } = open(t, port)
    socket.write('POST /__/auth/handler HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf')
    await once(socket, 'close')
    t.match(text(), /^HTTP\/1.1 408 /)
    t.match(await logged(({ route }) => route === 'helper'), { level: 'info', code: 'REQUEST_TIMEOUT' })
  }
  t.equal(requests, 0)
})

/** The status of a post from one of this machine's addresses. */
async function postFrom(localAddress: string, port: number, body: string): Promise<number | undefined> {
  const path = '/__/auth/handler'
  const sent = httpRequest({ port, path, host: '127.0.0.1', localAddress, agent: false, ...POSTED })
  sent.end(body)
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}

/** A helper that answers all posts at once, when asked to. */
async function startHeldHelper(t: Test) {
  const { promise, settle: answerAll } = signal()
  const helper = await startHelper(t, (res) => void promise.then(() => res.end('answered')))
  const arrived = async (bytes: number) => {
    while (helper.seen.reduce((sum, { body }) => sum + body.length, 0) < bytes)
      await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return { url: helper.url, answerAll, arrived }
}

t.test('auth helper: pending bodies share one budget, beyond it 503 (ASVS 15.2.2)', async (t) => {
  const { url: helperUrl, answerAll, arrived } = await startHeldHelper(t)
  const { url } = await startBare(t, helperUrl, {
    heldBodyBytes: 2 * MEBIBYTE,
    heldBodyBytesOfOne: 4 * MEBIBYTE,
    largestBodyBytes: MEBIBYTE
  })
  const post = () => send(`${url}/__/auth/handler`, { ...POSTED, body: 'x'.repeat(MEBIBYTE) })
  const waiting = [post(), post()]
  await arrived(2 * MEBIBYTE)
  const refused = await post()
  t.same([refused.status, refused.headers.get('retry-after')], [503, '5'])
  answerAll()
  for (const passed of [...waiting, post()]) t.equal((await passed).status, 200)
})

for (const [what, limits, body] of [
  ['holds as many bodies as it may', { heldBodyBytesOfOne: 2 * MEBIBYTE }, 'x'.repeat(MEBIBYTE)],
  ['has too many requests in progress', { requestsOfOne: 2 }, 'x']
] as const)
  t.test(`auth helper: one address ${what}, those of others pass`, async (t) => {
    const { url, answerAll, arrived } = await startHeldHelper(t)
    const { port } = await startBare(t, url, limits)
    const waiting = [postFrom('127.0.0.2', port, body), postFrom('127.0.0.2', port, body)]
    await arrived(2 * body.length)
    for (const _time of [1, 2]) t.equal(await postFrom('127.0.0.2', port, body), 503)
    const other = postFrom('127.0.0.3', port, body)
    await arrived(3 * body.length)
    answerAll()
    t.strictSame(await Promise.all([...waiting, other]), [200, 200, 200])
    t.equal(await postFrom('127.0.0.2', port, body), 200, 'there is room again')
  })
