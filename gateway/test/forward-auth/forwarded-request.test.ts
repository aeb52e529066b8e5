import t from 'tap'
import { createReadForwardAuth, type Facts } from '../../src/forward-auth/adapters.ts'

const read = createReadForwardAuth(
  {
    publicOrigin: 'https://auth.example.com',
    ofApplications: ['https://wiki.example.com:8443', 'http://[::1]:8080'],
    isOfApplication: () => false
  },
  (address) => address === '10.0.0.1' || address === '10.0.0.2'
)

const SOUND: Facts = {
  id: 'request-1',
  trace: null,
  method: 'GET',
  proto: 'https',
  host: 'auth.example.com',
  uri: '/pages/1?q=%2F',
  forwardedFor: '203.0.113.7',
  headers: { accept: 'text/html' }
}

const evaluate = (facts: Partial<Facts>) => read({ ...SOUND, ...facts }, '10.0.0.1')

t.test('auth request: valid headers give a request to evaluate', async (t) => {
  t.match(evaluate({}), {
    id: 'request-1',
    method: 'GET',
    hostname: 'auth.example.com',
    origin: 'https://auth.example.com',
    target: { raw: '/pages/1?q=%2F', path: '/pages/1' },
    isPageLoad: true,
    client: '203.0.113.7'
  })
})

t.test(
  'auth request: any spelling of a host gives its origin or a refusal, also when seen before',
  async (t) => {
    const of = (origin: string, hostname = 'auth.example.com') => ({ hostname, origin })
    const mismatch = { fault: { code: 'ORIGIN_MISMATCH' } }
    const rows = [
      ['https', 'AUTH.Example.com', of('https://auth.example.com')],
      ['https', 'auth.example.com.', of('https://auth.example.com')],
      ['https', 'auth.example.com:443', of('https://auth.example.com')],
      ['https', 'auth.example.com.:443', of('https://auth.example.com')],
      ['http', 'auth.example.com', mismatch],
      ['https', 'wiki.example.com:8443', of('https://wiki.example.com:8443', 'wiki.example.com')],
      ['http', '[::1]:8080', { origin: 'http://[::1]:8080' }],
      ['https', 'other.example', mismatch],
      ['https', 'a b', { fault: { code: 'INVALID_REQUEST' } }]
    ] as const
    for (const [proto, host, expected] of [...rows, ...rows])
      t.match(evaluate({ proto, host }), expected, host)
  }
)

t.test(
  'auth request: an unknown origin is refused, never redirected, the hint names both sides',
  async (t) => {
    for (const [proto, host] of [
      ['https', 'other.example'],
      ['https', 'wiki.example.com'],
      ['https', 'auth.example.com:8443'],
      ['https', 'auth.example.com:80'],
      ['https', 'auth.example.com..'],
      ['https', 'evil-auth.example.com'],
      ['https', 'auth.example.com.evil.example'],
      ['http', 'auth.example.com'],
      ['http', 'auth.example.com:443']
    ] as const) {
      const forwardAuthRequest = evaluate({ proto, host })
      t.match(forwardAuthRequest, { fault: { code: 'ORIGIN_MISMATCH', statusCode: 403 } }, host)
      t.match(
        forwardAuthRequest,
        { hint: { cause: /asked for .*forwardAuth\.origins \(https:\/\/auth\.example\.com/ } },
        host
      )
    }
    t.match(evaluate({ proto: 'http' }), { hint: { fix: /does TLS end before this proxy\?/ } })
    t.notMatch(evaluate({ host: 'other.example' }), { hint: { fix: /TLS/ } }, 'control')
  }
)

const UPGRADES = [
  ...['h2c', 'websocket, h2c', 'h2c, websocket', 'websocket,h2c', 'websocket, websocket'],
  ...['websocket/13', 'websocket;v=13', 'websocketx', 'HTTP/2.0', 'something-else', '']
]

t.test('auth request: an upgrade to anything but WebSocket is a 400, the hint names the file', async (t) => {
  const refused = {
    fault: { code: 'INVALID_REQUEST', statusCode: 400, detail: /^upgrade/ },
    hint: { fix: /deploy\/forward-auth/ }
  }
  for (const upgrade of UPGRADES) t.match(evaluate({ headers: { upgrade } }), refused, upgrade)
  for (const upgrade of ['websocket', 'WebSocket', 'WEBSOCKET'])
    t.match(evaluate({ headers: { upgrade } }), { isPageLoad: false }, upgrade)
})

t.test('auth request: invalid values are a 400 that names the flaw, not the value', async (t) => {
  const long = `/?${'a'.repeat(16 * 1024 - 1)}`
  for (const [facts, problem] of [
    [{ method: '' }, /^method/],
    [{ method: 'G ET' }, /^method/],
    [{ method: 'GET\r\nX: y' }, /^method/],
    [{ method: 'GET,POST' }, /^method/],
    [{ method: 'A'.repeat(33) }, /^method/],
    [{ method: 'COPY' }, /^destination/],
    [{ method: 'MOVE' }, /^destination/],
    [{ proto: '' }, /^proto/],
    [{ proto: 'HTTPS' }, /^proto/],
    [{ proto: 'https,http' }, /^proto/],
    [{ proto: 'wss' }, /^proto/],
    [{ host: '' }, /^host/],
    [{ host: 'u@evil.example' }, /^host/],
    [{ host: 'auth.example.com, evil.example' }, /^host/],
    [{ host: 'auth.example.com/x' }, /^host/],
    [{ host: 'auth_example.com' }, /^host/],
    [{ host: 'auth.example.com:' }, /^host/],
    [{ host: 'auth.example.com:123456' }, /^host/],
    [{ host: '::1' }, /^host/],
    [{ host: 'auth.example.com\u0000' }, /^host/],
    [{ uri: '' }, /^uri/],
    [{ uri: 'x' }, /form/],
    [{ uri: '*' }, /form/],
    [{ uri: 'https://auth.example.com/x' }, /form/],
    [{ uri: '//evil.example' }, /authority/],
    [{ uri: '/a b' }, /^uri/],
    [{ uri: '/a\r\nb' }, /^uri/],
    [{ uri: '/\u00e9' }, /^uri/],
    [{ uri: '/a#b' }, /fragment/],
    [{ uri: '/a\\b' }, /backslash/],
    [{ uri: '/a/../b' }, /dot-segment/],
    [{ uri: '/a/%2e%2e/b' }, /dot-segment/],
    [{ uri: '/a/..;/b' }, /dot-segment/],
    [{ uri: '/a/%00' }, /control/],
    [{ uri: '/%zz' }, /encoding/],
    [{ uri: long }, /^uri/]
  ] as const) {
    const forwardAuthRequest = evaluate(facts)
    t.match(
      forwardAuthRequest,
      { fault: { code: 'INVALID_REQUEST', detail: problem } },
      JSON.stringify(facts).slice(0, 60)
    )
    const isOfVisitor = 'uri' in facts && facts.uri !== ''
    if ('hint' in forwardAuthRequest && isOfVisitor)
      t.equal(forwardAuthRequest.hint, null, 'nothing for the operator to fix')
    else t.match(forwardAuthRequest, { hint: { fix: /deploy\/forward-auth/ } })
  }
  t.match(evaluate({ uri: long.slice(0, -1) }), { target: { kind: 'target' } }, 'control: one character less')
  t.match(evaluate({ uri: `/${'a'.repeat(9000)}` }), { fault: { code: 'URI_TOO_LONG' }, hint: null })
  t.match(evaluate({ forwardedFor: '10.0.0.1,'.repeat(1000) }), { fault: {} })
})

t.test('auth request: non-canonical paths are evaluated and marked as such', async (t) => {
  for (const uri of ['/a//b', '/a;b', '/a%2Fb', '/%61', '/a%3f'])
    t.match(evaluate({ uri }), { target: { raw: uri, canonical: false } }, uri)
  t.match(evaluate({ uri: '/a/b' }), { target: { canonical: true } }, 'control')
})

t.test('auth request: the client is the nearest untrusted address, else the peer', async (t) => {
  for (const [forwardedFor, client] of [
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.9, 203.0.113.7', '203.0.113.7'],
    ['198.51.100.9, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['203.0.113.7,10.0.0.2,10.0.0.1', '203.0.113.7'],
    ['10.0.0.2', '10.0.0.2'],
    ['', '10.0.0.1'],
    ['unknown', '10.0.0.1'],
    ['203.0.113.7, evil', '10.0.0.1'],
    ['2001:db8::1', '2001:db8::1']
  ] as const)
    t.match(evaluate({ forwardedFor }), { client }, forwardedFor)
})
