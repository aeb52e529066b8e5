import t from 'tap'
import { createManagement, listenForManagement } from '../../src/serving/management.ts'
import { PAGE, startGateway } from '../fixtures/gateway.ts'
import { startOwnResponses } from '../fixtures/login-page/own-responses.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

const OWN_NAMES = [
  ...['content-security-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy'],
  ...['x-content-type-options', 'x-frame-options']
]
const TYPES = /^(text\/(html|css|javascript)|application\/json); charset=utf-8$|^(image|font)\//
/** All that caches may keep: files of pages, and public keys. */
const CACHED = /^GET \/_auth\/(assets\/(?!nothing)|jwks\.json)/
const CLOSED =
  "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

t.test('own headers: all responses (ASVS 3.4.3, 3.4.4, 3.4.6, 3.5.8, 4.1.1, 14.2.2, 14.3.2)', async (t) => {
  const { askAll } = await startOwnResponses(t)
  const responses = await askAll()
  for (const { name, headers } of responses) {
    const policy = headers.get('content-security-policy') ?? ''
    for (const directive of ['default-src', 'base-uri', 'frame-ancestors', 'object-src'])
      t.match(policy, new RegExp(`(^|; )${directive} 'none'(;|$)`), `${name}: ${directive}`)
    t.match(policy, /(^|; )form-action '(none|self)'(;|$)/, name)
    t.equal(headers.get('cross-origin-resource-policy'), 'same-origin', name)
    t.equal(headers.get('x-content-type-options'), 'nosniff', name)
    t.equal(headers.get('x-frame-options'), 'DENY', name)
    t.match(headers.get('cache-control'), CACHED.test(name) ? /^public, max-age=\d+/ : /^no-store$/, name)
    t.match(headers.get('x-request-id'), /^[0-9a-f-]{36}$/, name)
    const type = headers.get('content-type')
    if (headers.get('content-length') !== '0' && type !== null) t.match(type, TYPES, name)
  }
  const found = [...new Set(responses.map(({ status }) => status))].sort()
  t.same(found, [200, 302, 303, 400, 401, 403, 404, 405, 431, 502])
})

t.test('own headers: the content policy allows only pages anything (ASVS 3.4.3)', async (t) => {
  const { askAll } = await startOwnResponses(t)
  for (const { name, headers } of await askAll()) {
    const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
    const isPicture = headers.get('content-type') === 'image/svg+xml'
    const policy = headers.get('content-security-policy')
    t.equal(policy === CLOSED, !isPage && !isPicture, `${name}: ${policy}`)
    if (isPage) t.match(policy, "style-src 'self'", name)
    if (isPicture) t.match(policy, /; sandbox$/, name)
  }
})

t.test('own headers: a page is isolated from the window that opened it (ASVS 3.4.8)', async (t) => {
  const { askAll, ask } = await startOwnResponses(t)
  for (const { name, headers } of await askAll()) {
    const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
    t.equal(headers.get('cross-origin-opener-policy'), isPage ? 'same-origin-allow-popups' : null, name)
  }
  const chromium = { ...PAGE, 'sec-ch-ua': '"Chromium";v="131"' }
  for (const path of ['/logout', '/login', '/%zz']) {
    const { headers } = await ask(path, { headers: chromium })
    t.equal(headers.get('cross-origin-opener-policy'), 'noopener-allow-popups', path)
  }
})

t.test('own headers: a response of the application gets none of them and keeps its own', async (t) => {
  const { ask, cookie } = await startOwnResponses(t)
  for (const path of ['/public/x', '/x']) {
    const { status, headers } = await ask(path, { headers: { cookie } })
    t.same([status, OWN_NAMES.filter((name) => headers.has(name))], [200, []], path)
  }
  const application = await startUpstream(t, (_req, res) => {
    for (const name of OWN_NAMES) res.setHeader(name, `${name} of the application`)
    res.end()
  })
  const { url } = await startGateway(t, {
    upstreamUrl: application.url,
    config: { 'access.rules': [{ path: '/*', allow: 'public' }] }
  })
  const { headers } = await send(`${url}/`)
  for (const name of OWN_NAMES) t.equal(headers.get(name), `${name} of the application`)
})

t.test('management: also for unreadable requests the same headers (ASVS 3.4.4)', async (t) => {
  const app = createManagement({ notReadyBecause: () => null })
  t.teardown(() => app.close())
  const port = await listenForManagement(app, { host: '127.0.0.1', port: 0 })
  const ask = (target: string, lines = 'Host: a\r\n') =>
    sendRaw(port, `GET ${target} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
  for (const [status, response] of [
    [200, await ask('/livez')],
    [200, await ask('/readyz')],
    [200, await ask('/readyz', '')],
    [200, await ask('/readyz', 'Host: a\r\nExpect: tea\r\n')],
    [404, await ask('/nothing')],
    [400, await ask('/%zz')],
    [400, await sendRaw(port, 'GE T\r\n\r\n')],
    [431, await ask('/livez', `Host: a\r\nX: ${'y'.repeat(40_000)}\r\n`)]
  ] as const) {
    const head = response.toLowerCase()
    t.match(response, new RegExp(`^HTTP/1\\.1 ${status} `))
    for (const line of [
      'cache-control: no-store',
      `content-security-policy: ${CLOSED}`,
      'cross-origin-resource-policy: same-origin',
      'x-content-type-options: nosniff',
      'x-frame-options: deny'
    ])
      t.ok(head.includes(`\r\n${line}\r\n`), `${status}: ${line}`)
  }
})
