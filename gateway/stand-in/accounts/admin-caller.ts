import type { FastifyRequest } from 'fastify'
import { readBearer } from '../credentials/access-tokens.ts'
import { buildErrorInfo, ProviderError } from '../server/errors.ts'
import { textMember } from '../server/fields.ts'
import type { Provider } from '../state.ts'

const SERVICE = 'identitytoolkit.googleapis.com'
// The project of the gcloud program itself, which a user's tokens belong to.
const GCLOUD_PROJECT = 'projects/764086051850'

/** Throws the provider's refusals unless the request has an access token with one of the scopes, and a quota project if it is a user's. */
export function requireCaller(
  request: FastifyRequest,
  { tokens, projectId }: Provider,
  scopes: string[]
): void {
  const accessToken = readBearer(request)
  if (accessToken === undefined) throw refuseWithoutToken(request)
  const { principal } = tokens.require(accessToken, scopes, SERVICE)
  const quotaProject = request.headers['x-goog-user-project']
  if (quotaProject === undefined && principal === 'user') throw refuseWithoutQuotaProject()
  if (quotaProject !== undefined && quotaProject !== projectId) throw refuseQuotaProject(String(quotaProject))
}

function refuseWithoutToken(request: FastifyRequest): ProviderError {
  const apiKey = textMember(request.query, 'key') ?? request.headers['x-goog-api-key']
  if (apiKey === undefined) return new ProviderError(403, 'The request is missing a valid API key.')
  return new ProviderError(
    400,
    'INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.'
  )
}

function refuseWithoutQuotaProject(): ProviderError {
  return new ProviderError(
    403,
    `Your application is authenticating by using local Application Default Credentials. The ${SERVICE} API requires ` +
      'a quota project, which is not set by default. To learn how to set your quota project, see ' +
      'https://cloud.google.com/docs/authentication/adc-troubleshooting/user-creds .',
    { details: [buildErrorInfo('SERVICE_DISABLED', { service: SERVICE, consumer: GCLOUD_PROJECT })] }
  )
}

function refuseQuotaProject(project: string): ProviderError {
  return new ProviderError(
    403,
    `Caller does not have required permission to use project ${project}. Grant the caller the ` +
      'roles/serviceusage.serviceUsageConsumer role, or a custom role with the serviceusage.services.use permission, ' +
      `by visiting https://console.developers.google.com/iam-admin/iam/project?project=${project} and then retry. ` +
      'Propagation of the new permission may take a few minutes.',
    {
      details: [buildErrorInfo('USER_PROJECT_DENIED', { service: SERVICE, consumer: `projects/${project}` })]
    }
  )
}
