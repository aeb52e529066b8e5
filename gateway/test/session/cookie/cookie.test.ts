import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { createSessionCookie, type SessionCookie } from '../../../src/session/cookie/cookie.ts'
import type { SealableState, SessionState } from '../../../src/session/cookie/cookie-value.ts'
import { deriveSessionKey } from '../../../src/session/cookie/keys.ts'
import { createOwnCookies } from '../../../src/session/cookie/own-cookies.ts'
import { NOW } from '../../fixtures/clock.ts'
import { cookieHeader as gatewayCookie, startGateway } from '../../fixtures/gateway.ts'
import { send } from '../../fixtures/http-client.ts'
import { buildCookie, cookieHeader, ORIGIN, OTHER_SECRET, SECRET } from '../../fixtures/sessions.ts'

const own = createOwnCookies(['gatehouse'])

const LONGEST_PAIR = 3900
const LONGEST_SET_COOKIE = 4096
const STATE: SealableState = {
  id: 'c2Vzc2lvbi1pZC1vZi0xNg',
  idToken: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl',
  refreshToken: 'AMf-vBxK7hWq0d_refresh-token',
  startedAtSeconds: NOW,
  activeAtSeconds: null
}

/** What comes back of a `Cookie` header. */
function openHeader(cookie: SessionCookie, header: string): { kind: string; state?: SessionState } {
  const reading = cookie.read(header)
  return reading.kind === 'present' ? cookie.open(reading) : { kind: reading.kind }
}

const headerOf = (cookie: SessionCookie, state: SealableState) =>
  cookieHeader(cookie.set(cookie.seal(state), [], 1000))

/** A session that needs this many cookies. */
function stateOfParts(parts: number, filler = 'x'): SealableState {
  return { ...STATE, idToken: filler.repeat(parts === 1 ? 100 : (parts - 1) * 3890 + 200) }
}

t.test('session cookie: sealed, set, sent back and opened, the same state', async (t) => {
  const cookie = buildCookie()
  for (const parts of [1, 2, 3, 4]) {
    const state = stateOfParts(parts)
    const header = headerOf(cookie, state)
    t.equal(header.split('; ').length, parts)
    t.strictSame(openHeader(cookie, header), { kind: 'open', state, key: 0 }, `${parts} parts`)
    t.strictSame(openHeader(cookie, `a=1; ${header}; b=2`), { kind: 'open', state, key: 0 }, 'among others')
    const reversed = header.split('; ').reverse().join('; ')
    t.strictSame(openHeader(cookie, reversed), { kind: 'open', state, key: 0 }, 'in another order')
  }
})

t.test('session cookie: no refresh token, opened with none', async (t) => {
  const state = { ...STATE, refreshToken: '' }
  t.strictSame(openHeader(buildCookie(), headerOf(buildCookie(), state)), { kind: 'open', state, key: 0 })
})

t.test('session cookie: start between two seconds, kept in whole seconds', async (t) => {
  const opened = openHeader(buildCookie(), headerOf(buildCookie(), { ...STATE, startedAtSeconds: NOW + 0.9 }))
  t.strictSame(opened, { kind: 'open', state: STATE, key: 0 })
})

t.test(
  'session cookie: time of the last request, kept in whole seconds and apart from the start',
  async (t) => {
    const cookie = buildCookie()
    for (const [activeAtSeconds, kept] of [
      [null, null],
      [0, 0],
      [NOW + 60.9, NOW + 60]
    ] as const) {
      const value = cookie.seal({ ...STATE, activeAtSeconds })
      t.equal(value.split('~')[3], kept === null ? `${NOW}` : `${NOW}.${kept}`)
      t.strictSame(cookie.open({ value, parts: 1 }), {
        kind: 'open',
        state: { ...STATE, activeAtSeconds: kept },
        key: 0
      })
    }
    const value = cookie.seal({ ...STATE, activeAtSeconds: NOW + 60 })
    for (const times of [`${NOW}`, `${NOW}.${NOW + 61}`, `${NOW + 60}.${NOW}`])
      t.equal(
        cookie.open({ value: value.replace(`${NOW}.${NOW + 60}`, times), parts: 1 }).kind,
        'foreign',
        times
      )
  }
)

t.test('session cookie: any one character changed, never opened', async (t) => {
  const cookie = buildCookie()
  for (const state of [STATE, stateOfParts(2)]) {
    const value = cookie.seal(state)
    const reading = cookie.read(cookieHeader(cookie.set(value, [], 1)))
    const parts = reading.kind === 'present' ? reading.parts : 0
    t.equal(cookie.open({ value, parts }).kind, 'open')
    const step = value.length > 1000 ? 37 : 1
    for (let index = 0; index < value.length; index += step) {
      const changed = `${value.slice(0, index)}${value[index] === 'A' ? 'B' : 'A'}${value.slice(index + 1)}`
      t.not(cookie.open({ value: changed, parts }).kind, 'open', `character ${index}`)
    }
  }
})

t.test('session cookie: signature, foreign when it is not ours', async (t) => {
  const cookie = buildCookie()
  const value = cookie.seal(STATE)
  const [payload, signature] = [value.slice(0, -44), value.slice(-43)]
  const later = value.replace(String(NOW), String(NOW + 1))
  const rows: readonly [string, string, string][] = [
    ['as it is', value, 'open'],
    ['zeros', `${payload}~${'A'.repeat(43)}`, 'foreign'],
    ['short', `${payload}~${signature.slice(0, 20)}`, 'foreign'],
    ['one character', `${payload}~A`, 'foreign'],
    ['padded', `${value}=`, 'foreign'],
    ['another start', later, 'foreign'],
    ['empty', `${payload}~`, 'malformed'],
    ['stripped', payload, 'malformed'],
    ['stripped with its payload reused', `${payload}~${payload}`, 'malformed'],
    ['something behind it', `${value}~x`, 'malformed']
  ]
  for (const [name, given, kind] of rows) t.equal(cookie.open({ value: given, parts: 1 }).kind, kind, name)
})

t.test('session cookie: value that is not one at all, malformed', async (t) => {
  const cookie = buildCookie()
  const signed = (fields: string[]) => {
    const payload = fields.join('~')
    return `${payload}~${deriveSessionKey(SECRET).sign(['gatehouse', '1', fields[1] ?? '', payload])}`
  }
  const rows = [
    '',
    '~',
    '~~~~~',
    'x',
    '1',
    '"quoted"',
    signed(['2', '1', String(NOW), 'a.b.c', '']),
    signed(['', '1', String(NOW), 'a.b.c', '']),
    signed(['1', '', String(NOW), 'a.b.c', '']),
    signed(['1', '2', String(NOW), 'a.b.c', '']),
    signed(['1', '1', '', 'a.b.c', '']),
    signed(['1', '1', '-1', 'a.b.c', '']),
    signed(['1', '1', '1e9', 'a.b.c', '']),
    signed(['1', '1', '1234567890123', 'a.b.c', '']),
    signed(['1', '1', `${NOW}.`, 'a.b.c', '']),
    signed(['1', '1', `.${NOW}`, 'a.b.c', '']),
    signed(['1', '1', `${NOW}.-1`, 'a.b.c', '']),
    signed(['1', '1', `${NOW}.${NOW}.${NOW}`, 'a.b.c', '']),
    signed(['1', '1', `${NOW}.1234567890123`, 'a.b.c', '']),
    signed(['1', '1', String(NOW), '', '']),
    signed(['1', '1', String(NOW), 'a.b.c', 'not a seal'])
  ]
  for (const value of rows) t.equal(cookie.open({ value, parts: 1 }).kind, 'malformed', value)
  for (const times of [String(NOW), `${NOW}.${NOW + 60}`]) {
    const good = signed(['1', '1', times, 'a.b.c', ''])
    t.equal(cookie.open({ value: good, parts: 1 }).kind, 'open', 'the same way with nothing wrong')
  }
})

t.test('session cookie: other name, not accepted under it', async (t) => {
  const cookie = buildCookie()
  const host = buildCookie({ name: '__Host-gatehouse', secure: true })
  const value = cookie.seal(STATE)
  t.equal(openHeader(host, `__Host-gatehouse=${value}`).kind, 'foreign')
  t.equal(openHeader(cookie, `gatehouse=${host.seal(STATE)}`).kind, 'foreign')
  t.equal(openHeader(cookie, `gatehouse=${value}`).kind, 'open')
})

t.test('session cookie: whole value cut into parts, or parts joined to one, not accepted', async (t) => {
  const cookie = buildCookie()
  const value = cookie.seal(STATE)
  t.not(openHeader(cookie, `gatehouse.0=${value.slice(0, 50)}; gatehouse.1=${value.slice(50)}`).kind, 'open')
  t.equal(cookie.open({ value, parts: 2 }).kind, 'malformed')
  const long = cookie.seal(stateOfParts(2))
  t.equal(openHeader(cookie, `gatehouse=${long}`).kind, 'malformed')
})

t.test('session cookie: parts of two sessions, never mixed', async (t) => {
  const cookie = buildCookie()
  const one = headerOf(cookie, stateOfParts(3, 'x')).split('; ')
  const two = headerOf(cookie, stateOfParts(3, 'y')).split('; ')
  for (let pattern = 1; pattern < 7; pattern++) {
    const mixed = one.map((part, index) => ((pattern >> index) & 1 ? part : two[index]))
    t.equal(openHeader(cookie, mixed.join('; ')).kind, 'foreign', pattern.toString(2))
  }
  t.equal(openHeader(cookie, one.join('; ')).kind, 'open')
  t.equal(openHeader(cookie, two.join('; ')).kind, 'open')
})

t.test('session cookie: parts lost, doubled, swapped or renamed, not accepted', async (t) => {
  const cookie = buildCookie()
  const parts = headerOf(cookie, { ...stateOfParts(3), idToken: `${'x'.repeat(4000)}${'y'.repeat(4000)}` })
    .split('; ')
    .map((pair) => pair.split('='))
  const [v0, v1, v2] = parts.map(([, value]) => value)
  const rows: readonly [string, string, string][] = [
    ['whole', `gatehouse.0=${v0}; gatehouse.1=${v1}; gatehouse.2=${v2}`, 'open'],
    ['first lost', `gatehouse.1=${v1}; gatehouse.2=${v2}`, 'malformed'],
    ['middle lost', `gatehouse.0=${v0}; gatehouse.2=${v2}`, 'malformed'],
    ['last lost', `gatehouse.0=${v0}; gatehouse.1=${v1}`, 'malformed'],
    ['last two swapped', `gatehouse.0=${v0}; gatehouse.1=${v2}; gatehouse.2=${v1}`, 'foreign'],
    ['one in place of another', `gatehouse.0=${v0}; gatehouse.1=${v1}; gatehouse.2=${v1}`, 'not open'],
    [
      'first doubled',
      `gatehouse.0=${v0}; gatehouse.0=${v0}; gatehouse.1=${v1}; gatehouse.2=${v2}`,
      'malformed'
    ],
    ['last doubled', `gatehouse.0=${v0}; gatehouse.1=${v1}; gatehouse.2=${v2}; gatehouse.2=`, 'malformed'],
    ['numbered from one', `gatehouse.1=${v0}; gatehouse.2=${v1}; gatehouse.3=${v2}`, 'malformed'],
    ['with leading zeros', `gatehouse.00=${v0}; gatehouse.01=${v1}; gatehouse.02=${v2}`, 'malformed'],
    [
      'beside a whole value',
      `gatehouse=x; gatehouse.0=${v0}; gatehouse.1=${v1}; gatehouse.2=${v2}`,
      'malformed'
    ],
    [
      'count far too high',
      `gatehouse.0=2~9${v0?.slice(3)}; gatehouse.1=${v1}; gatehouse.2=${v2}`,
      'malformed'
    ],
    ['count of eight digits', `gatehouse.0=2~99999999${v0?.slice(3)}; gatehouse.1=${v1}`, 'malformed'],
    ['count of none', `gatehouse.0=2~0${v0?.slice(3)}; gatehouse.1=${v1}; gatehouse.2=${v2}`, 'malformed'],
    ['count of one', `gatehouse.0=2~1${v0?.slice(3)}; gatehouse.1=${v1}; gatehouse.2=${v2}`, 'malformed'],
    ['count of two', `gatehouse.0=2~2${v0?.slice(3)}; gatehouse.1=${v1}; gatehouse.2=${v2}`, 'not open']
  ]
  for (const [name, header, kind] of rows) {
    const opened = openHeader(cookie, header).kind
    // Whether fields are missing depends on where the value was cut.
    if (kind === 'not open') t.not(opened, 'open', name)
    else t.equal(opened, kind, name)
  }
})

t.test('session cookie: one name twice, malformed whichever comes first', async (t) => {
  const cookie = buildCookie()
  const value = cookie.seal(STATE)
  for (const other of [value, 'x', '', cookie.seal({ ...STATE, idToken: 'mallory' })]) {
    t.equal(cookie.read(`gatehouse=${value}; gatehouse=${other}`).kind, 'malformed')
    t.equal(cookie.read(`gatehouse=${other}; a=1; gatehouse=${value}`).kind, 'malformed')
  }
  t.equal(cookie.read(`gatehouse=${value}; gatehouse2=${value}`).kind, 'present')
})

t.test(
  'session cookie: our name without a value or behind an odd blank, malformed beside a session too',
  async (t) => {
    const cookie = buildCookie()
    for (const state of [STATE, stateOfParts(2)]) {
      const header = headerOf(cookie, state)
      for (const odd of [
        'gatehouse',
        'gatehouse.0',
        'gatehouse.7',
        '\u00a0gatehouse=x',
        'gatehouse.1\u00a0=x'
      ]) {
        t.equal(cookie.read(odd).kind, 'malformed', odd)
        t.equal(cookie.read(`${odd}; ${header}`).kind, 'malformed', `${odd}: first`)
        t.equal(cookie.read(`${header}; ${odd}`).kind, 'malformed', `${odd}: last`)
      }
      for (const fine of ['gatehouse2', 'b', '\u00a0b=x', '=gatehouse', '__proto__=x'])
        t.equal(openHeader(cookie, `${header}; ${fine}`).kind, 'open', `twin: ${fine}`)
    }
  }
)

t.test('session cookie: percent-encoded, another value than the plain one', async (t) => {
  const cookie = buildCookie()
  const value = cookie.seal(STATE)
  t.same(cookie.read(`gatehouse=${value}`), {
    kind: 'present',
    origin: ORIGIN,
    value,
    parts: 1,
    names: ['gatehouse']
  })
  for (const spelling of [
    value.replace('~', '%7E'),
    value.replace('e', '%65'),
    encodeURIComponent(value).replaceAll('~', '%7e')
  ]) {
    t.match(cookie.read(`gatehouse=${spelling}`), { kind: 'present', value: spelling })
    t.not(openHeader(cookie, `gatehouse=${spelling}`).kind, 'open', spelling.slice(0, 20))
  }
  t.match(cookie.read(`gatehouse="${value}"`), { kind: 'present', value: `"${value}"` })
})

t.test('session cookie: none of our name, absent', async (t) => {
  const cookie = buildCookie()
  const rows = [
    undefined,
    '',
    'a=1',
    'a=gatehouse',
    'gatehouse2=x',
    'xgatehouse=x',
    'Gatehouse=x',
    'GATEHOUSE=x',
    'gatehouse.x=1',
    'gatehouse.=1',
    'gatehouse.0.1=1',
    'gatehouse.123456789=1',
    '__Host-gatehouse=x',
    'a=1; b="gatehouse=x"'
  ]
  for (const header of rows) t.equal(cookie.read(header).kind, 'absent', String(header))
})

t.test('session cookie: parts left over from a longer session, ignored and then expired', async (t) => {
  const cookie = buildCookie()
  const leftOver = headerOf(cookie, stateOfParts(4, 'z')).split('; ').slice(2).join('; ')
  const rows: readonly [string, string, string[], string[]][] = [
    [
      'over three',
      headerOf(cookie, stateOfParts(2)),
      ['gatehouse.0', 'gatehouse.1'],
      ['gatehouse.2', 'gatehouse.3']
    ],
    ['over one', headerOf(cookie, STATE), ['gatehouse'], ['gatehouse.2', 'gatehouse.3']]
  ]
  for (const [name, header, kept, expired] of rows) {
    const reading = cookie.read(`${header}; ${leftOver}`)
    t.equal(reading.kind === 'present' && cookie.open(reading).kind, 'open', name)
    const names = reading.kind === 'absent' ? [] : reading.names
    t.strictSame([...names].sort(), [...kept, ...expired].sort())
    const state = kept.length === 1 ? STATE : stateOfParts(2)
    const lines = cookie.set(cookie.seal(state), names, 1000)
    const isExpired = (line: string) => line.includes('Max-Age=0')
    const nameOf = (line: string) => line.split('=', 1)[0]
    t.strictSame(lines.filter(isExpired).map(nameOf), expired, name)
    t.strictSame(lines.filter((line) => !isExpired(line)).map(nameOf), kept, name)
  }
})

t.test(
  'session cookie: whole value replaced by parts and the other way round, the other form expired',
  async (t) => {
    const cookie = buildCookie()
    const toParts = cookie.set(cookie.seal(stateOfParts(2)), ['gatehouse'], 1000)
    t.match(toParts, [/^gatehouse\.0=2~2~/, /^gatehouse\.1=/, /^gatehouse=; Max-Age=0;/])
    const toWhole = cookie.set(cookie.seal(STATE), ['gatehouse.0', 'gatehouse.1'], 1000)
    t.match(toWhole, [/^gatehouse=2~1~/, /^gatehouse\.0=; Max-Age=0;/, /^gatehouse\.1=; Max-Age=0;/])
  }
)

t.test('session cookie: every length around the limits, fits browsers and comes back', async (t) => {
  const cookies = [
    buildCookie(),
    buildCookie({
      name: '__Secure-gatehouse',
      domain: 'apps.intranet.example.com',
      secure: true,
      sameSite: 'strict'
    }),
    buildCookie({ name: 'n'.repeat(64), secure: true })
  ]
  for (const cookie of cookies) {
    let sizes = 0
    for (const near of [3700, 3780, 3820, 7640, 7700, 11_500, 15_170]) {
      for (let length = near - 30; length < near + 60; length += 1) {
        const state = {
          id: STATE.id,
          idToken: 'x'.repeat(length),
          refreshToken: '',
          startedAtSeconds: NOW,
          activeAtSeconds: null
        }
        const lines = cookie.set(cookie.seal(state), [], 1_209_600)
        const longestPair = Math.max(...lines.map((line) => line.split(';', 1)[0]?.length ?? 0))
        const longestLine = Math.max(...lines.map((line) => line.length))
        const opened = openHeader(cookie, cookieHeader(lines))
        const isGood =
          longestPair <= LONGEST_PAIR &&
          longestLine <= LONGEST_SET_COOKIE &&
          opened.state?.idToken === state.idToken
        if (isGood) sizes += 1
        else t.fail(`${length}: pair ${longestPair}, line ${longestLine}, ${opened.kind}`)
      }
    }
    t.equal(sizes, 7 * 90)
  }
})

t.test('session cookie: what needs five cookies, refused with a code', async (t) => {
  const cookie = buildCookie()
  t.equal(cookie.set(cookie.seal(stateOfParts(4)), [], 1).length, 4)
  t.throws(() => cookie.seal(stateOfParts(5)), { code: 'SESSION_TOO_LARGE', statusCode: 431 })
})

t.test('session cookie: refresh token, not to be read in the value (ASVS 14.2.4)', async (t) => {
  const cookie = buildCookie()
  const { refreshToken } = STATE
  const value = cookie.seal(STATE)
  const forms = [
    refreshToken,
    encodeURIComponent(refreshToken),
    Buffer.from(refreshToken).toString('base64'),
    Buffer.from(refreshToken).toString('base64url'),
    Buffer.from(refreshToken).toString('hex')
  ]
  for (const form of forms) t.notOk(value.includes(form.slice(0, 16)), form)
  const decoded = value.split('~').map((field) => Buffer.from(field, 'base64url'))
  t.notOk(decoded.some((bytes) => bytes.includes(refreshToken.slice(0, 8))))
  t.equal(value.split('~')[4], STATE.idToken, 'the id token is')
})

t.test(
  'session cookie: refresh token of another session, does not open in this one without the key',
  async (t) => {
    const fields = buildCookie().seal(STATE).split('~')
    const foreign = buildCookie({ keys: [deriveSessionKey(OTHER_SECRET)] })
      .seal(STATE)
      .split('~')
    const swapped = [...fields.slice(0, 5), foreign[5], fields[6]].join('~')
    t.equal(buildCookie().open({ value: swapped, parts: 1 }).kind, 'foreign')
    const payload = [...fields.slice(0, 5), foreign[5]].join('~')
    const resigned = `${payload}~${deriveSessionKey(SECRET).sign(['gatehouse', '2', ORIGIN, '1', payload])}`
    t.equal(
      buildCookie().open({ value: resigned, parts: 1 }).kind,
      'malformed',
      'signed by us, sealed by another'
    )
  }
)

t.test(
  'session cookie: key rotation, the old key opens, the new one signs and a removed one is foreign (ASVS 7.4.5, 11.2.2)',
  async (t) => {
    const [oldKey, newKey] = [deriveSessionKey(SECRET), deriveSessionKey(OTHER_SECRET)]
    const before = buildCookie({ keys: [oldKey] })
    const during = buildCookie({ keys: [newKey, oldKey] })
    const after = buildCookie({ keys: [newKey] })
    const old = headerOf(before, STATE)
    t.strictSame(openHeader(during, old), { kind: 'open', state: STATE, key: 1 })
    t.equal(openHeader(after, old).kind, 'foreign')
    const renewed = headerOf(during, STATE)
    t.strictSame(openHeader(after, renewed), { kind: 'open', state: STATE, key: 0 })
    t.equal(openHeader(before, renewed).kind, 'foreign')
  }
)

t.test('session cookie: no key, is not made', async (t) => {
  t.throws(() =>
    createSessionCookie({
      name: 'gatehouse',
      origin: 'http://localhost',
      domain: null,
      secure: false,
      sameSite: 'lax',
      keys: []
    })
  )
})

t.test('session cookie: sealed twice, two values that both open (ASVS 7.2.2)', async (t) => {
  const cookie = buildCookie()
  const [one, two] = [cookie.seal(STATE), cookie.seal(STATE)]
  t.not(one, two)
  for (const value of [one, two]) t.equal(cookie.open({ value, parts: 1 }).kind, 'open')
})

t.test('session cookie: attributes, by scheme, domain and SameSite (ASVS 3.3.2)', async (t) => {
  const host = buildCookie({ name: '__Host-gatehouse', secure: true })
  const domain = buildCookie({
    name: '__Secure-gatehouse',
    domain: 'example.com',
    secure: true,
    sameSite: 'none'
  })
  const strict = buildCookie({ sameSite: 'strict' })
  const rows: readonly [SessionCookie, string, string][] = [
    [buildCookie(), 'gatehouse', '; Path=/; HttpOnly; SameSite=Lax'],
    [strict, 'gatehouse', '; Path=/; HttpOnly; SameSite=Strict'],
    [host, '__Host-gatehouse', '; Path=/; HttpOnly; Secure; SameSite=Lax'],
    [domain, '__Secure-gatehouse', '; Domain=example.com; Path=/; HttpOnly; Secure; SameSite=None']
  ]
  for (const [cookie, name, attributes] of rows) {
    const value = cookie.seal(STATE)
    t.strictSame(cookie.set(value, [], 600), [`${name}=${value}; Max-Age=600${attributes}`])
    const [scope = '', rest = ''] = attributes.split('; HttpOnly')
    const expired = `; Max-Age=0${scope}; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly${rest}`
    t.strictSame(cookie.clear([name]), [`${name}=${expired}`])
    t.strictSame(cookie.clear([`${name}.0`, `${name}.1`, `${name}.0`]), [
      `${name}.0=${expired}`,
      `${name}.1=${expired}`
    ])
  }
  t.strictSame(buildCookie().clear([]), [])
})

t.test('session cookie: strip, takes ours out and leaves the rest byte for byte', async (t) => {
  const rows: readonly [header: string, rest: string | undefined][] = [
    ['gatehouse=x', undefined],
    ['gatehouse.0=x; gatehouse.1=y', undefined],
    ['gatehouse', undefined],
    ['gatehouse=', undefined],
    ['a=1', 'a=1'],
    ['', ''],
    ['a=1; gatehouse=x; b=2', 'a=1; b=2'],
    ['gatehouse=x; a=1', 'a=1'],
    ['a=1; gatehouse=x', 'a=1'],
    ['a=1;gatehouse=x;b=2', 'a=1;b=2'],
    ['a=1; gatehouse.0=x; b=2; gatehouse.1=y; gatehouse.7=z; c=3', 'a=1; b=2; c=3'],
    ['gatehouse=x; gatehouse=y; a=1', 'a=1'],
    ['gatehouse =x; a=1', 'a=1'],
    ['gatehouse2=1; gatehouse=x', 'gatehouse2=1'],
    ['gatehouse2=1; gatehousex=2; gatehouse_=3', 'gatehouse2=1; gatehousex=2; gatehouse_=3'],
    ['my-gatehouse=1; gatehouse=x', 'my-gatehouse=1'],
    ['gatehouse.x=1; gatehouse.0x=2; gatehouse-0=3', 'gatehouse.x=1; gatehouse.0x=2; gatehouse-0=3'],
    ['Gatehouse=1; gatehouse=x', 'Gatehouse=1'],
    ['a=gatehouse=1; gatehouse=x', 'a=gatehouse=1'],
    ['a="b; c"; gatehouse=x', 'a="b; c"'],
    ['a=%20; b=ü; c==; gatehouse=x; d', 'a=%20; b=ü; c==; d'],
    ['a=1;  b=2; gatehouse=x', 'a=1;  b=2']
  ]
  for (const [header, rest] of rows) t.equal(own.strip(header), rest, header)
})

t.test('session cookie: strip and read, agree on what is ours', async (t) => {
  const cookie = buildCookie()
  const names = [
    'gatehouse',
    'gatehouse.0',
    'gatehouse.5',
    'gatehouse.12',
    'gatehouse2',
    'gatehouse.',
    'a.gatehouse'
  ]
  for (const name of names) {
    const isOurs = cookie.read(`${name}=x`).kind !== 'absent'
    t.equal(own.owns(name), isOurs, name)
    t.equal(own.strip(`${name}=x`), isOurs ? undefined : `${name}=x`, name)
  }
})

/** Reproducible: a failure names its seed and path. */
const RUNS = { numRuns: 1500, seed: 20_261_120 }
const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
/** What no value of ours holds is among them, and what separates its fields and cookies. */
const ANY_ALPHABET = `${TOKEN_ALPHABET}~~~~==;; ,"\\%\t\u00e4\u00ff01.`

/** Long texts from a short one: the sizes matter, and where a value is cut. */
const longText = (mostChars: number) =>
  fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...TOKEN_ALPHABET), minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: mostChars })
    )
    .map(([text, length]) => text.repeat(Math.ceil(length / text.length)).slice(0, length))

const seconds = fc.integer({ min: 0, max: 999_999_999_999 })
const anyState: fc.Arbitrary<SealableState> = fc.record(
  {
    id: fc
      .uint8Array({ minLength: 16, maxLength: 16 })
      .map((bytes) => Buffer.from(bytes).toString('base64url')),
    idToken: longText(9000),
    refreshToken: fc.oneof(fc.constant(''), longText(600), fc.string({ unit: 'grapheme', maxLength: 60 })),
    startedAtSeconds: seconds,
    activeAtSeconds: fc.option(seconds)
  },
  { noNullPrototype: true }
)

const anyText = (maxLength: number) => fc.string({ unit: fc.constantFrom(...ANY_ALPHABET), maxLength })

/** The cookies of a session, those of another one, and an earlier form of the first. */
interface Jar {
  own: string[]
  other: string[]
  older: string[]
}

/** One thing that can happen to a `Cookie` header on its way; gives the pairs that arrive. */
type Mishap = (pairs: string[], jar: Jar) => string[]

/** Something that happens at a place in the header, counted round. */
function atPlace(place: number, change: (header: string, index: number) => string): Mishap {
  return (pairs) => {
    const header = pairs.join('; ')
    return change(header, place % Math.max(1, header.length)).split('; ')
  }
}

function swapValues(pairs: readonly string[], one: number, two: number): string[] {
  const values = pairs.map((pair) => pair.slice(pair.indexOf('=') + 1))
  const [first, second] = [one % pairs.length, two % pairs.length]
  return pairs.map((pair, index) => {
    const from = index === first ? second : index === second ? first : index
    return `${pair.slice(0, pair.indexOf('=') + 1)}${values[from]}`
  })
}

/** Takes some parts from another jar, as the bits of `mask` say. */
const mix = (pairs: readonly string[], others: readonly string[], mask: number) =>
  pairs.map((pair, index) => ((mask >> index) & 1 ? (others[index] ?? pair) : pair))

const place = fc.nat(40_000)
const some = fc.nat(3)
const mask = fc.nat(15)

const MISHAPS: readonly fc.Arbitrary<Mishap>[] = [
  some.map((lost) => (pairs) => pairs.filter((_, index) => index !== lost % pairs.length)),
  some.map((doubled) => (pairs) => [...pairs, pairs[doubled % pairs.length] ?? '']),
  fc.tuple(some, some).map(
    ([one, two]) =>
      (pairs) =>
        swapValues(pairs, one, two)
  ),
  mask.map(
    (bits) =>
      (pairs, { other }) =>
        mix(pairs, other, bits)
  ),
  mask.map(
    (bits) =>
      (pairs, { older }) =>
        mix(pairs, older, bits)
  ),
  fc.constant((pairs, { other }) => [...pairs, ...other]),
  fc.constant((_, { other }) => other),
  fc.constant((_, { older }) => older),
  fc.constant((pairs) => [...pairs].reverse()),
  fc.nat(9).map((digit) => ([first = '', ...rest]) => [
    first.replace(/^[^=]*/, `gatehouse.${digit}`),
    ...rest
  ]),
  fc
    .tuple(place, anyText(1))
    .map(([at, text]) =>
      atPlace(at, (header, index) => header.slice(0, index) + text + header.slice(index + 1))
    ),
  fc
    .tuple(place, anyText(20))
    .map(([at, text]) => atPlace(at, (header, index) => header.slice(0, index) + text + header.slice(index))),
  fc
    .tuple(place, fc.nat(60))
    .map(([at, length]) =>
      atPlace(at, (header, index) => header.slice(0, index) + header.slice(index + length))
    ),
  place.map((at) => atPlace(at, (header, index) => header.slice(0, index))),
  fc.tuple(fc.nat(9), anyText(30)).map(([digit, text]) => (pairs) => [
    ...pairs,
    `gatehouse.${digit}=${text}`
  ]),
  anyText(200).map((text) => () => [`gatehouse=${text}`])
]
const mishaps = fc.array(fc.oneof(...MISHAPS), { maxLength: 3 })

const arriving = (happened: readonly Mishap[], jar: Jar) =>
  happened.reduce((pairs, mishap) => mishap(pairs, jar), jar.own).join('; ')

t.test('session cookie: any sizes and any mishaps, opened as what was sealed or not at all', async (t) => {
  const [oldKey, newKey] = [deriveSessionKey(SECRET), deriveSessionKey(OTHER_SECRET)]
  const before = buildCookie({ keys: [oldKey] })
  const cookie = buildCookie({ keys: [newKey, oldKey] })
  const pairsOf = (sealing: SessionCookie, state: SealableState) => headerOf(sealing, state).split('; ')
  const kinds: Record<string, number> = {}
  fc.assert(
    fc.property(anyState, anyState, mishaps, (state, otherState, happened) => {
      const older = pairsOf(before, state)
      const header = arriving(happened, {
        own: pairsOf(cookie, state),
        other: pairsOf(cookie, otherState),
        older
      })
      const opened = openHeader(cookie, header)
      kinds[opened.kind] = (kinds[opened.kind] ?? 0) + 1
      const isSealed = [state, otherState].some((sealed) => isDeepStrictEqual(opened.state, sealed))
      if (opened.kind === 'open' && !isSealed) throw new Error('opened as something else')
      if (cookie.read(own.strip(header) ?? '').kind !== 'absent') throw new Error('strip left one of ours')
    }),
    RUNS
  )
  for (const kind of ['open', 'foreign', 'malformed', 'absent'])
    t.ok((kinds[kind] ?? 0) > 10, `${kind}: ${kinds[kind]}`)
})

t.test('session cookie: any character of a session changed, never opened (ASVS 7.2.1, 9.1.1)', async (t) => {
  const cookie = buildCookie()
  let changes = 0
  fc.assert(
    fc.property(anyState, place, fc.constantFrom(...ANY_ALPHABET), (state, at, character) => {
      const value = cookie.seal(state)
      const parts = Number(value.split('~')[1])
      if (!isDeepStrictEqual(cookie.open({ value, parts }), { kind: 'open', state, key: 0 }))
        throw new Error('unchanged')
      const index = at % value.length
      if (value[index] === character) return
      changes += 1
      const changed = `${value.slice(0, index)}${character}${value.slice(index + 1)}`
      if (cookie.open({ value: changed, parts }).kind === 'open') throw new Error(`character ${index}`)
    }),
    RUNS
  )
  t.ok(changes > 1000, `${changes} changes`)
})

// Any bytes in the cookie give the session of its owner or none, and never an internal error.
t.test(
  'session cookie: any mishap on the way to a running gateway, its owner or nobody and never a 500',
  async (t) => {
    const { url, provider, upstream, advance, signIn } = await startGateway(t, {
      config: { 'session.idleSeconds': 600 }
    })
    for (const uid of ['ada', 'bob'])
      provider.accounts.create({ uid, customClaims: { filler: uid.repeat(1500) } })
    const jar: Jar = {
      own: (await signIn('ada')).split('; '),
      other: (await signIn('bob')).split('; '),
      older: []
    }
    t.ok(jar.own.length > 1, 'in parts')
    jar.older = jar.own
    advance(60)
    jar.own = gatewayCookie(await send(`${url}/`, { headers: { cookie: jar.older.join('; ') } })).split('; ')
    t.equal(jar.own.length, jar.older.length, 'the same session, stamped')
    const statuses: Record<number, number> = {}
    await fc.assert(
      fc.asyncProperty(mishaps, async (happened) => {
        // The test's own client sends nothing else.
        const cookie = arriving(happened, jar).replace(/[^\x20-\x7e]/g, '')
        upstream.forget()
        const { status } = await send(`${url}/`, { headers: { cookie } })
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status !== 200 && status !== 401) throw new Error(`status ${status}`)
        const users = upstream.seen.map(({ headers }) => String(headers['x-forwarded-user']))
        if (users.join() !== (status === 401 ? '' : users.includes('bob') ? 'bob' : 'ada'))
          throw new Error(users.join())
        if (upstream.seen.some(({ headers }) => /gatehouse(\.\d)?=/.test(headers.cookie?.toString() ?? '')))
          throw new Error('one of ours reached the application')
      }),
      { ...RUNS, numRuns: 400 }
    )
    for (const status of [200, 401]) t.ok((statuses[status] ?? 0) > 10, `${status}: ${statuses[status]}`)
  }
)

/** A value as version 0.1.0 sealed it. */
function sealFormat1(state: SessionState, secret = SECRET): string {
  const key = deriveSessionKey(secret)
  const sealed = state.refreshToken === '' ? '' : key.seal(state.refreshToken, 'gatehouse 1')
  const active = state.activeAtSeconds === null ? '' : `.${state.activeAtSeconds}`
  const payload = ['1', '1', `${state.startedAtSeconds}${active}`, state.idToken, sealed].join('~')
  return `${payload}~${key.sign(['gatehouse', '1', '1', payload])}`
}

t.test('session cookie: of format 1, opened; altered or of another key, not (ASVS 11.2.2)', async (t) => {
  const state = { ...STATE, id: null }
  for (const one of [state, { ...state, refreshToken: '' }, { ...state, activeAtSeconds: NOW + 60 }])
    t.strictSame(buildCookie().open({ value: sealFormat1(one), parts: 1 }), {
      kind: 'open',
      state: one,
      key: 0
    })
  const value = sealFormat1(state)
  t.equal(buildCookie().open({ value: sealFormat1(state, OTHER_SECRET), parts: 1 }).kind, 'foreign')
  t.equal(buildCookie().open({ value: value.replace(`${NOW}`, `${NOW + 1}`), parts: 1 }).kind, 'foreign')
  t.equal(buildCookie().open({ value, parts: 2 }).kind, 'malformed')
  t.equal(buildCookie().open({ value: value.replace(/^1/, '2'), parts: 1 }).kind, 'malformed')
})

t.test('session cookie: sealed for another origin with one key, no session here (ASVS 9.2.3)', async (t) => {
  const other = buildCookie({ origin: 'https://lax.example.com' })
  const value = other.seal(STATE)
  t.equal(other.open({ value, parts: 1 }).kind, 'open')
  t.equal(buildCookie().open({ value, parts: 1 }).kind, 'foreign')
})
