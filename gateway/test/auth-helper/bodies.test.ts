import { once } from 'node:events'
import { request as httpRequest, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { MEBIBYTE, open, POSTED, startBare, startHelper, startWithHelper } from '../fixtures/auth-helper.ts'
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
  t.notOk(
    helper.seen.some(({ body }) => body.length > MEBIBYTE),
    'the helper never gets all of it'
  )
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

t.test('auth helper: a client that reads only after sending too much gets the 413', async (t) => {
  const helper = await startHelper(t)
  const { port } = await startBare(t, helper.url, {})
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`POST /__/auth/handler HTTP/1.1\r\nHost: a\r\nContent-Length: ${MEBIBYTE + 16}\r\n\r\n`)
  for (let sent = 0; sent < MEBIBYTE + 16; sent += 65_537) {
    const chunk = Buffer.alloc(Math.min(65_537, MEBIBYTE + 16 - sent))
    await new Promise((resolve) => socket.write(chunk, resolve))
  }
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await once(socket, 'close')
  t.match(String(Buffer.concat(chunks)), /^HTTP\/1.1 413 /)
})

t.test('auth helper: a body is sent byte for byte, with its content type', async (t) => {
  const helper = await startHelper(t)
  const { url } = await startWithHelper(t, helper.url)
  for (const type of ['application/json; charset="x"', 'multipart/form-data; boundary=a', 'text/plain']) {
    const headers = { 'content-type': type }
    t.equal((await send(`${url}/__/auth/handler`, { method: 'POST', headers, body: '{"a": 1}' })).status, 200)
    t.match(helper.seen.at(-1), { body: '{"a": 1}', headers: { 'content-type': type } })
  }
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

t.test(
  'auth helper: pending bodies share one budget, beyond it 503 until there is room (ASVS 15.2.2)',
  async (t) => {
    let answerAll = () => {}
    const until = new Promise<void>((resolve) => {
      answerAll = resolve
    })
    const helper = await startHelper(t, (res) => void until.then(() => res.end('answered')))
    const { url } = await startBare(t, helper.url, {
      heldBodyBytes: 3 * MEBIBYTE,
      heldBodyBytesOfOne: 4 * MEBIBYTE,
      largestBodyBytes: MEBIBYTE
    })
    const post = () => send(`${url}/__/auth/handler`, { ...POSTED, body: 'x'.repeat(MEBIBYTE) })
    const waiting = [post(), post(), post()]
    while (helper.seen.filter(({ body }) => body.length === MEBIBYTE).length < 3)
      await new Promise<void>((resolve) => setImmediate(resolve))
    const refused = await post()
    t.equal(refused.status, 503)
    t.equal(refused.headers.get('retry-after'), '5')
    answerAll()
    t.same(await Promise.all(waiting.map(async (response) => (await response).status)), [200, 200, 200])
    t.equal((await post()).status, 200)
  }
)

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
  let answerAll = () => {}
  const until = new Promise<void>((resolve) => {
    answerAll = resolve
  })
  const helper = await startHelper(t, (res) => void until.then(() => res.end('answered')))
  const arrived = async (bytes: number) => {
    while (helper.seen.reduce((sum, { body }) => sum + body.length, 0) < bytes)
      await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return { url: helper.url, answerAll, arrived }
}

t.test('auth helper: one address holds as many bodies as it may, those of others pass', async (t) => {
  const { url, answerAll, arrived } = await startHeldHelper(t)
  const { port } = await startBare(t, url, { heldBodyBytesOfOne: 2 * MEBIBYTE })
  const body = 'x'.repeat(MEBIBYTE)
  const waiting = [postFrom('127.0.0.2', port, body), postFrom('127.0.0.2', port, body)]
  await arrived(2 * MEBIBYTE)
  t.equal(await postFrom('127.0.0.2', port, body), 503)
  const other = postFrom('127.0.0.3', port, body)
  await arrived(3 * MEBIBYTE)
  answerAll()
  t.strictSame(await Promise.all([...waiting, other]), [200, 200, 200])
  t.equal(await postFrom('127.0.0.2', port, body), 200, 'there is room again')
})

t.test('auth helper: one address has too many requests in progress, those of others pass', async (t) => {
  const { url, answerAll, arrived } = await startHeldHelper(t)
  const { port } = await startBare(t, url, { requestsOfOne: 2 })
  const waiting = [postFrom('127.0.0.2', port, 'x'), postFrom('127.0.0.2', port, 'x')]
  await arrived(2)
  t.equal(await postFrom('127.0.0.2', port, 'x'), 503)
  const other = postFrom('127.0.0.3', port, 'x')
  await arrived(3)
  answerAll()
  t.strictSame(await Promise.all([...waiting, other]), [200, 200, 200])
  t.equal(await postFrom('127.0.0.2', port, 'x'), 200, 'and again')
})

t.test('auth helper: one of the requests of an address ends, one more may be in progress', async (t) => {
  const held: ServerResponse[] = []
  const helper = await startHelper(t, (res) => {
    if (held.push(res) > 3) res.end()
  })
  const { port } = await startBare(t, helper.url, { requestsOfOne: 2 })
  const post = () => postFrom('127.0.0.2', port, 'x')
  const arrived = async (count: number) => {
    while (held.length < count) await new Promise<void>((resolve) => setImmediate(resolve))
  }
  const waiting = [post(), post()]
  await arrived(2)
  held[0]?.end()
  t.equal(await Promise.race(waiting), 200)
  const third = post()
  await arrived(3)
  t.equal(await post(), 503)
  for (const res of held) res.end()
  t.strictSame(await Promise.all([...waiting, third]), [200, 200, 200])
})
