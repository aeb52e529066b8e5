import { listUpstreams, type NamedUpstream } from '../../../config/applications.ts'
import { idTokenAudience } from '../../../config/upstream-credentials.ts'
import type { ProviderFailure } from '../../../identity-platform/client/error-sorting.ts'
import { SERVICE_CREDENTIAL_HEADER } from '../../../upstream/client-header-rules.ts'
import { defineProviderCheck } from '../check.ts'
import { evaluate, fail, type Issue, joinResults, ok, type Result, skip, warn } from '../finding.ts'
import type { ProviderProbes } from '../provider-probes.ts'

type IdTokens = ProviderProbes['platform']['idTokens']

/** The gateway gets an id token for each application that wants one. Whether it is accepted, `UPSTREAM` tells. */
export const upstreamCredentialsCheck = defineProviderCheck(
  'UPSTREAM_CREDENTIALS',
  ['upstream', 'applications', 'publicUrl'],
  async ({ platform: { idTokens } }, config) => {
    const found = await Promise.all(
      listUpstreams(config).flatMap((place) => {
        const audience = idTokenAudience(place.upstream)
        if (audience === null) return []
        return [lookAt(audience, idTokens).then((result) => ({ name: place.name, result }))]
      })
    )
    return found.length === 0 ? skip('no application with `googleIdToken`') : joinResults(found)
  }
)

async function lookAt(audience: string, idTokens: IdTokens): Promise<Result> {
  if (idTokens === null)
    return evaluate('no credentials', fail(NO_TOKEN, 'set identityPlatform.credentialsFile'))
  const result = await idTokens.of(audience).get()
  if (result.kind === 'token') return ok(`id token for ${audience}`)
  const { detail } = result.failure
  return evaluate(`no id token for ${audience}: ${detail}`, toIssue(result.failure))
}

const NO_TOKEN = 'requests to the application get 502, because the gateway cannot say who it is'

function toIssue({ hint }: ProviderFailure): Issue {
  if (hint !== undefined) return fail(`${NO_TOKEN}: ${hint.cause}`, hint.fix)
  return fail(
    NO_TOKEN,
    'on Google Cloud, check that this machine has a service account and reaches its metadata server; without a key, the signing account needs iam.serviceAccounts.getOpenIdToken on itself'
  )
}

/** The headers by which the gateway would prove itself to the application; none if it cannot or need not. */
export async function proveTo(
  { upstream }: NamedUpstream,
  provider: ProviderProbes | null
): Promise<Record<string, string>> {
  const audience = idTokenAudience(upstream)
  const idTokens = provider?.platform.idTokens ?? null
  if (audience === null || idTokens === null) return {}
  const result = await idTokens.of(audience).get()
  return result.kind === 'token' ? { [SERVICE_CREDENTIAL_HEADER]: `Bearer ${result.token}` } : {}
}

/** For a response to a request with an id token. */
export function adviseOnRefusal({ upstream, path }: NamedUpstream, status: number): Issue | null {
  if (idTokenAudience(upstream) === null || !isRefusal(status)) return null
  return warn(
    `the application responds with ${status}: it may not accept the id token of the gateway`,
    `give the gateway’s service account the role Cloud Run Invoker (roles/run.invoker) on the service, and compare the audience in ${path}.googleIdToken with the URL of the service`
  )
}

/** Whether a response without an id token shows that only callers with one get through. */
export function isRefusal(status: number): boolean {
  return status === 401 || status === 403
}
