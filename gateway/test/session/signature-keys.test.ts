import { createHash, randomBytes } from 'node:crypto'
import t from 'tap'
import { loadConfig } from '../../src/config/load.ts'
import {
  checkSignatureKey,
  generateSignatureKey,
  keyFingerprintOf
} from '../../src/session/cookie/signature-keys.ts'
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

t.test('signature keys: a damaged generated key is reported as such (ASVS 13.2.3)', async (t) => {
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
})

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
})

t.test('signature keys: less than 32 bytes, or not hex or base64 (ASVS 11.4.4, 13.2.3)', async (t) => {
  const bytes = randomBytes(32)
  const rows = [
    ['31 bytes as base64', bytes.subarray(1).toString('base64')],
    ['31 bytes as base64url', bytes.subarray(1).toString('base64url')],
    ['31 bytes as hex', bytes.subarray(1).toString('hex')],
    ['16 bytes as hex', bytes.subarray(16).toString('hex')],
    [
      '16 bytes as hex in groups',
      bytes
        .toString('hex')
        .slice(32)
        .replace(/.{2}(?=.)/g, '$&-')
    ],
    ['a UUID', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
    ['a passphrase', 'correct horse battery staple, and some more of it'],
    ['words', 'changeme-changeme-changeme-changeme'],
    ['base64 with a space', bytes.toString('base64').replace(/^../, '$& ')],
    ['base64 with padding inside', `=${bytes.toString('base64')}`],
    ['empty', '']
  ] as const
  for (const [name, key] of rows) t.match(messageOf(key), /not the hex or base64 of at least 32 bytes/, name)
  t.equal(messageOf(bytes.toString('base64')), null)
})

t.test('signature keys: a problem names its index or file, never the key (ASVS 13.2.3)', async (t) => {
  const good = signatureKeyOf('good')
  const dir = t.testdir({ keys: `${good}\n${'a'.repeat(40)}\n` })
  const rows = [
    ['cookie.signatureKeys[1]', { GATEHOUSE_COOKIE_SIGNATURE_KEYS: `${good},${'a'.repeat(40)}` }],
    ['cookie.signatureKeysFile', { GATEHOUSE_COOKIE_SIGNATURE_KEYS_FILE: `${dir}/keys` }]
  ] as const
  for (const [path, keys] of rows) {
    const loaded = loadConfig({ file: null, env: { ...ENV, ...keys }, plugins: [] })
    t.match(loaded, { problems: [{ path, hint: /gatehouse keys generate/ }] })
    t.notMatch(JSON.stringify(loaded), 'aaaa')
  }
  const both = { GATEHOUSE_COOKIE_SIGNATURE_KEYS: `${good},${generateSignatureKey()}` }
  t.notOk(loadConfig({ file: null, env: { ...ENV, ...both }, plugins: [] }).kind === 'invalid')
})

t.test('signature keys: a fingerprint is 8 digits and not part of the key or its checksum', async (t) => {
  const key = generateSignatureKey()
  const digits = createHash('sha256').update(`gatehouse signature key fingerprint\n${key}`).digest('hex')
  t.equal(keyFingerprintOf(key), digits.slice(0, 8))
  t.not(keyFingerprintOf(key), key.slice(-8))
  t.not(keyFingerprintOf(key), keyFingerprintOf(generateSignatureKey()), 'control: another key')
})
