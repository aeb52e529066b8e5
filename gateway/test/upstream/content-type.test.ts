import t from 'tap'
import { PUBLIC_ORIGIN, startGateway } from '../fixtures/gateway.ts'
import { sendRaw } from '../fixtures/wire/http-client.ts'

const gateway = await startGateway(t, {
  config: { 'access.rules': [{ path: '/public/*', allow: 'public' }] }
})

const ask = (method: string, path: string, lines: string, body = 'a=b') =>
  sendRaw(
    gateway.port,
    `${method} ${path} HTTP/1.1\r\nHost: localhost:8080\r\nConnection: close\r\n${lines}\r\n${body}`
  )

const TYPES = [
  '',
  'null',
  'foo',
  'application/json, application/json',
  'text/html; charset=none; charset="',
  'multipart/form-data',
  ';',
  '/',
  'a/b/c',
  'text/plain;charset=utf-16; ='
]

t.test('content type: whatever it is, the application gets the request with its body', async (t) => {
  for (const type of TYPES)
    for (const method of ['POST', 'PUT', 'DELETE', 'GET', 'QUERY', 'PROPFIND']) {
      gateway.upstream.forget()
      const response = await ask(method, '/public/x', `Content-Type: ${type}\r\nContent-Length: 3\r\n`)
      t.match(response, /^HTTP\/1\.1 200 /, `${method} ${type}`)
      t.match(gateway.upstream.seen, [{ method, body: 'a=b', headers: { 'content-type': type } }])
    }
  t.match(await ask('QUERY', '/public/x', 'Content-Length: 3\r\n'), /^HTTP\/1\.1 200 /, 'a QUERY without one')
  const chunked = await ask(
    'POST',
    '/public/x',
    'Content-Type: foo\r\nTransfer-Encoding: chunked\r\n',
    '1\r\nx\r\n0\r\n\r\n'
  )
  t.match(chunked, /^HTTP\/1\.1 200 /)
  for (const method of ['HEAD', 'GET', 'POST', 'DELETE'])
    t.match(
      await ask(method, '/public/x', 'Content-Type:\r\n', ''),
      /^HTTP\/1\.1 200 /,
      `${method} without a body`
    )
})

t.test('content type: the access decision and the framing of messages are as before', async (t) => {
  gateway.upstream.forget()
  t.match(await ask('POST', '/private', 'Content-Type: foo\r\nContent-Length: 3\r\n'), /^HTTP\/1\.1 401 /)
  for (const framing of [
    'Content-Length: x',
    'Content-Length: 3\r\nContent-Length: 4',
    'Transfer-Encoding: foo'
  ])
    t.match(
      await ask('POST', '/public/x', `Content-Type: foo\r\n${framing}\r\n`),
      /^HTTP\/1\.1 400 /,
      framing
    )
  t.same(gateway.upstream.seen, [])
})

t.test('content type: the endpoints of the gateway accept only what they read', async (t) => {
  for (const type of ['null', 'foo', ''])
    t.match(
      await ask(
        'POST',
        '/_auth/session',
        `Origin: ${PUBLIC_ORIGIN}\r\nContent-Type: ${type}\r\nContent-Length: 3\r\n`
      ),
      /^HTTP\/1\.1 4(00|15) /,
      type
    )
})
