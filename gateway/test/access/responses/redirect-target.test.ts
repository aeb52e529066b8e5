import fc from 'fast-check'
import t from 'tap'
import {
  isReserved,
  languageAddressOf,
  resolveRedirectTarget
} from '../../../src/access/responses/redirect-target.ts'
import { readPackageJson } from '../../../src/config/package-files.ts'
import { parseRequestTarget } from '../../../src/http/target.ts'
import { words } from '../../fixtures/words.ts'

const RULES = {
  publicOrigin: 'https://app.example.com',
  reserved: ['/login', '/logout', '/_auth', '/__'],
  home: '/home'
}
const evaluate = (value: unknown) => resolveRedirectTarget(value, RULES)

/** `/` encoded `depth` times: `%2F`, `%252F`, … */
const encoded = (text: string, depth: number): string =>
  depth === 0 ? text : encoded(text.replaceAll('%', '%25').replace(/[/\\\n]/g, encodeURIComponent), depth - 1)

/** The name of an assertion; some characters would end its line. */
const nameOf = (value: unknown) => encodeURI(JSON.stringify(value) ?? 'undefined')

const vectors = readPackageJson('login-ui', 'test', 'fixtures', 'redirect-vectors.json')
const listOf = (name: string): unknown[] => Reflect.get(Object(vectors), name)

t.test('redirect target: list shared with the login page, accepted or replaced by home', async (t) => {
  t.ok(listOf('itself').length > 5 && listOf('home').length > 20)
  for (const value of listOf('itself')) t.equal(evaluate(value), value, nameOf(value))
  for (const value of listOf('home')) t.equal(evaluate(value), '/home', nameOf(value))
})

t.test('redirect target: non-ASCII letters are encoded the same way on every call', async (t) => {
  const authRequest = new Set(Array.from({ length: 20_000 }, () => evaluate('/über?q=é')))
  t.same([...authRequest], ['/%C3%BCber?q=%C3%A9'])
})

t.test('redirect target: anything but a string becomes home', async (t) => {
  for (const value of [undefined, null, 7, true, {}, ['/a'], ['/a', '/b']])
    t.equal(evaluate(value), '/home', nameOf(value))
})

t.test('redirect target: unsafe under any number of encodings becomes home (ASVS 1.2.2)', async (t) => {
  const harms = [...words`//evil.example /\evil.example /login /_auth/session /__/auth/handler`, '/a\n']
  for (const depth of [1, 2, 3, 4, 5, 6, 7]) {
    for (const harm of harms) {
      const target = `/${encoded(harm.slice(1), depth).replace(/^([a-z_])/, (letter) => encodedLetter(letter, depth))}`
      t.equal(evaluate(target), '/home', `${depth}: ${target}`)
    }
  }
})

/** A letter, percent-encoded `depth` times. */
function encodedLetter(letter: string, depth: number): string {
  return `%${'25'.repeat(depth - 1)}${letter.charCodeAt(0).toString(16)}`
}

t.test('redirect target: harmless text is preserved up to four encodings, deeper becomes home', async (t) => {
  for (const depth of [0, 1, 2, 3, 4]) {
    const target = `/a${encoded('/', depth)}b`
    t.equal(evaluate(target), target, target)
  }
  for (const depth of [5, 6, 50]) t.equal(evaluate(`/a${encoded('/', depth)}b`), '/home', String(depth))
  for (const target of ['/%25zz', '/%2525zz', '/%25c3', '/50%25.png']) t.equal(evaluate(target), target)
  for (const broken of ['/%', '/%zz', '/%c3']) t.equal(evaluate(broken), '/home', broken)
})

t.test('redirect target: dot segments are resolved before anything else is checked', async (t) => {
  for (const target of words`/a/../b /reports/../x?y=.. /loginx/../logins`) t.equal(evaluate(target), target)
  for (const target of words`
    /a/../login /a/%2e%2e/login /a/.%2E/_auth/session /login/../a /a/..//evil.example
  `)
    t.equal(evaluate(target), '/home', target)
})

t.test('redirect target: any query and fragment is preserved', async (t) => {
  for (const target of words`/?a=//evil.example /a?b=%5C&c=%2525 /a#//x /?x=/login /a?%zz /a?b=\c /a#\y`)
    t.equal(evaluate(target), target, target)
  for (const target of ['/a?b=\n', '/a#\t', '/a?b= c', '/a?\u007f', '/a?\u0085', '/a?\u2029'])
    t.equal(evaluate(target), '/home', nameOf(target))
})

t.test('redirect target: 4096 characters are preserved, one more becomes home', async (t) => {
  const longest = `/${'x'.repeat(4095)}`
  t.equal(evaluate(longest), longest)
  t.equal(evaluate(`${longest}x`), '/home')
})

t.test('redirect target: non-ASCII is percent-encoded as browsers send it', async (t) => {
  t.equal(evaluate('/ü?q=日本#ß'), '/%C3%BC?q=%E6%97%A5%E6%9C%AC#%C3%9F')
  t.equal(evaluate('/\ud800'), '/%EF%BF%BD', 'half a surrogate pair is no reason to fail')
})

t.test('reserved paths: each includes everything below it and no sibling', async (t) => {
  for (const path of ['/login', '/login/', '/login/x', '/_auth/session'])
    t.equal(isReserved(path, RULES.reserved), true, path)
  for (const path of ['/loginx', '/', '/x/login', '/LOGIN', '/_authx'])
    t.equal(isReserved(path, RULES.reserved), false, path)
})

/** As browsers send it: on their own origin, and read by the gateway. */
const PIECES = [...words`/ // a % %2F %5C %25 .. . \ : https: é [x] ' ? &u=// |`, 'b c']

t.test('redirect target: every address that browsers send, byte for byte and on this origin', async (t) => {
  const { publicOrigin } = RULES
  const counts = { same: 0, home: 0 }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }), (pieces) => {
      const written = `/${pieces.join('')}`
      const opened = new URL(String(evaluate(written)), publicOrigin)
      if (opened.origin !== publicOrigin) throw new Error(`${written} opens ${opened}`)
      if (/^\/[/\\]/.test(written) || !URL.canParse(written, publicOrigin)) return
      const { pathname, search } = new URL(written, publicOrigin)
      const sent = `${pathname}${search}`
      const target = parseRequestTarget(sent)
      if (target.kind === 'refused' || target.dotted !== null || /^\/(?:%(?:25)*(?:2f|5c))/i.test(sent))
        return void counts.home++
      counts.same++
      if (evaluate(sent) !== sent || new URL(sent, publicOrigin).href !== `${publicOrigin}${sent}`)
        throw new Error(`${sent} becomes ${evaluate(sent)}`)
    }),
    { numRuns: 3000, seed: 3 }
  )
  t.ok(counts.same > 800, JSON.stringify(counts))
})

t.test('languages: an unreadable path, the choice leads home, twin: a form post has none', async (t) => {
  t.equal(languageAddressOf({ method: 'GET', target: null })?.('de'), '/_auth/language?lang=de&to=')
  t.equal(languageAddressOf({ method: 'POST', target: null }), null)
})
