import { untilDeadline } from '../../async/schedule.ts'
import type { AccessTokenResult, AccessTokens } from '../credentials/access-tokens.ts'
import { type ProviderFailure, wrongShape } from './error-sorting.ts'
import type { CallFamily, ProviderCall } from './http.ts'
import type { CallResult, ProviderCalls } from './provider-calls.ts'

/** Total time for a call while a visitor waits, including the access token. */
const VISITOR_TIMEOUT_MS = 5000

/** A call with the project's credentials. `scope`: of the access token. */
export interface ProjectCall extends ProviderCall {
  scope: string
}

/** Makes calls with the project's credentials. Never throws on network or HTTP errors. */
export type AskAsProject = (family: CallFamily, call: ProjectCall) => Promise<CallResult>

export interface ProjectCallsOptions {
  calls: ProviderCalls
  accessTokens: AccessTokens
  /** Whether a visitor is waiting: limits the time. */
  visitorWaits: boolean
}

/** Adds an access token, and retries once with a new one if it is refused. */
export function createProjectCalls({ calls, accessTokens, visitorWaits }: ProjectCallsOptions): AskAsProject {
  const { quotaProject } = accessTokens
  const payer = quotaProject === null ? {} : { 'x-goog-user-project': quotaProject }

  return async (family, { scope, ...call }) => {
    const deadline = visitorWaits ? AbortSignal.timeout(VISITOR_TIMEOUT_MS) : null
    const askAs = (bearer: string, options = {}) => {
      const headers = { ...call.headers, ...payer, authorization: `Bearer ${bearer}` }
      const signal = deadline === null ? {} : { signal: deadline }
      return calls.ask(family, { ...call, ...signal, headers }, options)
    }
    const first = await inTime(accessTokens.get(scope), deadline)
    if (first.kind === 'failed') return withoutBearer(first.failure)
    // A cached token may have been revoked; a refused new one is for the operator to fix.
    const response = await askAs(first.token, { expectedStatus: 401 })
    if (response.kind === 'ok' || response.failure.status !== 401) return response
    const fresh = await inTime(accessTokens.get(scope, first.token), deadline)
    return fresh.kind === 'failed' ? withoutBearer(fresh.failure) : await askAs(fresh.token)
  }
}

/** The call was not made; the log should name the service that failed. */
function withoutBearer(failure: ProviderFailure): CallResult {
  return {
    kind: 'failed',
    failure: { ...failure, detail: `access token: ${failure.detail}`, isOfCredentials: true }
  }
}

/** Enforces the deadline, so that no call is made that could only time out and count as a failure. */
async function inTime(
  token: Promise<AccessTokenResult>,
  deadline: AbortSignal | null
): Promise<AccessTokenResult> {
  if (deadline === null) return await token
  return await untilDeadline(token, deadline, () => ({
    kind: 'failed',
    failure: wrongShape('no access token in time')
  }))
}
