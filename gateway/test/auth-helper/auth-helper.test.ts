import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { request } from 'undici'
import { POSTED, startHelper, startWithHelper } from '../fixtures/auth-helper.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'

t.test('auth helper: path and query of GET and HEAD are sent byte for byte', async (t) => {
  const helper = await startHelper(t)
  const { port, upstream } = await startWithHelper(t, helper.url)
  const target = "/__/auth/handler?a=%2F%2f&b=%%zz&c=../x&d=a+b|{}'&e=//x&apiKey=k&oobCode=%C3%A4&&?=#".slice(
    0,
    -1
  )
  for (const method of ['GET', 'HEAD']) {
    const response = await sendRaw(
      port,
      `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
    )
    t.match(response, /^HTTP\/1.1 200 /)
    t.equal(response.endsWith('helper()'), method === 'GET')
  }
  t.strictSame(
    helper.seen.map(({ method, url }) => [method, url]),
    [
      ['GET', target],
      ['HEAD', target]
    ]
  )
  t.equal(upstream.seen.length, 0)
})

t.test('auth helper: nothing of a signed-in session is sent to the helper (ASVS 14.2.3)', async (t) => {
  const helper = await startHelper(t)
  const gateway = await startWithHelper(t, helper.url)
  const { cookie } = gateway
  const headers = {
    cookie: `app=1; ${cookie}`,
    authorization: 'Bearer abc.def.ghi',
    'proxy-authorization': 'Basic eDp5',
    referer: 'http://localhost:8080/login/action?oobCode=secret',
    forwarded: 'for=1.2.3.4',
    via: '1.1 x',
    'x-forwarded-user': 'admin',
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-host': 'evil.example',
    'x-gatehouse-assertion': 'x',
    'x-real-ip': '1.2.3.4',
    'x-http-method-override': 'DELETE',
    x_forwarded_user: 'admin',
    expect: '100-continue',
    range: 'bytes=0-3',
    accept: 'text/html',
    'accept-language': 'de',
    'accept-encoding': 'gzip',
    'user-agent': 'u'.repeat(400),
    'x-client-version': 'Chrome/JsCore/12',
    'if-none-match': '"1"',
    'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT',
    'cache-control': 'no-cache',
    origin: 'https://appleid.apple.com',
    'content-type': 'application/x-www-form-urlencoded'
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  await sendRaw(
    gateway.port,
    `POST /__/auth/handler HTTP/1.1\r\nHost: localhost:8080\r\n${lines.join('\r\n')}\r\nContent-Length: 3\r\nConnection: close\r\n\r\na=b`
  )
  const { connection: _ours, ...seen } = helper.seen[0]?.headers ?? {}
  t.strictSame(seen, {
    host: new URL(helper.url).host,
    accept: 'text/html',
    'accept-language': 'de',
    'accept-encoding': 'gzip',
    'user-agent': 'u'.repeat(350),
    'x-client-version': 'Chrome/JsCore/12',
    'if-none-match': '"1"',
    'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT',
    'cache-control': 'no-cache',
    origin: 'https://appleid.apple.com',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': '3'
  })
  t.equal(helper.seen[0]?.body, 'a=b')
  const everything = JSON.stringify(helper.seen)
  for (const part of cookie.split('; '))
    t.notOk(everything.includes(part.slice(part.indexOf('=') + 1)), 'cookie')
  const found = (await send(`${gateway.url}/_auth/session`, { headers: { cookie } })).status
  t.equal(found, 200, 'it was a session')
})

t.test('auth helper: headers named in Connection are dropped, but not the body length', async (t) => {
  const helper = await startHelper(t)
  const { port } = await startWithHelper(t, helper.url)
  const post = (connection: string) =>
    sendRaw(
      port,
      `POST /__/auth/handler HTTP/1.1\r\nHost: a\r\nAccept: text/x\r\nX-Client-Version: 1\r\nContent-Length: 2\r\nConnection: ${connection}\r\n\r\nhi`
    )
  await post('close, Accept, x-client-version, content-length, host')
  await post('close')
  const [named, plain] = helper.seen
  t.match(named, { body: 'hi', headers: { 'content-length': '2', host: new URL(helper.url).host } })
  t.equal(named?.headers.accept, undefined)
  t.equal(named?.headers['x-client-version'], undefined)
  t.match(plain?.headers, { accept: 'text/x', 'x-client-version': '1' })
})

t.test('auth helper: response headers on content and caching pass, none for the whole origin', async (t) => {
  const helper = await startHelper(t, (res) => {
    const headers: Record<string, string | string[]> = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      etag: '"1"',
      'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
      expires: 'Mon, 01 Jan 2029 00:00:00 GMT',
      vary: 'accept-encoding',
      'content-security-policy': ["script-src 'nonce-firebase-auth-helper'", "object-src 'none'"],
      'content-security-policy-report-only': "default-src 'none'",
      'referrer-policy': 'origin',
      'set-cookie': ['gatehouse=stolen; Path=/', '__session=1'],
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'clear-site-data': '"cookies"',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'other',
      'x-request-id': 'theirs',
      'service-worker-allowed': '/',
      'access-control-allow-origin': '*',
      'access-control-allow-credentials': 'true',
      'alt-svc': 'h3=":443"',
      refresh: '0; url=https://evil.example',
      link: '</x>; rel=preload',
      'www-authenticate': 'Basic',
      'x-powered-by': 'x',
      server: 'x'
    }
    res.writeHead(203, headers)
    res.end('<p>')
  })
  const { url } = await startWithHelper(t, helper.url)
  const response = await request(`${url}/__/auth/handler`)
  const { date: _date, connection: _c, 'keep-alive': _k, 'x-request-id': id, ...headers } = response.headers
  t.equal(response.statusCode, 203)
  t.match(id, /^[\w-]{36}$/)
  t.strictSame(headers, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    etag: '"1"',
    'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
    expires: 'Mon, 01 Jan 2029 00:00:00 GMT',
    vary: 'accept-encoding',
    'content-security-policy': [
      "script-src 'nonce-firebase-auth-helper'",
      "object-src 'none'",
      "frame-ancestors 'self'"
    ],
    'content-security-policy-report-only': "default-src 'none'",
    'referrer-policy': 'origin',
    'x-content-type-options': 'nosniff',
    'transfer-encoding': 'chunked'
  })
  t.equal(await response.body.text(), '<p>')
})

t.test('auth helper: without caching headers no-store is added, except on a 304', async (t) => {
  const helper = await startHelper(t, (res, { url }) => res.writeHead(Number(url.slice(-3))).end())
  const { url } = await startWithHelper(t, helper.url)
  for (const [status, expected] of [
    [200, 'no-store'],
    [404, 'no-store'],
    [500, 'no-store'],
    [304, null]
  ] as const) {
    const response = await send(`${url}/__/auth/${status}`)
    t.equal(response.status, status)
    t.equal(response.headers.get('cache-control'), expected, String(status))
    t.equal(response.headers.get('content-security-policy'), "frame-ancestors 'self'")
  }
})

t.test('auth helper: compressed responses pass unchanged with their length', async (t) => {
  const zipped = gzipSync('x'.repeat(100_000))
  const helper = await startHelper(t, (res) => {
    res.writeHead(200, { 'content-encoding': 'gzip', 'content-length': zipped.length })
    res.end(zipped)
  })
  const { url } = await startWithHelper(t, helper.url)
  const response = await request(`${url}/__/auth/handler.js`, { headers: { 'accept-encoding': 'gzip' } })
  t.match(response.headers, { 'content-encoding': 'gzip', 'content-length': String(zipped.length) })
  t.equal(gunzipSync(Buffer.from(await response.body.arrayBuffer())).length, 100_000)
  const head = await request(`${url}/__/auth/handler.js`, { method: 'HEAD' })
  t.equal(head.headers['content-length'], String(zipped.length))
  t.equal(await head.body.text(), '')
})

t.test('auth helper: a cross-site POST passes here and nowhere else', async (t) => {
  const helper = await startHelper(t)
  const gateway = await startWithHelper(t, helper.url)
  const { cookie } = gateway
  for (const site of [
    { origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' }
  ]) {
    const headers = { ...POSTED.headers, ...site, cookie }
    const posted = await send(`${gateway.url}/__/auth/handler`, {
      ...POSTED,
      headers,
      body: 'SAMLResponse=x'
    })
    t.equal(posted.status, 200, site.origin)
    t.match(helper.seen.at(-1), { method: 'POST', body: 'SAMLResponse=x', headers: { origin: site.origin } })
    for (const path of ['/_auth/session', '/_auth/refresh', '/logout', '/login']) {
      const refused = await send(`${gateway.url}${path}`, { ...POSTED, headers, body: 'SAMLResponse=x' })
      t.equal(refused.status, 403, `${path} ${site.origin}`)
      t.match(await refused.text(), 'ORIGIN_MISMATCH')
    }
  }
})
