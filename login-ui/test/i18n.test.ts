import { readdir, readFile } from 'node:fs/promises'
import t from 'tap'
import en from '../locales/en.json' with { type: 'json' }
import { type MessageKey, text } from '../src/lib/i18n.ts'

const src = new URL('../src/', import.meta.url)

/** Every quoted dotted name in the sources which looks like a key; `notice.${…}` counts for its whole group. */
async function keysInSources(): Promise<Set<string>> {
  const names = await readdir(src, { recursive: true })
  const files = names.filter((name) => /\.tsx?$/.test(name))
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, src), 'utf8')))
  const quoted = sources.join('\n').matchAll(/'((?:sign-in|leaving|notice|problem)\.[a-z.-]+)'/g)
  const notices = Object.keys(en).filter((key) => key.startsWith('notice.'))
  return new Set([...[...quoted].map(([, key]) => key!), ...notices])
}

t.test('i18n: every key in the sources, has a text', async (t) => {
  for (const key of await keysInSources()) t.ok(Object.hasOwn(en, key), key)
})

t.test('i18n: every text, is used', async (t) => {
  const used = await keysInSources()
  for (const key of Object.keys(en)) t.ok(used.has(key), key)
})

t.test('i18n: every text, is not empty and has no blanks around it', async (t) => {
  for (const [key, words] of Object.entries(en)) t.match(words, /^\S(?:.*\S)?$/, key)
})

t.test('i18n: every reason, has a notice', async (t) => {
  for (const reason of ['expired', 'signed-out', 'revoked', 'js']) {
    t.ok(text(`notice.${reason}` as MessageKey), reason)
  }
})

t.test('i18n: slot with a value, is filled as it is', async (t) => {
  t.equal(text('problem.reference', { reference: '<b>$&</b>' }), 'Reference: <b>$&</b>')
})

t.test('i18n: slot without a value, stays visible', async (t) => {
  t.equal(text('problem.reference'), 'Reference: {reference}')
  t.equal(text('problem.reference', { other: 'x' }), 'Reference: {reference}')
})
