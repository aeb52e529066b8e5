import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { strictTransportSecurityOf } from '../../src/http/own-response.ts'
import { checkHstsPreload } from '../../src/http/settings-checks.ts'
import { createManagement, listenForManagement } from '../../src/serving/management.ts'
import { PAGE, startGateway, testConfig } from '../fixtures/gateway.ts'
import { startOwnResponses } from '../fixtures/login-page/own-responses.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { startScriptedApplication } from '../fixtures/wire/scripted-application.ts'
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

const NAME = 'strict-transport-security'
const A_YEAR = 'max-age=31536000'
const publicUrl = 'https://app.example.com'
const OPEN = { 'access.rules': [{ path: '/*', allow: 'public' }] }

t.test('hsts: on https, every response of the gateway itself has it, for a year (ASVS 3.4.1)', async (t) => {
  const { askAll } = await startOwnResponses(t, { publicUrl })
  const responses = await askAll()
  t.ok(responses.length > 40)
  for (const { name, headers } of responses) t.equal(headers.get(NAME), A_YEAR, name)
})

t.test('hsts: on http or when disabled, no response has it', async (t) => {
  for (const options of [{}, { publicUrl, config: { hsts: null } }]) {
    const { askAll, ask } = await startOwnResponses(t, options)
    for (const { name, headers } of [...(await askAll()), await ask('/public/x')])
      t.equal(headers.get(NAME), null, name)
  }
})

/** An application behind https: returns a function that sends a response and gives its header values. */
async function startApplication(t: Test) {
  let response: (res: ServerResponse) => void = () => {}
  const application = await startUpstream(t, (_req, res) => {
    response(res)
    res.end('x')
  })
  const { port } = await startGateway(t, { publicUrl, upstreamUrl: application.url, config: OPEN })
  return async (make: (res: ServerResponse) => void) => {
    response = make
    const text = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    return [...text.matchAll(/^strict-transport-security:(.*)\r$/gim)].map(([, value = '']) => value.trim())
  }
}

const OWN_WORDS: [name: string, sent: string | string[] | undefined, received: string[]][] = [
  ['nothing', undefined, [A_YEAR]],
  ['its own', 'max-age=60; includeSubDomains', ['max-age=60; includeSubDomains']],
  ['its own, which takes it back', 'max-age=0', ['max-age=0']],
  [
    'its own, twice, of which browsers take the first',
    ['max-age=60', 'max-age=70'],
    ['max-age=60', 'max-age=70']
  ],
  ['an empty one, which says nothing', '', [A_YEAR]],
  ['blanks', ' ', [A_YEAR]],
  ['several empty ones', ['', ' '], [A_YEAR]],
  ['an empty one and its own', ['', 'max-age=60'], ['', 'max-age=60']]
]

t.test('hsts: an application response gets it unless it has one already (ASVS 3.4.1)', async (t) => {
  const headersOf = await startApplication(t)
  for (const [name, sent, received] of OWN_WORDS) {
    const set = (res: ServerResponse) => {
      if (sent !== undefined) res.setHeader(NAME, sent)
    }
    t.same(await headersOf(set), received, name)
  }
})

t.test('hsts: a WebSocket that the application accepts or refuses has it (ASVS 3.4.1)', async (t) => {
  const application = await startScriptedApplication(t)
  application.respond = ({ line, socket }) => {
    const status = line.includes('/accepts') ? '101 Switching Protocols' : '403 Forbidden'
    socket.end(`HTTP/1.1 ${status}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  }
  const { port } = await startGateway(t, { publicUrl, upstreamUrl: application.url, config: OPEN })
  for (const [path, status] of [
    ['/accepts', 101],
    ['/refuses', 403]
  ] as const) {
    const lines = `Host: a\r\nOrigin: ${publicUrl}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`
    const response = await sendRaw(port, `GET ${path} HTTP/1.1\r\n${lines}\r\n`)
    t.match(response, new RegExp(`^HTTP/1.1 ${status} `))
    t.match(response, /^strict-transport-security: max-age=31536000\r$/im, path)
  }
})

t.test('hsts: the sign-in helper gets that of the gateway, never its own (ASVS 3.4.1)', async (t) => {
  const helper = await startUpstream(t, (req, res) => {
    if (req.url?.endsWith('/broken')) {
      res.destroy()
      return
    }
    res.setHeader(NAME, 'max-age=1; includeSubDomains; preload')
    res.end('helper()')
  })
  const config = { 'login.federated.helperUrl': helper.url }
  const { url } = await startGateway(t, { publicUrl, config })
  for (const [path, status] of [
    ['/__/auth/handler', 200],
    ['/__/auth/broken', 503],
    ['/__/nothing', 404]
  ] as const) {
    const response = await send(`${url}${path}`)
    t.same([response.status, response.headers.get(NAME)], [status, A_YEAR], path)
  }
  const plain = await startGateway(t, { config })
  t.equal((await send(`${plain.url}/__/auth/handler`)).headers.get(NAME), null, 'none on http')
})

t.test('hsts: each configuration gives the header that it describes', async (t) => {
  const rows: [hsts: object | null, expected: string | null][] = [
    [{}, A_YEAR],
    [{ maxAgeSeconds: 0 }, 'max-age=0'],
    [{ includeSubDomains: true }, `${A_YEAR}; includeSubDomains`],
    [
      { maxAgeSeconds: 63072000, includeSubDomains: true, preload: true },
      'max-age=63072000; includeSubDomains; preload'
    ],
    [null, null]
  ]
  for (const [hsts, expected] of rows) {
    t.equal(strictTransportSecurityOf(testConfig({ publicUrl, hsts })), expected, JSON.stringify(hsts))
    t.equal(strictTransportSecurityOf(testConfig({ hsts })), null, 'http')
  }
})

t.test('hsts: preload without what the preload lists require is a problem (ASVS 3.4.1)', async (t) => {
  const good = { maxAgeSeconds: 31536000, includeSubDomains: true, preload: true }
  const rows = [
    [good, []],
    [{ ...good, includeSubDomains: false }, ['needs `includeSubDomains: true`']],
    [{ ...good, maxAgeSeconds: 31535999 }, ['needs a `maxAgeSeconds` of at least 31536000']],
    [{ ...good, maxAgeSeconds: 60, preload: false }, []]
  ] as const
  for (const [hsts, expected] of rows) {
    const found = checkHstsPreload({ ...testConfig({ publicUrl }), hsts }).map(({ message }) => message)
    t.same(found, expected)
  }
})
