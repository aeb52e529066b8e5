import fc from 'fast-check'
import t from 'tap'
import { verifyAssertion, verifyRegistration } from '../../stand-in/passkeys/verifier.ts'
import { ProviderError } from '../../stand-in/server/errors.ts'
import { COSE_ALGORITHMS, createAuthenticator } from '../fixtures/software-authenticator.ts'

const CHALLENGE = Buffer.alloc(32, 7)
const EXPECTED = {
  rpId: 'example.com',
  expectedOrigins: ['https://example.com'],
  challenge: CHALLENGE.toString('base64url')
}
const PAGE = { origin: 'https://example.com', rpId: 'example.com' }
const RUNS = 400

const bytesOf = (text: string) => Buffer.from(text, 'base64url')
const devices = (Object.keys(COSE_ALGORITHMS) as (keyof typeof COSE_ALGORITHMS)[]).map((name) =>
  createAuthenticator(PAGE, name)
)
const samples = devices.flatMap((device) =>
  [false, true].map((selfAttested) => {
    const { response } = device.register(CHALLENGE.toString('base64'), { selfAttested })
    const { clientDataJSON, attestationObject } = response
    return { clientDataJSON: bytesOf(clientDataJSON), attestationObject: bytesOf(attestationObject) }
  })
)

/** Bytes that were cut, changed at places, or grew. */
function mutated(original: Buffer): fc.Arbitrary<Buffer> {
  const change = fc.tuple(fc.nat(original.length - 1), fc.integer({ min: 0, max: 255 }))
  return fc
    .tuple(fc.array(change, { maxLength: 6 }), fc.nat(original.length), fc.uint8Array({ maxLength: 12 }))
    .map(([changes, cut, tail]) => {
      const bytes = Buffer.from(original)
      for (const [at, value] of changes) bytes.writeUInt8(value, at)
      return cut % 3 === 0 ? Buffer.concat([bytes, tail]) : cut % 3 === 1 ? bytes : bytes.subarray(0, cut)
    })
}

/** Runs a verification; anything thrown but its own refusal is a defect. */
function isVerdict(verify: () => unknown): boolean {
  try {
    verify()
    return true
  } catch (err) {
    return err instanceof ProviderError && err.message === 'INVALID_AUTHENTICATOR_RESPONSE'
  }
}

t.test('passkey verifier: mutated attestation objects, nothing is thrown but its own refusal', async (t) => {
  for (const sample of samples) {
    t.doesNotThrow(() => verifyRegistration(sample, EXPECTED), 'the twin')
    const property = fc.property(mutated(sample.attestationObject), (attestationObject) =>
      isVerdict(() => verifyRegistration({ ...sample, attestationObject }, EXPECTED))
    )
    fc.assert(property, { numRuns: RUNS })
  }
  const anything = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) =>
    isVerdict(() => verifyRegistration({ ...samples[0]!, attestationObject: Buffer.from(bytes) }, EXPECTED))
  )
  fc.assert(anything, { numRuns: RUNS })
})

t.test(
  'passkey verifier: mutated client data and assertions, refused or as good as the original',
  async (t) => {
    for (const [index, device] of devices.entries()) {
      const credential = verifyRegistration(samples[index * 2]!, EXPECTED)
      const { response } = device.sign(CHALLENGE.toString('base64'), Buffer.from('alice'))
      const good = {
        clientDataJSON: bytesOf(response.clientDataJSON),
        authenticatorData: bytesOf(response.authenticatorData),
        signature: bytesOf(response.signature)
      }
      t.equal(verifyAssertion(good, credential, EXPECTED), 3, 'the twin')
      for (const member of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
        const property = fc.property(mutated(good[member]), (bytes) => {
          const verify = () => verifyAssertion({ ...good, [member]: bytes }, credential, EXPECTED)
          return isVerdict(() => {
            verify()
            if (!bytes.equals(good[member])) throw new Error(`changed ${member} was accepted`)
          })
        })
        fc.assert(property, { numRuns: RUNS })
      }
    }
  }
)

t.test('passkey verifier: deeply nested and huge CBOR, refused at once', async (t) => {
  const nested = Buffer.alloc(100_000, 0x81)
  const huge = Buffer.from([0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
  const long = Buffer.from([0x9a, 0xff, 0xff, 0xff, 0xff])
  for (const attestationObject of [nested, huge, long, Buffer.alloc(0)])
    t.throws(() => verifyRegistration({ ...samples[0]!, attestationObject }, EXPECTED), {
      message: 'INVALID_AUTHENTICATOR_RESPONSE'
    })
})
