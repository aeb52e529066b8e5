import { randomBytes } from 'node:crypto'

const IAM_CREDENTIALS = 'https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts'
const STS_TOKEN_URL = 'https://sts.googleapis.com/v1/token'

/** The JSON of a user's application default credentials. */
export interface AuthorizedUserFile {
  type: 'authorized_user'
  client_id: string
  client_secret: string
  refresh_token: string
}

/** The JSON of workload identity federation; its addresses are Google's own. */
export interface ExternalAccountFile {
  type: 'external_account'
  audience: string
  subject_token_type: string
  token_url: string
  credential_source: { file: string }
  service_account_impersonation_url?: string
}

/** The JSON of a user's credentials that stand in for a service account; its address is Google's own. */
export interface ImpersonatedServiceAccountFile {
  type: 'impersonated_service_account'
  service_account_impersonation_url: string
  source_credentials: AuthorizedUserFile
  delegates: string[]
}

/** What the token exchange of STS accepts. */
export interface Workload {
  audience: string
  subjectToken: string
  subjectTokenType: string
}

/** Ready JSON of every credential file but the service account's key, which is `serviceAccount`. */
export interface CredentialFiles {
  authorizedUser: AuthorizedUserFile
  impersonatedServiceAccount: ImpersonatedServiceAccountFile
  /** `subjectTokenFile` is where the caller has put `workload.subjectToken`; `impersonate` defaults to false. */
  externalAccount(options: { subjectTokenFile: string; impersonate?: boolean }): ExternalAccountFile
}

/** The federated workload that STS knows, in a pool of that project number. */
export function createWorkload(projectNumber: string): Workload {
  const pool = `projects/${projectNumber}/locations/global/workloadIdentityPools/pool`
  return {
    audience: `//iam.googleapis.com/${pool}/providers/provider`,
    subjectToken: randomBytes(32).toString('base64url'),
    subjectTokenType: 'urn:ietf:params:oauth:token-type:jwt'
  }
}

/** The files of that workload, of one user, and of both standing in for the service account. */
export function createCredentialFiles(serviceAccountEmail: string, workload: Workload): CredentialFiles {
  const impersonationUrl = `${IAM_CREDENTIALS}/${serviceAccountEmail}:generateAccessToken`
  const authorizedUser: AuthorizedUserFile = {
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
    externalAccount: ({ subjectTokenFile, impersonate = false }) => ({
      type: 'external_account',
      audience: workload.audience,
      subject_token_type: workload.subjectTokenType,
      token_url: STS_TOKEN_URL,
      credential_source: { file: subjectTokenFile },
      ...(impersonate && { service_account_impersonation_url: impersonationUrl })
    })
  }
}
