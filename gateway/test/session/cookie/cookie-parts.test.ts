import t from 'tap'
import { headerOf, openHeader, own, STATE, stateOfParts } from '../../fixtures/session/session-cookie.ts'
import { buildCookie, cookieHeader, ORIGIN } from '../../fixtures/session/sessions.ts'

const DOMAIN = { name: '__Secure-gatehouse', domain: 'apps.intranet.example.com', secure: true }
const MAX_PAIR = 3900
const MAX_SET_COOKIE = 4096

t.test('session cookie: a whole session beside the parts of another, neither passes', async (t) => {
  const cookie = buildCookie()
  const whole = headerOf(cookie, STATE)
  const parts = headerOf(cookie, stateOfParts(2)).split('; ')
  for (const header of [
    [whole, ...parts],
    [...parts, whole],
    [whole, parts[0]]
  ])
    t.equal(openHeader(cookie, header.join('; ')).kind, 'malformed')
  for (const header of [[whole], parts, [whole, parts[1]]])
    t.equal(openHeader(cookie, header.join('; ')).kind, 'open', 'control')
})

t.test('session cookie: lost, duplicated, swapped or renamed parts are not accepted', async (t) => {
  const cookie = buildCookie()
  const parts = headerOf(cookie, { ...stateOfParts(3), idToken: `${'x'.repeat(4000)}${'y'.repeat(4000)}` })
    .split('; ')
    .map((pair) => pair.split('='))
  const [v0, v1, v2] = parts.map(([, value]) => value)
  const whole = cookie.encrypt(STATE)
  const numbered = (...values: (string | undefined)[]) =>
    values.map((value, index) => `gatehouse.${index}=${value}`).join('; ')
  const counted = (count: string) => numbered(`2~${count}${v0?.slice(3)}`, v1, v2)
  const rows: readonly (readonly [string, string, string])[] = [
    ['whole', numbered(v0, v1, v2), 'open'],
    ['first lost', `gatehouse.1=${v1}; gatehouse.2=${v2}`, 'malformed'],
    ['middle lost', `gatehouse.0=${v0}; gatehouse.2=${v2}`, 'malformed'],
    ['last lost', numbered(v0, v1), 'malformed'],
    ['last two swapped', numbered(v0, v2, v1), 'foreign'],
    ['one in place of another', numbered(v0, v1, v1), 'not open'],
    ['first doubled', `gatehouse.0=${v0}; ${numbered(v0, v1, v2)}`, 'malformed'],
    ['last doubled', `${numbered(v0, v1, v2)}; gatehouse.2=`, 'malformed'],
    ['numbered from one', `gatehouse.1=${v0}; gatehouse.2=${v1}; gatehouse.3=${v2}`, 'malformed'],
    ['with leading zeros', `gatehouse.00=${v0}; gatehouse.01=${v1}; gatehouse.02=${v2}`, 'malformed'],
    ['beside a whole value', `gatehouse=x; ${numbered(v0, v1, v2)}`, 'malformed'],
    ['joined to a whole value', `gatehouse=${v0}${v1}${v2}`, 'malformed'],
    ['a whole value cut', `gatehouse.0=${whole.slice(0, 50)}; gatehouse.1=${whole.slice(50)}`, 'not open'],
    ...['9', '99999999', '0', '1'].map((count) => [`count ${count}`, counted(count), 'malformed'] as const),
    ['count of two', counted('2'), 'not open']
  ]
  for (const [name, header, kind] of rows) {
    const opened = openHeader(cookie, header).kind
    // Whether fields are missing depends on where the value was cut.
    if (kind === 'not open') t.not(opened, 'open', name)
    else t.equal(opened, kind, name)
  }
})

t.test('session cookie: one name twice is malformed, whichever comes first', async (t) => {
  const cookie = buildCookie()
  const value = cookie.encrypt(STATE)
  for (const other of [value, 'x', '', cookie.encrypt({ ...STATE, idToken: 'mallory' })]) {
    t.equal(cookie.read(`gatehouse=${value}; gatehouse=${other}`).kind, 'malformed')
    t.equal(cookie.read(`gatehouse=${other}; a=1; gatehouse=${value}`).kind, 'malformed')
  }
  t.equal(cookie.read(`gatehouse=${value}; gatehouse2=${value}`).kind, 'present')
})

t.test('session cookie: readEach finds every session in a header that is ambiguous', async (t) => {
  const cookie = buildCookie()
  const states = {
    one: STATE,
    other: { ...STATE, idToken: 'mallory' },
    two: stateOfParts(2),
    three: stateOfParts(3)
  }
  const [one, other, two, three] = Object.values(states).map((state) => headerOf(cookie, state))
  const foundIn = (header: string | undefined) =>
    cookie.readEach(header).flatMap((reading) => {
      const opened = cookie.open(reading)
      return opened.kind === 'open' ? opened.state.idToken : []
    })
  const planted = (count: number) => Array(count).fill('gatehouse=x').join('; ')
  const rows: readonly [string | undefined, (keyof typeof states)[]][] = [
    [one, ['one']],
    [three, ['three']],
    [`${one}; a=1; ${other}`, ['one', 'other']],
    [`${three}; ${one}`, ['one', 'three']],
    [`${two}; ${three}`, ['two', 'three']],
    [`${three}; ${two}`, ['three', 'two']],
    [`gatehouse.1=x; ${two}`, ['two']],
    [`${two}; gatehouse.1=x`, ['two']],
    [`gatehouse; gatehouse.7=x; ${one}`, ['one']],
    [`${planted(19)}; ${one}`, ['one']],
    [`${planted(20)}; ${one}`, []],
    ['gatehouse2=x', []],
    [undefined, []]
  ]
  for (const [header, names] of rows)
    t.same(
      foundIn(header),
      names.map((name) => states[name].idToken),
      String(header).slice(0, 40)
    )
})

t.test('session cookie: our name without a value or after an odd blank is malformed', async (t) => {
  const cookie = buildCookie()
  for (const state of [STATE, stateOfParts(2)]) {
    const header = headerOf(cookie, state)
    const plain = ['gatehouse', 'gatehouse.0', 'gatehouse.7']
    for (const odd of [...plain, '\u00a0gatehouse=x', 'gatehouse.1\u00a0=']) {
      t.equal(cookie.read(odd).kind, 'malformed', odd)
      t.equal(cookie.read(`${odd}; ${header}`).kind, 'malformed', `${odd}: first`)
      t.equal(cookie.read(`${header}; ${odd}`).kind, 'malformed', `${odd}: last`)
    }
    for (const fine of ['gatehouse2', 'b', '\u00a0b=x', '=gatehouse', '__proto__=x'])
      t.equal(openHeader(cookie, `${header}; ${fine}`).kind, 'open', `control: ${fine}`)
  }
})

t.test('session cookie: a percent-encoded value differs from the plain one', async (t) => {
  const cookie = buildCookie()
  const value = cookie.encrypt(STATE)
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

t.test('session cookie: without a cookie of our name, absent', async (t) => {
  const cookie = buildCookie()
  const rows = [
    ...[undefined, '', 'a=1; b="gatehouse=x"'],
    ...'a=1 a=gatehouse gatehouse2=x xgatehouse=x Gatehouse=x GATEHOUSE=x __Host-gatehouse=x'.split(' '),
    ...'gatehouse.x=1 gatehouse.=1 gatehouse.0.1=1 gatehouse.123456789=1'.split(' ')
  ]
  for (const header of rows) t.equal(cookie.read(header).kind, 'absent', String(header))
})

t.test('session cookie: leftover parts of a longer session are ignored and then expired', async (t) => {
  const cookie = buildCookie()
  const leftOver = headerOf(cookie, stateOfParts(4, 'z')).split('; ').slice(2).join('; ')
  const over = ['gatehouse.2', 'gatehouse.3']
  for (const [name, state, kept] of [
    ['over three', stateOfParts(2), ['gatehouse.0', 'gatehouse.1']],
    ['over one', STATE, ['gatehouse']]
  ] as const) {
    const reading = cookie.read(`${headerOf(cookie, state)}; ${leftOver}`)
    t.equal(reading.kind === 'present' && cookie.open(reading).kind, 'open', name)
    const names = reading.kind === 'absent' ? [] : reading.names
    const lines = cookie.set(cookie.encrypt(state), names, 1000)
    const namesOf = (isExpired: boolean) =>
      lines.filter((line) => line.includes('Max-Age=0') === isExpired).map((line) => line.split('=', 1)[0])
    t.strictSame([namesOf(true), namesOf(false)], [over, kept], name)
  }
})

t.test('session cookie: a whole value that replaces parts expires them, and the reverse', async (t) => {
  const cookie = buildCookie()
  const toParts = cookie.set(cookie.encrypt(stateOfParts(2)), ['gatehouse'], 1000)
  t.match(toParts, [/^gatehouse\.0=2~2~/, /^gatehouse\.1=/, /^gatehouse=; Max-Age=0;/])
  const toWhole = cookie.set(cookie.encrypt(STATE), ['gatehouse.0', 'gatehouse.1'], 1000)
  t.match(toWhole, [/^gatehouse=2~1~/, /^gatehouse\.0=; Max-Age=0;/, /^gatehouse\.1=; Max-Age=0;/])
})

t.test('session cookie: every length around the limits fits browsers and opens again', async (t) => {
  const cookies = [
    buildCookie(),
    buildCookie({ ...DOMAIN, sameSite: 'strict' }),
    buildCookie({ name: 'n'.repeat(64), secure: true })
  ]
  for (const cookie of cookies) {
    let sizes = 0
    for (const near of [3700, 3780, 3820, 7640, 7700, 11_500, 15_170]) {
      for (let length = near - 30; length < near + 60; length += 1) {
        const state = { ...STATE, idToken: 'x'.repeat(length), refreshToken: '' }
        const lines = cookie.set(cookie.encrypt(state), [], 1_209_600)
        const longestPair = Math.max(...lines.map((line) => line.split(';', 1)[0]?.length ?? 0))
        const longestLine = Math.max(...lines.map((line) => line.length))
        const opened = openHeader(cookie, cookieHeader(lines))
        const isGood =
          longestPair <= MAX_PAIR && longestLine <= MAX_SET_COOKIE && opened.state?.idToken === state.idToken
        if (isGood) sizes += 1
        else t.fail(`${length}: pair ${longestPair}, line ${longestLine}, ${opened.kind}`)
      }
    }
    t.equal(sizes, 7 * 90)
  }
})

t.test('session cookie: a session that needs five cookies is refused with a code', async (t) => {
  const cookie = buildCookie()
  t.equal(cookie.set(cookie.encrypt(stateOfParts(4)), [], 1).length, 4)
  t.throws(() => cookie.encrypt(stateOfParts(5)), { code: 'SESSION_TOO_LARGE', statusCode: 431 })
})

t.test('session cookie: strip removes ours and leaves the rest byte for byte', async (t) => {
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
