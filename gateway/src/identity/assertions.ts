import { SignJWT } from 'jose/jwt/sign'
import type { Config } from '../config/schema/schema.ts'
import { foreignIssuerOf, type Session } from '../session/session.ts'
import { ASSERTION_KEYS, deriveKeyPair, importKeyPair } from './signing-keys.ts'

const TTL_SECONDS = 300
/** Renew assertions with less than this left, so that none expires on the way. */
const MIN_TTL_SECONDS = 120
/** Claims copied from the id token. */
const REPEATED_CLAIMS = ['email', 'email_verified', 'name'] as const
const REGISTERED_CLAIMS = ['iss', 'sub', 'aud', 'iat', 'exp', 'auth_time']
const OWN_CLAIMS = ['tenant', 'issuer', 'expired_for']
/** Where the issuer's own paths begin, below the origin of `publicUrl`. */
const ISSUER_PATH = '/_auth'

/**
 * Issues JWTs valid for five minutes. Without keys of its own, ES256 key pairs derive from the signature keys, so
 * replicas share them, rotation publishes old and new, and nothing else needs configuring. Derivation begins
 * here; see `deriveKeyPair`. `audience`: `aud`, default the origin of `publicUrl`; an assertion is valid for one audience
 * only. `now`: epoch seconds.
 */
export function createAssertions(
  { assertion, cookie, publicUrl }: Pick<Config, 'assertion' | 'cookie' | 'publicUrl'>,
  now: () => number
) {
  const { algorithm, format, privateKeys } = assertion
  const { origin: publicOrigin } = new URL(publicUrl)
  const issuer = `${publicOrigin}${ISSUER_PATH}`
  const { iss, typ } =
    format === 'previous' ? { iss: publicOrigin, typ: 'gatehouse+jwt' } : { iss: issuer, typ: 'JWT' }
  const pairs =
    privateKeys.length > 0
      ? privateKeys.map((pem) => importKeyPair(pem, algorithm))
      : cookie.signatureKeys.map((secret) => deriveKeyPair(ASSERTION_KEYS, secret, publicOrigin))
  const [signing] = pairs
  if (signing === undefined) throw new Error('assertions need a signature key')
  const all = Promise.all(pairs)
  // Handled by `jwks` and `prepare`; avoids an unhandled rejection before they run.
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
    // An exchanged id token has the time of the exchange; sessions of earlier versions began after their
    // sign-in.
    claims.auth_time = Math.min(session.startedAtSeconds, session.claims.auth_time)
    if (session.tenantId !== null) claims.tenant = session.tenantId
    const tokenIssuer = foreignIssuerOf(session)
    if (tokenIssuer !== null) claims.issuer = tokenIssuer
    if (session.expiredForSeconds > 0) claims.expired_for = session.expiredForSeconds
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid: keyId, typ })
      .setIssuer(iss)
      .setAudience(audience)
      .setSubject(session.subject)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TTL_SECONDS)
      .sign(privateKey)
    const ofSession = made.get(session) ?? new Map()
    made.set(session, ofSession.set(audience, { token, renewAt: issuedAt + TTL_SECONDS - MIN_TTL_SECONDS }))
  }

  return {
    /** Public keys as a JWK set (RFC 7517), the signing one first. Rejects if they could not be derived. */
    jwks: async () => ({ keys: (await all).map(({ publicJwk }) => publicJwk) }),
    /**
     * OpenID Connect Discovery 1.0, 3: no endpoints, since the issuer has no sign-in of its own. Null in the previous
     * format, whose issuer cannot have one.
     */
    discovery:
      format === 'previous'
        ? null
        : {
            issuer,
            jwks_uri: `${issuer}/jwks.json`,
            id_token_signing_alg_values_supported: [algorithm],
            // Required; an application that is sent an assertion never requests one.
            response_types_supported: ['id_token'],
            subject_types_supported: ['public'],
            claims_supported: [...REGISTERED_CLAIMS, ...REPEATED_CLAIMS, ...OWN_CLAIMS]
          },
    /** The cached assertion; undefined before `prepare`. */
    of: (session: Session, audience = publicOrigin) => made.get(session)?.get(audience)?.token,
    /** Signs an assertion unless a valid one is cached. Null if there is nothing to wait for. */
    prepare(session: Session, audience = publicOrigin): Promise<void> | null {
      const known = made.get(session)?.get(audience)
      return known !== undefined && now() < known.renewAt ? null : sign(session, audience)
    }
  }
}
