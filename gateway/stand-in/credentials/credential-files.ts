import { randomBytes } from 'node:crypto'

const IAM_CREDENTIALS = 'https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts'
const STS_TOKEN_URL = 'https://sts.googleapis.com/v1/token'

/** The federated workload that STS exchanges for an access token, in a pool of that project number. */
export function createWorkload(projectNumber: string) {
  const pool = `projects/${projectNumber}/locations/global/workloadIdentityPools/pool`
  return {
    audience: `//iam.googleapis.com/${pool}/providers/provider`,
    subjectToken: randomBytes(32).toString('base64url'),
    subjectTokenType: 'urn:ietf:params:oauth:token-type:jwt'
  }
}

/** Ready JSON of every credential file but the service account's key; its addresses are Google's own. */
export function createCredentialFiles(
  serviceAccountEmail: string,
  { audience, subjectTokenType }: ReturnType<typeof createWorkload>
) {
  const impersonationUrl = `${IAM_CREDENTIALS}/${serviceAccountEmail}:generateAccessToken`
  const authorizedUser = {
    type: 'authorized_user',
    client_id: 'stand-in.apps.googleusercontent.com',
    client_secret: randomBytes(18).toString('base64url'),
    refresh_token: `1//${randomBytes(48).toString('base64url')}`
  }
  return {
    authorizedUser,
    impersonatedServiceAccount: {
      type: 'impersonated_service_account',
      service_account_impersonation_url: impersonationUrl,
      source_credentials: authorizedUser,
      delegates: []
    },
    /** `subjectTokenFile` is where the caller has put the workload's `subjectToken`. */
    externalAccount: ({
      subjectTokenFile,
      impersonate = false
    }: {
      subjectTokenFile: string
      impersonate?: boolean
    }) => ({
      type: 'external_account',
      audience,
      subject_token_type: subjectTokenType,
      token_url: STS_TOKEN_URL,
      credential_source: { file: subjectTokenFile },
      ...(impersonate && { service_account_impersonation_url: impersonationUrl })
    })
  }
}
