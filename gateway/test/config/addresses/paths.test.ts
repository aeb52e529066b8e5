import t from 'tap'
import { foldCase, isCanonical, normalizeText, readPath } from '../../../src/config/addresses/paths.ts'

const fold = (text: string) => foldCase(normalizeText(text))

/** Ways in which servers and databases compare text without case, or with compatibility characters alike. */
const COMPARISONS: Readonly<Record<string, (text: string) => string>> = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  'lower, then upper': (text) => text.toLowerCase().toUpperCase(),
  'upper, then lower': (text) => text.toUpperCase().toLowerCase(),
  title: (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1).toLowerCase()}`,
  'lower in Turkish': (text) => text.toLocaleLowerCase('tr'),
  'upper in Turkish': (text) => text.toLocaleUpperCase('tr'),
  'lower in Lithuanian': (text) => text.toLocaleLowerCase('lt'),
  NFC: (text) => text.normalize('NFC'),
  NFD: (text) => text.normalize('NFD'),
  NFKC: (text) => text.normalize('NFKC'),
  NFKD: (text) => text.normalize('NFKD'),
  'NFKC and case folding': (text) => text.normalize('NFKC').toLowerCase().normalize('NFKC'),
  'without invisible characters': (text) => text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''),
  'folded twice': fold
}

/** Every character of Unicode that some comparison may change. */
const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
  (one) => one.isWellFormed() && (/[\p{CWKCF}\p{CWCM}]/u.test(one) || one.normalize('NFD') !== one)
)

t.test('paths: every Unicode character and what any comparison makes of it fold alike', async (t) => {
  const wrong: string[] = []
  let compared = 0
  for (const character of CHARACTERS)
    for (const [name, compare] of Object.entries(COMPARISONS))
      for (const text of compare(character) === character
        ? []
        : [character, `a${character}b`, `i${character}`]) {
        compared++
        if (fold(compare(text)) !== fold(text)) wrong.push(`${name}: ${text}`)
      }
  t.ok(compared > 100_000, 'control')
  t.same(wrong.slice(0, 20), [])
})

t.test('paths: characters that a regular expression takes for equal without case fold alike', async (t) => {
  const cased = CHARACTERS.filter((one) => /[\p{CWCM}\p{CWCF}]/u.test(one))
  const all = cased.join('')
  t.ok(cased.length > 2900, 'control: all of the case table')
  const wrong = cased.flatMap((one) =>
    (all.match(new RegExp(one, 'giu')) ?? []).filter((other) => fold(other) !== fold(one))
  )
  t.same(wrong, [])
})

t.test('paths: a character that is a single ASCII letter in another case is not canonical', async (t) => {
  const wrong: string[] = []
  const found: string[] = []
  for (const character of CHARACTERS) {
    if (character <= '\u007f') continue
    const others = [character.toLowerCase(), character.toUpperCase(), character.toUpperCase().toLowerCase()]
    if (!others.some((other) => /^[\u0000-\u007f]$/.test(other.normalize('NFKC').replace('\u0307', ''))))
      continue
    found.push(character)
    if (isCanonical(`/${encodeURIComponent(character)}`)) wrong.push(character)
    if (!/^[\u0000-\u007f]$/.test(fold(character))) wrong.push(character)
  }
  t.same(wrong, [])
  const seen = ['ı', 'İ', 'ſ', '\u212a', 'ａ'].every((one) => found.includes(one))
  t.ok(seen, 'control')
})

t.test('paths: ordinary addresses in other languages stay canonical', async (t) => {
  for (const path of '/büro /BÜRO /straße /ΟΔΟΣ /дом /บ้าน /家 /می‌خواهم /👩‍💻 /żaba /ǰ'.split(' '))
    t.ok(isCanonical(encodeURI(path)), path)
  for (const path of ['/kadın', '/İstanbul', '/ſ', '/bu\u0308ro', '/ﬁ', '/½'])
    t.notOk(isCanonical(encodeURI(path)), path)
})

t.test('paths: a configured path is read alike, decoded or percent-encoded', async (t) => {
  const rows = [
    ['/büro/*', '/b%C3%BCro/', '/büro'],
    ['/b%C3%BCro/*', '/b%C3%BCro/', '/büro'],
    ['/b%c3%bcro/', '/b%C3%BCro/', '/büro'],
    ['/bu\u0308ro', '/b%C3%BCro', '/büro'],
    ['/Straße', '/Stra%C3%9Fe', '/strasse'],
    ['/%61dmin', '/admin', '/admin'],
    ['/my%20files', '/my%20files', '/my files'],
    ['/*', '/', '/'],
    ['/', '/', '/'],
    ['/100%', '/100%25', '/100%']
  ] as const
  for (const [written, escaped, folded] of rows) t.same(readPath(written), { escaped, folded }, written)
})
