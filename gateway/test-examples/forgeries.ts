import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
  UnsecuredJWT
} from 'jose'

/** What assertions are made for, and the key of the gateway. */
export interface Expected {
  issuer: string
  audience: string
  keyId: string
  privateKey: CryptoKey
  publicJwk: JWK
}

/** An assertion that an application must refuse; undefined: no header at all. */
export interface Forgery {
  title: string
  assertion: string | undefined
}

/** Whom forged assertions name. */
export const FORGED = { uid: 'mallory', email: 'mallory@example.com' }

const HOUR_SECONDS = 3600
const TTL_SECONDS = 300
const nowInSeconds = () => Math.floor(Date.now() / 1000)

interface Differences {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  key?: CryptoKey
}

/** As the gateway makes it, but for the differences: claims that are null are omitted. */
export function signAssertion(
  expected: Expected,
  { claims, header, key = expected.privateKey }: Differences = {}
): Promise<string> {
  return new SignJWT(claimsFor(expected, claims))
    .setProtectedHeader({ alg: 'ES256', kid: expected.keyId, typ: 'JWT', ...header })
    .sign(key)
}

function claimsFor({ issuer, audience }: Expected, claims: Record<string, unknown> = {}) {
  const iat = nowInSeconds()
  const all = {
    iss: issuer,
    aud: audience,
    sub: FORGED.uid,
    email: FORGED.email,
    iat,
    exp: iat + TTL_SECONDS
  }
  return Object.fromEntries(Object.entries({ ...all, ...claims }).filter(([, value]) => value !== null))
}

/** Each differs in one thing from a valid assertion, which `signAssertion` makes. */
export async function listForgeries(expected: Expected): Promise<Forgery[]> {
  const { issuer, audience, publicJwk, keyId } = expected
  const other = await generateKeyPair('ES256')
  const iat = nowInSeconds()
  const sign = (differences: Differences) => signAssertion(expected, differences)
  const [header = '', , signature = ''] = (await sign({})).split('.')
  const changed = Buffer.from(JSON.stringify(claimsFor(expected, { sub: 'root' }))).toString('base64url')
  return [
    { title: 'no assertion', assertion: undefined },
    { title: 'text that is no token', assertion: 'mallory' },
    { title: 'another key of the same id', assertion: await sign({ key: other.privateKey }) },
    {
      title: 'a key that it brings along',
      assertion: await sign({
        key: other.privateKey,
        header: { jwk: await exportJWK(other.publicKey), kid: 'own' }
      })
    },
    { title: 'claims changed after the signature', assertion: `${header}.${changed}.${signature}` },
    { title: 'another audience', assertion: await sign({ claims: { aud: `${audience}.example.com` } }) },
    { title: 'no audience', assertion: await sign({ claims: { aud: null } }) },
    {
      title: 'another issuer',
      assertion: await sign({ claims: { iss: issuer.replace('_auth', '_auth2') } })
    },
    {
      title: 'its time over',
      assertion: await sign({ claims: { iat: iat - HOUR_SECONDS, exp: iat - HOUR_SECONDS / 2 } })
    },
    {
      title: 'its time to come',
      assertion: await sign({ claims: { nbf: iat + HOUR_SECONDS, exp: iat + 2 * HOUR_SECONDS } })
    },
    { title: 'alg: none', assertion: new UnsecuredJWT(claimsFor(expected)).encode() },
    {
      title: 'HS256 with the public key as its secret',
      assertion: await signWithPublicKey(expected, publicJwk, keyId)
    }
  ]
}

/** The attack on libraries that take any algorithm: the published key, as PEM, is the secret. */
async function signWithPublicKey(expected: Expected, publicJwk: JWK, kid: string): Promise<string> {
  const key = await importJWK(publicJwk, 'ES256', { extractable: true })
  if (key instanceof Uint8Array) throw new Error('not a public key')
  return new SignJWT(claimsFor(expected))
    .setProtectedHeader({ alg: 'HS256', kid, typ: 'JWT' })
    .sign(new TextEncoder().encode(await exportSPKI(key)))
}
