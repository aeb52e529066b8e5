import { type Static, Type } from 'typebox'
import { access, bearer, cors, forwardAuth, keepForms, passUnknownBearer } from './access.ts'
import { applications } from './applications.ts'
import { condition } from './conditions.ts'
import { identityPlatform } from './identity-platform.ts'
import { account, login } from './login.ts'
import { listen, server, store, tracing } from './server.ts'
import { sessions } from './session.ts'
import { application } from './upstream.ts'

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
