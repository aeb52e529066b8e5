import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { passUpload } from '../../src/upstream/transport.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { sendRaw } from '../fixtures/wire/http-client.ts'

/** An upload whose idle timer the test controls. */
function start() {
  const raw = new PassThrough()
  const timer = { starts: 0, refreshes: 0, isCleared: false, expire: () => {} }
  const body = passUpload(raw, { uploadIdleTimeoutMs: 500, maxBodyBytes: 0 }, (ms, expire) => {
    timer.starts += ms
    timer.expire = expire
    return { refresh: () => timer.refreshes++, clear: () => Object.assign(timer, { isCleared: true }) }
  })
  return { raw, body, timer }
}

t.test('upload: idle while the upstream reads, REQUEST_TIMEOUT', async (t) => {
  const { raw, body, timer } = start()
  t.equal(timer.starts, 500)
  raw.write('x')
  const [chunk] = await once(body, 'data')
  t.equal(String(chunk), 'x')
  t.equal(timer.refreshes, 1, 'every byte restarts it')
  const failed = once(body, 'error')
  timer.expire()
  t.match(await failed, [{ code: 'REQUEST_TIMEOUT' }])
  t.equal(body.destroyed, true)
})

t.test('upload: idle because the upstream does not read, no timeout and all bytes arrive', async (t) => {
  const { raw, body, timer } = start()
  const bytes = 1024 ** 2
  raw.write(Buffer.alloc(bytes))
  await setImmediate()
  const before = timer.refreshes
  timer.expire()
  timer.expire()
  t.equal(timer.refreshes, before + 2, 'restarted')
  t.equal(body.destroyed, false)
  raw.end()
  let read = 0
  for await (const chunk of body) read += chunk.length
  t.equal(read, bytes)
  t.equal(timer.isCleared, true)
})

t.test('upload: without an idle timeout there is no timer', async (t) => {
  const raw = new PassThrough()
  passUpload(raw, { uploadIdleTimeoutMs: 0, maxBodyBytes: 0 }, () => {
    throw new Error('a timer')
  })
  raw.end('x')
  t.pass()
})

t.test('upload: after its reader ends it, the rest is read so that the client gets a response', async (t) => {
  const { raw, body, timer } = start()
  body.destroy()
  await once(body, 'close')
  t.equal(timer.isCleared, true)
  raw.write(Buffer.alloc(1024 ** 2))
  raw.end()
  await once(raw, 'end')
})

t.test('upload: split at any byte or with the next request behind it, the same bytes', async (t) => {
  const rules = [{ path: '/*', allow: 'public' }]
  const { port, upstream } = await startGateway(t, { config: { 'access.rules': rules } })
  const body = 'a=1\r\n\r\nb=\u00e9'
  const text = (path: string, end: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${end}\r\n${body}`
  const one = Buffer.from(text('/one', ''))
  const both = Buffer.concat([one, Buffer.from(text('/two', 'Connection: close\r\n'))])
  for (const end of [...both.keys()].slice(1)) {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.write(both.subarray(0, end))
    // The gateway has read that much before the rest follows.
    await setImmediate()
    socket.write(both.subarray(end))
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk)
    const statuses = String(Buffer.concat(chunks)).match(/HTTP\/1\.1 \d+/g)
    if (statuses?.join() !== 'HTTP/1.1 200,HTTP/1.1 200') t.fail(`cut at ${end}: ${statuses}`)
  }
  t.same(
    new Set(upstream.seen.map(({ url, body }) => `${url} ${body}`)),
    new Set([`/one ${body}`, `/two ${body}`])
  )
  t.equal(upstream.seen.length, 2 * (both.length - 1))
})

const TYPES = [
  ...['', 'null', 'foo', 'application/json, application/json', 'text/html; charset=none; charset="'],
  ...['multipart/form-data', ';', '/', 'a/b/c', 'text/plain;charset=utf-16; =']
]

t.test('content type: whatever it is, the application gets the request with its body', async (t) => {
  const { port, upstream } = await startGateway(t, {
    config: { 'access.rules': [{ path: '/public', allow: 'public' }] }
  })
  const ask = (method: string, path: string, lines: string, body = 'a=b') =>
    sendRaw(port, `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n${body}`)
  const LENGTH = 'Content-Length: 3\r\n'
  for (const type of TYPES)
    for (const method of ['POST', 'PUT', 'DELETE', 'GET', 'QUERY', 'PROPFIND']) {
      upstream.forget()
      const response = await ask(method, '/public', `Content-Type: ${type}\r\n${LENGTH}`)
      t.match(response, /^HTTP\/1\.1 200 /, `${method} ${type}`)
      t.match(upstream.seen, [{ method, body: 'a=b', headers: { 'content-type': type } }])
    }
  t.match(await ask('QUERY', '/public', LENGTH), /^HTTP\/1\.1 200 /, 'a QUERY without one')
  const chunked = 'Content-Type: foo\r\nTransfer-Encoding: chunked\r\n'
  t.match(await ask('POST', '/public', chunked, '1\r\nx\r\n0\r\n\r\n'), /^HTTP\/1\.1 200 /)
  for (const method of ['HEAD', 'GET', 'POST', 'DELETE'])
    t.match(await ask(method, '/public', 'Content-Type:\r\n', ''), /^HTTP\/1\.1 200 /, method)
  upstream.forget()
  t.match(await ask('POST', '/private', `Content-Type: foo\r\n${LENGTH}`), /^HTTP\/1\.1 401 /)
  t.same(upstream.seen, [])
})
