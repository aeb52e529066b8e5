import { normalizeHost, parseUrl } from './addresses/urls.ts'
import type { ApplicationConfig, Config, UpstreamConfig } from './schema/schema.ts'

/** One application behind the gateway, with what is said of it and what holds for all filled in. */
export interface Application {
  /** Null: the only one, of the short form `upstream`; or one of `forwardAuth.origins` that no other names. */
  name: string | null
  /** Host that visitors use, without a port; `*.example.com` for one label; null: every host. */
  host: string | null
  /** The folder that it has, with a final slash; `/`: everything. */
  folder: string
  stripPath: boolean
  /** Null: another proxy reaches it, and asks. */
  upstream: UpstreamConfig | null
  access: Config['access']
  identityHeaders: Config['identityHeaders']
  cors: Config['cors']
  login: ApplicationConfig['login']
  /** Where it is in the configuration, such as `applications[2]`; null: it has no entry of its own. */
  key: string | null
  /** Where its `access` is in the configuration, such as `applications[2].access`. */
  accessPath: string
  /** The same of its `upstream`. */
  upstreamPath: string
}

/** What applications are made of. */
export type ApplicationsConfig = Pick<
  Config,
  'publicUrl' | 'upstream' | 'applications' | 'forwardAuth' | 'access' | 'identityHeaders' | 'cors'
>

/**
 * The applications of a configuration, in its order. Those of `applications`, then one for each host of
 * `forwardAuth.origins` that none of them names; without `applications` a single one, which has every host.
 */
export function listApplications(config: ApplicationsConfig): readonly Application[] {
  const { access, identityHeaders, cors, upstream } = config
  const plain: Application = {
    name: null,
    host: null,
    folder: '/',
    stripPath: false,
    upstream,
    access,
    identityHeaders,
    cors,
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
    folder: one.path.slice(0, -1),
    upstream: one.upstream ?? null,
    access: one.access ?? access,
    identityHeaders: one.identityHeaders ?? identityHeaders,
    cors: one.cors ?? cors,
    login: one.login,
    key: `applications[${index}]`,
    accessPath: one.access === undefined ? 'access' : `applications[${index}].access`,
    upstreamPath: `applications[${index}].upstream`
  }))
  const hosts = new Set(listForwardAuthHosts(config))
  const unnamed = [...hosts].filter((host) => !named.some((one) => one.host === host))
  return [...named, ...unnamed.map((host) => ({ ...plain, host, upstream: null }))]
}

/** An application that the gateway proxies, and how it is reached. */
export interface NamedUpstream {
  /** Null: the only one, of the short form. */
  name: string | null
  /** Host that visitors use, without a port; `*.example.com` for one label; null: every host. */
  host: string | null
  /** Where it is in the configuration, such as `applications[2].upstream`. */
  path: string
  upstream: UpstreamConfig
}

/** How the applications that the gateway proxies are reached, in the order of the configuration. */
export function listUpstreams({
  publicUrl,
  upstream,
  applications
}: Pick<ApplicationsConfig, 'publicUrl' | 'upstream' | 'applications'>): readonly NamedUpstream[] {
  if (applications.length === 0)
    return upstream === null ? [] : [{ name: null, host: null, path: 'upstream', upstream }]
  return applications.flatMap(({ name, host = hostOf(publicUrl), upstream: own = null }, index) =>
    own === null ? [] : [{ name, host, path: `applications[${index}].upstream`, upstream: own }]
  )
}

/** The hosts that a configuration names for its applications, as it spells them. */
export function listApplicationHosts({
  applications
}: Pick<ApplicationsConfig, 'applications'>): readonly string[] {
  return applications.flatMap(({ host }) => host ?? [])
}

function listForwardAuthHosts({ forwardAuth }: ApplicationsConfig): string[] {
  return forwardAuth.enabled ? forwardAuth.origins.map(hostOf) : []
}

function hostOf(url: string): string {
  return normalizeHost(parseUrl(url)?.hostname ?? '')
}
