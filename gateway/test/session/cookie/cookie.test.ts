import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import type { SessionCookie } from '../../../src/session/cookie/cookie.ts'
import { deriveSessionKey } from '../../../src/session/cookie/cookie-value.ts'
import { NOW } from '../../fixtures/clock.ts'
import { headerOf, openHeader, STATE, stateOfParts } from '../../fixtures/session/session-cookie.ts'
import { buildCookie, ORIGIN, OTHER_SECRET, SECRET } from '../../fixtures/session/sessions.ts'

t.test('session cookie: encrypted, set, sent back and opened, gives the same state', async (t) => {
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

t.test('session cookie: a start between two seconds, and no refresh token, are stored as such', async (t) => {
  const state = { ...STATE, refreshToken: '', startedAtSeconds: NOW + 0.9 }
  const opened = openHeader(buildCookie(), headerOf(buildCookie(), state))
  t.strictSame(opened, { kind: 'open', state: { ...state, startedAtSeconds: NOW }, key: 0 })
})

t.test('session cookie: the time of the last request is stored in whole seconds', async (t) => {
  const cookie = buildCookie()
  for (const [activeAtSeconds, kept] of [
    [null, null],
    [0, 0],
    [NOW + 60.9, NOW + 60]
  ] as const) {
    const value = cookie.encrypt({ ...STATE, activeAtSeconds })
    t.equal(value.split('~')[3], kept === null ? `${NOW}` : `${NOW}.${kept}`)
    const state = { ...STATE, activeAtSeconds: kept }
    t.strictSame(cookie.open({ value, parts: 1 }), { kind: 'open', state, key: 0 })
  }
  const value = cookie.encrypt({ ...STATE, activeAtSeconds: NOW + 60 })
  for (const times of [`${NOW}`, `${NOW}.${NOW + 61}`, `${NOW + 60}.${NOW}`])
    t.equal(cookie.open({ value: value.replace(`${NOW}.${NOW + 60}`, times), parts: 1 }).kind, 'foreign')
})

t.test('session cookie: that it ends with the browser is part of the signed value', async (t) => {
  const cookie = buildCookie()
  for (const activeAtSeconds of [null, NOW + 60]) {
    const state = { ...STATE, activeAtSeconds, endsWithBrowser: true } as const
    const value = cookie.encrypt(state)
    t.strictSame(cookie.open({ value, parts: 1 }), { kind: 'open', state, key: 0 })
    const kept = cookie.encrypt({ ...STATE, activeAtSeconds })
    const times = kept.split('~')[3] ?? ''
    const kindWith = (text: string, now: string, then: string) =>
      cookie.open({ value: text.replace(`${now}~`, `${then}~`), parts: 1 }).kind
    t.same([kindWith(value, `${times}b`, times), kindWith(kept, times, `${times}b`)], ['foreign', 'foreign'])
    for (const mark of ['bb', 'B', 'b ', 'k'])
      t.equal(kindWith(value, `${times}b`, `${times}${mark}`), 'malformed', mark)
  }
})

t.test('session cookie: the device it is bound to, or awaits, is part of the signed value', async (t) => {
  const cookie = buildCookie()
  const [key, other, awaited] = [`k.A${'k'.repeat(43)}`, `k.B${'k'.repeat(43)}`, `u.${NOW + 60}`]
  const encryptFor = (device?: string) =>
    cookie.encrypt({ ...STATE, ...(device !== undefined && { device }) })
  for (const device of [key, awaited]) {
    const opened = cookie.open({ value: encryptFor(device), parts: 1 })
    t.strictSame(opened, { kind: 'open', state: { ...STATE, device }, key: 0 })
  }
  const put = (device: string) => (fields: string[]) => fields.with(6, device)
  const rows: readonly [
    name: string,
    of: string | undefined,
    (fields: string[]) => string[],
    kind: string
  ][] = [
    ['as it is', key, (fields) => fields, 'open'],
    ['removed', key, (fields) => fields.toSpliced(6, 1), 'foreign'],
    ['added', undefined, (fields) => fields.toSpliced(6, 0, key), 'foreign'],
    ['another key', key, put(other), 'foreign'],
    ['a key in place of a deadline', awaited, put(key), 'foreign'],
    ['a deadline in place of a key', key, put(awaited), 'foreign'],
    ['a later deadline', awaited, put(`u.${NOW + 61}`), 'foreign'],
    ['doubled', key, (fields) => fields.toSpliced(6, 0, key), 'malformed'],
    ['moved', key, (fields) => fields.toSpliced(6, 1).toSpliced(5, 0, key), 'malformed'],
    ['empty', key, put(''), 'malformed'],
    ['damaged', key, put(key.slice(0, -1)), 'malformed'],
    ['of another form', key, put(`x${key.slice(1)}`), 'malformed']
  ]
  const found = rows.map(([name, device, change]) => {
    const value = change(encryptFor(device).split('~')).join('~')
    return [name, cookie.open({ value, parts: 1 }).kind]
  })
  t.same(
    found,
    rows.map(([name, , , kind]) => [name, kind])
  )
})

t.test('session cookie: beside the proof of its device, read the same in every order', async (t) => {
  const cookie = buildCookie()
  const value = cookie.encrypt(STATE)
  const [session, proof] = [`gatehouse=${value}`, `gatehouse-device=v1.${NOW}.${'m'.repeat(43)}`]
  const quick = cookie.read(session)
  const withoutParser = [`${session}; ${proof}`, `a=1; ${session}; b=2; ${proof}; c=3`]
  const parsed = [
    ...[
      `${proof}; ${session}`,
      `${session};${proof}`,
      ` ${session}; ${proof}`,
      `${session}; ${proof}; ${proof}`
    ],
    ...[
      `${session}; gatehouse-device`,
      `${session}; gatehouse-lang=de; ${proof}`,
      `${session}; ${proof}gatehouse`
    ]
  ]
  const headers = [...withoutParser, ...parsed]
  t.same(
    headers.filter((header) => !isDeepStrictEqual(cookie.read(header), quick)),
    []
  )
  const namesOf = (header: string) => Reflect.get(cookie.read(header), 'names')
  t.same(
    headers.filter((header) => namesOf(header) === namesOf(session)),
    withoutParser,
    'those that need no list of names'
  )
  t.equal(
    cookie.read(`${session}; ${proof}; ${session}`).kind,
    'malformed',
    'twin: a second session after it'
  )
})

t.test('session cookie: without Max-Age, has neither attribute that makes a cookie persistent', async (t) => {
  const value = buildCookie().encrypt(STATE)
  t.strictSame(buildCookie().set(value, [], null), [`gatehouse=${value}; Path=/; HttpOnly; SameSite=Lax`])
  t.match(buildCookie().set(value, ['gatehouse.0'], null), [/HttpOnly/, /^gatehouse\.0=; Max-Age=0/])
  t.match(buildCookie().set(value, [], 600), [/; Max-Age=600;/])
})

t.test('session cookie: a signature that is not ours is foreign', async (t) => {
  const cookie = buildCookie()
  const value = cookie.encrypt(STATE)
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

t.test('session cookie: a value in a wrong format is malformed (ASVS 11.2.2)', async (t) => {
  const cookie = buildCookie()
  const signed = (fields: string[]) => {
    const payload = fields.join('~')
    const [version = '', parts = ''] = fields
    return `${payload}~${deriveSessionKey(SECRET).sign(['gatehouse', version, ORIGIN, parts, payload])}`
  }
  const { id } = STATE
  const now = String(NOW)
  const fields: readonly string[][] = [
    ['1', '1', id, now, 'a.b.c', ''],
    ['1', '1', now, 'a.b.c', ''],
    ['3', '1', id, now, 'a.b.c', ''],
    ['02', '1', id, now, 'a.b.c', ''],
    ['', '1', id, now, 'a.b.c', ''],
    ['2', '', id, now, 'a.b.c', ''],
    ['2', '2', id, now, 'a.b.c', ''],
    ['2', '1', '', now, 'a.b.c', ''],
    ['2', '1', `${id}x`, now, 'a.b.c', ''],
    ['2', '1', now, 'a.b.c', ''],
    ['2', '1', id, now, 'a.b.c', '', 'x'],
    ...['', '-1', '1e9', '1234567890123', `${now}.`, `.${now}`, `${now}.-1`, `${now}.${now}.${now}`].map(
      (times) => ['2', '1', id, times, 'a.b.c', '']
    ),
    ['2', '1', id, `${now}.1234567890123`, 'a.b.c', ''],
    ['2', '1', id, now, '', ''],
    ['2', '1', id, now, 'a.b.c', 'not a seal'],
    ...[
      'k.',
      `k.${'k'.repeat(43)}`,
      `k.${'k'.repeat(45)}`,
      `k.${'+'.repeat(44)}`,
      'u.',
      'u.-1',
      'u.1234567890123'
    ].map((device) => ['2', '1', id, now, 'a.b.c', '', device])
  ]
  const rows = ['', '~', '~~~~~', 'x', '1', '"quoted"', ...fields.map(signed)]
  for (const value of rows) t.equal(cookie.open({ value, parts: 1 }).kind, 'malformed', value)
  for (const times of [String(NOW), `${NOW}.${NOW + 60}`]) {
    const good = signed(['2', '1', STATE.id, times, 'a.b.c', ''])
    t.equal(cookie.open({ value: good, parts: 1 }).kind, 'open', 'the same way with nothing wrong')
  }
})

t.test('session cookie: the refresh token is not readable in the value (ASVS 14.2.4)', async (t) => {
  const cookie = buildCookie()
  const { refreshToken } = STATE
  const value = cookie.encrypt(STATE)
  const encoded = (['base64', 'base64url', 'hex'] as const).map((to) =>
    Buffer.from(refreshToken).toString(to)
  )
  for (const form of [refreshToken, encodeURIComponent(refreshToken), ...encoded])
    t.notOk(value.includes(form.slice(0, 16)), form)
  const decoded = value.split('~').map((field) => Buffer.from(field, 'base64url'))
  t.notOk(decoded.some((bytes) => bytes.includes(refreshToken.slice(0, 8))))
  t.equal(value.split('~')[4], STATE.idToken, 'the id token is')
})

t.test('session cookie: the refresh token of another session does not open in this one', async (t) => {
  const fields = buildCookie().encrypt(STATE).split('~')
  const foreign = buildCookie({ keys: [deriveSessionKey(OTHER_SECRET)] })
    .encrypt(STATE)
    .split('~')
  const swapped = [...fields.slice(0, 5), foreign[5], fields[6]].join('~')
  t.equal(buildCookie().open({ value: swapped, parts: 1 }).kind, 'foreign')
  const payload = [...fields.slice(0, 5), foreign[5]].join('~')
  const resigned = `${payload}~${deriveSessionKey(SECRET).sign(['gatehouse', '2', ORIGIN, '1', payload])}`
  const found = buildCookie().open({ value: resigned, parts: 1 }).kind
  t.equal(found, 'malformed', 'signed by us, encrypted by another')
})

t.test('session cookie: after a rotation the new key signs (ASVS 7.4.5, 11.2.2)', async (t) => {
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
})

t.test('session cookie: cannot be created without a key', async (t) => {
  t.throws(() => buildCookie({ keys: [] }))
})

t.test('session cookie: encrypted twice gives two values that both open (ASVS 7.2.2)', async (t) => {
  const cookie = buildCookie()
  const [one, two] = [cookie.encrypt(STATE), cookie.encrypt(STATE)]
  t.not(one, two)
  for (const value of [one, two]) t.equal(cookie.open({ value, parts: 1 }).kind, 'open')
})

t.test('session cookie: attributes depend on scheme, domain and SameSite (ASVS 3.3.2)', async (t) => {
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
    const value = cookie.encrypt(STATE)
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

t.test('session cookie: same key, another origin or name, is no session here (ASVS 9.2.3)', async (t) => {
  for (const options of [{ origin: 'https://lax.example.com' }, { name: '__Host-gatehouse', secure: true }]) {
    const other = buildCookie(options)
    for (const [from, at, kind] of [
      [other, other, 'open'],
      [other, buildCookie(), 'foreign'],
      [buildCookie(), other, 'foreign']
    ] as const)
      t.equal(at.open({ value: from.encrypt(STATE), parts: 1 }).kind, kind)
  }
})
