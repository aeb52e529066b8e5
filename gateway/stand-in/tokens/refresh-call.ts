import type { FastifyInstance } from 'fastify'
import { requireApiKey, requireAppCheck } from '../server/api-key-calls.ts'
import { ProviderError, setErrorShape } from '../server/errors.ts'
import { readForm } from '../server/fields.ts'
import type { Provider } from '../state.ts'

function refresh(form: URLSearchParams, { issuer, settings }: Provider): Record<string, unknown> {
  const grantType = form.get('grant_type')
  if (!grantType) throw new ProviderError(400, 'MISSING_GRANT_TYPE')
  if (grantType !== 'refresh_token') throw new ProviderError(400, 'INVALID_GRANT_TYPE')
  const refreshToken = form.get('refresh_token')
  if (!refreshToken) throw new ProviderError(400, 'MISSING_REFRESH_TOKEN')
  const session = issuer.openSession(refreshToken)
  const idToken = issuer.issueIdToken(session)
  return {
    access_token: idToken,
    expires_in: String(issuer.idTokenTtlSeconds),
    token_type: 'Bearer',
    refresh_token: settings.rotateRefreshTokens ? issuer.addRefreshToken(session) : refreshToken,
    id_token: idToken,
    user_id: session.account.uid,
    project_id: issuer.projectNumber
  }
}

/** Registers `POST /v1/token`, the refresh call, with securetoken's error shape. */
export function registerRefreshCall(scope: FastifyInstance, deps: Provider): void {
  setErrorShape(scope, 'rpcStatus')
  const onRequest = [deps.intercept('refresh'), requireApiKey(deps), requireAppCheck(deps)]
  scope.post('/v1/token', { onRequest }, async (request) => refresh(readForm(request.body), deps))
}
