import { once } from 'node:events'
import t from 'tap'
import { request } from 'undici'
import { open, startBare, startHelper, startWithHelper } from '../fixtures/auth-helper.ts'
import { PAGE } from '../fixtures/gateway.ts'
import { signal } from '../fixtures/signal.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { findFreePorts } from '../fixtures/wire/ports.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

/** All log lines of requests. */
function ofRequests(lines: Record<string, unknown>[]): Record<string, unknown>[] {
  return lines.filter(({ requestId }) => requestId !== undefined)
}

t.test('auth helper: connection refused, 503 as JSON or page and a warning with the cause', async (t) => {
  const [port = 0] = await findFreePorts(1)
  const { url, logLines, logText } = await startWithHelper(t, `http://127.0.0.1:${port}`)
  const json = await send(`${url}/__/auth/handler?oobCode=secret`)
  t.equal(json.status, 503)
  t.match(await json.json(), { code: 'PROVIDER_UNAVAILABLE' })
  const page = await send(`${url}/__/auth/handler?oobCode=secret`, { headers: PAGE })
  t.equal(page.status, 503)
  t.match(page.headers.get('content-type'), 'text/html')
  t.equal(page.headers.get('cache-control'), 'no-store')
  const lines = logLines().filter(({ path }) => path === '/__/auth/handler')
  t.match(lines, [
    { level: 'warn', route: 'helper', code: 'PROVIDER_UNAVAILABLE', cause: /ECONNREFUSED/ },
    {}
  ])
  t.equal(lines.length, 2, 'one line per request')
  t.notMatch(logText(), 'oobCode')
})

t.test('auth helper: no head in time gives 503, in time 200', async (t) => {
  const { url: helperUrl } = await startUpstream(t, (req, res) => {
    if (req.url === '/__/auth/quick') res.end('ok')
  })
  for (const limits of [{ headersTimeoutMs: 50 }, { totalTimeoutMs: 50 }]) {
    const { url, logLines } = await startBare(t, helperUrl, limits)
    const late = await send(`${url}/__/auth/slow`)
    t.equal(late.status, 503)
    t.match(await late.json(), { code: 'PROVIDER_UNAVAILABLE' })
    t.match(logLines().at(-1), { level: 'warn', route: 'helper', status: 503 })
  }
  const { url } = await startBare(t, helperUrl, { headersTimeoutMs: 5_000, totalTimeoutMs: 5_000 })
  t.equal((await send(`${url}/__/auth/quick`)).status, 200)
})

t.test('auth helper: a response that stalls or breaks off is aborted, never ended as complete', async (t) => {
  const { url: helperUrl } = await startUpstream(t, (req, res) => {
    res.writeHead(200, { 'content-type': 'text/plain' })
    res.write('half')
    if (req.url === '/__/auth/dies') res.socket?.end()
  })
  const { url, logged } = await startBare(t, helperUrl, { bodyTimeoutMs: 50 })
  const found = { level: 'warn', end: 'upstream_broken', status: 200, code: 'PROVIDER_UNAVAILABLE' }
  for (const path of ['/__/auth/stalls', '/__/auth/dies']) {
    const response = await request(`${url}${path}`)
    t.equal(response.statusCode, 200)
    await t.rejects(response.body.text())
    t.match(await logged((line) => line.path === path), found)
  }
})

t.test('auth helper: a response that ends before its first byte, 503 without its headers', async (t) => {
  const { url: helperUrl } = await startUpstream(t, (req, res) => {
    req.socket.end('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nETag: "a"\r\nContent-Length: 9\r\n\r\n')
    res.detachSocket(req.socket)
  })
  const { url, logLines } = await startBare(t, helperUrl, {})
  const response = await send(`${url}/__/auth/handler`)
  t.equal(response.status, 503)
  t.match(await response.json(), { code: 'PROVIDER_UNAVAILABLE' })
  t.equal(response.headers.get('content-encoding'), null)
  t.equal(response.headers.get('etag'), null)
  t.match(ofRequests(logLines()), [
    { level: 'warn', status: 503, code: 'PROVIDER_UNAVAILABLE', cause: /UND_ERR_SOCKET/ }
  ])
})

t.test('auth helper: a 503 of the helper passes on at once and is not retried', async (t) => {
  const helper = await startHelper(t, (res) => res.writeHead(503, { 'retry-after': '1' }).end('busy'))
  const { url, logLines } = await startBare(t, helper.url, {})
  const response = await send(`${url}/__/auth/handler`)
  t.equal(response.status, 503)
  t.equal(response.headers.get('retry-after'), '1')
  t.equal(await response.text(), 'busy')
  t.equal(helper.seen.length, 1)
  t.equal(ofRequests(logLines()).length, 1)
})

t.test('auth helper: when the client leaves, the request to the helper is aborted', async (t) => {
  for (const path of ['/__/auth/head', '/__/auth/body']) {
    const [arrived, ended] = [signal(), signal()]
    const { url: helperUrl } = await startUpstream(t, (_req, res) => {
      res.once('close', ended.settle)
      if (path.endsWith('body')) res.write('some')
      arrived.settle()
    })
    const { port, logged } = await startBare(t, helperUrl, {})
    const { socket } = open(t, port)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await arrived.promise
    if (path.endsWith('body')) await once(socket, 'data')
    socket.destroy()
    await ended.promise
    t.match(await logged(({ route }) => route === 'helper'), { level: 'info', end: 'client_gone' })
  }
})

t.test('auth helper: closing the gateway closes its connections to the helper', async (t) => {
  const closed = signal()
  const { url: helperUrl } = await startUpstream(t, (req, res) => {
    req.socket.once('close', closed.settle)
    // Keeps both sides from closing the idle connection while this test waits.
    Reflect.set(Object(Reflect.get(req.socket, 'server')), 'keepAliveTimeout', 0)
    res.setHeader('keep-alive', 'timeout=600')
    res.end('ok')
  })
  const { url, app } = await startWithHelper(t, helperUrl)
  t.equal((await send(`${url}/__/auth/handler`)).status, 200)
  await app.close()
  await closed.promise
})

t.test('auth helper: a 304 with a length reaches the browser complete', async (t) => {
  const helper = await startUpstream(t, (req, res) => {
    const status = req.url === '/__/auth/304' ? 304 : 204
    req.socket.write(`HTTP/1.1 ${status} X\r\nContent-Length: 999\r\nETag: "a"\r\n\r\n`)
    res.detachSocket(req.socket)
  })
  const { port } = await startBare(t, helper.url, {})
  for (const status of [304, 204]) {
    const response = await sendRaw(
      port,
      `GET /__/auth/${status} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
    )
    t.match(response, new RegExp(`^HTTP/1\\.1 ${status} [^]*etag: "a"`, 'i'))
    t.equal(/content-length: (\d+)/i.exec(response)?.[1], status === 304 ? '999' : undefined)
  }
})
