import t from 'tap'
import { createEncryption, deriveKey } from '../src/encryption.ts'

const encryption = createEncryption(deriveKey('a secret', 'these tests'))

t.test('box: another encoding of the encrypted bytes is not opened', async (t) => {
  const encrypted = encryption.encrypt('x', 'here')
  t.equal(encrypted.length % 4, 3, 'the last character has unused bits')
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
      t.ok(Buffer.from(spelling, 'base64url').equals(bytes), 'Node decodes the same bytes')
    t.equal(encryption.open(spelling, 'here'), null, JSON.stringify(spelling))
  }
  t.equal(encryption.open(encrypted, 'here'), 'x', 'control')
})

t.test('box: standard base64 of the encrypted bytes is not opened', async (t) => {
  let encrypted = ''
  while (!/[-_]/.test(encrypted)) encrypted = encryption.encrypt('x'.repeat(200), 'here')
  t.equal(encryption.open(encrypted.replaceAll('-', '+').replaceAll('_', '/'), 'here'), null)
  t.equal(encryption.open(encrypted, 'here'), 'x'.repeat(200), 'control')
})
