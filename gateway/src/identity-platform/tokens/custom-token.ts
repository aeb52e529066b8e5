import { problemText } from '../../problem.ts'
import { checkKey } from '../accounts/accounts.ts'
import { badArgument, type Failed, failed, wrongShape } from '../client/error-sorting.ts'
import { CLOUD_SCOPE, postJson } from '../client/http.ts'
import { createProjectCalls, type ProjectCalls, type ProjectConnection } from '../client/provider-calls.ts'
import type { CredentialSource } from '../credentials/credentials.ts'
import { encodeJwt } from '../credentials/service-account.ts'
import { createTokenSlot, type FetchedToken, type TokenSlot } from '../credentials/service-tokens.ts'
import { checkClaims } from './claims.ts'

const AUDIENCE = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
/** Max lifetime that the provider accepts, in seconds. */
const MAX_TTL_SECONDS = 3600
const EMULATOR = { kind: 'issuer', email: 'firebase-auth-emulator@example.com' } as const

export interface CustomTokenContent {
  uid: string
  /** Null: the project's own pool. */
  tenantId: string | null
  /** In every later id token of the session, where they override the account's claims: never use them for authorization. */
  claims?: Record<string, unknown>
  /** Default and maximum: 3600. */
  ttlSeconds?: number
}

/** `expiresAtSeconds`: epoch seconds. */
type CustomTokenResult = { kind: 'signed'; token: string; expiresAtSeconds: number } | Failed

/**
 * Signs custom tokens: https://firebase.google.com/docs/auth/admin/create-custom-tokens. An invalid uid, reserved claim names
 * and claims that are not a plain object fail with kind `caller`, code `INVALID_ARGUMENT` and the reason in `detail`.
 * `signer` null: unsigned ones for the emulator.
 */
export function createCustomTokenSigner(signer: TokenSigner | null, now: () => number) {
  return async (content: CustomTokenContent): Promise<CustomTokenResult> => {
    const { uid, tenantId, claims = {}, ttlSeconds = MAX_TTL_SECONDS } = content
    const problem = checkKey({ uid }) ?? checkClaims(claims)
    if (problem !== null) return failed(badArgument(problemText(problem)))
    const issuer = signer === null ? EMULATOR : await signer.issuer()
    if (issuer.kind === 'failed') return issuer
    // Read once, in whole seconds: a tick in between would exceed the max lifetime.
    const issuedAt = Math.floor(now())
    const expiresAtSeconds = issuedAt + Math.min(ttlSeconds, MAX_TTL_SECONDS)
    const payload = {
      aud: AUDIENCE,
      iat: issuedAt,
      exp: expiresAtSeconds,
      iss: issuer.email,
      sub: issuer.email,
      uid,
      ...(tenantId === null ? {} : { tenant_id: tenantId }),
      ...(Object.keys(claims).length === 0 ? {} : { claims })
    }
    const signed = await signTokenAs(signer, payload)
    return signed.kind === 'signed' ? { ...signed, expiresAtSeconds } : signed
  }
}

/** A JWT with these claims. `signer` null: without a signature. */
async function signTokenAs(
  signer: TokenSigner | null,
  claims: object
): Promise<{ kind: 'signed'; token: string } | Failed> {
  const signingInput = encodeJwt({ alg: signer === null ? 'none' : 'RS256', typ: 'JWT' }, claims)
  if (signer === null) return { kind: 'signed', token: `${signingInput}.` }
  const signed = await signer.sign(signingInput)
  return signed.kind === 'signed' ? { kind: 'signed', token: `${signingInput}.${signed.signature}` } : signed
}

/** Signs tokens as a service account, by calls with its access tokens if need be. Never throws on network or HTTP errors. */
export type TokenSigner = ReturnType<typeof createTokenSigner>

export function createTokenSigner({ issuer, sign }: CredentialSource, ask: ProjectCalls) {
  return { issuer, sign: (signingInput: string) => sign(signingInput, ask) }
}

const APP_CHECK_AUDIENCE =
  'https://firebaseappcheck.googleapis.com/google.firebase.appcheck.v1.TokenExchangeService'
/** As the Admin SDK's: the token is exchanged at once. */
const APP_CHECK_TTL_SECONDS = 300
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
      aud: APP_CHECK_AUDIENCE,
      iat: issuedAt,
      exp: issuedAt + APP_CHECK_TTL_SECONDS
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
