import { createECDH } from 'node:crypto'
import t from 'tap'
import { deriveKey } from '../../src/encryption.ts'
import { createAssertions } from '../../src/identity/identity.ts'
import { ASSERTION_KEYS, deriveKeyPair } from '../../src/identity/signing-keys.ts'
import { PUBLIC_ORIGIN, SIGNATURE_KEY, startGateway, testConfig } from '../fixtures/gateway.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'
import { send } from '../fixtures/wire/http-client.ts'

interface KeySet {
  keys: { kid: string; x: string }[]
}

/** The public key derived from a secret without key stretching, for each version. */
function deriveCheaply(secret: string): string[] {
  return ['1', '2'].map((version) => {
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(deriveKey(secret, `gatehouse identity assertion P-256 ${version}`))
    return curve.getPublicKey().subarray(1, 33).toString('base64url')
  })
}

t.test('assertion keys: the key set allows no cheap guess of a signature key (ASVS 11.4.4)', async (t) => {
  const { url } = await startGateway(t)
  const { keys } = (await (await send(`${url}/_auth/jwks.json`)).json()) as KeySet
  t.equal(keys.length, 1)
  t.notOk(deriveCheaply(SIGNATURE_KEY).includes(keys[0]?.x ?? ''))
  const { publicJwk } = await deriveKeyPair(ASSERTION_KEYS, SIGNATURE_KEY, PUBLIC_ORIGIN)
  t.equal(keys[0]?.x, publicJwk.x, 'the guess is right')
})

t.test('assertion keys: one pair for a secret and an origin, another where one differs', async (t) => {
  const one = await deriveKeyPair(ASSERTION_KEYS, SIGNATURE_KEY, PUBLIC_ORIGIN)
  t.equal(await deriveKeyPair(ASSERTION_KEYS, SIGNATURE_KEY, PUBLIC_ORIGIN), one, 'remembered')
  const others = await Promise.all([
    deriveKeyPair(ASSERTION_KEYS, signatureKeyOf('other'), PUBLIC_ORIGIN),
    deriveKeyPair(ASSERTION_KEYS, SIGNATURE_KEY, 'https://other.example.com')
  ])
  t.equal(new Set([one, ...others].map(({ keyId }) => keyId)).size, 3)
})

t.test('assertion keys: one signature key gives the same key in every process and version', async (t) => {
  const { keyId } = await deriveKeyPair(
    ASSERTION_KEYS,
    'pYxG0kH2vZ7rQ9mWc4TnB1sLe8UfJ6aDiOo3KtXbVhE',
    'https://app.example.com'
  )
  t.equal(keyId, 'YnosErwdYERSK2cSTus583JNCS4baQIbJEXIvAiByQM')
})

t.test('assertion keys: when none can be derived, only a request for them fails', async (t) => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  t.teardown(() => process.off('unhandledRejection', note))
  // No configuration causes this: the key derivation fails.
  const config = testConfig({})
  const signatureKeys = [undefined as unknown as string]
  const assertions = createAssertions({ ...config, cookie: { ...config.cookie, signatureKeys } }, () => 0)
  await new Promise((resolve) => setImmediate(resolve))
  t.same(unhandled, [])
  await t.rejects(assertions.jwks())
})
