import { createApplications } from '../../access/applications.ts'
import { createTenancy } from '../../access/tenancy.ts'
import type { InspectedConfig } from '../../config/load.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { DoctorId } from '../../doctor-ids.ts'
import type { ProviderFailure } from '../../identity-platform/client/error-sorting.ts'
import { createIdentityPlatform } from '../../identity-platform/identity-platform.ts'
import { createProviderState } from '../../identity-platform/provider-state.ts'
import type { ProviderEvent } from '../../operations/events.ts'
import { evaluate, fail, type Issue, type Result, skip, warn } from './finding.ts'

/** No account has it; asking for it shows how the provider treats the caller. */
const NOBODY = 'gatehouse-doctor'

export type ProviderProbes = NonNullable<ReturnType<typeof createProviderProbes>>

type CertificateIssue = Extract<ProviderEvent, { kind: `certificates.${string}` }>

/** Provider calls for the checks, each made once and shared. Null: the provider settings are invalid. */
export function createProviderProbes(inspected: InspectedConfig, now: () => number) {
  const { config, credentials } = inspected
  const { identityPlatform: settings, publicUrl } = config
  if (settings === undefined) return null
  let certificateIssue: CertificateIssue | null = null
  const state = createProviderState({
    now,
    report(event) {
      if (event.kind === 'certificates.unavailable' || event.kind === 'certificates.ignored')
        certificateIssue = event
    }
  })
  const tenantIds = listTenantIds(config, settings)
  const publicOrigin = publicUrl === undefined ? null : new URL(publicUrl).origin
  const platform = createIdentityPlatform({ settings, credentials, publicOrigin, tenantIds, now, state })
  const accounts = platform.accountsOf(settings.tenantId)
  return {
    settings,
    platform,
    state,
    /** All configured tenants; null is the project itself. */
    tenantIds,
    readPublic: once(platform.project.readPublic),
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

/** The result for a failed call. `subject`: what was called, ending in `: `. */
export function checkFailure(failure: ProviderFailure, subject = ''): Result {
  const { detail, isOutage } = failure
  const what = isBroken(failure) ? 'answered' : isOutage === true ? 'no answer' : 'refused'
  return evaluate(`${subject}${what}: ${detail}`, toIssue(failure))
}

/** The same for `readPublic`, reported once: by the check that its hint names, otherwise by API_KEY. */
export function checkPublicFailure(id: DoctorId, failure: ProviderFailure): Result {
  const hinted = failure.hint?.doctor
  const owner: DoctorId = hinted === 'PROJECT' || hinted === 'APP_CHECK' ? hinted : 'API_KEY'
  return owner === id ? checkFailure(failure) : skip(`unknown: ${failure.detail}, see ${owner}`)
}

export function toIssue(failure: ProviderFailure): Issue {
  const { hint, kind, isOutage } = failure
  if (hint !== undefined) return fail(hint.cause, hint.fix)
  if (isBroken(failure))
    return fail(
      'the provider was reached but fails, or an intermediary responds with an error',
      'see the Google Cloud status page and wait'
    )
  if (isOutage === true)
    return fail(
      'the provider cannot be reached from here, or an intermediary responds in its place',
      'check DNS; let this machine reach identitytoolkit, securetoken, oauth2 and www.googleapis.com on port 443'
    )
  return kind === 'temporary'
    ? warn('the provider rejects calls for now', 'run the doctor again in a few minutes')
    : fail('the provider rejects the call', 'look up the error code in the Identity Platform documentation')
}

/** Whether the service itself failed, so nothing on the way needs fixing. */
function isBroken({ isOutage, status = 0 }: ProviderFailure): boolean {
  return isOutage === true && status >= 500
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

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let response: Promise<T> | null = null
  return () => {
    response ??= ask()
    return response
  }
}
