import { type Static, Type } from 'typebox'
import {
  access,
  clearCookies,
  condition,
  cors,
  framework,
  keepForms,
  publicActions
} from '../../access/settings.ts'
import { account, clientSdk } from '../../endpoints/settings.ts'
import { forwardAuth } from '../../forward-auth/settings.ts'
import { hsts, listen, paths, publicUrl, redirectParameter, trustedProxies } from '../../http/settings.ts'
import { assertion, audience, identityHeaders } from '../../identity/settings.ts'
import { identityPlatform } from '../../identity-platform/settings.ts'
import { hostOverrides } from '../../login-page/appearance/settings.ts'
import { login } from '../../login-page/settings.ts'
import { bearer, passUnknownBearer } from '../../machines/settings.ts'
import { audit, log, management, metrics, tracing } from '../../operations/settings.ts'
import type { Problem } from '../../problem.ts'
import { reload, shutdown, workers } from '../../serving/settings.ts'
import { cookie, logout, session } from '../../session/settings.ts'
import { store } from '../../shared-state/settings.ts'
import { upstream } from '../../upstream/settings.ts'
import {
  APPLICATION_NAME,
  flag,
  HOST_OR_WILDCARD,
  optionalText,
  override,
  SCOPE,
  section,
  strictObject,
  text
} from './fields.ts'

/** Its keys that an entry of `applications` can override. */
const assertionOfApplication = Type.Optional(strictObject({ audience: override(audience) }))

const loginOfApplication = strictObject({
  ...hostOverrides.properties,
  providers: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      uniqueItems: true,
      description:
        'Ids of `login.providers` to offer for this application. Default: all. Only affects the page: sessions of other sign-in methods are accepted unless a rule requires `provider`.'
    })
  ),
  tenant: override(
    optionalText(
      "Tenant of the application: visitors sign in to it, and no other session is accepted. null: the project's own accounts, even if `login.tenants` offers a choice elsewhere. Default: as for the rest of its host.",
      { pattern: '^[A-Za-z0-9-]+$' }
    )
  )
})

const resourceSection = section(
  'The application as an OAuth resource, such as an MCP server: it accepts access tokens of `authorizationServer` for its own address. `true`: without scopes of its own.',
  {
    enabled: flag('Accept them.'),
    scopes: Type.Array(Type.String({ pattern: SCOPE }), {
      default: [],
      uniqueItems: true,
      description: 'Scopes that clients can request for it. What each permits is up to the access rules.'
    })
  }
)

const resource = Type.Unsafe<Static<typeof resourceSection> | boolean>({
  ...resourceSection,
  type: ['boolean', 'object'],
  default: false
})

const application = strictObject({
  name: text('Lowercase name, used in logs, metrics and "to continue to …".', { pattern: APPLICATION_NAME }),
  host: Type.Optional(
    text(
      'Public host, without a port; `*.example.com` covers all hosts one label below. Default: that of `publicUrl`.',
      { pattern: HOST_OR_WILDCARD }
    )
  ),
  path: text('`/folder/*`: the folder and everything below it. The longest match wins.', {
    default: '/*',
    pattern: '^/([^*?#\\s]+/)?\\*$'
  }),
  stripPath: flag(
    'Removes the folder of `path` from request targets, also from those in the WebDAV headers `Destination` and `If`, and sends it as `X-Forwarded-Prefix`. Redirects, links and cookies of the application are not rewritten.'
  ),
  upstream: override(
    upstream,
    'The application, with the keys of the top-level `upstream`. Omitted or null: another proxy delivers it and uses `forwardAuth`.'
  ),
  access: override(access, 'Access rules of the application. Default: the top-level `access`.'),
  framework: override(framework, 'Framework of the application. Default: the top-level `framework`.'),
  publicActions: override(
    publicActions,
    'Whether the application’s actions check their callers. Default: the top-level `publicActions`.'
  ),
  identityHeaders: override(
    identityHeaders,
    'Identity headers of the application. Default: the top-level `identityHeaders`.'
  ),
  assertion: assertionOfApplication,
  resource: Type.Optional(resource),
  cors: override(cors, 'CORS of the application. Default: the top-level `cors`.'),
  clearCookies: override(
    clearCookies,
    'Session cookies of the application, by name or `prefix*`. Default: the top-level `clearCookies`.'
  ),
  passUnknownBearer: override(
    passUnknownBearer,
    'Forwarding of unknown bearer tokens. Default: the top-level `passUnknownBearer`.'
  ),
  login: override(
    loginOfApplication,
    'Overrides for the login page and the gateway’s other pages for this application: `brand`, `theme`, `links`, `destinations`, `providers`, `tenant`.'
  )
})

const applications = Type.Array(application, {
  default: [],
  description:
    'Several applications by host and path, instead of `upstream`: the first one with a matching host and the longest path gets the request. Unknown hosts get 404. The login page is only on the origin of `publicUrl`.'
})

const sections = {
  publicUrl,
  listen,
  management,
  metrics,
  trustedProxies,
  upstream,
  applications,
  forwardAuth,
  identityPlatform,
  cookie,
  hsts,
  session,
  store,
  logout,
  paths,
  redirectParameter,
  identityHeaders,
  assertion,
  access,
  framework,
  publicActions,
  cors,
  clearCookies,
  keepForms,
  clientSdk,
  bearer,
  passUnknownBearer,
  login,
  account
}
/** They follow those of plugins. */
const ofProcess = { log, audit, tracing, workers, reload, shutdown }

/** The single source of the configuration; each section is in the `settings.ts` of its room. At runtime only its types are used. */
export const composeSchema = (ofPlugins: Type.TProperties) =>
  Type.Object(
    { ...sections, ...ofPlugins, ...ofProcess },
    { additionalProperties: false, title: 'Gatehouse configuration', definitions: { condition } }
  )

/** A complete, validated config: defaults filled in, secrets read from files. */
export type Config = Static<Type.TObject<typeof sections>> &
  Static<Type.TObject<typeof ofProcess>> & {
    /** Of a plugin, if that is there: the core only asks whether it is on. */
    authorizationServer?: { enabled: boolean } | undefined
  }

export type UpstreamConfig = NonNullable<Config['upstream']>

export type StoreConfig = NonNullable<Config['store']>

export type ApplicationConfig = Config['applications'][number]

export type AccessRule = Config['access']['rules'][number]

export type BearerIssuer = Config['bearer'][number]

export type AuditConfig = Config['audit']

export type LogLevel = Config['log']['level']

/** What a plugin does with its own settings. Each export of its `settings.ts` is a section of the schema, by its name. */
export interface SettingsPlugin {
  name: string
  settings?: {
    /** Fills in secrets. Returns the problems of their files. */
    readSecrets?(config: Config): Problem[]
    check?(config: Config): Problem[]
    listWarnings?(config: Config): string[]
  }
}
