import t from 'tap'
import { parseRequestTarget, stripOwnOrigin } from '../../src/http/target.ts'
import { words } from '../fixtures/words.ts'

const CANONICAL = [
  ...'/ /a /a/b/ /a.b /a. /a./b /D.C. /a:b /a::$DATA /.well-known/x /a..b /... /a+b@c:d /%C3%A4'.split(' '),
  ..."/a?x=/../%00 /a?\\ /a!$&'()*,=~-_".split(' ')
]
const NOT_CANONICAL =
  '/a//b /%61 /a%20b /a%2Fb /a;v /a|b /a"b /%25 /%252e%252e /%EF%BC%8F /%E2%80%A5 /a%3fb /%7e'.split(' ')
/** By reason. */
const INVALID = {
  form: ['', ...'* a http://evil/x'.split(' ')],
  authority: ['//evil'],
  fragment: ['/a#b', '/a?b#c'],
  backslash: ['/a\\b'],
  encoding: ['/%zz', '/%', '/%ff', `/%25${'25'.repeat(8)}41`],
  control: ['/%00', '/%0d%0a', '/%7F'],
  'dot-segment': [
    ...'/.. /. /a/../b /a/./b /a/%2e%2e /a/.%2e/b /a/..%2fb /a/..%5cb /a/..;x=1/b'.split(' '),
    ...'/a/..%20/b /a/.%20/b /a/..%20./b /a/..%20%20;x/b /a/..%20'.split(' ')
  ]
}

t.test('target: a path with one reading is canonical, others pass unchanged as well', async (t) => {
  for (const raw of CANONICAL)
    t.match(parseRequestTarget(raw), { kind: 'target', raw, path: raw.split('?')[0], canonical: true }, raw)
  for (const raw of NOT_CANONICAL)
    t.match(parseRequestTarget(raw), { kind: 'target', raw, canonical: false }, raw)
})

t.test('target: what servers disagree about is refused, with the reason (ASVS 2.2.1)', async (t) => {
  for (const [reason, targets] of Object.entries(INVALID))
    for (const raw of targets) {
      const fault = { code: 'INVALID_REQUEST', detail: `request target: ${reason}` }
      t.match(parseRequestTarget(raw), { kind: 'refused', fault }, JSON.stringify(raw))
    }
})

t.test('target: absolute form is accepted only for the origin it is sent to', async (t) => {
  const origin = 'http://wiki.example:8080'
  const rows: readonly [raw: string, stripped: string][] = [
    [`${origin}/x?y`, '/x?y'],
    ['HTTP://WIKI.example:8080/X', '/X'],
    [`${origin}//evil.example`, '//evil.example'],
    ['/x', '/x'],
    [`/${origin}/x`, `/${origin}/x`]
  ]
  for (const [raw, stripped] of rows) t.equal(stripOwnOrigin(raw, origin), stripped, raw)
  const others = [
    ...[origin, `${origin}1/x`, `${origin}?x`, `${origin}.evil.example/x`, `${origin}@evil.example/x`],
    ...['http://evi1.example:8080/x', 'https://wiki.example:8080/x', 'http://wiki.example/x']
  ]
  for (const raw of others) {
    t.equal(stripOwnOrigin(raw, origin), raw)
    t.match(parseRequestTarget(raw), { kind: 'refused' }, raw)
  }
})

t.test('target: readings of a path include what lenient applications might see', async (t) => {
  const rows = {
    '/admin': words`
      /ADMIN/ /%61dmin /%2561dmin /x/%252e%252e/admin /%EF%BD%81dmin /admin. /admin... /admin%20/
      /admin%2520 /admin%3fx /admin%23x /admin%253fx /admin%EF%BC%9Fx /admin.%3fx/y /admin%C2%A0
      /x/%252e%252e%2520/admin /x/%E2%80%A5/admin
    `,
    '/x/admin': words`/x//admin /x/.../admin`,
    '/admin/x': words`
      /admin;v=1/x /Admin./x /admin%20.%20/x. /admin.;v=1/x /admin::$INDEX_ALLOCATION/x
      /admin:$i30:$INDEX_ALLOCATION/x
    `,
    '/v1.': ['/x/%252e%252e/v1.;a'],
    '/a/b': ['/a%5cb'],
    '/%ef%bd%81dmin': ['/%EF%BD%81dmin'],
    '/adm%c4%b1n': ['/adm%C4%B1n'],
    '/admin/%zz': ['/%2561dmin/%25zz'],
    '/admin%': ['/%2561dmin%25'],
    '/a%ffdmin': ['/%2561%25ffdmin']
  }
  for (const [reading, paths] of Object.entries(rows))
    for (const raw of paths) {
      const target = parseRequestTarget(raw)
      t.ok(target.kind === 'target' && target.readings.includes(reading), `${raw} might be ${reading}`)
    }
})

t.test('target: without accents, letters of other alphabets stay whole', async (t) => {
  for (const [raw, reading] of [
    ['/caf%C3%A9', '/cafe'],
    ['/%ED%95%9C-caf%C3%A9', '/한-cafe']
  ] as const) {
    const target = parseRequestTarget(raw)
    t.match(target, { further: [reading] }, raw)
  }
})

t.test('target: dots and colons that Windows keeps add no other reading', async (t) => {
  for (const raw of ['/a.b', '/.well-known/x', '/users:batchGet', '/a..b', '/v1.2/x.y', '/a:b:c']) {
    const target = parseRequestTarget(raw)
    t.match(target, { canonical: true, readings: { length: 1 } }, raw)
  }
})

t.test('target: a path of more than 8192 characters or 256 segments is refused, unread', async (t) => {
  const codeOf = (raw: string) => {
    const target = parseRequestTarget(raw)
    return target.kind === 'refused'
      ? `${target.fault.statusCode} ${target.fault.detail?.replace(/.*: /, '')}`
      : target.kind
  }
  const rows: readonly [result: string, ...targets: string[]][] = [
    ['target', `/${'a'.repeat(8191)}`, `/${'%61'.repeat(2730)}`, `/a?${'b'.repeat(20_000)}`],
    ['target', '/a'.repeat(256), `/x${'/'.repeat(255)}`, `/x${'%CC%81'.repeat(30)}`],
    ['414 length', `/${'a'.repeat(8192)}`, `/${'%61'.repeat(2731)}`, `/${'%EF%B7%BA'.repeat(600)}`],
    ['400 segments', '/a'.repeat(257), `/x${'/'.repeat(256)}`, `/x${'%2f'.repeat(256)}`],
    ['400 segments', ...['%252F', '%EF%BC%8F', '%5c'].map((slash) => `/x${slash.repeat(256)}`)],
    ['400 combining characters', `/x${'%CC%81'.repeat(31)}`]
  ]
  for (const [result, ...targets] of rows)
    for (const raw of targets) t.equal(codeOf(raw), result, `${raw.slice(0, 20)} ${raw.length}`)
})
