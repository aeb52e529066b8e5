import type { FastifyInstance } from 'fastify'
import { ProviderError } from './stand-in-errors.ts'
import { type Gate, setErrorShape } from './stand-in-gate.ts'
import { ACCESS_TOKEN_LIFE_SECONDS, type ServiceAccount } from './stand-in-service-account.ts'
import { requireApiKey } from './stand-in-sign-in.ts'
import type { Switches } from './stand-in-switches.ts'
import type { TokenIssuer } from './stand-in-tokens.ts'

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** What the refresh call works on. */
export interface RefreshDeps {
  apiKey: string | undefined
  issuer: TokenIssuer
  switches: Switches
  gate: Gate
}

/** What the OAuth endpoint works on. */
export interface OAuthDeps {
  serviceAccount: ServiceAccount
  /** The endpoint's own address, an audience beside Google's. */
  audience: () => string
  gate: Gate
}

function readForm(body: unknown): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

function refresh(form: URLSearchParams, { issuer, switches }: RefreshDeps): Record<string, unknown> {
  const grantType = form.get('grant_type')
  if (!grantType) throw new ProviderError(400, 'MISSING_GRANT_TYPE')
  if (grantType !== 'refresh_token') throw new ProviderError(400, 'INVALID_GRANT_TYPE')
  const refreshToken = form.get('refresh_token')
  if (!refreshToken) throw new ProviderError(400, 'MISSING_REFRESH_TOKEN')
  const session = issuer.openSession(refreshToken)
  const idToken = issuer.issueIdToken(session)
  return {
    access_token: idToken,
    expires_in: String(issuer.idTokenLifeSeconds),
    token_type: 'Bearer',
    refresh_token: switches.rotateRefreshTokens ? issuer.addRefreshToken(session) : refreshToken,
    id_token: idToken,
    user_id: session.account.uid,
    project_id: issuer.projectNumber
  }
}

/** Registers `POST /v1/token`, the refresh call, with securetoken's error shape. */
export function registerRefreshCall(scope: FastifyInstance, deps: RefreshDeps): void {
  setErrorShape(scope, 'secureToken')
  const onRequest = [deps.gate('refresh'), requireApiKey(deps.apiKey)]
  scope.post('/v1/token', { onRequest }, async (request) => refresh(readForm(request.body), deps))
}

async function grantAccessToken(form: URLSearchParams, deps: OAuthDeps): Promise<Record<string, unknown>> {
  const grantType = form.get('grant_type') ?? ''
  if (grantType !== JWT_BEARER) {
    throw new ProviderError(400, 'unsupported_grant_type', `Invalid grant_type: ${grantType}`)
  }
  const assertion = form.get('assertion')
  if (!assertion) throw new ProviderError(400, 'invalid_request', 'Missing required parameter: assertion')
  const accessToken = await deps.serviceAccount.grantAccessToken(assertion, deps.audience())
  return { access_token: accessToken, expires_in: ACCESS_TOKEN_LIFE_SECONDS, token_type: 'Bearer' }
}

/** Registers `POST /token`, the OAuth endpoint for service accounts (RFC 7523). */
export function registerOAuthCall(scope: FastifyInstance, deps: OAuthDeps): void {
  setErrorShape(scope, 'oauth')
  scope.post('/token', { onRequest: deps.gate('oauthToken') }, async (request) =>
    grantAccessToken(readForm(request.body), deps)
  )
}
