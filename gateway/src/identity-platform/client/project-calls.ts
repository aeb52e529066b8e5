import { untilDeadline } from '../../async/schedule.ts'
import type { AccessTokenResult, AccessTokens } from '../credentials/access-tokens.ts'
import { type ProviderFailure, wrongShape } from './error-sorting.ts'
import type { CallFamily, ProviderCall } from './http.ts'
import type { CallResult, ProviderCalls } from './provider-calls.ts'

/** Longest time for everything that one call takes, access token included, while a visitor waits. */
const VISITOR_TIMEOUT_MS = 5000

/** A call in the name of the project. `scope`: what the access token must be good for. */
export interface ProjectCall extends ProviderCall {
  scope: string
}

/** Makes calls in the name of the project. Never throws for what the other side does. */
export type AskAsProject = (family: CallFamily, call: ProjectCall) => Promise<CallResult>

export interface ProjectCallsOptions {
  calls: ProviderCalls
  accessTokens: AccessTokens
  /** Does a visitor wait for the answers? */
  visitorWaits: boolean
}

/** Calls with an access token, which is fetched anew once when the provider does not take it. */
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
    // A cached token may have been taken back; a fresh one that is refused too is the operator's matter.
    const response = await askAs(first.token, { expectedStatus: 401 })
    if (response.kind === 'ok' || response.failure.status !== 401) return response
    const fresh = await inTime(accessTokens.get(scope, first.token), deadline)
    return fresh.kind === 'failed' ? withoutBearer(fresh.failure) : await askAs(fresh.token)
  }
}

/** The call itself was not made; the log should say which service failed. */
function withoutBearer(failure: ProviderFailure): CallResult {
  return {
    kind: 'failed',
    failure: { ...failure, detail: `access token: ${failure.detail}`, isOfCredentials: true }
  }
}

/** The token, unless the time is over before: then no call is made that could only fail, and count as a failure. */
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
