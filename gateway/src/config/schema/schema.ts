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
import { assertion, identityHeaders } from '../../identity/settings.ts'
import { identityPlatform } from '../../identity-platform/settings.ts'
import { login } from '../../login-page/settings.ts'
import { bearer, passUnknownBearer } from '../../machines/settings.ts'
import { audit, log, management, metrics, tracing } from '../../operations/settings.ts'
import { reload, shutdown, workers } from '../../serving/settings.ts'
import { cookie, logout, session } from '../../session/settings.ts'
import { store } from '../../shared-state/settings.ts'
import { upstream } from '../../upstream/settings.ts'
import { applications } from './applications.ts'

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
