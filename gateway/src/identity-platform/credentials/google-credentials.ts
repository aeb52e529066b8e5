import type { Credentials } from '../../config/credentials/credentials.ts'
import { parseJsonObject } from '../../config/json-object.ts'
import type { Config } from '../../config/schema/schema.ts'
import { type ProviderFailure, readAnswer, wrongShape } from '../client/error-sorting.ts'
import type { ProviderAnswer } from '../client/http.ts'
import { buildClient, isToken } from './google-clients.ts'
import { createGoogleTransport } from './google-transport.ts'
import { isOfMetadataServer } from './metadata-server.ts'

/** For an answer that does not say how long its token lives. */
const UNTOLD_LIFE_SECONDS = 60

const FOREIGN = wrongShape('the answer is not the metadata server’s')

/** `endsAtMs`: epoch milliseconds, when the answer names the moment; else null, and `lifeSeconds` counts from now. */
export type FetchedToken =
  | { kind: 'token'; token: string; lifeSeconds: number; endsAtMs: number | null }
  | { kind: 'failed'; failure: ProviderFailure }

/** Fetches an access token. `signal` ends all calls that it takes. Never throws. */
export type FetchToken = (scope: string, signal: AbortSignal) => Promise<FetchedToken>

/** The way to access tokens, for each kind of credentials. A client lives for one token: the cache is not the library's. */
export function createTokenSource(
  credentials: Credentials,
  endpoints: Config['identityPlatform']['endpoints']
): FetchToken {
  /** Some refresh tokens can be used once, and the answer brings the next. */
  let nextRefreshToken: string | null = null

  return async (scope, signal) => {
    const { transporter, lastAnswer } = createGoogleTransport(endpoints, signal)
    try {
      const client = buildClient(credentials, { scope, transporter, nextRefreshToken })
      const { token } = await client.getAccessToken()
      const answer = lastAnswer()
      if (credentials.kind === 'metadata' && !isOfMetadataServer(answer))
        return { kind: 'failed', failure: FOREIGN }
      const body = answer?.kind === 'answer' ? parseJsonObject(answer.text) : null
      if (typeof body?.refresh_token === 'string') nextRefreshToken = body.refresh_token
      if (!isToken(token)) return { kind: 'failed', failure: sortFailure(answer, null) }
      return { kind: 'token', token, ...readLife(body) }
    } catch (cause) {
      const failure = sortFailure(lastAnswer(), cause)
      return { kind: 'failed', failure: credentials.kind === 'metadata' ? adviseOnMachine(failure) : failure }
    }
  }
}

/** OAuth counts seconds (RFC 6749, 5.1), impersonation names the moment. */
function readLife(body: Record<string, unknown> | null): { lifeSeconds: number; endsAtMs: number | null } {
  const endsAtMs = typeof body?.expireTime === 'string' ? Date.parse(body.expireTime) : Number.NaN
  const lifeSeconds = Number(body?.expires_in ?? UNTOLD_LIFE_SECONDS)
  return {
    lifeSeconds: Number.isFinite(lifeSeconds) ? lifeSeconds : UNTOLD_LIFE_SECONDS,
    endsAtMs: Number.isNaN(endsAtMs) ? null : endsAtMs
  }
}

/** The metadata server speaks no OAuth: what it refuses is what the machine was not given. */
function adviseOnMachine(failure: ProviderFailure): ProviderFailure {
  const hasNoAccount = failure.status === 404
  return {
    ...failure,
    kind: hasNoAccount ? 'configuration' : failure.kind,
    detail: `metadata server: ${failure.detail}`,
    hint: hasNoAccount
      ? {
          cause: 'this machine has no service account',
          fix: 'attach one, or set identityPlatform.credentialsFile, or go without: METADATA_SERVER_DETECTION=none'
        }
      : {
          cause: 'the metadata server of this machine does not answer as it should',
          fix: 'nothing while the machine starts; else check its network, or set METADATA_SERVER_DETECTION=none'
        }
  }
}

/** By what came back, and not by the library's words for it, which may hold parts of requests. */
function sortFailure(answer: ProviderAnswer | null, cause: unknown): ProviderFailure {
  if (answer === null) {
    return {
      kind: 'configuration',
      code: 'PROVIDER_UNAVAILABLE',
      detail: `no call was possible: ${reasonOf(cause)}`,
      isWide: true,
      hint: {
        cause: 'the credentials name a source that gives nothing, such as a file that is missing',
        fix: 'check credential_source in the credential file, and what may be read by the gateway'
      }
    }
  }
  const read = readAnswer('oauth', answer)
  return 'failure' in read ? read.failure : wrongShape('200 without an access token')
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
