import { isOfToken, type Refusal } from '../outcome.ts'
import { SECOND_FACTOR_ACR, type StepUp } from '../rules/step-up.ts'

/** Browsers show a 401's body and prompt only for schemes that they know (RFC 9110, 15.5.2). */
export const CHALLENGE = { 'www-authenticate': 'Bearer' }

type Denied = Extract<Refusal, { kind: 'unauthenticated' | 'forbidden' }>

/** `WWW-Authenticate` of a 401, or of a token that is not enough (RFC 6750, 3). `metadata`: address of the resource's (RFC 9728, 5.1). */
export function challengeOf(outcome: Denied, metadata: string | null = null): string {
  const ofResource = metadata === null ? [] : [`resource_metadata="${metadata}"`]
  const parameters = [...parametersOf(outcome), ...ofResource].join(', ')
  return parameters === '' ? 'Bearer' : `Bearer ${parameters}`
}

/** Descriptions are fixed texts without quotes or backslashes. */
function parametersOf(outcome: Denied): readonly string[] {
  const { unmetRule, stepUp, refusedToken, scopes = [] } = outcome
  const scope = scopes.length === 0 ? [] : [`scope="${[...new Set(scopes)].join(' ')}"`]
  if (outcome.kind === 'forbidden') return ['error="insufficient_scope"', ...scope]
  if (unmetRule !== undefined)
    return ['error="insufficient_user_authentication"', ...(stepUp === undefined ? [] : demandsOf(stepUp))]
  if (!isOfToken(outcome)) return scope
  const description = refusedToken?.description ?? 'the token is not meant for this place'
  return ['error="invalid_token"', `error_description="${description}"`, ...scope]
}

/** https://www.rfc-editor.org/rfc/rfc9470#section-3 */
function demandsOf({ secondFactor, signedInWithinSeconds }: StepUp): readonly string[] {
  return [
    ...(signedInWithinSeconds === null ? [] : [`max_age=${signedInWithinSeconds}`]),
    ...(secondFactor ? [`acr_values="${SECOND_FACTOR_ACR}"`] : [])
  ]
}
