import t from 'tap'
import { createReadForwardAuth, type Facts } from '../../src/forward-auth/adapters.ts'
import { words } from '../fixtures/words.ts'

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

t.test('auth request: any spelling of a host gives its origin or a refusal, each time', async (t) => {
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
  for (const [proto, host, expected] of [...rows, ...rows]) t.match(evaluate({ proto, host }), expected, host)
})

t.test('auth request: an unknown origin is refused, no redirect, the hint names both sides', async (t) => {
  const others = words`
    other.example wiki.example.com auth.example.com:8443 auth.example.com:80 auth.example.com..
    evil-auth.example.com auth.example.com.evil.example
  `.map((host) => ({ proto: 'https', host }))
  const plain = ['auth.example.com', 'auth.example.com:443'].map((host) => ({ proto: 'http', host }))
  for (const facts of [...others, ...plain]) {
    const forwardAuthRequest = evaluate(facts)
    const { host } = facts
    t.match(forwardAuthRequest, { fault: { code: 'ORIGIN_MISMATCH', statusCode: 403 } }, host)
    const expected = { hint: { cause: /asked for .*forwardAuth\.origins \(https:\/\/auth\.example\.com/ } }
    t.match(forwardAuthRequest, expected, host)
  }
  t.match(evaluate({ proto: 'http' }), { hint: { fix: /does TLS end before this proxy\?/ } })
  t.notMatch(evaluate({ host: 'other.example' }), { hint: { fix: /TLS/ } }, 'control')
})

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
  for (const [name, problem, ...values] of [
    ['method', /^method/, '', 'G ET', 'GET\r\nX: y', 'GET,POST', 'A'.repeat(33)],
    ['method', /^destination/, 'COPY', 'MOVE'],
    ['proto', /^proto/, '', 'HTTPS', 'https,http', 'wss'],
    ['host', /^host/, '', 'u@evil.example', 'auth.example.com, evil.example', 'auth.example.com/x'],
    ['host', /^host/, 'auth_example.com', 'auth.example.com:', 'auth.example.com:123456'],
    ['host', /^host/, '::1', 'auth.example.com\u0000'],
    ['uri', /^uri/, '', '/a b', '/a\r\nb', '/\u00e9', long],
    ['uri', /form/, 'x', '*', 'https://auth.example.com/x'],
    ['uri', /authority/, '//evil.example'],
    ['uri', /fragment/, '/a#b'],
    ['uri', /backslash/, '/a\\b'],
    ['uri', /dot-segment/, '/a/../b', '/a/%2e%2e/b', '/a/..;/b'],
    ['uri', /control/, '/a/%00'],
    ['uri', /encoding/, '/%zz']
  ] as const)
    for (const value of values) {
      const forwardAuthRequest = evaluate({ [name]: value })
      const expected = { fault: { code: 'INVALID_REQUEST', detail: problem } }
      t.match(forwardAuthRequest, expected, `${name} ${value.slice(0, 60)}`)
      if ('hint' in forwardAuthRequest && name === 'uri' && value !== '')
        t.equal(forwardAuthRequest.hint, null, 'nothing for the operator to fix')
      else t.match(forwardAuthRequest, { hint: { fix: /deploy\/forward-auth/ } })
    }
  t.match(evaluate({ uri: long.slice(0, -1) }), { target: { kind: 'target' } }, 'control: one character less')
  t.match(evaluate({ uri: `/${'a'.repeat(9000)}` }), { fault: { code: 'URI_TOO_LONG' }, hint: null })
  t.match(evaluate({ forwardedFor: '10.0.0.1,'.repeat(1000) }), { fault: {} })
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
