import { readdir, readFile } from 'node:fs/promises'
import t from 'tap'
import en from '../../locales/en.json' with { type: 'json' }
import { wordings } from '../../src/auth/errors.ts'
import { fill, type MessageKey, splitAtSlots, textsIn } from '../../src/lib/i18n.ts'
import { repository } from '../fixtures/repository.ts'

const src = new URL('login-ui/src/', repository)
const keys = Object.keys(en).filter((key): key is MessageKey => !key.startsWith('gateway.'))

/** Every quoted name in the sources that looks like a key; one with `${…}` means all that match. */
async function keysInSources(): Promise<Set<string>> {
  const names = await readdir(src, { recursive: true })
  const files = names.filter((name) => /\.tsx?$/.test(name))
  const sources = (await Promise.all(files.map((name) => readFile(new URL(name, src), 'utf8')))).join('\n')
  const groups = [...new Set(keys.map((key) => key.split('.')[0]))].join('|')
  const plain = [...sources.matchAll(new RegExp(`['"]((?:${groups})\\.[a-z.-]+)['"]`, 'g'))].map(
    ([, key]) => key!
  )
  const built = [...sources.matchAll(/`((?:[a-z-]+\.)?[a-z.-]*\$\{[^}]*\}[a-z.-]*)`/g)].map(
    ([, name]) => name!
  )
  const patterns = built
    .filter((name) => name.includes('.') && !name.includes('/'))
    .map((name) => new RegExp(`^${name.replace(/\./g, '\\.').replace(/\$\{[^}]*\}/, '[a-z-]+')}$`))
  return new Set([...plain, ...keys.filter((key) => patterns.some((pattern) => pattern.test(key)))])
}

t.test('i18n: every key in the sources has a text', async (t) => {
  const found = [...(await keysInSources())].filter((key) => !Object.hasOwn(en, key))
  t.same(found, [])
})

t.test('i18n: every text of the page is used', async (t) => {
  const used: Set<string | null> = new Set(await keysInSources())
  for (const { title, hint } of wordings.values()) used.add(title).add(hint)
  const found = keys.filter((key) => !used.has(key))
  t.same(found, [])
})

t.test('i18n: every text is not empty and has no surrounding whitespace', async (t) => {
  for (const [key, words] of Object.entries(en)) t.match(words, /^\S(?:.*\S)?$/, key)
})

t.test('i18n: every slot has a plain name', async (t) => {
  for (const [key, words] of Object.entries(en))
    t.notMatch(words.replace(/\{[a-z][a-zA-Z]*\}/g, ''), /[{}]/, key)
})

t.test('i18n: every reason has a notice', async (t) => {
  for (const reason of ['expired', 'signed-out', 'revoked', 'step-up', 'link-used', 'js'])
    t.ok(Object.hasOwn(en, `notice.${reason}`), reason)
})

t.test('i18n: every language has the keys and the slots of English', async (t) => {
  // Each once: languages differ in how many plural forms a text has.
  const slotsOf = (texts: Record<string, string>) =>
    Object.entries(texts).map(([key, words]) => [key, [...new Set(words.match(/\{\w+\}/g))].sort()])
  const folder = new URL('login-ui/locales/', repository)
  const names = await readdir(folder)
  t.ok(names.length >= 15)
  for (const name of names) {
    const texts = JSON.parse(await readFile(new URL(name, folder), 'utf8'))
    t.strictSame(slotsOf(texts), slotsOf(en), name)
  }
  t.strictNotSame(slotsOf({ ...en, 'sign-in.with': 'Continue' }), slotsOf(en), 'control: a slot is missing')
})

t.test('i18n: a slot with a value is filled unchanged', async (t) => {
  t.equal(fill('Reference: {reference}', { reference: '<b>$&</b>' }), 'Reference: <b>$&</b>')
  t.equal(textsIn(en)('problem.reference', { reference: 'x' }), 'Reference: x')
})

t.test('i18n: a slot without a value stays visible', async (t) => {
  t.equal(fill('Reference: {reference}'), 'Reference: {reference}')
  t.equal(fill('Reference: {reference}', { other: 'x' }), 'Reference: {reference}')
  t.equal(fill('{toString}', {}), '{toString}')
})

t.test('i18n: a key without a text is shown in its place', async (t) => {
  t.equal(textsIn({} as typeof en)('problem.reference'), 'problem.reference')
})

t.test('i18n: a text with slots is split into texts and names', async (t) => {
  t.strictSame(splitAtSlots('{email} and {provider}.'), ['', 'email', ' and ', 'provider', '.'])
  t.strictSame(splitAtSlots('none'), ['none'])
})

t.test('i18n: English texts do not blame the visitor and have no codes in them', async (t) => {
  // The title of a page with an error starts with that word, for screen readers.
  for (const [key, words] of Object.entries(en))
    if (key !== 'page.title-error') t.notMatch(words, /\b(?:invalid|failed|oops|error)\b/i, key)
})
