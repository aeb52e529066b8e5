import { type Failed, failed, wrongShape } from '../client/error-sorting.ts'
import { CLOUD_SCOPE, postJson } from '../client/http.ts'
import { createProjectCalls, type ProjectConnection } from '../client/project-calls.ts'
import { createTokenSlot, type FetchedToken, type TokenSlot } from '../credentials/service-tokens.ts'
import { signTokenAs, type TokenSigner } from './custom-token.ts'

const AUDIENCE = 'https://firebaseappcheck.googleapis.com/google.firebase.appcheck.v1.TokenExchangeService'
/** As the Admin SDK's: the token is exchanged at once. */
const CUSTOM_TOKEN_TTL_SECONDS = 300
/** JSON form of google.protobuf.Duration. */
const DURATION = /^(\d+(?:\.\d+)?)s$/

/**
 * App Check tokens of an app, exchanged for a custom token of the service account as by the Admin SDK's
 * `createToken`. Kept until they end and renewed five minutes earlier. A failure is never `permanent`, since it
 * says nothing about an account.
 * https://firebase.google.com/docs/reference/appcheck/rest/v1/projects.apps/exchangeCustomToken
 */
export function createAppCheckTokens(options: {
  connection: Omit<ProjectConnection, 'apiKeyHeaders' | 'appCheckTokens'>
  signer: TokenSigner
  appId: string
  /** Epoch seconds. */
  now: () => number
}): TokenSlot['get'] {
  const { connection, signer, appId, now } = options
  const { projectId, urls } = connection
  const ask = createProjectCalls(connection)
  const app = `projects/${encodeURIComponent(projectId)}/apps/${encodeURIComponent(appId)}`
  const url = `${urls.appCheck}/v1/${app}:exchangeCustomToken`

  async function fetchToken(): Promise<FetchedToken> {
    const issuer = await signer.issuer()
    if (issuer.kind === 'failed') return ofAppCheck(issuer)
    const issuedAt = Math.floor(now())
    const customToken = await signTokenAs(signer, {
      iss: issuer.email,
      sub: issuer.email,
      app_id: appId,
      aud: AUDIENCE,
      iat: issuedAt,
      exp: issuedAt + CUSTOM_TOKEN_TTL_SECONDS
    })
    if (customToken.kind === 'failed') return ofAppCheck(customToken)
    const response = await ask('app_check', postJson(url, { customToken: customToken.token }), CLOUD_SCOPE)
    if (response.kind === 'failed') return ofAppCheck(response)
    const { token, ttl } = response.body
    const seconds = Number(DURATION.exec(String(ttl))?.[1] ?? 0)
    return typeof token === 'string' && token !== '' && seconds > 0
      ? { kind: 'token', token, ttlSeconds: seconds, endsAtMs: null }
      : ofAppCheck(failed(wrongShape('200 without token or ttl')))
  }

  return createTokenSlot({ fetch: fetchToken, name: 'App Check token', now }).get
}

/** The call that needed the token was not made: the log should name the service that failed, and no session may end. */
function ofAppCheck({ failure }: Failed): Failed {
  const kind = failure.kind === 'temporary' ? 'temporary' : 'configuration'
  const detail = `App Check token: ${failure.detail}`
  return failed({ ...failure, kind, code: 'PROVIDER_UNAVAILABLE', detail, isOfCredentials: true })
}
