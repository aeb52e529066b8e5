import t from 'tap'
import { sendRaw } from '../../../../test/fixtures/wire/http-client.ts'
import { startAttackedServer } from '../fixtures/attacked-server.ts'
import { FORM, SECRET } from '../fixtures/authorization-server.ts'

t.test('issuer: is the configured one, whatever host, scheme or address a request claims', async (t) => {
  const { request, origin } = await startAttackedServer(t)
  const path = '/_auth/oauth/.well-known/openid-configuration'
  for (const [name, headers] of [
    ['twin', {}],
    ['forwarded host', { 'x-forwarded-host': 'evil.example' }],
    ['forwarded scheme', { 'x-forwarded-proto': 'https' }],
    ['several forwarded hosts', { 'x-forwarded-host': 'evil.example, localhost' }],
    ['forwarded prefix', { 'x-forwarded-prefix': '/evil' }],
    ['another URL', { 'x-original-url': '/evil', 'x-rewrite-url': '/evil' }],
    ['Forwarded', { forwarded: 'host=evil.example;proto=https' }]
  ] as const) {
    const response = await request(path, headers)
    const text = await response.text()
    t.equal(response.status, 200, name)
    const issuer = `${origin}/_auth/oauth`
    t.match(JSON.parse(text), { issuer, token_endpoint: `${issuer}/token` })
    t.notMatch(text, 'evil', name)
    t.notMatch(JSON.stringify([...response.headers]), 'evil', name)
  }
  const other = await request(path, { host: 'evil.example' })
  t.notMatch(await other.text(), 'evil', 'another Host')
})

t.test('body: one that is too large is a 413 that closes the connection, also in chunks', async (t) => {
  const { gateway, host } = await startAttackedServer(t)
  const post = (head: string, body: string) =>
    sendRaw(
      gateway.port,
      `POST /_auth/oauth/token HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${FORM['content-type']}\r\n${head}\r\n\r\n${body}`
    )
  const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
  const close = 'Connection: close\r\nTransfer-Encoding: chunked'
  t.match(await post(close, chunked('grant_type=x')), /^HTTP\/1\.1 4\d\d .*"error":/s, 'twin')
  for (const [head, body] of [
    ['Transfer-Encoding: chunked', chunked('x'.repeat(200_000))],
    ['Content-Length: 200000', 'x'.repeat(200_000)]
  ] as const)
    t.match(await post(head, body), /^HTTP\/1\.1 413 .*connection: close/is, head)
})

t.test("forms: those of the gateway's own pages are refused from another origin", async (t) => {
  const { post, origin } = await startAttackedServer(t)
  for (const path of ['/device', '/sign-out/confirm'])
    for (const from of [origin, 'https://evil.example']) {
      const text = await (await post(path, 'xsrf=x', { origin: from })).text()
      t.equal(text.includes('ORIGIN_MISMATCH'), from !== origin, `${path} from ${from}`)
    }
})

t.test('path: only the exact one of an endpoint is served', async (t) => {
  const { gateway, host, origin, upstream } = await startAttackedServer(t)
  const raw = (target: string) =>
    sendRaw(gateway.port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  t.match(await raw('/_auth/oauth/jwks'), /^HTTP\/1\.1 200 /, 'twin')
  for (const target of `
    /_auth/oauth//jwks /_auth/oauth/%6awks /_auth/oauth/%2fjwks /_auth/oauth/x/../jwks /_auth/oauth/x/%2e%2e/jwks
    /_auth/oauth/JWKS /_auth/oauth/jwks/ /_auth/oauth/jwks;x /_auth/oauth/jwks%00 /_auth/oauth/./jwks /_auth/oauth/
    /_auth/oauth/% /_auth/oauth/..%2f..%2fjwks /_auth/oauth/\\jwks /_auth/oauth/http://evil.example/jwks
    /_auth/%6fauth/jwks //_auth/oauth/jwks
  `
    .trim()
    .split(/\s+/))
    t.notMatch(await raw(target), '"keys"', target)
  const absolute = await raw(`${origin}/_auth/oauth/.well-known/openid-configuration`)
  t.match(absolute, /^HTTP\/1\.1 (200|400|404) /)
  const elsewhere = await raw('http://evil.example/_auth/oauth/.well-known/openid-configuration')
  t.notMatch(elsewhere, 'evil.example')
  t.equal(upstream.seen.length, 0, 'nothing below /_auth reaches an application')
})

t.test('method and body: others are refused, and the gateway goes on', async (t) => {
  const { askToken, authorize, exchange, request } = await startAttackedServer(t)
  const at = (path: string, method: string, headers = {}, body?: string | Buffer) =>
    request(`/_auth/oauth${path}`, headers, { method, ...(body !== undefined && { body }) })
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])
    for (const path of ['/token', '/revoke', '/device-authorization'])
      t.match(await at(path, method), { ok: false }, `${method} ${path}`)
  for (const path of ['/token', '/revoke', '/device-authorization']) {
    const { headers } = await at(path, 'POST', { ...FORM, origin: 'https://evil.example' }, 'client_id=cli')
    t.equal(headers.get('access-control-allow-origin'), null, `no page of another origin reads ${path}`)
    t.equal(headers.get('access-control-allow-credentials'), null)
  }
  for (const [body, headers = {}] of [
    ['x'.repeat(60 * 1024)],
    [Buffer.from([0, 255, 254, 13, 10, 0])],
    ['{"grant_type":1}', { 'content-type': 'application/json' }],
    ['grant_type=x', { 'content-type': 'text/plain' }],
    ['grant_type=x', { 'content-encoding': 'gzip' }],
    ['__proto__=x&constructor=y&grant_type[]=z'],
    ['grant_type=x', { authorization: 'Basic %%%' }]
  ] as const)
    t.match(await at('/token', 'POST', { ...FORM, ...headers }, body), { ok: false }, `${body}`.slice(0, 20))
  t.match(await at(`/authorize?client_id=${'x'.repeat(8000)}`, 'GET'), { ok: false }, 'long')
  t.match(await at('/authorize?client_id=a&client_id=b&scope=%00&nonce=%ff%fe', 'GET'), { ok: false })
  t.match(await at('/userinfo', 'GET', { authorization: `Bearer ${'x'.repeat(4000)}` }), { ok: false })
  t.equal((await askToken(exchange(await authorize()))).status, 200, 'twin: still works')
})

t.test('log: no code, token, secret, verifier or cookie is in it', async (t) => {
  const server = await startAttackedServer(t, { 'log.level': 'debug' })
  const { gateway, authorize, askToken, exchange, refresh, call, origin, visit } = server
  const state = 'state-of-the-client'
  const given = await authorize({ scope: 'openid mcp:read', resource: `${origin}/mcp`, state })
  const form = exchange(given)
  const first = await askToken(form)
  const second = await askToken(refresh(first.refreshToken))
  await call('/mcp/', second.accessToken)
  await call('/notes/', second.accessToken)
  await askToken(refresh(first.refreshToken))
  await askToken(form)
  await askToken({ ...form, code: 'x' }, 'reports')
  const visitor = await visit()
  await visitor.ask({ redirect_uri: 'https://evil.example/' })
  await gateway.settled()
  const log = gateway.logText()
  for (const [name, value] of Object.entries({
    code: form.code ?? '',
    verifier: given.verifier,
    'access token': first.accessToken,
    'refresh token': first.refreshToken,
    'id token': first.idToken,
    'next access token': second.accessToken,
    'next refresh token': second.refreshToken,
    'secret of a client': SECRET,
    state
  })) {
    t.ok(value.length > 10, name)
    t.notMatch(log, value, name)
    const signature = value.split('.').at(2)
    if (signature !== undefined) t.notMatch(log, signature, name)
  }
  for (const [name, value] of visitor.cookies) t.notMatch(log, value, name)
  t.match(log, 'oauth.granted', 'twin: the log has something')
})

t.test('application: gets no cookie of the authorization server, and no token', async (t) => {
  const { request, visit, upstream } = await startAttackedServer(t)
  const visitor = await visit()
  await visitor.ask()
  t.match(visitor.cookie(), /oauth/)
  await request('/any', { cookie: `${visitor.cookie()}; theme=dark` })
  t.equal(upstream.seen.at(-1)?.headers.cookie, 'theme=dark')
})
