import { untilDeadline } from '../../async.ts'
import type { CircuitCondition } from '../../operations/condition.ts'
import type { Runtime } from '../../operations/runtime.ts'
import { NO_NOTES } from '../../operations/tracing.ts'
import type { AccessTokens, TokenSlot } from '../credentials/service-tokens.ts'
import { type AskOptions, CircuitGroup } from './circuit-group.ts'
import {
  type CallResult,
  createHintReporter,
  type Failed,
  failed,
  type ProviderFailure,
  readResponse,
  wrongShape
} from './error-sorting.ts'
import { CALL_FAMILIES, type CallFamily, type ProviderCall, type ProviderHttp, resultOfCall } from './http.ts'

export type ProviderCalls = ReturnType<typeof createProviderCalls>

/**
 * Calls with classified failures. A circuit per group keeps bursts of visitors from a failing provider, and one per failing account
 * keeps its failures from everyone else. The schedule is for probes while the provider is unavailable. `random`: between 0 and 1.
 */
export function createProviderCalls(
  runtime: Runtime,
  http: ProviderHttp,
  random: () => number = Math.random
) {
  const { now, report } = runtime
  const hints = createHintReporter(report)
  const groups = new Map<string, CircuitGroup>()
  const beganAtSeconds = now()

  function groupOf(name: string, family: CallFamily): CircuitGroup {
    const group =
      groups.get(name) ??
      new CircuitGroup({ name, family }, runtime, (call, notes) => send(family, call, notes), random)
    groups.set(name, group)
    return group
  }

  async function send(family: CallFamily, call: ProviderCall, notes = NO_NOTES): Promise<CallResult> {
    const startedAtMs = performance.now()
    const response = await http.send(call)
    if (response.kind === 'response') notes.set('http.response.status_code', response.status)
    const read = readResponse(family, response)
    if (read.kind === 'failed') {
      read.failure.call = family
      notes.failed(read.failure.code)
    }
    const result = resultOfCall(read.kind === 'ok' ? null : read.failure)
    report({ kind: 'provider.call', call: family, result, durationMs: performance.now() - startedAtMs })
    return read
  }

  function describeCircuit(family: CallFamily): CircuitCondition {
    const ofFamily = [...groups.values()].filter((group) => group.family === family)
    const open = ofFamily.filter(({ isOpen }) => isOpen)
    const [first] = open
    const changes = (first === undefined ? ofFamily : open).map(({ changedAtSeconds }) => changedAtSeconds)
    return {
      call: family,
      isOpen: first !== undefined,
      changedAtSeconds: Math.max(beganAtSeconds, ...changes),
      detail: first?.detail ?? ''
    }
  }

  return {
    /** Never throws on network or HTTP errors. */
    async ask(family: CallFamily, call: ProviderCall, options: AskOptions = {}): Promise<CallResult> {
      const read = await groupOf(options.group ?? family, family).ask(call, options)
      if (read.kind === 'ok') hints.worked(family)
      else if (read.failure.status === undefined || read.failure.status !== options.expectedStatus)
        hints.failed(family, read.failure)
      return read
    },
    /** The circuit of each family, open if any of its groups is. */
    circuits: (): CircuitCondition[] => CALL_FAMILIES.map(describeCircuit),
    /** Stops background probes. */
    close(): void {
      for (const group of groups.values()) group.stop()
    }
  }
}

/** Total time for a call while a visitor waits, including the access token. */
const VISITOR_TIMEOUT_MS = 5000

/** How calls reach a project. */
export interface ProjectConnection {
  calls: ProviderCalls
  /** The API key as a header, because query strings are logged. */
  apiKeyHeaders: Record<string, string>
  /** Base URLs without a trailing slash. */
  urls: { identityToolkit: string; secureToken: string; iamCredentials: string; appCheck: string }
  projectId: string
  /** Null: no credentials. */
  accessTokens: AccessTokens | null
  /** For calls with the API key. Null: they carry no App Check token. */
  appCheckTokens: TokenSlot['get'] | null
  /** Whether a visitor is waiting: limits the time. */
  visitorWaits: boolean
}

export type ProjectCalls = ReturnType<typeof createProjectCalls>

/**
 * Returns the function that makes calls with the project's credentials. It adds an access token, and retries once with a new one
 * if that is refused. Never throws on network or HTTP errors. `scope`: of the access token.
 */
export function createProjectCalls({
  calls,
  accessTokens,
  visitorWaits
}: Pick<ProjectConnection, 'calls' | 'accessTokens' | 'visitorWaits'>) {
  return async (
    family: CallFamily,
    call: ProviderCall,
    scope: string,
    own: Pick<AskOptions, 'group' | 'account'> = {}
  ): Promise<CallResult> => {
    if (accessTokens === null) return failed(NO_CREDENTIALS)
    const { quotaProject } = accessTokens
    const payer = quotaProject === null ? {} : { 'x-goog-user-project': quotaProject }
    const deadline = visitorWaits ? AbortSignal.timeout(VISITOR_TIMEOUT_MS) : null
    // Enforced here, so that no call is made that could only time out and count as a failure.
    const getToken = (refused?: string) => {
      const token = accessTokens.get(scope, refused)
      return deadline === null
        ? token
        : untilDeadline(token, deadline, () => failed(wrongShape('no access token in time')))
    }
    const signal = deadline === null ? {} : { signal: deadline }
    const askAs = (bearer: string, options: AskOptions = {}) => {
      const headers = { ...call.headers, ...payer, authorization: `Bearer ${bearer}` }
      return calls.ask(family, { ...call, ...signal, headers }, { ...own, ...options })
    }
    const first = await getToken()
    if (first.kind === 'failed') return withoutBearer(first.failure)
    // A cached token may have been revoked; a refused new one is for the operator to fix.
    const response = await askAs(first.token, { expectedStatus: 401 })
    if (response.kind === 'ok' || response.failure.status !== 401) return response
    const fresh = await getToken(first.token)
    return fresh.kind === 'failed' ? withoutBearer(fresh.failure) : await askAs(fresh.token)
  }
}

const NO_CREDENTIALS: ProviderFailure = {
  kind: 'configuration',
  code: 'PROVIDER_UNAVAILABLE',
  detail: 'no credentials are configured',
  hint: {
    cause: 'this call needs credentials of the project',
    fix: 'set identityPlatform.credentialsFile to a service account key, or use application default credentials'
  }
}

/** The call was not made; the log should name the service that failed. */
function withoutBearer(failure: ProviderFailure): Failed {
  return failed({ ...failure, detail: `access token: ${failure.detail}`, isOfCredentials: true })
}

/** https://firebase.google.com/docs/app-check/custom-resource */
const APP_CHECK_HEADER = 'x-firebase-appcheck'

/**
 * Returns the function that makes calls with the API key, as browsers do, with an App Check token if the project
 * has an app. The call fails without being made if there is no such token. Never throws on network or HTTP errors.
 */
export function createPublicCalls({
  calls,
  apiKeyHeaders,
  appCheckTokens
}: Pick<ProjectConnection, 'calls' | 'apiKeyHeaders' | 'appCheckTokens'>) {
  return async (family: CallFamily, call: ProviderCall, options: AskOptions = {}): Promise<CallResult> => {
    const headers: Record<string, string> = { ...apiKeyHeaders, ...call.headers }
    if (appCheckTokens !== null) {
      const attested = await appCheckTokens()
      if (attested.kind === 'failed') return attested
      headers[APP_CHECK_HEADER] = attested.token
    }
    return calls.ask(family, { ...call, headers }, options)
  }
}
