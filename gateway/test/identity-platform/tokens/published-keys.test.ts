import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import t from 'tap'
import {
  importPublishedKey,
  isKeyFor,
  isSignatureAlgorithm,
  readPublishedKey
} from '../../../src/identity-platform/tokens/published-keys.ts'

const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).publicKey
const KEYS: Readonly<Record<string, KeyObject>> = {
  RSA: generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey,
  'P-256': ec('P-256'),
  'P-384': ec('P-384'),
  'P-521': ec('P-521'),
  Ed25519: generateKeyPairSync('ed25519').publicKey
}
/** The kind of key that each algorithm takes (RFC 7518, 3.1; RFC 8037, 3.1; RFC 9864, 2.2). */
const ALGORITHMS: Readonly<Record<string, string>> = {
  RS256: 'RSA',
  RS384: 'RSA',
  RS512: 'RSA',
  PS256: 'RSA',
  PS384: 'RSA',
  PS512: 'RSA',
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  EdDSA: 'Ed25519',
  Ed25519: 'Ed25519'
}
const jwkOf = (kind: string) => ({ kid: 'k', ...KEYS[kind]?.export({ format: 'jwk' }) })

/** Whether a published entry verifies signatures of this algorithm. */
async function serves(entry: unknown, algorithm: string): Promise<boolean> {
  const published = readPublishedKey(entry)
  if (published === null || !isKeyFor(published, algorithm)) return false
  return (await importPublishedKey(published, algorithm)) !== null
}

t.test('published keys: each algorithm is served by its kind of key and no other', async (t) => {
  for (const [algorithm, kind] of Object.entries(ALGORITHMS)) {
    t.ok(isSignatureAlgorithm(algorithm), algorithm)
    for (const published of Object.keys(KEYS)) {
      const isKind = published === kind
      t.equal(await serves(jwkOf(published), algorithm), isKind, `${algorithm} by ${published}`)
      const key = readPublishedKey(jwkOf(published))
      const found = key !== null && isKeyFor(key, algorithm)
      t.equal(found, isKind, `${algorithm} by ${published}: not even tried`)
    }
  }
  for (const algorithm of ['none', 'HS256', 'ES256K', 'RSA-OAEP', 'rs256', '', undefined, ['RS256']])
    t.notOk(isSignatureAlgorithm(algorithm), `${algorithm}`)
})

t.test('published keys: a key with `alg` serves that algorithm only, EdDSA and Ed25519 alike', async (t) => {
  const rows: readonly [kind: string, alg: string, serving: readonly string[]][] = [
    ['RSA', 'RS384', ['RS384']],
    ['RSA', 'PS256', ['PS256']],
    ['P-256', 'ES256', ['ES256']],
    ['P-384', 'ES384', ['ES384']],
    ['P-256', 'ES384', []],
    ['Ed25519', 'EdDSA', ['EdDSA', 'Ed25519']],
    ['Ed25519', 'Ed25519', ['EdDSA', 'Ed25519']],
    ['Ed25519', 'ES256', []],
    ['Ed25519', 'none', []],
    ['P-256', 'EdDSA', []]
  ]
  for (const [kind, alg, serving] of rows)
    for (const algorithm of Object.keys(ALGORITHMS)) {
      const found = await serves({ ...jwkOf(kind), alg }, algorithm)
      t.equal(found, serving.includes(algorithm), `${kind} of ${alg}, ${algorithm}`)
    }
})

t.test('published keys: an entry with a missing or mistyped member is no key', async (t) => {
  const members: Readonly<Record<string, readonly string[]>> = {
    RSA: ['kty', 'n', 'e'],
    'P-384': ['kty', 'crv', 'x', 'y'],
    Ed25519: ['kty', 'crv', 'x']
  }
  for (const [kind, names] of Object.entries(members)) {
    const good = jwkOf(kind)
    t.ok(readPublishedKey(good), kind)
    for (const name of [...names, 'kid'])
      for (const value of [undefined, null, 7, true, ['AQAB'], { a: 1 }]) {
        const found = readPublishedKey({ ...good, [name]: value })
        t.equal(found, null, `${kind}: ${name} ${JSON.stringify(value)}`)
      }
    for (const alg of [null, 7, [], {}]) t.equal(readPublishedKey({ ...good, alg }), null, `${kind}: alg`)
  }
})

t.test('published keys: an RSA key that is secret, weak or for another use does not verify', async (t) => {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { kid: 'k', ...own.publicKey.export({ format: 'jwk' }) }
  const { d, p } = own.privateKey.export({ format: 'jwk' })
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })
  const verifying = [{}, { alg: 'RS256' }, { use: 'sig' }, { key_ops: ['verify'] }, { x5t: 'x', exp: 7 }]
  for (const more of verifying) t.ok(await serves({ ...jwk, ...more }, 'RS256'), JSON.stringify(more))
  const others: readonly object[] = [
    ...[{ use: 'enc' }, { use: null }, { key_ops: ['sign'] }, { key_ops: 'verify' }],
    ...[{ kty: 'EC' }, { kty: 'oct', k: 'c2VjcmV0' }, { kid: '' }],
    ...[own.privateKey.export({ format: 'jwk' }), { d }, { p }, { d: '' }],
    ...[small, { n: 'AQAB' }, { n: '' }, { n: 'A'.repeat(342) }, { e: '' }, { e: 'AQ' }, { e: 'Aw' }]
  ]
  for (const more of others) t.notOk(await serves({ ...jwk, ...more }, 'RS256'), JSON.stringify(more))
})
