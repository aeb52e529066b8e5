import { readPath } from './addresses/paths.ts'
import { hostOf, parseUrl } from './addresses/urls.ts'
import { listSessionCookies } from './defaults.ts'
import type { ApplicationConfig, Config, UpstreamConfig } from './schema/schema.ts'

/** An application with defaults filled in from the top-level sections. */
export interface Application {
  /** Null: the single application of `upstream`, or an unnamed host of `forwardAuth.origins`. */
  name: string | null
  /** Public host without a port; `*.example.com` covers one label; null: every host. */
  host: string | null
  /** Path prefix with a trailing slash, as browsers send it; `/`: everything. */
  folder: string
  stripPath: boolean
  /** Null if another proxy delivers it. */
  upstream: UpstreamConfig | null
  access: Config['access']
  framework: Config['framework']
  publicActions: boolean
  identityHeaders: Config['identityHeaders']
  /** `aud` of its assertions; null: the origin of the request. */
  audience: string | null
  cors: Config['cors']
  clearCookies: readonly string[]
  /** Null: it accepts no access tokens. */
  resource: { readonly scopes: readonly string[] } | null
  login: ApplicationConfig['login']
  /** Key path such as `applications[2]`; null without an entry of its own. */
  key: string | null
  accessPath: string
  upstreamPath: string
}

/** As visitors read it; null without a name. */
export function nameOfApplication({
  name,
  login
}: Pick<Application, 'name'> & Partial<Pick<Application, 'login'>>): string | null {
  return login?.brand?.name ?? name?.replace(/^[a-z]/, (first) => first.toUpperCase()) ?? null
}

/** The settings that determine the upstreams. */
export type UpstreamsConfig = Pick<Config, 'publicUrl' | 'upstream' | 'applications'>

export type ApplicationsConfig = UpstreamsConfig &
  Pick<Config, 'forwardAuth' | 'access' | 'identityHeaders' | 'cors'> &
  Partial<Pick<Config, 'assertion' | 'clearCookies' | 'framework' | 'publicActions'>>

/** In config order, then one per host of `forwardAuth.origins` that none of them names. Without `applications`, one for every host. */
export function listApplications(config: ApplicationsConfig): readonly Application[] {
  const { access, identityHeaders, cors, clearCookies, upstream } = config
  const { framework = null, publicActions = false } = config
  const audience = config.assertion?.audience ?? null
  const plain: Application = {
    name: null,
    host: null,
    folder: '/',
    stripPath: false,
    upstream,
    access,
    framework,
    publicActions,
    identityHeaders,
    audience,
    cors,
    clearCookies: listSessionCookies({ identityHeaders, clearCookies }),
    resource: null,
    login: undefined,
    key: null,
    accessPath: 'access',
    upstreamPath: 'upstream'
  }
  if (config.applications.length === 0) return [plain]
  const publicHost = hostOf(config.publicUrl)
  const named = config.applications.map((one, index) => ({
    ...plain,
    ...one,
    host: one.host ?? publicHost,
    folder: readPath(one.path).escaped,
    upstream: one.upstream ?? null,
    clearCookies: listSessionCookies({ identityHeaders, clearCookies, ...one }),
    audience: one.assertion?.audience === undefined ? audience : one.assertion.audience,
    resource: resourceSettings(one),
    key: `applications[${index}]`,
    accessPath: one.access === undefined ? 'access' : `applications[${index}].access`,
    upstreamPath: `applications[${index}].upstream`
  }))
  const hosts = config.forwardAuth.enabled ? config.forwardAuth.origins.map(hostOf) : []
  const unnamed = [...new Set(hosts)].filter((host) => !named.some((one) => one.host === host))
  return [...named, ...unnamed.map((host) => ({ ...plain, host, upstream: null }))]
}

function resourceSettings({ resource = false }: ApplicationConfig): Application['resource'] {
  if (typeof resource === 'object') return resource.enabled ? resource : null
  return resource ? { scopes: [] } : null
}

/** A proxied application's upstream. */
export interface NamedUpstream extends Pick<Application, 'name' | 'host' | 'framework'> {
  path: string
  /** As the upstream receives it. */
  startPage: string
  upstream: UpstreamConfig
}

/** Upstreams of all proxied applications, in config order. */
export function listUpstreams(config: UpstreamsConfig & Partial<Pick<Config, 'framework'>>) {
  const { publicUrl, upstream, applications, framework: general = null } = config
  const only = { name: null, host: null, framework: general, path: 'upstream', startPage: '/' }
  if (applications.length === 0) return upstream === null ? [] : [{ ...only, upstream }]
  return applications.flatMap((one, index) => {
    const { name, host = hostOf(publicUrl), framework = general, upstream: own = null } = one
    const startPage = one.stripPath ? '/' : readPath(one.path).escaped
    const path = `applications[${index}].upstream`
    return own === null ? [] : [{ name, host, framework, path, startPage, upstream: own }]
  })
}

/** Hosts named by `applications`, as spelled there. */
export function listApplicationHosts({ applications }: Pick<Config, 'applications'>): readonly string[] {
  return applications.flatMap(({ host }) => host ?? [])
}

/** Below the origin of `publicUrl`. */
export const ISSUER_PATH = '/_auth/oauth'
/** Below the issuer: where a device's code is entered. */
export const DEVICE_PATH = '/device'
/** @public Well-known path of protected resource metadata (RFC 9728, 3). */
export const METADATA_PREFIX = '/.well-known/oauth-protected-resource'

export function issuerOf(publicUrl: string): string {
  return `${new URL(publicUrl).origin}${ISSUER_PATH}`
}

/** Identifier of an application as a resource (RFC 8707, 2). `origin`: that of the application. */
export function resourceOf({ folder }: Pick<Application, 'folder'>, origin: string): string {
  return `${origin}${folder.slice(0, -1)}`
}

/** Where the metadata of a resource is, as in `WWW-Authenticate` (RFC 9728, 5.1). */
export function metadataAddress({ folder }: Pick<Application, 'folder'>, origin: string): string {
  return `${origin}${METADATA_PREFIX}${folder.slice(0, -1)}`
}

/** The origin of an application's host. `origin`: that of `publicUrl`, whose scheme and port all hosts share. */
export function originOfHost(host: string | null, origin: string): string {
  if (host === null) return origin
  const url = new URL(origin)
  url.hostname = host
  return url.origin
}

/** Max length of a socket path on Linux, in bytes; less elsewhere (unix(7)). */
const MAX_SOCKET_PATH_BYTES = 107
const UNIX = 'unix:'
/** HTTP needs a host, and `localhost` cannot belong to anyone else. */
const SOCKET_ORIGIN = 'http://localhost'

export interface UpstreamAddress {
  /** Scheme, host and port; `http://localhost` for a `unix:` URL. */
  origin: string
  socketPath: string | null
}

/** Address of an upstream; null if invalid. */
export function readUpstreamAddress(upstream: Pick<UpstreamConfig, 'url' | 'unixSocket'>) {
  const { url, unixSocket } = upstream
  if (isSocketUrl(url)) return { origin: SOCKET_ORIGIN, socketPath: url.slice(UNIX.length) }
  const parsed = parseUrl(url)
  return parsed === null ? null : { origin: parsed.origin, socketPath: unixSocket }
}

/** Audience of the gateway's id tokens for an application; null: it gets none. */
export function idTokenAudience({ googleIdToken, url }: Pick<UpstreamConfig, 'googleIdToken' | 'url'>) {
  if (googleIdToken === false) return null
  return googleIdToken === true ? (parseUrl(url)?.origin ?? url) : googleIdToken
}

/** True for a `unix:` URL, which means HTTP without TLS. */
export function isSocketUrl(url: string): boolean {
  return url.startsWith(UNIX)
}

/** True if Linux accepts this path for a socket. */
export function fitsSocketAddress(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES
}
