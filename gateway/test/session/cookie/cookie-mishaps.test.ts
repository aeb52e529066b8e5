import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { nameOf, type SessionCookie } from '../../../src/session/cookie/cookie.ts'
import { deriveSessionKey, type SessionState } from '../../../src/session/cookie/cookie-value.ts'
import { headerOf, openHeader, own } from '../../fixtures/session/session-cookie.ts'
import { buildCookie, OTHER_SECRET, SECRET } from '../../fixtures/session/sessions.ts'

/** Reproducible: a failure names its seed and path. */
const RUNS = { numRuns: 1500, seed: 20_261_120 }

const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'

/** Includes characters that our values never contain, and the separators of fields and cookies. */
const ANY_ALPHABET = `${TOKEN_ALPHABET}~~~~==;; ,"\\%\t\u00e4\u00ff01.`

/** Long texts from a short one: only the sizes matter, and where a value is split. */
const longText = (mostChars: number) =>
  fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...TOKEN_ALPHABET), minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: mostChars })
    )
    .map(([text, length]) => text.repeat(Math.ceil(length / text.length)).slice(0, length))

const seconds = fc.integer({ min: 0, max: 999_999_999_999 })

const anyState: fc.Arbitrary<SessionState> = fc.record(
  {
    id: fc
      .uint8Array({ minLength: 16, maxLength: 16 })
      .map((bytes) => Buffer.from(bytes).toString('base64url')),
    idToken: longText(9000),
    refreshToken: fc.oneof(fc.constant(''), longText(600), fc.string({ unit: 'grapheme', maxLength: 60 })),
    startedAtSeconds: seconds,
    activeAtSeconds: fc.option(seconds),
    device: fc.oneof(
      seconds.map((awaited) => `u.${awaited}`),
      fc
        .string({ unit: fc.constantFrom(...TOKEN_ALPHABET.slice(0, -1)), minLength: 44, maxLength: 44 })
        .map((key) => `k.${key}`)
    )
  },
  {
    noNullPrototype: true,
    requiredKeys: ['id', 'idToken', 'refreshToken', 'startedAtSeconds', 'activeAtSeconds']
  }
)

const anyText = (maxLength: number) => fc.string({ unit: fc.constantFrom(...ANY_ALPHABET), maxLength })

/** The cookies of a session, those of another one, and an earlier form of the first. */
interface Jar {
  own: string[]
  other: string[]
  older: string[]
}

/** One way a `Cookie` header can be damaged in transit; returns the pairs that arrive. */
type Mishap = (pairs: string[], jar: Jar) => string[]

/** A change at a position in the header, which wraps around. */
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

/** Takes some parts from another jar, chosen by the bits of `mask`. */
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

t.test('session cookie: of any size and after any mishap, opened as encrypted or not at all', async (t) => {
  const [oldKey, newKey] = [deriveSessionKey(SECRET), deriveSessionKey(OTHER_SECRET)]
  const before = buildCookie({ keys: [oldKey] })
  const cookie = buildCookie({ keys: [newKey, oldKey] })
  const pairsOf = (encryption: SessionCookie, state: SessionState) => headerOf(encryption, state).split('; ')
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
      const isEncrypted = [state, otherState].some((encrypted) => isDeepStrictEqual(opened.state, encrypted))
      if (opened.kind === 'open' && !isEncrypted) throw new Error('opened as something else')
      if (cookie.read(own.strip(header) ?? '').kind !== 'absent') throw new Error('strip left one of ours')
    }),
    RUNS
  )
  for (const kind of ['open', 'foreign', 'malformed', 'absent'])
    t.ok((kinds[kind] ?? 0) > 10, `${kind}: ${kinds[kind]}`)
})

const cookiePieces = fc.constantFrom(
  ...['gatehouse', '=', ';', ' ', '; ', 'a', '.0', '-lang', '2~1~x', '"', '\t', '\u00a0', '\u0000', ','],
  ...['%20', 'gatehouse=2~1~x', '-device=v1.2.x', '; gatehouse-device=v1.2.x', '; gatehouse-device=v1.2.x']
)

t.test('session cookie: any header is read the same with and without the fast path', async (t) => {
  const cookie = buildCookie()
  const kinds = new Set<string>()
  fc.assert(
    fc.property(fc.array(cookiePieces, { maxLength: 9 }), (pieces) => {
      const header = pieces.join('')
      const reading = cookie.read(header)
      kinds.add(reading.kind)
      // A blank before the first name has no meaning, but rules out the fast path.
      if (!isDeepStrictEqual(reading, cookie.read(` ${header}`))) throw new Error(JSON.stringify(reading))
    }),
    { numRuns: 10_000 }
  )
  t.same([...kinds].sort(), ['absent', 'malformed', 'present'])
})

t.test('session cookie: any header is stripped the same as pair by pair', async (t) => {
  let stripped = 0
  fc.assert(
    fc.property(fc.array(cookiePieces, { maxLength: 9 }), (pieces) => {
      const header = pieces.join('')
      const kept = header
        .split(';')
        .filter((pair) => !pair.split(',').some((part) => own.owns(nameOf(part.replace(/^[\s=]+/, '')))))
        .join(';')
      const rest = header.includes('gatehouse') ? kept.trim() || undefined : header
      if (rest !== header) stripped += 1
      if (own.strip(header) !== rest) throw new Error(JSON.stringify([header, own.strip(header), rest]))
    }),
    { numRuns: 10_000 }
  )
  t.ok(stripped > 1000)
})

t.test('session cookie: a session with any character changed never opens (ASVS 7.2.1, 9.1.1)', async (t) => {
  const cookie = buildCookie()
  let changes = 0
  fc.assert(
    fc.property(anyState, place, fc.constantFrom(...ANY_ALPHABET), (state, at, character) => {
      const value = cookie.encrypt(state)
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
