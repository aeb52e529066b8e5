import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { PUBLIC_ORIGIN, startGateway } from '../fixtures/gateway.ts'
import { signedIn } from '../fixtures/signed-in.ts'

/** More than the socket buffers in between hold. */
const FAR_MORE_BYTES = 64 * 1024 ** 2

/** Sends an endless body after this head; gives the response head and the bytes sent before the end. */
async function pour(port: number, head: string): Promise<{ response: string; sentBytes: number }> {
  const socket = connect(port, '127.0.0.1')
  const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`)
  let response = ''
  socket.on('data', (data) => {
    response += data
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(`${head}Host: a\r\nTransfer-Encoding: chunked\r\n\r\n`)
  while (!socket.destroyed && socket.bytesWritten < FAR_MORE_BYTES) {
    if (socket.write(chunk)) continue
    await Promise.race([new Promise<void>((resolve) => socket.once('drain', () => resolve())), closed])
  }
  const sentBytes = socket.bytesWritten
  socket.destroy()
  return { response, sentBytes }
}

t.test('unread bodies: the response to an endless body ends the connection (ASVS 15.2.2)', async (t) => {
  const gateway = await signedIn(t)
  const cookie = `Cookie: ${gateway.cookie}\r\n`
  const own = `Origin: ${PUBLIC_ORIGIN}\r\n`
  const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
  const rows: readonly [request: string, status: number][] = [
    ['GET /login HTTP/1.1\r\n', 200],
    ['GET /_auth/jwks.json HTTP/1.1\r\n', 200],
    ['GET /__/firebase/init.json HTTP/1.1\r\n', 200],
    [`GET /_auth/session HTTP/1.1\r\n${cookie}`, 200],
    ['GET /logout HTTP/1.1\r\n', 200],
    ['GET /page HTTP/1.1\r\n', 401],
    ['POST /page HTTP/1.1\r\n', 401],
    [`POST /logout HTTP/1.1\r\n${own}${form}`, 413],
    [`POST /logout HTTP/1.1\r\n${own}`, 413],
    [`POST /logout HTTP/1.1\r\n${own}Content-Type: text/x-odd\r\n`, 413],
    [`POST /_auth/session HTTP/1.1\r\n${own}Content-Type: application/json\r\n`, 413],
    [`POST /_auth/refresh HTTP/1.1\r\n${own}${cookie}${form}`, 413],
    [`POST /login HTTP/1.1\r\n${own}${form}`, 413],
    ['PUT /login HTTP/1.1\r\n', 413],
    ['POST /__/other HTTP/1.1\r\n', 404],
    ['GET /%zz HTTP/1.1\r\n', 400]
  ]
  for (const [request, status] of rows) {
    const { response, sentBytes } = await pour(gateway.port, request)
    const title = JSON.stringify(request.slice(0, 60))
    t.ok(sentBytes < FAR_MORE_BYTES, `${title}: ${sentBytes} bytes`)
    // The response may be lost with the reset that ends the connection; if it arrives, it must say so.
    if (response !== '')
      t.match(response, new RegExp(`^HTTP/1\\.1 ${status} [^]*connection: close`, 'i'), title)
  }
})

t.test('unread bodies: a body that has arrived completely keeps the connection alive', async (t) => {
  const gateway = await startGateway(t)
  const socket = connect(gateway.port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  const post = `POST /logout HTTP/1.1\r\nHost: a\r\nOrigin: ${PUBLIC_ORIGIN}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=b`
  for (const round of [1, 2]) {
    socket.write(post)
    const [response] = await once(socket, 'data')
    t.match(String(response), /^HTTP\/1\.1 204 /, `request ${round} of one connection`)
    t.notMatch(String(response), /connection: close/i)
  }
})
