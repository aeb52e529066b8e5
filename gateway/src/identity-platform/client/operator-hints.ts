import type { OperatorHint } from '../../operations/provider-events.ts'
import type { CallFamily } from './http.ts'

interface Entry extends OperatorHint {
  /** Matches the error text. */
  says: RegExp
  /** Default: all. */
  families?: readonly CallFamily[]
}

/** The first match applies. Sources: error texts reported by users of the provider. */
const ENTRIES: readonly Entry[] = [
  ...withAll({ families: ['oauth'], doctor: 'CREDENTIALS' }, [
    {
      says: /short-lived token|reasonable timeframe/i,
      cause: 'the clock of this machine is wrong: the signed request looks too old or too new',
      fix: 'synchronise the clock (NTP), then try again',
      doctor: 'CLOCK'
    },
    {
      says: /invalid jwt signature/i,
      cause: 'the key of the service account was deleted, disabled or replaced',
      fix: 'create a new key (IAM, service accounts, keys) and set identityPlatform.credentialsFile to it'
    },
    {
      says: /account not found/i,
      cause: 'the service account was deleted',
      fix: 'create a service account with the role Firebase Authentication Admin and use its credentials'
    },
    {
      says: /invalid_target|invalid_request|subject.?token/i,
      cause: 'the workload identity pool does not accept this subject token',
      fix: 'compare audience and credential_source of the credential file with the pool and its provider'
    },
    {
      says: /invalid_grant|invalid_client|unauthorized_client/i,
      cause: 'the credentials are not accepted: expired, revoked, or the clock is wrong',
      fix: 'check the clock; create new credentials (for user credentials: gcloud auth application-default login)'
    },
    {
      says: /invalid_scope/i,
      cause: 'the credentials do not grant the scope cloud-platform',
      fix: 'create them with the scope https://www.googleapis.com/auth/cloud-platform (gcloud auth application-default login, without --scopes)'
    },
    {
      says: /access_denied|admin_policy_enforced/i,
      cause: 'a policy of the Google Cloud organization blocks these credentials',
      fix: 'ask its administrator to allow them, or use a service account'
    },
    {
      says: /unsupported_grant_type/i,
      cause: 'the token endpoint in the credential file does not accept this type of credentials',
      fix: 'download the credential file again and keep its token_uri or token_url unchanged'
    }
  ]),
  {
    says: /generateaccesstoken|serviceAccounts\.getAccessToken/i,
    cause: 'these credentials may not act as the service account',
    fix: 'give them the role Service Account Token Creator on that service account',
    doctor: 'CREDENTIALS'
  },
  {
    says: /generateidtoken|serviceAccounts\.getOpenIdToken/i,
    cause:
      'the service account may not make id tokens of its own: iam.serviceAccounts.getOpenIdToken is missing',
    fix: 'give it the role Service Account OpenID Connect Identity Token Creator (roles/iam.serviceAccountOpenIdTokenCreator) on itself',
    doctor: 'UPSTREAM_CREDENTIALS'
  },
  // Has the reason SERVICE_DISABLED, which refers to gcloud's own project.
  {
    says: /quota project|x-goog-user-project|user_project_denied/i,
    cause: 'user credentials need a project to bill the calls to',
    fix: 'use a service account, or give the user serviceusage.services.use in identityPlatform.projectId',
    doctor: 'CREDENTIALS'
  },
  {
    says: /signblob|permission_denied|permission '/i,
    families: ['sign'],
    cause:
      'there is no key, and the service account is not allowed to sign: iam.serviceAccounts.signBlob is missing',
    fix: 'give the service account the role Service Account Token Creator on itself',
    doctor: 'CREDENTIALS'
  },
  {
    says: /not found|not_found/i,
    families: ['sign', 'oauth'],
    cause: 'there is no service account with this name',
    fix: 'correct identityPlatform.serviceAccountEmail or the impersonation address in the credential file',
    doctor: 'CREDENTIALS'
  },
  {
    says: /has not been used in project|it is disabled|service_disabled|accessNotConfigured/i,
    families: ['sign'],
    cause: 'the IAM Service Account Credentials API is not enabled',
    fix: 'enable iamcredentials.googleapis.com in the project of the service account',
    doctor: 'CREDENTIALS'
  },
  ...withAll({ families: ['app_check'], doctor: 'APP_CHECK' }, [
    {
      says: /has not been used in project|it is disabled|service_disabled|accessNotConfigured/i,
      cause: 'the Firebase App Check API is not enabled in this project',
      fix: 'enable firebaseappcheck.googleapis.com, then wait a few minutes'
    },
    {
      says: /not found|not_found|app[ _]?id|invalid[ _]argument/i,
      cause:
        'identityPlatform.appCheck.appId is not an app of this project that is registered with App Check',
      fix: 'copy the app id from the project settings of the console, and register the app in App Check'
    },
    {
      says: /permission|unauthenticated|custom[ _]?token|attestation|signature/i,
      cause: 'App Check does not accept the custom token: the service account is not one of this project',
      fix: 'use a service account of identityPlatform.projectId, such as that of the Firebase Admin SDK'
    }
  ]),
  {
    says: /has not been used in project|it is disabled|service_disabled|accessNotConfigured/i,
    cause: 'the Identity Toolkit API is not enabled in this project',
    fix: 'enable identitytoolkit.googleapis.com and securetoken.googleapis.com, then wait a few minutes',
    doctor: 'PROJECT'
  },
  {
    says: /app ?check/i,
    cause: 'App Check is enforced for Authentication, and the call had no valid token',
    fix: 'set identityPlatform.appCheck.appId, with a service account that can sign (gateway/docs/app-check.md)',
    doctor: 'APP_CHECK'
  },
  ...withAll({ doctor: 'API_KEY' }, [
    {
      says: /has been suspended|consumer_suspended/i,
      cause: 'Google has suspended the API key or its project',
      fix: 'read Google’s message to the owners of the project; replace a key that was published'
    },
    {
      says: /api key expired|api_key_expired/i,
      cause: 'identityPlatform.apiKey has expired',
      fix: 'renew it in the cloud console (APIs and services, credentials)'
    },
    {
      says: /api key not valid|api_key_invalid|missing a valid api key/i,
      cause: 'identityPlatform.apiKey is missing, deleted or mistyped',
      fix: 'copy the web API key of the project (APIs and services, credentials)'
    },
    {
      says: /requests from referr?er|http_referrer_blocked/i,
      cause: 'the API key is restricted to other web sites',
      fix: 'add the origin of publicUrl to the website restrictions of the key'
    },
    {
      says: /ip address|ip_address_blocked/i,
      cause: 'the API key is restricted to other IP addresses',
      fix: 'add the address from which the gateway reaches the internet to the restrictions of the key'
    },
    {
      says: /android|ios client|android_app_blocked|ios_app_blocked/i,
      cause: 'the API key is restricted to mobile apps',
      fix: 'use the web API key of the project'
    },
    {
      says: /are blocked|service_blocked/i,
      cause: 'the API key is restricted to other APIs',
      fix: 'allow Identity Toolkit API and Token Service API for the key'
    }
  ]),
  {
    says: /insufficient authentication scopes|scope_insufficient/i,
    cause: 'the access token of this machine has insufficient scopes',
    fix: 'give the machine the scope cloud-platform',
    doctor: 'CREDENTIALS'
  },
  {
    says: /credential_mismatch/i,
    cause: 'the service account belongs to another project than identityPlatform.projectId',
    fix: 'use a service account of this project',
    doctor: 'CREDENTIALS'
  },
  {
    says: /invalid_custom_token/i,
    cause: 'the clock of this machine is wrong, or the key of the service account was deleted or has expired',
    fix: 'synchronise the clock; if that does not help, create a new key',
    doctor: 'CLOCK'
  },
  {
    says: /admin_only_operation/i,
    cause: 'sign-in cannot create accounts in this project, and this one no longer exists',
    fix: 'nothing, if the account was deleted; otherwise allow sign-up in the settings of Authentication'
  },
  {
    says: /forbidden_claim/i,
    families: ['exchange'],
    cause: 'the provider reserves the name of a claim that this version puts into custom tokens',
    fix: 'update the gateway; until then set session.acquire to handover'
  },
  {
    says: /(invalid|missing)_grant_type|missing_custom_token|missing_identifier|invalid json payload/i,
    families: ['refresh', 'exchange'],
    cause: 'the provider did not receive the request as the gateway sent it, or its API has changed',
    fix: 'let proxies pass requests to googleapis.com unchanged; otherwise update the gateway'
  },
  ...withAll({ doctor: 'PROJECT' }, [
    {
      says: /project_number_mismatch/i,
      cause: 'the refresh token and identityPlatform.apiKey belong to different projects',
      fix: 'if it affects many visitors, the API key of another project was deployed: correct identityPlatform.apiKey'
    },
    {
      says: /configuration_not_found/i,
      cause: 'Authentication is not set up in this project',
      fix: 'enable Identity Platform (or Firebase Authentication) in the console'
    },
    {
      says: /project_not_found/i,
      cause: 'identityPlatform.projectId does not name an existing project',
      fix: 'use the project id, not its number or display name'
    },
    {
      says: /tenant_not_found/i,
      cause: 'there is no tenant with the configured id in this project',
      fix: 'correct identityPlatform.tenantId or identityPlatform.tenants'
    },
    {
      says: /unsupported_tenant_operation/i,
      cause: 'multi-tenancy is not enabled in this project',
      fix: 'enable it in the settings of Identity Platform, or remove the tenants from the configuration'
    }
  ]),
  {
    says: /permission/i,
    families: ['account'],
    cause: 'the service account lacks the permission for this account operation',
    fix: 'give it the role Firebase Authentication Admin in identityPlatform.projectId',
    doctor: 'CREDENTIALS'
  },
  {
    says: /invalid authentication credentials|unauthenticated/i,
    cause: 'the provider does not accept a new access token of these credentials',
    fix: 'check that the credentials belong to identityPlatform.projectId and are not disabled',
    doctor: 'CREDENTIALS'
  }
]

/** For unlisted refusals: possibly permanent, but no reason to sign anyone out. */
export const UNKNOWN_REFUSAL: OperatorHint = {
  cause: 'the provider refuses with a code that this version does not know',
  fix: 'look up the code; if it persists, the affected sessions end by their own limits or by sign-out'
}

/** For unlisted refusals of the gateway's own requests. */
export const UNKNOWN_MISCONFIGURATION: OperatorHint = {
  cause: 'the provider refuses the requests of this gateway with an error that this version does not know',
  fix: 'look up the error; gatehouse doctor checks credentials, API key and project'
}

/** The operator hint for an error text; null if unknown. */
export function findHint(family: CallFamily, text: string): OperatorHint | null {
  const entry = ENTRIES.find(({ says, families }) => says.test(text) && (families?.includes(family) ?? true))
  if (entry === undefined) return null
  const { says: _, families: __, ...hint } = entry
  return hint
}

/** Entries with common members, which their own override. */
function withAll(common: Pick<Entry, 'families' | 'doctor'>, entries: readonly Entry[]): Entry[] {
  return entries.map((entry) => ({ ...common, ...entry }))
}
