import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { WebSocket } from 'ws'
import { type DemoUpstream, startDemoUpstream } from '../../demo/upstream/upstream.ts'

const JWT_PAYLOAD = Buffer.from('{"sub":"uid-<alice>"}').toString('base64url')

async function start(t: Test): Promise<DemoUpstream> {
  const upstream = await startDemoUpstream()
  t.teardown(() => upstream.close())
  return upstream
}

async function getPage(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'text/html', ...headers } })
  t.match(response.headers.get('content-type'), 'text/html')
  return response.text()
}

/** A connection that has sent this text, which a URL parser would change or refuse. */
function connectRaw(url: string, text: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(text)
  return socket
}

t.test('demo upstream: page shows path, query and identity headers first, if any', async (t) => {
  const { url } = await start(t)
  const page = await getPage(`${url}/reports/2026?quarter=3`, {
    'x-forwarded-user': 'uid-alice',
    'x-forwarded-email': 'alice@example.com',
    'x-forwarded-groups': 'staff, editors'
  })
  t.match(page, '<h1>/reports/2026?quarter=3</h1>')
  t.match(page, '<p class="name">alice@example.com</p>')
  t.match(page, '<li>staff</li><li>editors</li>')
  t.match(page, /<tr class="identity"><th scope="row">x-forwarded-user.*<tr><th scope="row">accept</)
  t.match(page, '<form method="post" action="/logout">')
  t.match(page, '<a href="/reports/2026?quarter=3" aria-current="page">')
  const anonymous = await getPage(`${url}/`)
  t.match(anonymous, 'No identity headers came with this request.')
  t.notMatch(anonymous, 'class="identity"')
})

t.test('demo upstream: page escapes path, header names and values', async (t) => {
  const { url } = await start(t)
  const socket = connectRaw(
    url,
    `GET /<img/src=x>?q="'&<script> HTTP/1.1\r\nhost: demo\r\naccept: text/html\r\nconnection: close\r\n` +
      'x-forwarded-user: <b>bob</b>\r\nx-forwarded-groups: <i>a</i>\r\nx-other: <script>alert(1)</script>\r\n' +
      `x-forwarded-email: "><svg>\r\nx-gatehouse-assertion: e30.${JWT_PAYLOAD}.c2ln\r\n\r\n`
  )
  const page = Buffer.concat(await socket.toArray()).toString('utf8')
  t.match(page, '<h1>/&lt;img/src=x&gt;?q=&quot;&#39;&amp;&lt;script&gt;</h1>')
  t.match(page, '&lt;script&gt;alert(1)&lt;/script&gt;')
  t.match(page, '&quot;sub&quot;: &quot;uid-&lt;alice&gt;&quot;')
  for (const raw of ['<b>', '<i>', '<svg>', '<img', '<script>alert', '<alice>']) t.notMatch(page, raw)
})

t.test('demo upstream: encoded header values are shown in readable form', async (t) => {
  const { url } = await start(t)
  const rows = [
    ['Alice%20%C5%81uczak', 'Alice Łuczak'],
    ["UTF-8''Zo%C3%AB", 'Zoë'],
    ['=?UTF-8?B?xYF1Y3phaw==?=', 'Łuczak'],
    ['=?utf-8?Q?Zo=C3=AB_Z?=', 'Zoë Z'],
    ['100%', '100%'],
    [Buffer.from('Zoë').toString('latin1'), 'Zoë'],
    ['Zo\u00eb', 'Zoë']
  ]
  for (const [value = '', readable] of rows) {
    const page = await getPage(url, {
      'x-forwarded-user': 'u',
      'x-forwarded-preferred-username': value
    })
    t.match(page, `<p class="name">${readable}</p>`)
  }
  const page = await getPage(url, { authorization: `Bearer e30.${JWT_PAYLOAD}.c2ln`, 'x-plain': 'a%20b' })
  t.match(page, '&quot;sub&quot;')
  t.match(page, 'a%20b')
  t.match(await getPage(url, { authorization: 'Bearer e30.bm8.c2ln' }), 'e30.bm8.c2ln')
})

t.test('demo upstream: requests other than page loads are echoed as JSON', async (t) => {
  const { url } = await start(t)
  const response = await fetch(`${url}/demo/headers?a=b`, { headers: { accept: 'text/html', 'x-one': '1' } })
  const echoed: unknown = await response.json()
  t.match(echoed, { method: 'GET', url: '/demo/headers?a=b', headers: { 'x-one': '1' } })
  const posted = await fetch(`${url}/other`, { method: 'POST', body: 'x', headers: { accept: 'text/html' } })
  t.match(await posted.json(), { method: 'POST', url: '/other', rawHeaders: [] })
  const head = await fetch(url, { method: 'HEAD', headers: { accept: 'text/html' } })
  t.equal(await head.text(), '')
})

t.test('demo upstream: event stream sends one event a second, the first at once, until close', async (t) => {
  const upstream = await start(t)
  const { headers, body } = await request(`${upstream.url}/demo/events`)
  t.match(headers['content-type'], 'text/event-stream')
  const [first] = await once(body, 'data')
  t.match(String(first), /^id: 1\ndata: \{"tick":1,"time":"[^"]+Z"\}\n\n$/)
  t.match(String((await once(body, 'data'))[0]), 'id: 2\n')
  const ended = t.rejects(body.text())
  await upstream.close()
  await ended
})

t.test('demo upstream: WebSocket sends the identity it received and echoes messages', async (t) => {
  const { url } = await start(t)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/demo/socket?a=b`, {
    headers: { 'x-forwarded-user': 'uid-alice', 'x-other': 'no' }
  })
  const [welcome] = await once(socket, 'message')
  t.strictSame(JSON.parse(String(welcome)), {
    kind: 'welcome',
    identity: { 'x-forwarded-user': 'uid-alice' }
  })
  socket.send('hello')
  t.strictSame((await once(socket, 'message')).map(String), ['hello', 'false'])
  socket.send(Buffer.from([1, 2]))
  t.strictSame((await once(socket, 'message'))[1], true)
  socket.close()
  await once(socket, 'close')
})

t.test('demo upstream: WebSocket ends on another path, a protocol fault and close', async (t) => {
  const upstream = await start(t)
  const address = upstream.url.replace('http', 'ws')
  const [err] = await once(new WebSocket(`${address}/other`), 'error')
  t.match(err.message, '404')
  const socket = connectRaw(
    upstream.url,
    'GET /demo/socket HTTP/1.1\r\nhost: demo\r\nupgrade: websocket\r\nconnection: upgrade\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'
  )
  await once(socket, 'data')
  socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]))
  await once(socket.resume(), 'close')
  const open = new WebSocket(`${address}/demo/socket`)
  await once(open, 'message')
  const closed = once(open, 'close')
  await upstream.close()
  t.equal((await closed)[0], 1006)
})

t.test('demo upstream: upload counts the bytes of a stream, also after one that breaks off', async (t) => {
  const { url } = await start(t)
  const broken = connectRaw(url, 'POST /demo/upload HTTP/1.1\r\nhost: demo\r\ncontent-length: 9\r\n\r\nab')
  broken.on('connect', () => setImmediate(() => broken.destroy()))
  await once(broken, 'close')
  const body = Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(70_000)))
  const counted = await request(`${url}/demo/upload`, { method: 'POST', body })
  t.strictSame(await counted.body.json(), { bytes: 3_500_000 })
})

t.test('demo upstream: download has the requested size, and stops when its client leaves', async (t) => {
  const { url } = await start(t)
  for (const bytes of [0, 1, 65_536, 200_001]) {
    const { headers, body } = await request(`${url}/demo/download?bytes=${bytes}`)
    t.equal(headers['content-length'], String(bytes))
    t.equal((await body.arrayBuffer()).byteLength, bytes)
  }
  t.equal((await request(`${url}/demo/download`)).headers['content-length'], '1048576')
  for (const bytes of ['-1', '1.5', 'x'])
    t.equal((await request(`${url}/demo/download?bytes=${bytes}`)).statusCode, 400)
  const { body: enormous } = await request(`${url}/demo/download?bytes=${2 ** 50}`)
  t.ok((await once(enormous, 'data'))[0].length > 0, 'an enormous one begins at once')
  enormous.on('error', () => {}).destroy()
  t.equal((await fetch(url)).status, 200)
})

t.test('demo upstream: status endpoint responds with the requested status', async (t) => {
  const { url } = await start(t)
  for (const status of [200, 204, 404, 503])
    t.equal((await fetch(`${url}/demo/status/${status}`)).status, status)
  for (const status of ['199', '600', 'x']) t.equal((await fetch(`${url}/demo/status/${status}`)).status, 400)
})

t.test('demo upstream: start fails when the port is in use', async (t) => {
  const { url } = await start(t)
  await t.rejects(startDemoUpstream({ port: Number(new URL(url).port) }), { code: 'EADDRINUSE' })
})
