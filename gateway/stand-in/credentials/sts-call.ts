import type { FastifyInstance } from 'fastify'
import { setErrorShape } from '../server/error-responses.ts'
import { ProviderError } from '../server/errors.ts'
import { readForm } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { ACCESS_TOKEN_TTL_SECONDS } from './access-tokens.ts'

/** Below the host's name, for securetoken has the same path. */
export const STS_PATH = '/sts.googleapis.com/v1/token'

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token'

function refuse(error: string, description: string): ProviderError {
  return new ProviderError(400, error, { description })
}

function refuseValue(name: string): ProviderError {
  return refuse('invalid_request', `Invalid value for "${name}".`)
}

function exchange(form: URLSearchParams, { tokens, workload }: Provider): Record<string, unknown> {
  if (form.get('grant_type') !== TOKEN_EXCHANGE) {
    throw refuse('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`)
  }
  if (form.get('requested_token_type') !== ACCESS_TOKEN_TYPE) throw refuseValue('requested_token_type')
  if (!form.get('audience')) throw refuseValue('audience')
  if (form.get('audience') !== workload.audience) {
    throw refuse(
      'invalid_target',
      'The target service indicated by the "audience" parameters is invalid. This might either be because the ' +
        "pool or provider is disabled or deleted or because it doesn't exist."
    )
  }
  if (form.get('subject_token_type') !== workload.subjectTokenType) throw refuseValue('subject_token_type')
  if (form.get('subject_token') !== workload.subjectToken) {
    throw refuse('invalid_grant', 'The given credential is rejected by the attribute condition.')
  }
  const scopes = (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '')
  if (scopes.length === 0) throw refuse('invalid_scope', 'Invalid OAuth scope provided.')
  return {
    access_token: tokens.mint('workload', scopes),
    issued_token_type: ACCESS_TOKEN_TYPE,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_TTL_SECONDS
  }
}

/** Registers the token exchange (RFC 8693) for the workload's subject token. */
export function registerStsCall(scope: FastifyInstance, deps: Provider): void {
  setErrorShape(scope, 'oauth')
  scope.post(STS_PATH, { onRequest: deps.intercept('sts') }, async (request) =>
    exchange(readForm(request.body), deps)
  )
}
