import type { JWK } from 'jose'
import { SignJWT } from 'jose/jwt/sign'
import { foreignIssuerOf, type Session } from '../session/session.ts'
import { deriveAssertionKeyPair } from './assertion-keys.ts'

const LIFE_SECONDS = 300
/** A new one is made when less than this is left, so that no upstream meets one that is about to end. */
const LEAST_LIFE_SECONDS = 120
/** Claims of the id token that are repeated. */
const REPEATED_CLAIMS = ['email', 'email_verified', 'name'] as const

/** The signed word of the gateway about who is signed in; see `createAssertions`. */
export interface Assertions {
  /** Public keys, that of the signing one first, as a JWK set (RFC 7517). Rejects where no keys could be derived. */
  jwks(): Promise<{ keys: JWK[] }>
  /** The assertion made for this session and audience; undefined before `prepare`. */
  of(session: Session, audience: string): string | undefined
  /** Makes one when there is none, or when it is about to end. Null: nothing to wait for. */
  prepare(session: Session, audience: string): Promise<void> | null
}

export interface AssertionsOptions {
  /** The signature keys of the configuration; the first signs. */
  secrets: readonly string[]
  /** The issuer. */
  publicOrigin: string
  /** Epoch seconds. */
  now: () => number
}

/**
 * Assertions: ES256 JWTs of five minutes. The key pair is derived from the signature keys, so all replicas share it,
 * rotation publishes old and new side by side, and nothing more has to be configured. Deriving takes a moment (see
 * `deriveAssertionKeyPair`) and begins here.
 */
export function createAssertions({ secrets, publicOrigin, now }: AssertionsOptions): Assertions {
  const pairs = secrets.map((secret) => deriveAssertionKeyPair(secret, publicOrigin))
  const [signing] = pairs
  if (signing === undefined) throw new Error('assertions need a signature key')
  const all = Promise.all(pairs)
  // Who waits for the keys meets the failure: before anybody does, it must not count as one that nobody caught.
  all.catch(() => {})
  const made = new WeakMap<Session, Map<string, { token: string; renewAt: number }>>()

  const sign = async (session: Session, audience: string): Promise<void> => {
    const { keyId, privateKey } = await signing
    const issuedAt = Math.floor(now())
    const claims = Object.fromEntries(
      REPEATED_CLAIMS.flatMap((name) =>
        session.claims[name] === undefined ? [] : [[name, session.claims[name]]]
      )
    )
    // That of an exchanged id token is the time of the exchange; sessions of earlier versions began later than their sign-in.
    claims.auth_time = Math.min(session.startedAtSeconds, session.claims.auth_time)
    if (session.tenantId !== null) claims.tenant = session.tenantId
    const issuer = foreignIssuerOf(session)
    if (issuer !== null) claims.issuer = issuer
    if (session.expiredForSeconds > 0) claims.expired_for = session.expiredForSeconds
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: keyId, typ: 'gatehouse+jwt' })
      .setIssuer(publicOrigin)
      .setAudience(audience)
      .setSubject(session.subject)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFE_SECONDS)
      .sign(privateKey)
    const ofSession = made.get(session) ?? new Map()
    made.set(
      session,
      ofSession.set(audience, { token, renewAt: issuedAt + LIFE_SECONDS - LEAST_LIFE_SECONDS })
    )
  }

  return {
    jwks: async () => ({ keys: (await all).map(({ publicJwk }) => publicJwk) }),
    of: (session, audience) => made.get(session)?.get(audience)?.token,
    prepare(session, audience) {
      const known = made.get(session)?.get(audience)
      return known !== undefined && now() < known.renewAt ? null : sign(session, audience)
    }
  }
}
