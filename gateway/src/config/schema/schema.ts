import { type Static, Type } from 'typebox'
import { PROVIDER_ENDPOINTS } from '../defaults.ts'
import { access, bearer, cors, forwardAuth, keepForms, passUnknownBearer } from './access.ts'
import { applications } from './applications.ts'
import { condition } from './conditions.ts'
import { flag, optionalText, section, text } from './fields.ts'
import { account, login } from './login.ts'
import { listen, server, store, tracing } from './server.ts'
import { sessions } from './session.ts'
import { application } from './upstream.ts'

/** A host name without a port, or a path such as `/acme/*`. */
const TENANT_PLACE = '^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$'

/** The project at the provider, its tenants and the credentials for it. */
const identityPlatform = section('Google Identity Platform (Firebase Authentication).', {
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

/**
 * The one source of configuration, put together from a file for each part. The type of a configuration follows from it;
 * `config/gatehouse.schema.json`, which editors read, and the reference `config/README.md` are generated from it, and the
 * build compiles it to `dist/config/gatehouse.validate.cjs`, which the gateway validates with. While the gateway runs, only
 * the types of these modules are used: the library that builds the schema takes longer to load than the rest of the start.
 */
export const configSchema = Type.Object(
  {
    publicUrl: server.publicUrl,
    listen,
    management: server.management,
    metrics: server.metrics,
    trustedProxies: server.trustedProxies,
    upstream: application.upstream,
    applications,
    forwardAuth,
    identityPlatform,
    cookie: sessions.cookie,
    hsts: server.hsts,
    session: sessions.session,
    store,
    logout: sessions.logout,
    paths: server.paths,
    redirectParameter: server.redirectParameter,
    identityHeaders: application.identityHeaders,
    access,
    cors,
    keepForms,
    bearer,
    passUnknownBearer,
    login,
    account,
    log: server.log,
    audit: server.audit,
    tracing,
    workers: server.workers,
    reload: server.reload,
    shutdown: server.shutdown
  },
  { additionalProperties: false, title: 'Gatehouse configuration', definitions: { condition } }
)

/** A complete, checked configuration: defaults filled in, secrets read from their files. */
export type Config = Static<typeof configSchema>

/** What account commands use of a configuration; `publicUrl` names the source of events. */
export type ProviderConfig = Pick<Config, 'identityPlatform' | 'audit' | 'publicUrl'>

/** What the login page is made from, without the application and the keys that a gateway which serves needs. */
export type LoginPageConfig = Omit<Config, 'upstream' | 'cookie' | 'store'>

/** The application behind the gateway. */
export type UpstreamConfig = NonNullable<Config['upstream']>

/** The store that processes share. */
export type StoreConfig = NonNullable<Config['store']>

/** One of `applications`. */
export type ApplicationConfig = Config['applications'][number]

/** One rule of `access.rules`. */
export type AccessRule = Config['access']['rules'][number]

/** One issuer of bearer tokens. */
export type BearerIssuer = Config['bearer'][number]

/** How log lines are written. */
export type LogFormat = Config['log']['format']

/** Where and how events are written. */
export type AuditConfig = Config['audit']

/** Least important level of log lines. */
export type LogLevel = Config['log']['level']
