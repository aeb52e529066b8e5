import { ExternalAccountClient, type ExternalAccountClientOptions, type gaxios } from 'google-auth-library'
import { PROVIDER_ENDPOINTS } from '../../config/defaults.ts'
import { isPlainObject } from '../../config/json-object.ts'

const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
/** Life of an impersonated token where the file asks for no other. */
const IMPERSONATION_SECONDS = 3600

/** A workload of another cloud, as its credential file says; checked when the configuration was read. */
type Workload = Record<string, unknown> & ExternalAccountClientOptions

interface WorkloadOptions {
  scope: string
  transporter: gaxios.Gaxios
}

/**
 * The access token of a workload of another cloud: its subject token, which Google's library gets, exchanged (RFC 8693), and
 * then perhaps that of the service account which it impersonates. The library would exchange by a transport of its own,
 * with retries. Gives back what stood where the token should be. Throws for a file that was not checked.
 * https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token
 */
export async function fetchWorkloadToken(
  file: Record<string, unknown>,
  { scope, transporter }: WorkloadOptions
): Promise<unknown> {
  const source = isWorkload(file) ? ExternalAccountClient.fromJSON({ ...file, transporter }) : null
  if (source === null || !isWorkload(file))
    throw new Error('this version of google-auth-library does not know the file')
  const impersonationUrl = file.service_account_impersonation_url
  const subjectToken = await source.retrieveSubjectToken()
  const exchanged = await exchange(file, {
    subjectToken,
    scope: impersonationUrl === undefined ? scope : CLOUD_SCOPE,
    transporter
  })
  if (impersonationUrl === undefined || typeof exchanged !== 'string') return exchanged
  return await impersonate(file, { url: impersonationUrl, token: exchanged, scope, transporter })
}

async function exchange(
  file: Workload,
  { subjectToken, scope, transporter }: WorkloadOptions & { subjectToken: string }
): Promise<unknown> {
  const { client_id: clientId, client_secret: clientSecret = '', workforce_pool_user_project: project } = file
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    audience: file.audience,
    scope,
    requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    subject_token: subjectToken,
    subject_token_type: file.subject_token_type
  })
  // A client says whom it works for; without one, the project has to be named.
  if (clientId === undefined && project !== undefined)
    form.set('options', JSON.stringify({ userProject: project }))
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const { data } = await transporter.request<unknown>({
    url: file.token_url ?? PROVIDER_ENDPOINTS.sts,
    method: 'POST',
    headers: clientId === undefined ? {} : { authorization: `Basic ${basic}` },
    data: form,
    responseType: 'json'
  })
  return isPlainObject(data) ? data.access_token : undefined
}

/** https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken */
async function impersonate(
  file: Workload,
  { url, token, scope, transporter }: WorkloadOptions & { url: string; token: string }
): Promise<unknown> {
  const seconds = file.service_account_impersonation?.token_lifetime_seconds ?? IMPERSONATION_SECONDS
  const { data } = await transporter.request<unknown>({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    data: { scope: [scope], lifetime: `${seconds}s` },
    responseType: 'json'
  })
  return isPlainObject(data) ? data.accessToken : undefined
}

function isWorkload(file: Record<string, unknown>): file is Workload {
  return (
    typeof file.audience === 'string' &&
    typeof file.subject_token_type === 'string' &&
    isPlainObject(file.credential_source)
  )
}
