import t from 'tap'
import { createCors } from '../../src/http/cors.ts'

const APP = 'https://app.example.com'
const PREFLIGHT = {
  origin: APP,
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'content-type,x-requested-with'
}

function corsOf(origins: string[], credentials = true) {
  const cors = createCors({ origins, credentials })
  if (cors === null) throw new Error('no origins')
  return cors
}

t.test('cors: without listed origins there is no CORS at all', async (t) => {
  t.equal(createCors({ origins: [], credentials: true }), null)
})

t.test('cors: the preflight of a listed origin echoes the requested method and headers', async (t) => {
  t.same(corsOf([APP]).preflight({ method: 'OPTIONS', headers: PREFLIGHT }), {
    'access-control-allow-origin': APP,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'PUT',
    'access-control-allow-headers': 'content-type, x-requested-with',
    'access-control-max-age': '600',
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'
  })
  const { 'access-control-request-headers': _names, ...plain } = PREFLIGHT
  const withoutCredentials = corsOf([APP], false).preflight({ method: 'OPTIONS', headers: plain })
  t.notOk(withoutCredentials?.['access-control-allow-credentials'], 'control')
  t.notOk(withoutCredentials?.['access-control-allow-headers'], 'control')
})

t.test('cors: anything but a preflight gets no preflight response', async (t) => {
  const { preflight } = corsOf([APP])
  t.equal(preflight({ method: 'GET', headers: PREFLIGHT }), null)
  t.equal(preflight({ method: 'OPTIONS', headers: { origin: APP } }), null)
  t.equal(preflight({ method: 'OPTIONS', headers: { 'access-control-request-method': 'PUT' } }), null)
})

t.test('cors: origins are compared exactly as browsers send them (ASVS 3.4.2)', async (t) => {
  const { readableBy } = corsOf([
    'HTTPS://App.Example.com:443/',
    'http://localhost:5173',
    'https://b\u00fccher.example'
  ])
  const origins = [APP, 'http://localhost:5173', 'https://xn--bcher-kva.example']
  for (const origin of origins)
    t.match(readableBy({ method: 'GET', headers: { origin } }), {
      'access-control-allow-origin': origin,
      vary: 'Origin'
    })
  const others = [
    ...['null', '', '*', '__proto__', 'constructor', 'http://localhost:51730', 'http://localhost'],
    ...['http://app.example.com', 'https://APP.example.com', 'https://sub.app.example.com'],
    ...['https://xapp.example.com', 'https://user@app.example.com', `${APP}, https://evil.example`],
    ...[':443', ':8443', '/', '.', '.evil.example', ' https://evil.example'].map((end) => `${APP}${end}`),
    `https://evil.example#${APP}`
  ]
  for (const origin of others) t.equal(readableBy({ method: 'GET', headers: { origin } }), null, origin)
  t.equal(readableBy({ method: 'GET', headers: {} }), null, 'no page of another origin')
})

t.test('cors: `*` allows every origin but `null`, and never with credentials', async (t) => {
  const { readableBy, preflight } = corsOf(['*'], false)
  const headers = { ...PREFLIGHT, origin: 'https://anybody.example' }
  t.match(preflight({ method: 'OPTIONS', headers }), { 'access-control-allow-origin': '*' })
  t.match(readableBy({ method: 'GET', headers }), { 'access-control-allow-origin': '*' })
  t.notMatch(readableBy({ method: 'GET', headers }), { 'access-control-allow-credentials': /./ })
  t.equal(readableBy({ method: 'GET', headers: { origin: 'null' } }), null)
  const found = corsOf(['*'], true).preflight({ method: 'OPTIONS', headers })
  t.equal(found, null, 'control: none with credentials')
})

t.test('cors: headers and methods no browser would request are never allowed', async (t) => {
  const { preflight } = corsOf([APP])
  const names = 'access-control-request-headers'
  const allowed = (value: string) =>
    preflight({ method: 'OPTIONS', headers: { ...PREFLIGHT, [names]: value } })?.[
      'access-control-allow-headers'
    ]
  t.equal(allowed('a, b'), 'a, b')
  const hostile = [
    ...['', 'a,,b', 'a b', 'a\r\nset-cookie: x', 'a;b', 'a,\u00e9', '"a"'],
    ...[Array(65).fill('a').join(), 'a'.repeat(2049)]
  ]
  for (const value of hostile) t.equal(allowed(value), undefined, JSON.stringify(value).slice(0, 40))
  t.equal(allowed(Array(64).fill('a').join())?.split(', ').length, 64, 'control')
  const method = 'access-control-request-method'
  for (const value of ['', 'PUT, POST', 'PUT\n', 'P UT', 'A'.repeat(33), '*\u0000'])
    t.notOk(
      preflight({ method: 'OPTIONS', headers: { ...PREFLIGHT, [method]: value } })?.[
        'access-control-allow-methods'
      ],
      value
    )
})

t.test('cors: a listed origin opens WebSockets, without credentials only on public paths', async (t) => {
  const rows: readonly [
    cors: ReturnType<typeof corsOf>,
    origin: string | undefined,
    publicly: boolean,
    other: boolean
  ][] = [
    [corsOf([APP]), APP, true, true],
    [corsOf([APP], false), APP, true, false],
    [corsOf(['*'], false), APP, false, false],
    [corsOf(['*', APP], false), APP, true, false],
    [corsOf([APP]), 'https://evil.example', false, false],
    [corsOf([APP]), 'null', false, false],
    [corsOf([APP]), undefined, false, false]
  ]
  for (const [{ opensSockets }, origin, publicly, other] of rows) {
    const headers = origin === undefined ? {} : { origin }
    t.equal(opensSockets(headers, true), publicly, `public path: ${origin}`)
    t.equal(opensSockets(headers, false), other, `with a session: ${origin}`)
  }
})
