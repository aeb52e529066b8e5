import type { FastifyInstance } from 'fastify'
import { ProviderError, setErrorShape } from '../server/errors.ts'
import { readForm } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { ACCESS_TOKEN_TTL_SECONDS, scopeOf } from './access-tokens.ts'

/** Of the endpoint, an audience beside Google's address. */
export const TOKEN_PATH = '/token'

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const USER_SCOPES = ['openid', scopeOf('userinfo.email'), scopeOf('cloud-platform')]

function requireParameter(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (value) return value
  throw new ProviderError(400, 'invalid_request', { description: `Missing required parameter: ${name}` })
}

async function grantByAssertion(form: URLSearchParams, deps: Provider): Promise<Record<string, unknown>> {
  const { serviceAccount, tokens, origin } = deps
  const assertion = requireParameter(form, 'assertion')
  const { scopes, targetAudience } = await serviceAccount.openAssertion(assertion, `${origin()}${TOKEN_PATH}`)
  if (targetAudience !== undefined) return { id_token: serviceAccount.mintIdToken(targetAudience) }
  return {
    access_token: tokens.mint('serviceAccount', scopes),
    expires_in: ACCESS_TOKEN_TTL_SECONDS,
    token_type: 'Bearer'
  }
}

function grantByRefreshToken(
  form: URLSearchParams,
  { tokens, credentialFiles: { authorizedUser: user } }: Provider
): Record<string, unknown> {
  const refuse = (error: string, description: string): ProviderError =>
    new ProviderError(error === 'invalid_client' ? 401 : 400, error, { description })
  if (requireParameter(form, 'client_id') !== user.client_id)
    throw refuse('invalid_client', 'The OAuth client was not found.')
  if (requireParameter(form, 'client_secret') !== user.client_secret)
    throw refuse('invalid_client', 'The provided client secret is invalid.')
  if (requireParameter(form, 'refresh_token') !== user.refresh_token)
    throw refuse('invalid_grant', 'Token has been expired or revoked.')
  return {
    access_token: tokens.mint('user', USER_SCOPES),
    expires_in: ACCESS_TOKEN_TTL_SECONDS,
    scope: USER_SCOPES.join(' '),
    token_type: 'Bearer'
  }
}

async function grantAccessToken(form: URLSearchParams, deps: Provider): Promise<Record<string, unknown>> {
  const grantType = form.get('grant_type') ?? ''
  if (grantType === JWT_BEARER) return grantByAssertion(form, deps)
  if (grantType === 'refresh_token') return grantByRefreshToken(form, deps)
  throw new ProviderError(400, 'unsupported_grant_type', { description: `Invalid grant_type: ${grantType}` })
}

/** Registers `POST /token`, the OAuth endpoint: assertions of a service account (RFC 7523), refresh tokens of a user. */
export function registerOAuthCall(scope: FastifyInstance, deps: Provider): void {
  setErrorShape(scope, 'oauth')
  scope.post(TOKEN_PATH, { onRequest: deps.intercept('oauthToken') }, async (request) =>
    grantAccessToken(readForm(request.body), deps)
  )
}

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
  if (form.get('grant_type') !== TOKEN_EXCHANGE)
    throw refuse('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`)
  if (form.get('requested_token_type') !== ACCESS_TOKEN_TYPE) throw refuseValue('requested_token_type')
  if (!form.get('audience')) throw refuseValue('audience')
  if (form.get('audience') !== workload.audience)
    throw refuse(
      'invalid_target',
      'The target service indicated by the "audience" parameters is invalid. This might either be because the ' +
        "pool or provider is disabled or deleted or because it doesn't exist."
    )
  if (form.get('subject_token_type') !== workload.subjectTokenType) throw refuseValue('subject_token_type')
  if (form.get('subject_token') !== workload.subjectToken)
    throw refuse('invalid_grant', 'The given credential is rejected by the attribute condition.')
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
