import type { Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import { isSignedBy, readCompactToken } from '../identity-platform/tokens/claims.ts'
import { CLOCK_SKEW_SECONDS, isFiniteNumber } from '../identity-platform/tokens/id-token.ts'
import { projectNumberOf } from './issuers.ts'
import type { MachineState } from './machine-state.ts'
import { isMeantFor, readTokenHeader } from './token-claims.ts'

/** https://firebase.google.com/docs/app-check/custom-resource */
export const APP_CHECK_HEADER = 'x-firebase-appcheck'
const ISSUER = 'https://firebaseappcheck.googleapis.com'
const ALGORITHM = 'RS256'
const RETRY_AFTER_SECONDS = 5
/** Far above a real token, whose claims are few. */
const MAX_TOKEN_CHARS = 4096

/** `refused`: no token, or an invalid one. `unavailable`: the keys cannot be fetched, which says nothing about the token. */
export type Attestation = { kind: 'valid' } | { kind: 'refused' | 'unavailable'; fault: Fault }

/** Checks the App Check token of a request. Synchronous if the token is cached or there is none. */
export type CheckAttestation = (
  authRequest: Pick<AuthRequest, 'headers' | 'client'>
) => Attestation | Promise<Attestation>

const VALID: Attestation = { kind: 'valid' }
const NO_OPTIONS = {}

/**
 * Verifies App Check tokens once and caches them until they end. Rules, in the order of their cost:
 * https://firebase.google.com/docs/app-check/custom-resource-backend#other. Null: no app is accepted. `now`: epoch seconds.
 */
export function createAttestations(
  { identityPlatform }: Pick<Config, 'identityPlatform'>,
  state: MachineState,
  now: () => number
): CheckAttestation | null {
  const { appCheck, endpoints, projectId } = identityPlatform
  const number = projectNumberOf(appCheck)
  if (appCheck.appIds.length === 0 || number === null) return null
  const issuer = `${ISSUER}/${number}`
  const audiences = [`projects/${number}`, `projects/${projectId}`]
  const jwksUri = `${endpoints.appCheck.replace(/\/+$/, '')}/v1/jwks`
  const keys = state.keysOf({ issuer, jwksUri })
  const verified = state.attestedBy(JSON.stringify([issuer, jwksUri, audiences, appCheck.appIds]))

  async function verify(token: string, client: string): Promise<Attestation> {
    const limit = state.wrongTokens.limitOf(client)
    if (limit !== null) return { kind: 'unavailable', fault: limit }
    const parts = readCompactToken(token)
    if (parts === null) return refuse('cannot be read')
    const head = readTokenHeader(parts.header)
    if (head.kind !== 'header' || head.algorithm !== ALGORITHM || parts.header.typ !== 'JWT')
      return refuse('has another type or algorithm')
    const { iss, sub, iat, exp } = parts.payload
    if (iss !== issuer) return refuse('is of another project or issuer')
    if (!isMeantFor(parts.payload, audiences)) return refuse('has another audience')
    if (typeof sub !== 'string' || !appCheck.appIds.includes(sub))
      return refuse('is of an app that is not in identityPlatform.appCheck.appIds')
    if (!isFiniteNumber(exp) || !isFiniteNumber(iat) || iat > now() + CLOCK_SKEW_SECONDS)
      return refuse('has no times, or is not valid yet')
    const found = await keys.find(head.keyId, ALGORITHM)
    if (found.kind === 'unavailable') return unavailable(found.failure.detail, found.failure.cause)
    if (found.kind === 'unknown') return refuse('is signed with a key that App Check does not publish')
    if (!(await isSignedBy(token, found.key, ALGORITHM))) {
      state.wrongTokens.note(client)
      return refuse('has a wrong signature')
    }
    if (now() >= exp) return refuse('has expired')
    verified.set(token, exp)
    return VALID
  }

  return ({ headers, client }) => {
    const token = headers[APP_CHECK_HEADER]
    // Node joins repeated headers with a comma, which no token has.
    if (typeof token !== 'string' || token === '') return refuse('is missing')
    if (token.length > MAX_TOKEN_CHARS) return refuse('is too long')
    const endsAt = verified.get(token, NO_OPTIONS)
    if (endsAt === undefined) return verify(token, client)
    return now() < endsAt ? VALID : refuse('has expired')
  }
}

function refuse(detail: string): Attestation {
  const fault = new Fault('APP_CHECK_REQUIRED', { detail: `the App Check token ${detail}` })
  return { kind: 'refused', fault }
}

function unavailable(detail: string, cause: unknown): Attestation {
  const fault = new Fault('PROVIDER_UNAVAILABLE', {
    detail: `keys of App Check: ${detail}`,
    cause,
    call: 'certificates',
    doctor: 'APP_CHECK',
    retryAfterSeconds: RETRY_AFTER_SECONDS
  })
  return { kind: 'unavailable', fault }
}
