import type { Pool } from 'undici'
import { createApplications } from '../../src/access/applications/applications.ts'
import { createTenancy } from '../../src/access/applications/tenancy.ts'
import { untilDeadline } from '../../src/async.ts'
import { readBeginning } from '../../src/commands/io.ts'
import { parseJsonObject } from '../../src/config/json-members.ts'
import { once } from '../../src/config/package-files.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { createOutboundPool, type OutboundPoolOptions } from '../../src/http/connections/outbound-pool.ts'
import type { ProviderFailure } from '../../src/identity-platform/client/error-sorting.ts'
import { describeSilence } from '../../src/identity-platform/client/http.ts'
import type { Credentials, CredentialsPlugin } from '../../src/identity-platform/credentials/credentials.ts'
import { createIdentityPlatform } from '../../src/identity-platform/identity-platform.ts'
import { createProviderState } from '../../src/identity-platform/provider-state.ts'
import type { ProviderEvent } from '../../src/operations/provider-events.ts'
import { createRuntime } from '../../src/operations/runtime.ts'
import { createProjectSettings } from './project-settings.ts'

/** No account has it; asking for it shows how the provider treats the caller. */
const NOBODY = 'gatehouse-doctor'

export type ProviderProbes = NonNullable<ReturnType<typeof createProviderProbes>>

type CertificateIssue = Extract<ProviderEvent, { kind: `certificates.${string}` }>

/** Provider calls for the checks, each made once and shared. Null: the provider settings are invalid. */
export function createProviderProbes(
  { config, credentials }: { config: Partial<Config>; credentials: Credentials | null },
  now: () => number,
  plugins: readonly CredentialsPlugin[]
) {
  const { identityPlatform: settings, publicUrl } = config
  if (settings === undefined) return null
  let certificateIssue: CertificateIssue | null = null
  const state = createProviderState(
    createRuntime({
      now,
      // No probes.
      schedule: () => () => {},
      report(event) {
        if (event.kind === 'certificates.unavailable' || event.kind === 'certificates.ignored')
          certificateIssue = event
      }
    })
  )
  const tenantIds = listTenantIds(config, settings)
  const publicOrigin = publicUrl === undefined ? null : new URL(publicUrl).origin
  const own = { settings, credentials, plugins, publicOrigin, tenantIds }
  const platform = createIdentityPlatform({ ...own, now, state })
  const handlerUrl = `${publicOrigin ?? 'http://localhost'}/__/auth/handler`
  const project = createProjectSettings(platform.connection, handlerUrl)
  const accounts = platform.accountsOf(settings.tenantId)
  return {
    settings,
    platform,
    /** The project's settings at the provider. */
    project,
    state,
    /** All configured tenants; null is the project itself. */
    tenantIds,
    readPublic: once(project.readPublic),
    /** A refresh with an invalid token. Null: only the token was rejected, so the API key works. */
    tryRefresh: once(async () => failureBesideToken(await platform.tokens.refresh(NOBODY))),
    /** A lookup with an invalid id token and the API key. Null: only the token was rejected. */
    tryIdToken: once(async () => failureBesideToken(await accounts.lookUpByIdToken(NOBODY, NOBODY))),
    /** Looks up an account that does not exist. Null: no credentials. */
    lookUp: accounts.hasCredentials ? once(() => accounts.lookUp({ uid: NOBODY })) : null,
    /** Why the certificates could not be fetched, or which were ignored. */
    certificateIssue: (): CertificateIssue | null => certificateIssue,
    close: (): Promise<void> => state.close()
  }
}

/** Null: done, or only the token was rejected. */
function failureBesideToken(
  response: { kind: string } | { kind: 'failed'; failure: ProviderFailure }
): ProviderFailure | null {
  return 'failure' in response && response.failure.kind !== 'permanent' ? response.failure : null
}

/** While a section that assigns tenants is invalid, only `identityPlatform.tenantId`. */
function listTenantIds(
  { publicUrl, login, forwardAuth, applications = [], access, identityHeaders = {}, cors }: Partial<Config>,
  identityPlatform: Config['identityPlatform']
): readonly (string | null)[] {
  if (!publicUrl || !login || !forwardAuth || !access || !cors) return [identityPlatform.tenantId]
  const sections = { publicUrl, login, forwardAuth, applications, access, identityHeaders, cors }
  const config = { ...sections, identityPlatform, upstream: null }
  return createTenancy(config, createApplications(config)).tenantIds
}

const MAX_BODY_BYTES = 65_536
const TIMEOUT_MS = 5000

/** A request to the application, or to what is in front of the gateway. */
export interface ProbeRequest {
  path: string
  method: 'GET' | 'HEAD'
  headers?: Record<string, string>
  /** Aborts on timeout. */
  signal: AbortSignal
}

/** `headers`: the first value of each. `reason`: why there is no response, without an address. */
export type Reply =
  | {
      kind: 'response'
      status: number
      headers: Record<string, string | undefined>
      text: string
      ms: number
    }
  | { kind: 'silent'; reason: string }

/**
 * Sends one request without redirects or retries, for at most five seconds or until the signal aborts. Never throws.
 * `connection`: its timeouts are capped at five seconds; 0 counts as none.
 */
export async function ask(
  origin: string,
  request: ProbeRequest,
  connection: Partial<OutboundPoolOptions> = {}
): Promise<Reply> {
  const { connectTimeoutMs, headersTimeoutMs } = connection
  const pool = createOutboundPool(origin, {
    connections: 1,
    ...connection,
    connectTimeoutMs: Math.min(connectTimeoutMs || TIMEOUT_MS, TIMEOUT_MS),
    headersTimeoutMs: Math.min(headersTimeoutMs || TIMEOUT_MS, TIMEOUT_MS),
    bodyTimeoutMs: TIMEOUT_MS
  })
  const late: Reply = { kind: 'silent', reason: 'timeout' }
  try {
    return await untilDeadline(send(pool, request), request.signal, () => late)
  } finally {
    void pool.destroy()
  }
}

async function send(pool: Pool, { path, method, headers: sent = {} }: ProbeRequest): Promise<Reply> {
  const begunMs = performance.now()
  try {
    const response = await pool.request({ path, method, headers: sent })
    const ms = Math.round(performance.now() - begunMs)
    const text = (await readBeginning(response.body, MAX_BODY_BYTES)).toString('utf8')
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, [value].flat()[0]])
    )
    return { kind: 'response', status: response.statusCode, headers, text, ms }
  } catch (cause) {
    return { kind: 'silent', reason: describeSilence(cause) }
  }
}

/** Whether a response comes from a Gatehouse, by what its session endpoint returns without a session. */
export function isOfGatehouse({ text, headers }: Extract<Reply, { kind: 'response' }>): boolean {
  const body = parseJsonObject(text)
  return body?.code === 'MISSING_CREDENTIALS' && headers['x-request-id'] !== undefined
}
