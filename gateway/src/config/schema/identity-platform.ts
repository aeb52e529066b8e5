import { Type } from 'typebox'
import { PROVIDER_ENDPOINTS } from '../defaults.ts'
import { flag, optionalText, section, text } from './fields.ts'

/** A host name without a port, or a path such as `/acme/*`. */
const TENANT_PLACE = '^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$'

/** The project at the provider, its tenants and the credentials for it. */
export const identityPlatform = section('Google Identity Platform (Firebase Authentication).', {
  projectId: text('Project id (not the number).', { pattern: '^[a-z0-9][a-z0-9:.-]*$', maxLength: 64 }),
  apiKey: text('Web API key of the project.', { default: '' }),
  apiKeyFile: optionalText('File that holds the web API key, instead of `apiKey`.'),
  tenantId: optionalText(
    'Tenant that every account must belong to; null: the project itself, and tokens of tenants are refused.',
    {
      minLength: 1
    }
  ),
  tenants: Type.Record(
    Type.String({ pattern: TENANT_PLACE }),
    Type.String({ minLength: 1, pattern: '^[A-Za-z0-9-]+$' }),
    {
      default: {},
      additionalProperties: false,
      description:
        'Host (`acme.example.com`) or path (`/acme/*`) -> tenant whose accounts may pass there. What nothing matches belongs to `tenantId`, and to the tenants of `login.tenants`.'
    }
  ),
  credentials: text(
    'Google credentials: the JSON text of a service account key, or of any other file that `credentialsFile` takes.',
    { default: '' }
  ),
  credentialsFile: optionalText(
    'File with the same, instead of `credentials`; null: application default credentials, which are the file named by `GOOGLE_APPLICATION_CREDENTIALS`, else the one that gcloud keeps, else the metadata server on a machine of Google, else none.'
  ),
  serviceAccountEmail: optionalText(
    'Service account that signs custom tokens when the credentials hold no key; null: the one that they impersonate, or that of the machine.',
    { pattern: '^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$' }
  ),
  authDomain: optionalText('Domain that serves the federated sign-in helper.'),
  allowAnonymous: flag('Accept anonymous accounts. Anybody who holds the public API key can make one.'),
  emulatorHost: optionalText(
    '`host:port` of the official auth emulator. Its tokens are UNSIGNED: anybody can sign in as anybody.'
  ),
  emulatorAnywhere: flag(
    'Allow `emulatorHost` with a `publicUrl` or `listen.host` that is not loopback, or a project id that does not begin with `demo-`.'
  ),
  endpoints: section('Other base URLs of the provider, for tests and private gateways.', {
    identityToolkit: text('Account and sign-in calls.', { default: PROVIDER_ENDPOINTS.identityToolkit }),
    secureToken: text('Refresh calls.', { default: PROVIDER_ENDPOINTS.secureToken }),
    certificates: text('Public keys of id tokens: an x509 map or a JWK set.', {
      default: PROVIDER_ENDPOINTS.certificates
    }),
    oauthToken: text('Access tokens of the service account.', {
      default: PROVIDER_ENDPOINTS.oauthToken
    }),
    sts: text('Access tokens for identities of other clouds (workload identity).', {
      default: PROVIDER_ENDPOINTS.sts
    }),
    iamCredentials: text('Impersonation, and signatures without a key.', {
      default: PROVIDER_ENDPOINTS.iamCredentials
    })
  })
})
