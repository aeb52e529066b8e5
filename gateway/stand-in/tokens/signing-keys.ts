import { generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { compactVerify } from 'jose'
import { isRecord } from '../server/fields.ts'
import { createCertificate } from './certificate.ts'

const generate = promisify(generateKeyPair)
const COMMON_NAME = 'securetoken.system.gserviceaccount.com'
const DAY_SECONDS = 86400

/** A key that signs, with its id (40 hex digits) and the forms it is published in. */
export interface SigningKey {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
  /** PEM. */
  certificate: string
}

/** The two halves of an RSA key of 2048 bits, the least that jose accepts. */
export interface RsaKeyPair {
  privateKey: KeyObject
  publicKey: KeyObject
}

/** Where keys come from. */
export type MakeRsaKey = () => Promise<RsaKeyPair>

/** A fresh one at each call. Takes about 150 ms of one core. */
export function generateRsaKey(): Promise<RsaKeyPair> {
  return generate('rsa', { modulusLength: 2048 })
}

async function createSigningKey(nowSeconds: number, makeKey: MakeRsaKey): Promise<SigningKey> {
  const { privateKey, publicKey } = await makeKey()
  const certificate = createCertificate({
    privateKey,
    publicKey,
    commonName: COMMON_NAME,
    serial: randomBytes(8),
    notBeforeSeconds: nowSeconds - DAY_SECONDS,
    notAfterSeconds: nowSeconds + 16 * DAY_SECONDS
  })
  return { kid: randomBytes(20).toString('hex'), privateKey, publicKey, certificate }
}

/** The keys of the provider: one signs, all are published. */
export class SigningKeys {
  readonly #now: () => number
  readonly #makeKey: MakeRsaKey
  #current: SigningKey
  #published: SigningKey[]

  private constructor(now: () => number, makeKey: MakeRsaKey, first: SigningKey) {
    this.#now = now
    this.#makeKey = makeKey
    this.#current = first
    this.#published = [first]
  }

  static async create(now: () => number, makeKey: MakeRsaKey = generateRsaKey): Promise<SigningKeys> {
    return new SigningKeys(now, makeKey, await createSigningKey(now(), makeKey))
  }

  async rotate(): Promise<void> {
    this.#current = await createSigningKey(this.#now(), this.#makeKey)
    this.#published.unshift(this.#current)
  }

  retireOld(): void {
    this.#published = [this.#current]
  }

  /** The published key of that id. */
  find(kid: string | undefined): SigningKey | undefined {
    return this.#published.find((key) => key.kid === kid)
  }

  /** Key id -> certificate PEM, as at the x509 address. */
  certificates(): Record<string, string> {
    return Object.fromEntries(this.#published.map((key) => [key.kid, key.certificate]))
  }

  /** The JWK set of the same keys. */
  jwks(): { keys: Record<string, unknown>[] } {
    const keys = this.#published.map(({ kid, publicKey }) => {
      const { n, e } = publicKey.export({ format: 'jwk' })
      return { kid, kty: 'RSA', alg: 'RS256', use: 'sig', n, e }
    })
    return { keys }
  }

  /**
   * A compact JWS signed RS256 with the current key.
   * `header` is merged over the real one and not checked, so the text may say anything.
   */
  sign(claims: Record<string, unknown>, header: Record<string, unknown> = {}, omit: string[] = []): string {
    const { kid, privateKey } = this.#current
    const whole = { alg: 'RS256', kid, typ: 'JWT', ...header }
    const kept = Object.fromEntries(Object.entries(whole).filter(([name]) => !omit.includes(name)))
    return signJwt(kept, claims, privateKey)
  }

  /** The claims of a token that a published key has signed; null for any other. Claims are not checked. */
  async verify(token: string): Promise<Record<string, unknown> | null> {
    try {
      const { payload } = await compactVerify(
        token,
        ({ kid }) => {
          const found = this.find(kid)
          if (found === undefined) throw new Error('unknown key')
          return found.publicKey
        },
        { algorithms: ['RS256'] }
      )
      const claims: unknown = JSON.parse(Buffer.from(payload).toString('utf8'))
      return isRecord(claims) ? claims : {}
    } catch {
      return null
    }
  }
}

/** A compact JWS signed RS256, whatever its header says. */
export function signJwt(header: object, claims: object, key: KeyObject): string {
  const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const input = parts.join('.')
  return `${input}.${sign('RSA-SHA256', Buffer.from(input), key).toString('base64url')}`
}
