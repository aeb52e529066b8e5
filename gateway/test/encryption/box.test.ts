import t from 'tap'
import { createBox, deriveKey } from '../../src/encryption/box.ts'

const box = createBox(deriveKey('a secret', 'these tests'))

t.test('box: what was sealed is opened, with its context and its key alone', async (t) => {
  const encrypted = box.encrypt('text', 'here')
  t.equal(box.open(encrypted, 'here'), 'text')
  t.equal(box.open(encrypted, 'there'), null)
  t.equal(createBox(deriveKey('another secret', 'these tests')).open(encrypted, 'here'), null)
  t.equal(createBox(deriveKey('a secret', 'other tests')).open(encrypted, 'here'), null)
})

t.test('box: a second spelling of sealed bytes, not opened', async (t) => {
  const encrypted = box.encrypt('x', 'here')
  t.equal(encrypted.length % 4, 3, 'whose last character has bits that count for nothing')
  const last = encrypted.at(-1) ?? ''
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const neighbour = alphabet[alphabet.indexOf(last) ^ 1] ?? ''
  const spellings = [
    ...['!', '=', '==', ' ', '\n', '\0', '.AAAA', 'é'].map((end) => encrypted + end),
    ` ${encrypted}`,
    `${encrypted.slice(0, 5)}*${encrypted.slice(5)}`,
    encrypted.slice(0, -1) + neighbour
  ]
  const bytes = Buffer.from(encrypted, 'base64url')
  for (const spelling of spellings) {
    if (!spelling.includes('é') && !spelling.includes('.'))
      t.ok(Buffer.from(spelling, 'base64url').equals(bytes), 'the same bytes for Node')
    t.equal(box.open(spelling, 'here'), null, JSON.stringify(spelling))
  }
  t.equal(box.open(encrypted, 'here'), 'x', 'twin')
})

t.test('box: standard base64 of sealed bytes, not opened', async (t) => {
  let encrypted = ''
  while (!/[-_]/.test(encrypted)) encrypted = box.encrypt('x'.repeat(200), 'here')
  t.equal(box.open(encrypted.replaceAll('-', '+').replaceAll('_', '/'), 'here'), null)
  t.equal(box.open(encrypted, 'here'), 'x'.repeat(200), 'twin')
})
