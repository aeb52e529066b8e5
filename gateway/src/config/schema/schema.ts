import { type Static, Type } from 'typebox'
import { PROVIDER_ENDPOINTS } from '../defaults.ts'
import { access, bearer, cors, forwardAuth, keepForms, passUnknownBearer } from './access.ts'
import { applications } from './applications.ts'
import { condition } from './conditions.ts'
import { choice, flag, integer, list, optionalText, section, text } from './fields.ts'
import { account, login } from './login.ts'
import { listen, server, store, tracing } from './server.ts'
import { application } from './upstream.ts'

const sessions = {
  cookie: section('The session cookie.', {
    name: optionalText(
      'Name; null: `__Host-gatehouse` on https, `__Secure-gatehouse` with a domain, `gatehouse` on http. Hosts with a cookie of their own have it as `__Host-…` on https.',
      { pattern: '^[A-Za-z0-9_-]{1,64}$' }
    ),
    allowPlainName: flag(
      'On https, take a `name` that begins with neither `__Host-` nor `__Secure-`: plain http and sibling hosts can then plant the cookie.'
    ),
    domain: optionalText(
      '`Domain` attribute, of your own and no public suffix such as `com`; null keeps the cookie on the host of `publicUrl` alone. Hosts of `applications` that are not below it have cookies of their own, and sessions are handed over to them.',
      {
        pattern: '^[a-z0-9.-]+$'
      }
    ),
    sameSite: choice(
      ['lax', 'strict', 'none'],
      'lax',
      '`SameSite` attribute. Not `strict` where hosts have cookies of their own.'
    ),
    format: choice(
      ['current', 'previous'],
      'current',
      '`previous` writes the session cookie in the format of the release before, 0.1: gateways of both releases then accept the sessions of each other, and a rollback keeps them. For the time of an upgrade: such a cookie is not bound to an origin, and the sessions that one sign-in began end together.'
    ),
    signatureKeys: list(
      'Random secrets of at least 32 bytes each, as `gatehouse keys generate` makes them; others in hexadecimal digits or base64 (`openssl rand -base64 32`). What can be guessed, such as words and repetitions, is refused. The first signs, all verify. To replace a key, add the new one last, move it first when every replica has it, and drop the old one later: `gatehouse keys` has a command for each step.'
    ),
    signatureKeysFile: optionalText('File with one key a line, instead of `signatureKeys`.')
  }),
  session: section('How long a session lives and how it is made.', {
    absoluteSeconds: integer('Longest life of a session, in seconds.', 1209600, 60, 31536000),
    idleSeconds: integer(
      'Longest pause between two requests, in seconds; noted in the cookie at most once a minute, so it may bite up to a minute early. 0: no limit; else at least 120.',
      0,
      0,
      31536000
    ),
    streamsCountAsActivity: flag(
      'Open WebSockets, event streams and long answers count as requests for `idleSeconds`: a session does not end by silence while one is open, nor for `idleSeconds` after. This process alone knows that, not the cookie: after a restart, or at another replica, the last request counts. Otherwise they end when the session has had no request for so long.'
    ),
    revocationCheckSeconds: integer(
      'How often an account is looked up while it is in use, in seconds: after that long at the latest a disabled, deleted or revoked account is out, and its open WebSockets, event streams and long answers end. 0: only at a refresh.',
      300,
      0,
      86400
    ),
    expiredGraceSeconds: integer(
      'How long an expired session may still pass while the provider is away, in seconds; marked in `x-gatehouse-expired` and the log. 0: not at all.',
      0,
      0,
      86400
    ),
    acquire: choice(
      ['auto', 'exchange', 'handover'],
      'auto',
      '`exchange`: tokens of its own, by a custom token of the service account; `handover`: the login page hands over its refresh token; `auto`: exchange when there are credentials that can sign.'
    ),
    maxSignInAgeSeconds: integer(
      'Longest time between a sign-in at the provider and the session that it begins, in seconds; verifying an address and setting up a second factor happen in between. Counted from `auth_time` of the id token, with five minutes more because clocks may differ. Sessions count from the same time, so one of `absoluteSeconds` or `idleSeconds` that is shorter is the limit.',
      900,
      60,
      86400
    ),
    requireVerifiedEmail: flag(
      'Sign-ins need a verified email address; the login page offers to verify it. Accounts without an address cannot sign in. Sessions without one do not pass.'
    ),
    visibleClaims: Type.Unsafe<string[] | 'all' | null>({
      type: ['array', 'string', 'null'],
      items: { type: 'string', minLength: 1 },
      pattern: '^all$',
      default: null,
      description:
        'Claims that `GET paths.session` gives to the scripts of the site, by name or by path such as `firebase.identities`; `all`: every one. null: the standard claims of OpenID Connect, when and how the visitor signed in, the tenant, and what `identityHeaders` names.'
    }),
    signInProviders: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', minLength: 1, maxLength: 128 },
      minItems: 1,
      uniqueItems: true,
      default: null,
      description:
        'Ways to sign in that may have a session, as id tokens name them in `firebase.sign_in_provider`: `password` (email links too), `google.com`, `saml.…`, `oidc.…`, `phone`, `anonymous`, `custom` (custom tokens). null: what the login page offers, `anonymous` with `identityPlatform.allowAnonymous`, and `custom` with the emulator. A list replaces that: it must hold what the page offers, and may hold ways of other pages and programs. Sessions of sign-ins in other ways do not pass.'
    }),
    signInsPerMinute: integer(
      'Sign-ins that one client address may try in a minute; each costs calls to the provider. 0: no limit. Behind a proxy, set `trustedProxies`, or all visitors share one address.',
      300,
      0,
      1000000
    ),
    cacheBytes: integer('Memory for verified sessions, in bytes.', 67108864, 1048576, 17179869184)
  }),
  logout: section('What the end of a session brings.', {
    clearSiteData: Type.Array(
      Type.Unsafe<'cache' | 'storage'>({
        enum: ['cache', 'storage'],
        description: '`cookies`, `executionContexts` and `*` are not for a gateway to send.'
      }),
      {
        default: [],
        uniqueItems: true,
        description:
          'What browsers delete of this origin at a sign-out, and where a session is refused for good (account disabled or deleted, sign-in revoked, session over): `storage` (local and session storage, databases, service workers: drafts too), `cache`. Sent as `Clear-Site-Data`, on https only. `cookies` would also delete those of other hosts of the domain, so it is not taken; the session cookie is cleared in any case.'
      }
    )
  })
}

const TENANT_PLACE = '^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$'

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
 * The single source of the configuration, from which its type follows. Generated from it:
 * `config/gatehouse.schema.json` for editors, the reference `config/README.md`, and the validator
 * `dist/config/gatehouse.validate.cjs`. At runtime only the types of these modules are used, because the
 * schema library takes longer to load than the rest of the startup.
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

/** A complete, validated config: defaults filled in, secrets read from files. */
export type Config = Static<typeof configSchema>

/** Config of account commands; `publicUrl` is the source of events. */
export type ProviderConfig = Pick<Config, 'identityPlatform' | 'audit' | 'publicUrl'>

/** Config of the login page. */
export type LoginPageConfig = Omit<Config, 'upstream' | 'cookie' | 'store'>

export type UpstreamConfig = NonNullable<Config['upstream']>

export type StoreConfig = NonNullable<Config['store']>

export type ApplicationConfig = Config['applications'][number]

export type AccessRule = Config['access']['rules'][number]

export type BearerIssuer = Config['bearer'][number]

export type LogFormat = Config['log']['format']

export type AuditConfig = Config['audit']

export type LogLevel = Config['log']['level']
