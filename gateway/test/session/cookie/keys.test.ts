import t from 'tap'
import { deriveKey } from '../../../src/encryption.ts'
import { deriveSessionKey } from '../../../src/session/cookie/cookie-value.ts'
import { OTHER_SECRET, SECRET } from '../../fixtures/session/sessions.ts'

const key = deriveSessionKey(SECRET)
const other = deriveSessionKey(OTHER_SECRET)

t.test('session key: a signature fails when one thing differs', async (t) => {
  const parts = ['gatehouse', '1', 'payload']
  const signature = key.sign(parts)
  const flipped = Buffer.from(signature, 'base64url')
  flipped[0] = (flipped[0] ?? 0) ^ 1
  const rows: readonly [string, readonly string[], string][] = [
    ['another part', ['gatehouse', '2', 'payload'], signature],
    ['a part more', [...parts, ''], signature],
    ['a part less', parts.slice(0, 2), signature],
    ['parts in another order', [...parts].reverse(), signature],
    ['a boundary moved', ['gatehouse1', '', 'payload'], signature],
    ['parts joined', [parts.join('')], signature],
    ['the text that is signed', ['9:gatehouse1:17:payload'], signature],
    ['one bit', parts, flipped.toString('base64url')],
    ['empty', parts, ''],
    ['shorter', parts, signature.slice(0, -2)],
    ['longer', parts, `${signature}AA`],
    ['padded', parts, `${signature}=`],
    ['with a space', parts, `${signature} `],
    ['another spelling of the same bytes', parts, respell(signature)],
    ['that of another secret', parts, other.sign(parts)]
  ]
  for (const [name, signed, given] of rows) t.equal(key.verify(signed, given), false, name)
  t.match(signature, /^[A-Za-z0-9_-]{43}$/)
  for (const same of [key, deriveSessionKey(SECRET)]) t.equal(same.verify(parts, signature), true, 'control')
})

/** The same bytes in other text: their last character has unused bits. */
function respell(encoded: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return `${encoded.slice(0, -1)}${alphabet[alphabet.indexOf(encoded.at(-1) ?? '') ^ 1]}`
}

t.test('session key: a sealed value opens with the same secret and context', async (t) => {
  for (const secret of ['refresh token', '', 'ü/😀 x', 'x'.repeat(5000)])
    t.equal(key.open(key.encrypt(secret, 'gatehouse 1'), 'gatehouse 1'), secret)
  t.equal(deriveSessionKey(SECRET).open(key.encrypt('secret', 'a'), 'a'), 'secret')
})

t.test('session key: a sealed value does not open if one thing differs (ASVS 11.3.2, 11.3.3)', async (t) => {
  const encrypted = key.encrypt('refresh token', 'gatehouse 1')
  const bytes = Buffer.from(encrypted, 'base64url')
  t.equal(key.open(encrypted, 'gatehouse 2'), null, 'another context')
  t.equal(key.open(encrypted, ''), null, 'no context')
  t.equal(other.open(encrypted, 'gatehouse 1'), null, 'another secret')
  for (let index = 0; index < bytes.length; index++) {
    const flipped = Buffer.from(bytes)
    flipped[index] = (flipped[index] ?? 0) ^ 0x80
    t.equal(key.open(flipped.toString('base64url'), 'gatehouse 1'), null, `byte ${index}`)
  }
  for (const length of [0, 1, 12, 16, 27, 28, bytes.length - 1]) {
    const cut = bytes.subarray(0, length).toString('base64url')
    t.equal(key.open(cut, 'gatehouse 1'), null, `${length} bytes`)
  }
  t.equal(key.open(`${encrypted}AAAA`, 'gatehouse 1'), null, 'longer')
  t.equal(key.open('not base64 at all!', 'gatehouse 1'), null, 'no base64')
  t.equal(key.open(encrypted, 'gatehouse 1'), 'refresh token')
})

t.test('session key: another encoding of the sealed bytes is not opened', async (t) => {
  const secret = 'x'.repeat(202)
  let encrypted = ''
  while (!/[-_]/.test(encrypted)) encrypted = key.encrypt(secret, 'here')
  t.equal(encrypted.length % 4, 3, 'the last character has unused bits')
  const bytes = Buffer.from(encrypted, 'base64url')
  const spellings = [
    ...['!', '=', '==', ' ', '\n', '\0', '.AAAA', 'é'].map((end) => encrypted + end),
    ` ${encrypted}`,
    `${encrypted.slice(0, 5)}*${encrypted.slice(5)}`,
    encrypted.replaceAll('-', '+').replaceAll('_', '/'),
    respell(encrypted)
  ]
  for (const spelling of spellings) {
    if (!spelling.includes('é') && !spelling.includes('.'))
      t.ok(Buffer.from(spelling, 'base64url').equals(bytes), 'Node decodes the same bytes')
    t.equal(key.open(spelling, 'here'), null, JSON.stringify(spelling))
  }
  t.equal(key.open(encrypted, 'here'), secret, 'control')
})

t.test('session key: derived keys have 32 bytes, one per purpose and secret (ASVS 11.2.2)', async (t) => {
  const keys = [deriveKey(SECRET, 'a'), deriveKey(SECRET, 'b'), deriveKey(OTHER_SECRET, 'a')]
  const found = keys.map(({ length }) => length)
  t.strictSame(found, [32, 32, 32])
  t.equal(new Set(keys.map((derived) => derived.toString('hex'))).size, 3)
  t.strictSame(deriveKey(SECRET, 'a'), keys[0])
})
