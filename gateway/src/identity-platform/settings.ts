import { Type } from 'typebox'
import { PROVIDER_ENDPOINTS } from '../config/defaults.ts'
import { flag, optionalText, section, text } from '../config/schema/fields.ts'

/** Documented as opaque; in a URL path it needs no escaping but that of the colon. */
const APP_ID = '^[A-Za-z0-9][A-Za-z0-9:._-]{0,127}$'

const SEGMENT = '([A-Za-z0-9._~-]|%[89A-Fa-f][0-9A-Fa-f]|[^\\x00-\\x7f])+'
const TENANT_PLACE = `^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/${SEGMENT}(/${SEGMENT})*(/\\*)?)$`

export const identityPlatform = section('Google Identity Platform (Firebase Authentication).', {
  projectId: text('Project id (not the number).', { pattern: '^[a-z0-9][a-z0-9:.-]*$', maxLength: 64 }),
  apiKey: text('Web API key of the project.', { default: '' }),
  apiKeyFile: optionalText('File with the web API key, instead of `apiKey`.'),
  tenantId: optionalText('Tenant of all accounts; null: the project itself; tokens of tenants are refused.', {
    minLength: 1
  }),
  tenants: Type.Record(
    Type.String({ pattern: TENANT_PLACE }),
    Type.String({ minLength: 1, pattern: '^[A-Za-z0-9-]+$' }),
    {
      default: {},
      additionalProperties: false,
      description:
        'Host (`acme.example.com`) or path (`/acme/*`) -> tenant whose accounts are accepted there. Everything else belongs to `tenantId` and the tenants of `login.tenants`.'
    }
  ),
  credentials: text(
    'Google credentials: the JSON of a service account key, or of any other file that `credentialsFile` accepts.',
    { default: '' }
  ),
  credentialsFile: optionalText(
    'File with the same, instead of `credentials`; null: application default credentials, which are the file in `GOOGLE_APPLICATION_CREDENTIALS`, gcloud’s own file, the metadata server on a Google machine, or none.'
  ),
  serviceAccountEmail: optionalText(
    'Service account that signs custom tokens if the credentials have no key; null: the impersonated one, or the machine’s.',
    { pattern: '^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$' }
  ),
  authDomain: optionalText('Domain that serves the federated sign-in helper.'),
  allowAnonymous: flag('Accept anonymous accounts, which anyone with the public API key can create.'),
  appCheck: section(
    'Firebase App Check, if the project enforces it for Authentication or access rules require its tokens. See `gateway/docs/app-check.md`.',
    {
      appId: optionalText(
        'App id of the project’s web app, such as `1:1234567890:web:0123456789abcdef`: the gateway’s own calls then carry tokens of this app, which it gets with its service account. null: none.',
        { pattern: APP_ID }
      ),
      appIds: Type.Array(Type.String({ pattern: APP_ID }), {
        default: [],
        uniqueItems: true,
        description:
          'App ids of the apps whose tokens meet the condition `appCheck` of access rules: all apps that call the applications, such as the Android, iOS and web app.'
      }),
      projectNumber: optionalText(
        'Number of the project, which issues the tokens. null: the one in `appIds`.',
        { pattern: '^[0-9]{1,20}$' }
      )
    }
  ),
  emulatorHost: optionalText(
    '`host:port` of the official auth emulator. Its tokens are UNSIGNED: anyone can sign in as any user.'
  ),
  emulatorAnywhere: flag(
    'Allow `emulatorHost` with a `publicUrl` or `listen.host` that is not loopback, or a project id without the prefix `demo-`.'
  ),
  endpoints: section('Alternative base URLs of the provider, for tests and private gateways.', {
    identityToolkit: text('Account and sign-in calls.', { default: PROVIDER_ENDPOINTS.identityToolkit }),
    secureToken: text('Refresh calls.', { default: PROVIDER_ENDPOINTS.secureToken }),
    certificates: text('Public keys of id tokens: an x509 map or a JWK set.', {
      default: PROVIDER_ENDPOINTS.certificates
    }),
    oauthToken: text('Access tokens of the service account.', { default: PROVIDER_ENDPOINTS.oauthToken }),
    sts: text('Access tokens of workload identities.', { default: PROVIDER_ENDPOINTS.sts }),
    iamCredentials: text('Impersonation, and signing without a key.', {
      default: PROVIDER_ENDPOINTS.iamCredentials
    }),
    appCheck: text('App Check tokens and their public keys.', { default: PROVIDER_ENDPOINTS.appCheck })
  })
})
