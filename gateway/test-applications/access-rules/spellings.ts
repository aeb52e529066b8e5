import {
  ENDS,
  EXTENSIONS,
  FRONT_CONTROLLERS,
  INSERTED,
  INSIDE,
  METHODS,
  OTHER_FIELDS,
  SEGMENT_ENDS,
  SEGMENT_STARTS,
  SLASHES,
  STARTS,
  TARGET_FIELDS,
  TARGETS,
  USUAL_EXTENSIONS
} from './parts.ts'
import type { Random } from './random.ts'

/** A request that a server might take for one of a path. Made without knowledge of the gateway. */
export interface Spelling {
  /** What was done to the path. */
  kind: string
  method: string
  /** As sent: each character is a byte. `<host>` in it is replaced by that of the application. */
  target: string
  headers: Readonly<Record<string, string>>
  body: string
  /** `1.1` unless the version is what was changed. */
  version: string
}

export interface SpellingOptions {
  /** Decoded path of a protected handler. */
  path: string
  /** Path that everyone may access, for requests that name the protected one elsewhere. */
  publicPath: string
  random: Random
  /** Spellings of each kind at most; kinds with few members are used whole. */
  each: number
  /** Random combinations of two or three changes. */
  combinations: number
}

/** A character of a path and how it is written. */
interface Character {
  is: string
  raw: string
}

interface Change {
  kind: string
  change(path: readonly Character[]): readonly Character[]
}

const hexOf = (text: string | Buffer) =>
  [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, '0'))
const percent = (text: string) =>
  hexOf(text)
    .map((hex) => `%${hex}`)
    .join('')
/** Replaced by the host when it is sent. */
export const HOST = '<host>'
const isAscii = (text: string) => text <= '\u007f'
/** As a client writes it. */
const write = (is: string): Character => ({ is, raw: isAscii(is) ? is : percent(is).toUpperCase() })
const writeAll = (text: string) => [...text].map(write)
const literal = (raw: string): Character => ({ is: '', raw })
const show = (path: readonly Character[]) => path.map(({ raw }) => raw).join('')

/** Lenient comparison -> characters outside ASCII that it takes for a text in ASCII. */
const LOOKALIKES = findLookalikes()

function findLookalikes() {
  const byCase = new Map<string, string[]>()
  const byCompatibility = new Map<string, string[]>()
  const byAccent = new Map<string, string[]>()
  const add = (map: Map<string, string[]>, text: string, one: string) => {
    const folded = text.toLowerCase()
    if (!/^[\u0021-\u007e]{1,4}$/.test(folded)) return
    const list = map.get(folded) ?? []
    if (!list.includes(one)) list.push(one)
    map.set(folded, list)
  }
  for (let point = 0x80; point < 0x20000; point++) {
    if (point >= 0xd800 && point < 0xe000) continue
    const one = String.fromCodePoint(point)
    for (const text of [one.toLowerCase(), one.toUpperCase(), one.toLowerCase().replaceAll('\u0307', '')])
      add(byCase, text, one)
    add(byCompatibility, one.normalize('NFKC'), one)
    add(byAccent, one.normalize('NFKD').replace(/\p{M}/gu, ''), one)
  }
  return { 'case of another script': byCase, compatibility: byCompatibility, accent: byAccent }
}

/** How one character may be written differently. */
function rewritings(is: string): [kind: string, raw: string][] {
  const encoded = percent(is)
  const twice = encoded.replaceAll('%', '%25')
  const found: [string, string][] = [
    ['percent', encoded],
    ['percent in capitals', encoded.toUpperCase().replace(/%25/g, '%25')],
    ['percent twice', twice],
    ['percent twice', encoded.replace(/[0-9a-f]/g, percent)],
    ['percent three times', twice.replaceAll('%', '%25')],
    ['%u', [...is].map((one) => `%u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')]
  ]
  const swapped = is === is.toLowerCase() ? is.toUpperCase() : is.toLowerCase()
  if (swapped !== is) found.push(['letter case', write(swapped).raw])
  if (isAscii(is)) {
    const code = is.charCodeAt(0)
    const overlong = [0xc0 | (code >> 6), 0x80 | (code & 0x3f)].map((byte) => `%${byte.toString(16)}`)
    found.push(['overlong', overlong.join('')])
    found.push(['full width', percent(String.fromCharCode(code + 0xfee0))])
    return found
  }
  const decomposed = is.normalize('NFD')
  found.push(
    ['Latin-1', percent(is).length > 6 ? '?' : `%${is.charCodeAt(0).toString(16)}`],
    ['bytes', Buffer.from(is).toString('latin1')],
    ['bytes', Buffer.from(is, 'latin1').toString('latin1')],
    ['decomposed', percent(decomposed)],
    ['decomposed', percent(decomposed.toUpperCase())],
    ['decomposed', `${[...decomposed][0]}${percent([...decomposed].slice(1).join(''))}`],
    ['accent', [...decomposed][0] ?? ''],
    ['mixed hexadecimal', encoded.replace(/%(.)(.)/, (_all, one, two) => `%${one.toUpperCase()}${two}`)]
  )
  return found
}

/** Kinds that are never sampled. */
const WHOLE = new Set([
  'plain',
  'case of another script',
  'usual extension',
  'front controller',
  'all percent',
  'all capitals',
  'up to its folder'
])

const at = (index: number, characters: readonly Character[]) => (path: readonly Character[]) => [
  ...path.slice(0, index),
  ...characters,
  ...path.slice(index + 1)
]

/** All single changes of this path. */
function listChanges(path: readonly Character[]): Change[] {
  const text = path.map(({ is }) => is).join('')
  const found: Change[] = []
  const add = (kind: string, change: Change['change']) => found.push({ kind, change })
  path.forEach(({ is }, index) => {
    if (is === '') return
    for (const [kind, raw] of rewritings(is)) add(kind, at(index, [{ is, raw }]))
    for (const [kind, lookalikes] of Object.entries(LOOKALIKES))
      for (const length of [1, 2, 3]) {
        const covered = path.slice(index, index + length)
        if (covered.length < length || covered.some((one) => one.is === '')) continue
        const key = covered.map((one) => one.is.toLowerCase()).join('')
        for (const one of lookalikes.get(key) ?? [])
          add(kind, (from) => [...from.slice(0, index), literal(percent(one)), ...from.slice(index + length)])
      }
    for (const raw of INSERTED) add('inserted', at(index, [{ is, raw: write(is).raw }, literal(raw)]))
    if (is !== '/') return
    if (index > 0) for (const raw of SLASHES) add('slash', at(index, [{ is, raw }]))
    for (const raw of SEGMENT_STARTS) add('start of a segment', at(index, [{ is, raw }, literal(raw)]))
    if (index > 0)
      for (const raw of SEGMENT_ENDS) add('end of a segment', at(index, [literal(raw), { is, raw: '/' }]))
    if (index > 0)
      for (const raw of EXTENSIONS) add('extension of a folder', at(index, [literal(raw), { is, raw: '/' }]))
  })
  const append = (raw: string) => (from: readonly Character[]) => [...from, literal(raw)]
  for (const raw of SEGMENT_ENDS) add('end of the last segment', append(raw))
  for (const raw of USUAL_EXTENSIONS) add('usual extension', append(raw))
  for (const raw of EXTENSIONS) add('extension', append(raw))
  for (const raw of INSIDE) add('inside', append(raw))
  for (const raw of ENDS) add('end', append(raw))
  for (const raw of FRONT_CONTROLLERS) add('front controller', (from) => [literal(raw), ...from])
  for (const raw of STARTS) add('start', (from) => [literal(raw), ...from])
  const all = (kind: string, raw: (is: string) => string) =>
    add(kind, (from) => from.map((one) => (one.is === '' ? one : { is: one.is, raw: raw(one.is) })))
  all('all percent', percent)
  all('all percent', (is) => percent(is).toUpperCase())
  all('all percent but slashes', (is) => (is === '/' ? is : percent(is)))
  all('all percent but slashes', (is) => (is === '/' ? is : percent(is).replaceAll('%', '%25')))
  all('all capitals', (is) => write(is.toUpperCase()).raw)
  all('all capitals', (is) => write(isAscii(is) ? is.toUpperCase() : is).raw)
  all('all full width', (is) =>
    /[!-~]/.test(is) && is !== '/' ? percent(String.fromCharCode(is.charCodeAt(0) + 0xfee0)) : percent(is)
  )
  const extension = /^(.*)(\.[a-z]+)$/.exec(text)
  if (extension !== null) {
    const cut = [...(extension[1] ?? '')].length
    add('without its extension', (from) => from.slice(0, cut))
    for (const raw of ['.en', '.x', ';x'])
      add('before the extension', (from) => [...from.slice(0, cut), literal(raw), ...from.slice(cut)])
  }
  add('up to its folder', (from) => from.slice(0, from.map(({ is }) => is).lastIndexOf('/') || 1))
  return found
}

/** A text with the places of a path filled in; see `TARGETS`. */
function fillIn(text: string, { path, publicPath }: Pick<SpellingOptions, 'path' | 'publicPath'>): string {
  const plain = show(writeAll(path))
  const places: Record<string, string> = { PLAIN: plain, REST: plain.slice(1), PUBLIC: publicPath }
  return text.replace(/PLAIN|REST|PUBLIC/g, (name) => places[name] ?? '')
}

/** A request with the places of a path filled in. */
export function fillInRequest(
  more: Partial<Spelling>,
  path: Pick<SpellingOptions, 'path' | 'publicPath'>
): Spelling {
  const filled = request(more.kind ?? 'framework', fillIn(more.target ?? 'PLAIN', path), more)
  return { ...filled, target: fillIn(filled.target, path), body: fillIn(filled.body, path) }
}

const request = (kind: string, target: string, changed: Partial<Spelling> = {}): Spelling => ({
  ...{ kind, method: 'GET', target, headers: {}, body: '', version: '1.1' },
  ...changed
})

/** Requests whose path is as it is written, or public. */
function listOtherRequests({ path, publicPath }: SpellingOptions): Spelling[] {
  const plain = show(writeAll(path))
  const form = 'application/x-www-form-urlencoded'
  const targets = TARGETS.map((target) => fillIn(target, { path, publicPath }))
  return [
    ...targets.map((target) => request('target', target)),
    ...METHODS.map((method) => request('method', plain, { method })),
    ...['1.0', '0.9', '2.0', '1.2'].map((version) => request('version', plain, { version })),
    ...OTHER_FIELDS.map((headers) => request('field', plain, { headers })),
    ...TARGET_FIELDS.flatMap((name) => [
      request('field with a target', publicPath, { headers: { [name]: plain } }),
      request('field with a target', '/', { headers: { [name]: plain } })
    ]),
    request('form', publicPath, {
      method: 'POST',
      headers: { 'content-type': form },
      body: `_method=GET&_path=${plain}`
    })
  ]
}

function groupByKind<T extends { kind: string }>(all: readonly T[]): T[][] {
  const byKind = new Map<string, T[]>()
  for (const one of all) byKind.set(one.kind, [...(byKind.get(one.kind) ?? []), one])
  return [...byKind.values()]
}

/** Spellings of a path, all different, the plain one first. The same seed gives the same. */
export function listSpellings(options: SpellingOptions): Spelling[] {
  const { path, random, each, combinations } = options
  const plain = writeAll(path)
  const changes = listChanges(plain)
  const made = [request('plain', show(plain))]
  for (const { kind, change } of changes) made.push(request(kind, show(change(plain))))
  made.push(...listOtherRequests(options))
  const isWhole = ([one]: readonly Spelling[]) => one !== undefined && WHOLE.has(one.kind)
  const chosen = groupByKind(made).flatMap((all) => (isWhole(all) ? all : random.some(all, each)))
  // A kind is chosen first, as some have many more members.
  const kinds = groupByKind(changes)
  for (let number = 0; number < combinations; number++) {
    let characters: readonly Character[] = plain
    const used: string[] = []
    for (let count = 2 + random.below(2); count > 0; count--) {
      const { kind } = random.of(random.of(kinds))
      const matching = listChanges(characters).filter((one) => one.kind === kind)
      if (matching.length === 0) continue
      characters = random.of(matching).change(characters)
      used.push(kind)
    }
    chosen.push(request(used.join(' + '), show(characters)))
  }
  return uniquely(chosen)
}

/** Without those that would be sent twice. */
export function uniquely(spellings: readonly Spelling[]): Spelling[] {
  const seen = new Set<string>()
  return spellings.filter((one) => {
    const key = JSON.stringify({ ...one, kind: '' })
    return !seen.has(key) && seen.add(key)
  })
}
