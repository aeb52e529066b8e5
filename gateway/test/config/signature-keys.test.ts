import { createHash, randomBytes } from 'node:crypto'
import t from 'tap'
import { loadConfig } from '../../src/config/load.ts'
import { checkSignatureKey, generateSignatureKey, keyFingerprintOf } from '../../src/config/signature-keys.ts'
import { runCommand } from '../fixtures/commands/command-run.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'

const ENV = {
  GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
  GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:3000',
  GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'my-project',
  GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
  METADATA_SERVER_DETECTION: 'none'
}

/** The problem with a key, or null. */
const messageOf = (key: string) => checkSignatureKey(key, 'key')?.message ?? null

t.test('signature keys: keys generate prints a prefix, 32 random bytes and a checksum', async (t) => {
  const [one, two] = [generateSignatureKey(), generateSignatureKey()]
  t.match(one, /^ghk1_[0-9a-f]{72}$/)
  t.not(one, two)
  t.equal(messageOf(one), null)
})

t.test(
  'signature keys: a generated key that is truncated, mistyped or too long is reported as such (ASVS 13.2.3)',
  async (t) => {
    const key = generateSignatureKey()
    const last = key.at(-1) === '0' ? '1' : '0'
    const swapped = key.replace(/([0-9a-f])((?!\1)[0-9a-f])/, '$2$1')
    const rows = [
      ['the end missing', key.slice(0, -1)],
      ['half of it missing', key.slice(0, 40)],
      ['the prefix alone', 'ghk1_'],
      ['one digit wrong', `${key.slice(0, 20)}${key[20] === 'f' ? 'e' : 'f'}${key.slice(21)}`],
      ['the checksum wrong', `${key.slice(0, -1)}${last}`],
      ['two digits swapped', swapped],
      ['more after it', `${key}0`],
      ['in capitals', key.toUpperCase()],
      ['a version that does not exist', key.replace('ghk1_', 'ghk2_')]
    ] as const
    for (const [name, damaged] of rows) t.match(messageOf(damaged), /incomplete or mistyped key/, name)
    t.equal(messageOf(key), null)
  }
)

t.test('signature keys: 32 random bytes or more are accepted in every usual encoding', async (t) => {
  for (let round = 0; round < 3000; round++) {
    const bytes = randomBytes(32 + (round % 33))
    const hex = bytes.toString('hex')
    for (const key of [
      bytes.toString('base64url'),
      bytes.toString('base64'),
      hex,
      hex.toUpperCase(),
      hex.replace(/.{8}(?=.)/g, '$&-')
    ])
      if (messageOf(key) !== null) t.fail(`${messageOf(key)}: ${key}`)
  }
  t.equal(messageOf('pYxG0kH2vZ7rQ9mWc4TnB1sLe8UfJ6aDiOo3KtXbVhE'), null, 'as 0.1.0 printed them')
  t.equal(messageOf('correct horse battery staple, and some more of it'), null, 'a long passphrase')
})

/** Keys of at least 32 bytes (except the last) that can be guessed. */
const GUESSABLE: readonly (readonly [string, string, RegExp])[] = [
  ['one letter', 'a'.repeat(40), /few of its characters differ/],
  ['one letter, as long as base64 of 32 bytes', 'k'.repeat(43), /few of its characters differ/],
  ['hexadecimal zeros', '0'.repeat(64), /few of its characters differ/],
  ['a word', 'changeme-changeme-changeme-changeme', /a word/],
  ['a word in a long text', 'pYxG0kH2vZ7rQ9mWc4TnPassWordB1sLe8UfJ6aDiOo3', /a word/],
  ['a word in pieces', 'pYxG0kH2vZ7rQ9mWc4TnCHANGE_MEB1sLe8UfJ6aDiOo3', /a word/],
  ['a sentence of an example', 'this-is-an-example-key-replace-it-please', /a word/],
  ['digits in their order', '0123456789abcdef'.repeat(4), /counts up/],
  ['letters in their order', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP', /counts up/],
  ['letters backwards', 'zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONML', /counts up/],
  ['a piece again and again', 'pYxG0kH2vZ7rQ9mWcpYxG0kH2vZ7rQ9mWcpYxG0kH2vZ7rQ9mWc', /repeats itself/],
  ['a random piece, then one letter', `pYxG0kH2vZ7rQ9mWc4Tn${'x'.repeat(40)}`, /repeats itself/],
  ['letters in pairs', 'aabbccddeeffgghhiijjkkllmmnnooppqqrrsstt', /repeats itself/],
  ['a UUID', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', /shorter than 64 hexadecimal digits/],
  ['16 random bytes in hexadecimal digits', '9f86d081884c7d659a2feaa0c55ad015', /shorter than 64/],
  [
    'bytes in their order, as base64',
    Buffer.from([...Array(32).keys()]).toString('base64'),
    /does not encode random bytes/
  ],
  [
    'a word, as base64',
    Buffer.from('password-password-password-1234567').toString('base64'),
    /does not encode random bytes/
  ],
  [
    'a word, as hexadecimal digits',
    Buffer.from('My Password of 2026, and no other one').toString('hex'),
    /does not encode random bytes/
  ],
  ['31 bytes', 'pYxG0kH2vZ7rQ9mWc4TnB1sLe8UfJ6a', /shorter than 32 bytes/]
]

t.test('signature keys: keys that can be guessed are refused (ASVS 11.4.4, 13.2.3)', async (t) => {
  for (const [name, key, words] of GUESSABLE) t.match(messageOf(key), words, name)
})

t.test(
  'signature keys: every entry is checked, and a problem names its index or its file, never the key (ASVS 13.2.3)',
  async (t) => {
    const good = signatureKeyOf('good')
    const dir = t.testdir({ keys: `${good}\n${'a'.repeat(40)}\n` })
    const rows = [
      ['cookie.signatureKeys[1]', { GATEHOUSE_COOKIE_SIGNATURE_KEYS: `${good},${'a'.repeat(40)}` }],
      ['cookie.signatureKeysFile', { GATEHOUSE_COOKIE_SIGNATURE_KEYS_FILE: `${dir}/keys` }]
    ] as const
    for (const [path, keys] of rows) {
      const loaded = loadConfig({ file: null, env: { ...ENV, ...keys } })
      t.match(loaded, { problems: [{ path, hint: /gatehouse keys generate/ }] })
      t.notMatch(JSON.stringify(loaded), 'aaaa')
    }
    const both = { GATEHOUSE_COOKIE_SIGNATURE_KEYS: `${good},${generateSignatureKey()}` }
    t.notOk(loadConfig({ file: null, env: { ...ENV, ...both } }).kind === 'invalid')
  }
)

t.test(
  'signature keys: check-config refuses 40 times the letter a and shows the fix (ASVS 11.4.4)',
  async (t) => {
    const run = (key: string) =>
      runCommand(['check-config'], { env: { ...ENV, GATEHOUSE_COOKIE_SIGNATURE_KEYS: key } })
    const weak = await run('a'.repeat(40))
    t.equal(weak.code, 2)
    t.match(
      weak.stderr,
      /cookie\.signatureKeys\[0\] \(GATEHOUSE_COOKIE_SIGNATURE_KEYS\): can be guessed.*\n.*keys generate/
    )
    t.notMatch(weak.stderr, 'aaaa')
    t.equal((await run(generateSignatureKey())).code, 0)
  }
)

t.test(
  'signature keys: a fingerprint is 8 digits of a SHA-256 and not part of the key or its checksum',
  async (t) => {
    const key = generateSignatureKey()
    const digits = createHash('sha256').update(`gatehouse signature key fingerprint\n${key}`).digest('hex')
    t.equal(keyFingerprintOf(key), digits.slice(0, 8))
    t.not(keyFingerprintOf(key), key.slice(-8))
    t.not(keyFingerprintOf(key), keyFingerprintOf(generateSignatureKey()), 'control: another key')
  }
)
