import { type ProviderFailure, readAnswer, wrongShape } from './error-sorting.ts'
import type { ProviderHttp } from './http.ts'
import { readUserRecord, type UserRecord } from './user-record.ts'

export type AccountResult =
  | { kind: 'found'; record: UserRecord }
  | { kind: 'failed'; failure: ProviderFailure }

/** What became of a change. */
export type AccountChange = { kind: 'done' } | { kind: 'failed'; failure: ProviderFailure }

export interface AccountCallsOptions {
  http: ProviderHttp
  /** For calls in the name of the visitor. */
  apiKey: string
  projectId: string
  tenantId: string | null
  /** Base URL without a final slash. */
  identityToolkitUrl: string
  /** Gives the bearer of calls in the name of the project, another one than `refused`; null: there are no credentials. */
  accessToken: ((refused?: string) => Promise<string>) | null
}

/** The account calls that sessions need. */
export interface AccountCalls {
  /** Can calls be made in the name of the project? */
  readonly hasCredentials: boolean
  /** The account of an id token, by the API key alone. `uid`: whose it must be. */
  lookUpByIdToken(idToken: string, uid: string): Promise<AccountResult>
  /** The account of a uid; needs credentials. */
  lookUpByUid(uid: string): Promise<AccountResult>
  /** Makes every sign-in before `validSinceSeconds` (epoch seconds) invalid; needs credentials. */
  revoke(uid: string, validSinceSeconds: number): Promise<AccountChange>
}

/** The account calls over `http`. https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts */
export function createAccountCalls(options: AccountCallsOptions): AccountCalls {
  const { http, projectId, tenantId, accessToken } = options
  const tenantPath = tenantId === null ? '' : `/tenants/${encodeURIComponent(tenantId)}`
  const accountsUrl = `${options.identityToolkitUrl}/v1/projects/${encodeURIComponent(projectId)}${tenantPath}/accounts`

  async function asProject(action: string, body: object): Promise<ReturnType<typeof readAnswer>> {
    if (accessToken === null) return { failure: withoutCredentials() }
    const sendAs = (bearer: string) =>
      http.send({
        method: 'POST',
        url: `${accountsUrl}:${action}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        body: JSON.stringify(body)
      })
    try {
      const bearer = await accessToken()
      const answer = await sendAs(bearer)
      // A cached token may have been taken back; a fresh one that is refused too is the operator's matter.
      const isStale = answer.kind === 'answer' && answer.status === 401
      return readAnswer('account', isStale ? await sendAs(await accessToken(bearer)) : answer)
    } catch (cause) {
      return { failure: sortCredentialFailure(cause) }
    }
  }

  return {
    hasCredentials: accessToken !== null,

    async lookUpByIdToken(idToken, uid) {
      const answer = await http.send({
        method: 'POST',
        url: `${options.identityToolkitUrl}/v1/accounts:lookup`,
        headers: { 'content-type': 'application/json', 'x-goog-api-key': options.apiKey },
        body: JSON.stringify({ idToken })
      })
      return readOnlyUser(readAnswer('account', answer), uid)
    },

    async lookUpByUid(uid) {
      return readOnlyUser(await asProject('lookup', { localId: [uid] }), uid)
    },

    async revoke(uid, validSinceSeconds) {
      const answer = await asProject('update', {
        localId: uid,
        validSince: String(Math.floor(validSinceSeconds))
      })
      return 'failure' in answer ? { kind: 'failed', failure: answer.failure } : { kind: 'done' }
    }
  }
}

function readOnlyUser(answer: ReturnType<typeof readAnswer>, uid: string): AccountResult {
  if ('failure' in answer) return { kind: 'failed', failure: answer.failure }
  const { users } = answer.body
  // Nobody found is a 200 without `users`.
  if (users === undefined || (Array.isArray(users) && users.length === 0)) {
    return {
      kind: 'failed',
      failure: { kind: 'permanent', code: 'USER_NOT_FOUND', detail: 'no such account' }
    }
  }
  const record = Array.isArray(users) ? readUserRecord(users[0]) : null
  // Nobody is judged by the record of somebody else.
  return record?.uid === uid
    ? { kind: 'found', record }
    : { kind: 'failed', failure: wrongShape('200 with users of another shape') }
}

function withoutCredentials(): ProviderFailure {
  return { kind: 'configuration', code: 'PROVIDER_UNAVAILABLE', detail: 'no credentials are configured' }
}

/** An OAuth refusal (`invalid_grant`, …) is the operator's matter, everything else passes by itself. */
function sortCredentialFailure(cause: unknown): ProviderFailure {
  const refused =
    cause instanceof Error &&
    /invalid_grant|invalid_scope|unauthorized_client|invalid_client/.test(cause.message)
  return {
    kind: refused ? 'configuration' : 'temporary',
    code: 'PROVIDER_UNAVAILABLE',
    detail: refused ? 'the service account was refused: check its key and the clock' : 'no access token',
    cause
  }
}
