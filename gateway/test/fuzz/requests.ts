import fc from 'fast-check'

/** What an attacker may hold: some of it is valid, so that mutations start from what works. */
export interface Loot {
  /** `Cookie` header of a valid session, with the proof of its device. */
  cookie: string
  /** The id of that session at its browser, and the proof that has registered its key. */
  device: { id: string; registration: string }
  idToken: string
  publicOrigin: string
}

/** Bytes for one connection, and how it is closed. */
export interface Visit {
  bytes: Buffer
  /** How many bytes are sent; if fewer than given, the rest is never sent. */
  sentBytes: number
  /** `read`: reads the response to its end. `answer-reset`: resets at the first bytes of the response. */
  leave: 'read' | 'close' | 'half-close' | 'reset' | 'answer-reset'
}

/** All endpoints of the gateway, and the special paths of the fuzz application. */
const PATHS = [
  ...'/ /app /app/deep/page?x=1 /public/page /public/reset /public/garbage /public/half'.split(' '),
  ...'/public/silent /public/events /public/304 /public/early /public/raw /public/raw /public/raw'.split(' '),
  ...'/public/socket /app/socket /login /login/forgot /login/sign-up'.split(' '),
  ...'/login/action?mode=resetPassword&oobCode=x /login/problem?code=loop&ref=x /logout'.split(' '),
  ...'/logout?everywhere=1 /_auth/session /_auth/refresh /_auth/refresh?force=1 /_auth/verify'.split(' '),
  ...'/_auth/jwks.json /_auth/form?to=/app&key=x /_auth/language?lang=de&to=/app'.split(' '),
  `/_auth/continue?to=http://shop.localhost:8080&redirect=/app&state=${'s'.repeat(43)}`,
  ...'/_auth/begin?to=/app /_auth/arrive /_auth/device/register /_auth/device/refresh'.split(' '),
  ...'/_auth/assets/main.js /__/auth/handler'.split(' '),
  ...'/__/auth/iframe?x /__/auth/action /__/firebase/init.json /__/other'.split(' '),
  ...'/.well-known/change-password * //evil.example/x http://evil.example/x'.split(' '),
  'http://localhost:8080/app'
]
/** Input that has broken parsers, routers and rules elsewhere. */
const NASTY = [
  ...'% %zz %ff %00 %2e%2e%2f %252e%252e /../ /./ // \\ # ? & ;x /%2F'.split(' '),
  ...'?redirect=%2F%2Fevil.example ?redirect=/a&redirect=/b ?lang=__proto__ ?__proto__[x]=1'.split(' '),
  ...['\u0000', '\u00e9', ' ', '\t', '\r', '\n'],
  ...['a'.repeat(5000), '%25'.repeat(3000), '/a'.repeat(9000)]
]
const METHODS = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'PURGE'],
  ...['get', 'PRI', 'G@T', 'M'.repeat(300), '']
]
const ODD_VERSIONS = ['HTTP/1.0', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'http/1.1', '']
const FORM = 'application/x-www-form-urlencoded'
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: ['text/html', 'text/html;q=0', '*/*', 'application/json', ',,;;=', 'text/html,'.repeat(500)],
  'sec-fetch-mode': ['navigate', 'cors', 'NAVIGATE', ''],
  'sec-fetch-site': ['same-origin', 'cross-site', 'none'],
  'sec-fetch-dest': ['document', 'empty', 'image'],
  'content-type': ['application/json', FORM, 'multipart/form-data', 'text', ';'],
  'transfer-encoding': ['chunked', 'gzip, chunked', 'chunked, chunked', 'identity'],
  connection: ['close', 'keep-alive', 'Upgrade', 'upgrade, x-forwarded-user', 'cookie, host', ',,'],
  upgrade: ['websocket', 'h2c', 'WebSocket', 'websocket, x'],
  'sec-websocket-key': ['dGhlIHNhbXBsZSBub25jZQ==', '', 'x'],
  'sec-websocket-version': ['13', '8'],
  'sec-websocket-extensions': ['permessage-deflate', ';;;', 'a'.repeat(3000)],
  expect: ['100-continue', 'x'],
  host: ['evil.example', 'a b', '', ':', '[::1', 'localhost:99999', '\u00e9'],
  'x-forwarded-for': ['1.2.3.4', '::1, ,', 'x'.repeat(2000)],
  'x-forwarded-host': ['evil.example', ''],
  'x-forwarded-user': ['admin'],
  x_forwarded_user: ['admin'],
  'x-request-id': ['id-1', '<script>', 'x'.repeat(500)],
  'accept-language': ['de', 'en-u-ca-gregory;q=abc', '*'.repeat(300), 'x-'.repeat(200)],
  'accept-encoding': ['gzip, br', 'br;q=0, *;q=0', 'identity;q=0', ';'],
  'if-none-match': ['"a"', 'W/'],
  range: ['bytes=0-0', 'bytes=9-1,x'],
  te: ['trailers'],
  trailer: ['x-forwarded-user'],
  'user-agent': ['Mozilla/5.0', 'x'.repeat(4000), '\u0001'],
  'service-worker': ['script'],
  'sec-purpose': ['prefetch;prerender'],
  'sec-ch-ua': ['"Chromium";v="131"', '"', '"a";v=', '('.repeat(200)],
  'sec-secure-session-id': ['x', '"', '"x";q', 'a'.repeat(9000)],
  'secure-session-response': ['x.y.z', '"e30.e30.e30"', '..', 'a'.repeat(9000), '("x" "y");z=?1'],
  'secure-session-skipped': ['unreachable;session_identifier="x"', 'server_error', '((('],
  __proto__: ['x'],
  constructor: ['x'],
  'content-length': ['0', '5', '-1', '5, 5', '99999999999999999999', '0x10', ''],
  authorization: ['Bearer', 'Bearer x.y.z', 'Basic YTpi', `Bearer ${'a'.repeat(13_000)}`],
  cookie: [
    ...['gatehouse=x', 'gatehouse.0=1~2~; gatehouse.1=x', 'gatehouse', '=gatehouse'].flatMap((text) => [
      text,
      text.replaceAll('gatehouse', '__Host-gatehouse'),
      text.replaceAll('gatehouse', '__Host-gatehouse-device')
    ]),
    ';'.repeat(2000),
    'a=%zz'
  ],
  origin: ['null', 'https://evil.example', '', 'http://localhost:8080.evil.example']
}
const BODIES = [
  ...['', 'hello', '{"refreshToken":"x"}', '{"__proto__":{"x":1}}'],
  '['.repeat(20_000),
  'a=b&c=%zz',
  `state=${'s'.repeat(43)}&redirect=/app&session=${'x'.repeat(400)}`,
  'x'.repeat(20_000),
  'x'.repeat(300_000),
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffff\r\nx',
  '-1\r\nx\r\n',
  '5\r\nhello\r\n0\r\nX-Forwarded-User: admin\r\n\r\n',
  '\u0081\u0085\u0000\u0000\u0000\u0000hello',
  '\u0088\u0080\u0000\u0000\u0000\u0000',
  '\u00ff'.repeat(500),
  'GET /app HTTP/1.1\r\nHost: a\r\n\r\n'
]

/** Random headers rarely make an upgrade that is accepted. */
const HANDSHAKE =
  'GET /public/socket HTTP/1.1\r\nhost: localhost:8080\r\nconnection: Upgrade\r\nupgrade: websocket\r\n'

/** Mostly valid input, so that most requests get far enough to do harm. */
function mostly<T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 7, arbitrary: usual }, { weight: 1, arbitrary: odd })
}

const path = fc.constantFrom(...PATHS)
const nastyPath = fc
  .tuple(path, fc.array(fc.constantFrom(...NASTY), { minLength: 1, maxLength: 2 }), fc.nat(40))
  .map(([path, nasty, at]) => nasty.reduce((text, piece) => text.slice(0, at) + piece + text.slice(at), path))
const target = fc.oneof({ weight: 3, arbitrary: path }, { weight: 2, arbitrary: nastyPath })

const randomText = fc
  .uint8Array({ minLength: 1, maxLength: 40 })
  .map((bytes) => Buffer.from(bytes).toString('latin1'))

function headerOf({ cookie, idToken, publicOrigin, device }: Loot): fc.Arbitrary<string> {
  const listed = Object.entries(HEADERS).flatMap(([name, values]) =>
    values.map((value) => `${name}: ${value}`)
  )
  const cut = fc.nat(cookie.length).map((at) => `cookie: ${cookie.slice(0, at)}A${cookie.slice(at + 1)}`)
  const token = fc
    .tuple(fc.nat(idToken.length), fc.constantFrom('', 'A', '.', '=', '\u0000'))
    .map(([at, put]) => `${idToken.slice(0, at)}${put}${idToken.slice(at + 1)}`)
  return fc.oneof(
    { weight: 16, arbitrary: fc.constantFrom(...listed) },
    { weight: 8, arbitrary: fc.constant(`cookie: ${cookie}`) },
    { weight: 1, arbitrary: cut },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...cookie.split('; ')).map((pair) => `cookie: ${pair}`)
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('"', '')
        .map(
          (quote) =>
            `sec-secure-session-id: ${device.id}\r\nsecure-session-response: ${quote}${device.registration}${quote}`
        )
    },
    { weight: 4, arbitrary: fc.constant(`origin: ${publicOrigin}`) },
    { weight: 2, arbitrary: fc.constant(`authorization: Bearer ${idToken}`) },
    { weight: 1, arbitrary: token.map((text) => `authorization: Bearer ${text}`) },
    { weight: 1, arbitrary: token.map((text) => `x-assertion: ${text}`) },
    { weight: 1, arbitrary: fc.constant(`x-assertion: ${idToken}`) },
    { weight: 6, arbitrary: fc.constant('connection: Upgrade\r\nupgrade: websocket') },
    { weight: 4, arbitrary: fc.constant('accept: text/html\r\nsec-fetch-mode: navigate') },
    { weight: 1, arbitrary: fc.tuple(randomText, randomText).map(([name, value]) => `${name}: ${value}`) },
    { weight: 1, arbitrary: randomText }
  )
}

function requestOf(loot: Loot): fc.Arbitrary<string> {
  const body = fc.oneof(
    { weight: 3, arbitrary: fc.constant({ text: '', framing: '' }) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...BODIES)
        .map((text) => ({ text, framing: `content-length: ${Buffer.byteLength(text, 'latin1')}\r\n` }))
    },
    { weight: 1, arbitrary: fc.constantFrom(...BODIES).map((text) => ({ text, framing: '' })) }
  )
  return fc
    .record({
      method: mostly(fc.constantFrom('GET', 'GET', 'POST'), fc.constantFrom(...METHODS)),
      target,
      version: mostly(fc.constant('HTTP/1.1'), fc.constantFrom(...ODD_VERSIONS)),
      host: mostly(
        fc.constant('host: localhost:8080\r\n'),
        fc.constantFrom('host: shop.localhost:8080\r\n', 'host: shop.localhost:8080\r\n', 'host: a\r\n', '')
      ),
      headers: fc.array(headerOf(loot), { maxLength: 5 }),
      body
    })
    .map(({ method, target, version, host, headers, body: { text, framing } }) => {
      const lines = headers.map((header) => `${header}\r\n`).join('')
      return `${method} ${target} ${version}\r\n${host}${framing}${lines}\r\n${text}`
    })
}

/** One plain visit to each path, without the session, which one of them would sign out. */
export const PLAIN_VISITS: readonly Visit[] = PATHS.map((path) => {
  const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost:8080\r\n\r\n`, 'latin1')
  return { bytes, sentBytes: bytes.length, leave: 'read' }
})

/** Visits of attackers: mutated requests, single or pipelined, complete or partial, closed in every way. */
export function visitOf(loot: Loot): fc.Arbitrary<Visit> {
  return fc
    .record({
      requests: fc.oneof(
        { weight: 24, arbitrary: fc.array(requestOf(loot), { minLength: 1, maxLength: 1 }) },
        { weight: 6, arbitrary: fc.array(requestOf(loot), { minLength: 2, maxLength: 4 }) },
        // A flood.
        {
          weight: 1,
          arbitrary: fc
            .tuple(requestOf(loot), fc.integer({ min: 17, max: 300 }))
            .map(([request, times]) => Array.from({ length: times }, () => request))
        },
        { weight: 1, arbitrary: fc.constant([`${HANDSHAKE}origin: ${loot.publicOrigin}\r\n\r\n`]) },
        { weight: 6, arbitrary: fc.array(randomText, { minLength: 1, maxLength: 5 }) }
      ),
      share: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
      leave: fc.constantFrom<Visit['leave']>('read', 'read', 'close', 'half-close', 'reset', 'answer-reset')
    })
    .map(({ requests, share, leave }) => {
      const bytes = Buffer.from(requests.join(''), 'latin1')
      return { bytes, sentBytes: Math.ceil(bytes.length * share), leave }
    })
}
