import type { Outcome, Refusal } from './outcome.ts'
import { challengeParameters } from './step-up.ts'

type Unauthenticated = Extract<Refusal, { kind: 'unauthenticated' }>

/** https://www.rfc-editor.org/rfc/rfc9470#section-3 */
const INSUFFICIENT = 'Bearer error="insufficient_user_authentication"'
const ELSEWHERE = 'the token is not meant for this place'

/** `WWW-Authenticate` of a 403 for a token that is good, and not enough (RFC 6750, 3.1). */
export function insufficientScope(scopes: readonly string[] = []): string {
  return withScopes('Bearer error="insufficient_scope"', scopes)
}

function withScopes(challenge: string, scopes: readonly string[] = []): string {
  return scopes.length === 0 ? challenge : withParameter(challenge, 'scope', [...new Set(scopes)].join(' '))
}

function withParameter(challenge: string, name: string, value: string): string {
  return `${challenge}${challenge === 'Bearer' ? ' ' : ', '}${name}="${value}"`
}

/** A challenge with the address of the resource's metadata (RFC 9728, 5.1). `metadata`: null: no resource. */
export function withMetadata(challenge: string, metadata: string | null): string {
  return metadata === null ? challenge : withParameter(challenge, 'resource_metadata', metadata)
}

/**
 * True if the request was decided by a bearer token, valid or not. Such clients get no pages and no sign-in.
 */
export function isOfToken(outcome: Outcome): boolean {
  if (outcome.kind === 'failed') return outcome.hasToken === true
  if ('refusedToken' in outcome && outcome.refusedToken !== undefined) return true
  return 'session' in outcome && outcome.session?.bearer !== undefined
}

/** `WWW-Authenticate` of a 401 (RFC 6750, 3). */
export function challengeOf(outcome: Unauthenticated): string {
  const { refusedToken, lacking, stepUp } = outcome
  if (lacking !== undefined)
    return stepUp === undefined ? INSUFFICIENT : `${INSUFFICIENT}${challengeParameters(stepUp)}`
  const challenge = isOfToken(outcome) ? invalidToken(refusedToken?.description ?? ELSEWHERE) : 'Bearer'
  return withScopes(challenge, outcome.scopes)
}

/** `description`: fixed text without quotes or backslashes. */
function invalidToken(description: string): string {
  return `Bearer error="invalid_token", error_description="${description}"`
}
